from pathlib import Path

import pytest

from pwa.seam import package_styles
from pwa.seam.generated_code import GeneratorChangedError
from pwa.seam.workspace import PUBLISHED

SHEET = ".frame{color:red}"


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(package_styles, "WEB", tmp_path)
    monkeypatch.setattr(package_styles, "MADE", tmp_path / "package-styles")
    package_styles.href.cache_clear()
    sheet = tmp_path / "node_modules/@art/frames/dist/all.css"
    sheet.parent.mkdir(parents=True)
    sheet.write_text(SHEET)
    return tmp_path


def test_only_linked_sheets_are_published_under_the_name_of_their_content(web: Path) -> None:
    href = package_styles.href("@art/frames/dist/all.css")
    name = href.removeprefix("/packages/")
    assert name.startswith("art-frames-dist-all.") and (web / "public/packages" / name).read_text() == SHEET
    package_styles.publish(["export default 1"])
    assert not (web / PUBLISHED).exists()
    package_styles.publish([f'jsx("link",{{href:"{href}"}})'])
    assert (web / PUBLISHED / "packages" / name).read_text() == SHEET
    (web / "node_modules/@art/frames/dist/all.css").write_text(".frame{color:blue}")
    package_styles.href.cache_clear()
    assert package_styles.href("@art/frames/dist/all.css") != href


def test_a_missing_sheet_fails(web: Path) -> None:
    with pytest.raises(GeneratorChangedError, match=r"gone\.css"):
        package_styles.href("@art/frames/gone.css")


@pytest.mark.parametrize(
    ("rule", "added"),
    [
        (".dark, .dark-theme{--a:1}", ":root{--a:1}"),
        (":is(.dark, .dark-theme) .a{--a:1}", ":root .a{--a:1}"),
        (".a:where(.dark, .dark-theme){b:c}", ".a:where(:not(.light, .light-theme)){b:c}"),
        (".darker{a:b}", None),
    ],
)
def test_dark_mode_follows_the_visitor(rule: str, added: str | None) -> None:
    expected = f"{rule}@media (prefers-color-scheme: dark){{{added}}}" if added else rule
    assert package_styles.adapted(f".x{{y:z}}{rule}") == f".x{{y:z}}{expected}"
