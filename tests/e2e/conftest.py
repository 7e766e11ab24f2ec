"""What browser tests share beside a browser: sites where people can sign in, a place to serve builds at, and another
build."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from pwa.build import DIST
from tests.support.builds import Deployment, deployment
from tests.support.club import ClubSite, club_site, forgetful_site
from tests.support.visitor import Visitor, visitor
from tests.support.workshop import copy_project, run


@pytest.fixture(scope="session")
def standing_club(built: None) -> Iterator[ClubSite]:
    """One site for all tests that leave it as it was: to start one takes seconds, as it imports Reflex."""
    with club_site() as site:
        yield site


@pytest.fixture(scope="session")
def forgetting_club(built: None) -> Iterator[ClubSite]:
    """The same for those that need a site which knows nothing yet."""
    with forgetful_site() as site:
        yield site


@pytest.fixture
def club(standing_club: ClubSite) -> Iterator[ClubSite]:
    """The site where people can sign in; whatever a test has done to its Patreon ends with the test."""
    yield standing_club
    standing_club.patreon.tell(reset=True)


@pytest.fixture
def new_club(forgetting_club: ClubSite) -> Iterator[ClubSite]:
    """One that has just been started, as far as it knows."""
    forgetting_club.forgets()
    yield forgetting_club
    forgetting_club.patreon.tell(reset=True)


@pytest.fixture
def guest(browser: Browser) -> Iterator[Visitor]:
    """A visitor."""
    with visitor(browser) as guest:
        yield guest


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
