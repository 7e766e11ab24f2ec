"""What browser tests share beside a browser: a place to serve builds at, and another build."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pwa.build import DIST
from tests.support.builds import Deployment, deployment
from tests.support.workshop import copy_project, run


@pytest.fixture
def place(built: None, tmp_path: Path) -> Iterator[Deployment]:
    """Where the site's own build is served."""
    with deployment(tmp_path / "served") as place:
        place.deploy(DIST)
        yield place


@pytest.fixture(scope="session")
def second(built: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A real build of the site, with another text, and with messages that browsers load."""
    copy = copy_project(tmp_path_factory.mktemp("second"))
    page = copy / "app/pages/contact.py"
    assert page.read_text().count('title=_("Contact and opening hours")') == 1
    page.write_text(page.read_text().replace('title=_("Contact and opening hours")', 'title=_("Another contact")'))
    run(copy, "pwa.build", I18N_MESSAGES="dynamic")
    return copy / "dist"
