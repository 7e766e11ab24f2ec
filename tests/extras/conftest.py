import shutil
from typing import TYPE_CHECKING

import pytest

from app.folders import ROOT

if TYPE_CHECKING:
    from tests.support.javascript import Browser


@pytest.fixture(scope="session")
def javascript(javascript: "Browser") -> "Browser":
    """A simulated browser that can also load the modules of `app/extras`."""
    shutil.copytree(ROOT / "app/extras", javascript.folder / "app/extras")
    return javascript
