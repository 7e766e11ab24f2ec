import sys
import traceback
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

from app import broken_modules
from app.i18n import LANGUAGES

NAMES = ("broken_one", "broken_two")
GOOD = "def meta(**_):\n    return 'a title'\n\n\ndef page(**_):\n    return 'a page'\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with two page modules, which are removed from `sys.modules` after the test."""
    places = [
        SimpleNamespace(route=SimpleNamespace(page=name), language=language, params={"number": "1"})
        for language in LANGUAGES
        for name in NAMES
    ]
    monkeypatch.setattr(broken_modules, "places", lambda: places)
    monkeypatch.syspath_prepend(tmp_path)
    for name in NAMES:
        (tmp_path / f"{name}.py").write_text(GOOD)
    yield tmp_path
    for name in NAMES:
        sys.modules.pop(name, None)


@pytest.mark.parametrize("code", ["1 / 0\n", "def meta(number):\n    return 1 / 0\n"], ids=["import", "title"])
def test_only_the_broken_page_fails(folder: Path, code: str) -> None:
    (folder / "broken_two.py").write_text(code)
    broken_modules.replace_broken()
    assert import_module("broken_one").page() == "a page"
    broken = import_module("broken_two")
    assert broken.meta(number=1).title
    lines: list[str] = []
    for _ in range(2):
        with pytest.raises(ZeroDivisionError) as raised:
            broken.page(number=1)
        assert not getattr(raised.value, "__notes__", None), "a new error each time"
        raised.value.add_note("The page two could not be made.")
        lines.append("".join(traceback.format_tb(raised.value.__traceback__)))
    assert "broken_two.py" in lines[0] and lines[0] == lines[1]


def test_an_error_of_all_pages_is_raised(folder: Path) -> None:
    for name in NAMES:
        (folder / f"{name}.py").write_text("1 / 0\n")
    with pytest.raises(ZeroDivisionError):
        broken_modules.replace_broken()
