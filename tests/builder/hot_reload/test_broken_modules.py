"""A page module that cannot be imported breaks only its own page."""

import sys
from collections.abc import Iterator
from importlib import import_module
from types import SimpleNamespace

import pytest

from builder.hot_reload import broken_modules

ROUTES = ("one", "two")


@pytest.fixture
def project(tmp_path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """Writes two page modules. After the test, restores the imported modules."""
    names = {name: f"broken_{name}" for name in ROUTES}
    routes = {name: SimpleNamespace(page=module) for name, module in names.items()}
    monkeypatch.setattr(broken_modules, "ROUTES", routes)
    monkeypatch.syspath_prepend(tmp_path)
    for module in names.values():
        (tmp_path / f"{module}.py").write_text("def page():\n    return 'a page'\n")
    (tmp_path / "broken_two.py").write_text("1 / 0\n")
    yield names
    for module in names.values():
        sys.modules.pop(module, None)


def test_only_the_broken_page_fails(project: dict[str, str]) -> None:
    broken_modules.replace_broken()
    assert import_module(project["one"]).page() == "a page"
    broken = import_module(project["two"])
    assert broken.meta(number=1).title
    for _ in range(2):
        with pytest.raises(ZeroDivisionError) as raised:
            broken.page(number=1)
        assert not getattr(raised.value, "__notes__", None), "a new error each time"
    assert sys.modules[project["two"]] is broken


def test_an_error_of_all_pages_is_raised(project: dict[str, str], tmp_path) -> None:
    (tmp_path / "broken_one.py").write_text("1 / 0\n")
    with pytest.raises(ZeroDivisionError):
        broken_modules.replace_broken()
