from pathlib import Path

import pytest

from app.seam import memo_contents
from builder.hot_reload import changes, tasks
from pwa.seam import development

ABOUT, EVERYTHING = {"about", "en/about"}, "everything"


@pytest.fixture
def compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    compiled: list[str] = []

    def make(app: object, route: str) -> str:
        compiled.append(route)
        if route in (tmp_path / "broken").read_text():
            raise ValueError("out of ink")
        return "export default function Component() {}"

    (tmp_path / "pages/en").mkdir(parents=True)
    (tmp_path / "broken").touch()
    monkeypatch.setattr(changes, "OUTDATED", tmp_path / "outdated")
    monkeypatch.setattr(development, "PAGES", tmp_path / "pages")
    monkeypatch.setattr(development, "write", lambda route, code: (tmp_path / f"pages/{route}.js").write_text(code))
    monkeypatch.setattr(development, "write_assets", lambda: None)
    monkeypatch.setattr(development, "compile_page", make)
    monkeypatch.setattr(development, "compile_all", lambda: compiled.append(EVERYTHING) or {})
    return compiled


def test_a_changed_page_is_rebuilt_alone(compiled: list[str]) -> None:
    tasks.rebuild({"app.pages.about"})
    assert set(compiled) == ABOUT


def test_a_fixed_page_is_rebuilt_alone(compiled: list[str], tmp_path: Path) -> None:
    (tmp_path / "broken").write_text("about")
    tasks.rebuild({"app.pages.about"})
    assert "out of ink" in (tmp_path / "pages/about.js").read_text()
    (tmp_path / "broken").write_text("")
    compiled.clear()
    tasks.rebuild({"app.pages.about"})
    assert set(compiled) == ABOUT


def test_pages_with_memos_are_evaluated_before_another_is_rebuilt(
    compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    evaluated = lambda app, routes: compiled.append(f"evaluated {sorted(routes)}")  # noqa: E731
    monkeypatch.setattr(development, "evaluate", evaluated)
    monkeypatch.setattr(memo_contents, "modules", lambda: {"app.pages.contact"})
    tasks.rebuild({"app.pages.about"})
    assert compiled[0] == "evaluated ['contact', 'en/contact']" and set(compiled[1:]) == ABOUT


def test_a_deleted_page_that_was_broken_is_not_rebuilt(compiled: list[str], tmp_path: Path) -> None:
    (tmp_path / "pages/ink.js").write_text(development.error_page("out of ink"))
    tasks.rebuild({"app.all_pages"})
    assert compiled == [EVERYTHING]


def test_a_change_of_the_app_rebuilds_all_once_no_page_is_broken(compiled: list[str], tmp_path: Path) -> None:
    tasks.rebuild({"app.all_pages"})
    assert compiled == [EVERYTHING]
    (tmp_path / "broken").write_text("about")
    tasks.rebuild({"app.pages.about"})
    tasks.rebuild({"app.all_pages"})
    assert compiled.count(EVERYTHING) == 1
    (tmp_path / "broken").write_text("")
    tasks.rebuild({"app.pages.about"})
    tasks.rebuild({"app.pages.about"})
    assert compiled.count(EVERYTHING) == 2
