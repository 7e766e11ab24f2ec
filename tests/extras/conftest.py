import shutil
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from app.folders import ROOT
from tests.support import inquiry_page
from tests.support.javascript import Browser


@pytest.fixture(scope="session")
def javascript(javascript: Browser) -> Browser:
    """A simulated browser that can also load the modules of `app/extras`."""
    shutil.copytree(ROOT / "app/extras", javascript.folder / "app/extras")
    return javascript


@pytest.fixture
def run_page(javascript: Browser) -> Callable[[str], Any]:
    """A function that runs a script on pages with the inquiry form, and returns the script's result."""
    return partial(inquiry_page.run_page, javascript)
