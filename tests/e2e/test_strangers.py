"""Any number of strangers, against the whole server: it goes on, says little, and keeps nothing of them."""

import asyncio
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from urllib.request import urlopen
from uuid import uuid4

import psutil
import pytest
from simple_websocket import AioClient

from app.folders import ROOT
from tests.fakes.sentry import Ingest, ingesting
from tests.support.club import ClubSite, club_site
from tests.support.gatehouse import HYDRATE, written
from tests.support.hostile_clients import close_socket, open_socket, send_random_requests

pytestmark = pytest.mark.anyio

REQUESTS, SEED = 4_000, 20261122
BESIEGERS = 200
VISITS = 60
"""Times that a page is asked for, for one median."""
UNNOTICED_SECONDS = 0.05
"""That a page may take, however little it takes when nobody else is there."""
CROWD = 200
"""Strangers with a tab of their own."""


@pytest.fixture(scope="module")
def ingest() -> Iterator[Ingest]:
    with ingesting() as running:
        yield running


@pytest.fixture(scope="module")
def club(built: None, ingest: Ingest) -> Iterator[ClubSite]:
    """A site to which whatever strangers send is no error."""
    with club_site(SENTRY_DSN=ingest.dsn) as site:
        yield site
        said = site.server.stop()
    assert "Traceback" not in said and "Exception" not in said, said
    assert all(line.isprintable() for line in said.splitlines()), said
    assert ingest.events == []


@pytest.fixture
def new_site(built: None) -> Iterator[ClubSite]:
    """A site of which nobody knows anything yet."""
    with club_site() as site:
        yield site


async def test_nothing_is_kept_of_them(new_site: ClubSite) -> None:
    """What allocators keep for the next crowd, the first one has paid for."""
    club = new_site
    server = psutil.Process(club.server.process.pid)

    def memory() -> int:
        return sum(each.memory_info().rss for each in (server, *server.children(recursive=True)))

    async def comes_and_goes() -> tuple[int, int]:
        clients = await asyncio.gather(*(comes(number) for number in range(CROWD)))
        during = memory()
        await asyncio.gather(*map(close_socket, clients))
        await asyncio.sleep(1)
        return during, memory()

    async def comes(number: int) -> AioClient:
        client = await open_socket(club.url, number)
        await client.send(written(HYDRATE, str(uuid4())))
        await client.receive()
        return client

    alone = memory()
    first, before = await comes_and_goes()
    assert first > 1.1 * alone, "they take something"
    _, after = await comes_and_goes()
    assert after <= 1.1 * before


async def test_whatever_they_send_is_no_error(club: ClubSite) -> None:
    await send_random_requests(club.url, SEED, REQUESTS)
    with urlopen(f"{club.url}/about") as answer:
        assert answer.status == 200
    client = await open_socket(club.url, 0)
    await client.send(written(HYDRATE, str(uuid4())))
    assert '"view":' in str(await client.receive())
    await close_socket(client)


def median(url: str) -> float:
    """Seconds that the page takes, on a connection of its own each time."""
    taken = []
    for _ in range(VISITS):
        begun = time.perf_counter()
        with urlopen(url) as answer:
            answer.read()
        taken.append(time.perf_counter() - begun)
        time.sleep(0.01)
    return statistics.median(taken)


def test_public_pages_are_answered_while_a_crowd_of_them_sends_all_it_can(club: ClubSite) -> None:
    """Of several medians one is enough: other programs may take the machine as well."""
    page = f"{club.url}/about"
    alone = median(page)
    crowd = subprocess.Popen(
        [sys.executable, "-m", "tests.support.hostile_clients", club.url, str(BESIEGERS)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert crowd.stdout and crowd.stdout.readline(), "they have come"
        during = [median(page)]
        while during[-1] > 5 * alone and len(during) < 4:
            during.append(median(page))
    finally:
        crowd.communicate(timeout=60)
    assert during[-1] <= 5 * alone, (alone, during)
