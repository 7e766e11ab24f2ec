from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.inputs import DIST
from tests.fakes.sentry import Ingest, ingesting
from tests.support import redis, state_site
from tests.support.builds import Deployment, deployment
from tests.support.desk_site import DeskSite, desk_site
from tests.support.inquiries import InquirySite, serving_inquiries
from tests.support.members_site import MembersSite, members_site
from tests.support.reporting import ENVIRONMENT
from tests.support.server_process import running_server
from tests.support.server_without_reflex import WITHOUT_REFLEX
from tests.support.state_site import StateSite

ANALYTICS_ID = "G-TEST1"


@pytest.fixture
def deployed(built: None, tmp_path: Path) -> Iterator[Deployment]:
    with deployment(tmp_path / "served") as served:
        served.deploy(DIST)
        yield served


@pytest.fixture(scope="session")
def state_project(built: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A built copy of the site with additional pages that use Reflex's state."""
    return state_site.build(tmp_path_factory.mktemp("state") / "project")


@pytest.fixture(scope="session")
def shared_stateful_site(state_project: Path) -> Iterator[StateSite]:
    with state_site.serving(state_project) as site:
        yield site


@pytest.fixture
def stateful_site(shared_stateful_site: StateSite) -> Iterator[StateSite]:
    """A site with pages that use Reflex's state. Tests can cut the site's network connection."""
    yield shared_stateful_site
    shared_stateful_site.proxy.restore()


# Sites with members' pages start slowly, so all tests share them. One of them also has the staff's pages.


@pytest.fixture(scope="session")
def shared_desk(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[DeskSite]:
    with desk_site(tmp_path_factory.mktemp("desk")) as site:
        yield site


@pytest.fixture
def desk(shared_desk: DeskSite) -> DeskSite:
    shared_desk.clear()
    return shared_desk


@pytest.fixture(scope="session")
def shared_club(shared_desk: DeskSite) -> MembersSite:
    return shared_desk.club


@pytest.fixture(scope="session")
def shared_club_with_redis(built: None) -> Iterator[MembersSite]:
    with redis.running() as store, members_site(REDIS_URL=store.url) as site:
        yield site


@pytest.fixture
def club(shared_club: MembersSite) -> Iterator[MembersSite]:
    yield shared_club
    shared_club.patreon.tell(reset=True)


@pytest.fixture
def new_club(shared_club_with_redis: MembersSite) -> Iterator[MembersSite]:
    shared_club_with_redis.clear_cache()
    yield shared_club_with_redis
    shared_club_with_redis.patreon.tell(reset=True)


@pytest.fixture(scope="session")
def sentry() -> Iterator[Ingest]:
    with ingesting() as running:
        yield running


@pytest.fixture(scope="session")
def watched(built: None, sentry: Ingest) -> Iterator[str]:
    """The URL of a site that reports to a fake Sentry. All tests of this site run in one process (`schedule.py`)."""
    with running_server(SENTRY_DSN=sentry.dsn, SENTRY_ENVIRONMENT=ENVIRONMENT) as server:
        yield server.url


@pytest.fixture
def ingest(sentry: Ingest) -> Ingest:
    """The fake Sentry, without the reports of earlier tests."""
    sentry.envelopes, sentry.refused = [], []
    return sentry


@pytest.fixture(scope="module")
def counting(built: None) -> Iterator[str]:
    with running_server(module=WITHOUT_REFLEX, ANALYTICS_ID=ANALYTICS_ID) as server:
        yield server.url


@pytest.fixture(scope="session")
def shared_inquiry_site(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[InquirySite]:
    with serving_inquiries(tmp_path_factory.mktemp("inquiries")) as inquiry_site:
        yield inquiry_site


@pytest.fixture
def inquiry_site(shared_inquiry_site: InquirySite) -> InquirySite:
    shared_inquiry_site.clear()
    return shared_inquiry_site
