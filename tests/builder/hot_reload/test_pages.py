"""Which pages a change has made anew, and when everything is."""

from pathlib import Path

import pytest

from builder.hot_reload import outdated, tasks
from pwa.seam import development

ABOUT, EVERYTHING = {"about", "en/about"}, "everything"


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pages that are made in place of Reflex's; those named in the file `broken` cannot be."""
    made: list[str] = []

    def make(app: object, route: str) -> str:
        made.append(route)
        if route in (tmp_path / "broken").read_text():
            raise ValueError("out of ink")
        return "export default function Component() {}"

    (tmp_path / "pages/en").mkdir(parents=True)
    (tmp_path / "broken").touch()
    monkeypatch.setattr(outdated, "OUTDATED", tmp_path / "outdated")
    monkeypatch.setattr(development, "PAGES", tmp_path / "pages")
    monkeypatch.setattr(development, "write", lambda route, code: (tmp_path / f"pages/{route}.js").write_text(code))
    monkeypatch.setattr(development, "write_assets", lambda: None)
    monkeypatch.setattr(development, "made", make)
    monkeypatch.setattr(development, "make_all", lambda: made.append(EVERYTHING))
    return made


def test_a_change_of_a_page_makes_it_and_nothing_else(made: list[str]) -> None:
    tasks.renew({"app.pages.about"})
    assert set(made) == ABOUT


def test_a_mended_page_is_made_alone(made: list[str], tmp_path: Path) -> None:
    (tmp_path / "broken").write_text("about")
    tasks.renew({"app.pages.about"})
    assert "out of ink" in (tmp_path / "pages/about.js").read_text()
    (tmp_path / "broken").write_text("")
    made.clear()
    tasks.renew({"app.pages.about"})
    assert set(made) == ABOUT


def test_what_stands_around_pages_is_made_once_all_of_them_can_be(made: list[str], tmp_path: Path) -> None:
    tasks.renew({"app.app"})
    assert made == [EVERYTHING]
    (tmp_path / "broken").write_text("about")
    tasks.renew({"app.pages.about"})
    tasks.renew({"app.app"})
    assert made.count(EVERYTHING) == 1
    (tmp_path / "broken").write_text("")
    tasks.renew({"app.pages.about"})
    tasks.renew({"app.pages.about"})
    assert made.count(EVERYTHING) == 2
