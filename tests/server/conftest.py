from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.inputs import DIST
from tests.support.builds import Deployment, deployment


@pytest.fixture
def deployed(built: None, tmp_path: Path) -> Iterator[Deployment]:
    """A server whose first release is the current build of the site."""
    with deployment(tmp_path / "served") as deployed:
        deployed.publish(0, DIST)
        deployed.start()
        yield deployed
