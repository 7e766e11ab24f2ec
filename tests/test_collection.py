from fnmatch import fnmatch

import pytest

from app.folders import ROOT


def test_pytest_collects_every_folder_of_tests(pytestconfig: pytest.Config) -> None:
    folders = {module.parent for module in (ROOT / "tests").rglob("test_*.py")}
    names = {name for folder in folders for name in folder.relative_to(ROOT).parts}
    assert not [name for name in names for pattern in pytestconfig.getini("norecursedirs") if fnmatch(name, pattern)]
