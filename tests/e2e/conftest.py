"""Fixtures of browser tests: sites where people can sign in, one that reports to Sentry, one that switches builds."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from builder.inputs import DIST
from tests.fakes.sentry import Ingest, ingesting
from tests.support.builds import Deployment, deployment
from tests.support.inquiries import FASTER, Desk, taking
from tests.support.members_site import MembersSite, members_site, members_site_with_redis
from tests.support.reporting import ENVIRONMENT
from tests.support.server_process import running_server
from tests.support.visitor import Visitor, visitor


@pytest.fixture(scope="session")
def standing_club(built: None) -> Iterator[MembersSite]:
    """One site for all tests that leave it as it was: to start one takes seconds, as it imports Reflex."""
    with members_site() as site:
        yield site


@pytest.fixture(scope="session")
def forgetting_club(built: None) -> Iterator[MembersSite]:
    """The same for those that need a site which knows nothing yet."""
    with members_site_with_redis() as site:
        yield site


@pytest.fixture
def club(standing_club: MembersSite) -> Iterator[MembersSite]:
    """The site where people can sign in; whatever a test has done to its Patreon ends with the test."""
    yield standing_club
    standing_club.patreon.tell(reset=True)


@pytest.fixture
def new_club(forgetting_club: MembersSite) -> Iterator[MembersSite]:
    """One that has just been started, as far as it knows."""
    forgetting_club.clear_cache()
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
def sentry() -> Iterator[Ingest]:
    """The Sentry of the site that reports to one."""
    with ingesting() as running:
        yield running


@pytest.fixture(scope="session")
def watched(built: None, sentry: Ingest) -> Iterator[str]:
    """The origin of a site whose settings have a DSN; who asks for it is in one group (`schedule.GROUPS`)."""
    with running_server(SENTRY_DSN=sentry.dsn, SENTRY_ENVIRONMENT=ENVIRONMENT) as server:
        yield server.url


@pytest.fixture
def ingest(sentry: Ingest) -> Ingest:
    """What arrives at Sentry during the test."""
    sentry.envelopes.clear()
    sentry.refused.clear()
    return sentry


@pytest.fixture(scope="session")
def site_with_desk(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with taking(tmp_path_factory.mktemp("desk")) as desk:
        yield desk


@pytest.fixture
def desk(site_with_desk: Desk) -> Desk:
    site_with_desk.clear()
    return site_with_desk


@pytest.fixture
def writer(browser: Browser) -> Iterator[Visitor]:
    """A visitor who takes the time that writing takes."""
    with visitor(browser) as guest:
        guest.page.context.add_init_script(FASTER)
        yield guest
