"""What browser tests share beside a browser: a place to serve builds at."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pwa.build import DIST
from tests.support.builds import Deployment, deployment


@pytest.fixture
def place(built: None, tmp_path: Path) -> Iterator[Deployment]:
    """Where the site's own build is served."""
    with deployment(tmp_path / "served") as place:
        place.deploy(DIST)
        yield place
