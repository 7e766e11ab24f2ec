"""Hostile clients cause no errors, do not slow down the server, and do not fill the server's memory."""

import asyncio
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from urllib.parse import urlsplit
from urllib.request import urlopen
from uuid import uuid4

import psutil
import pytest
from simple_websocket import AioClient

from app.folders import ROOT
from tests.fakes.sentry import Ingest, ingesting
from tests.support.guarded_reflex import HYDRATE, event_message
from tests.support.hostile_clients import close_socket, open_socket
from tests.support.members_site import MembersSite, members_site

pytestmark = [pytest.mark.anyio, pytest.mark.alone]

FLOOD_CLIENTS = 200
VISITS = 60
UNNOTICED_SECONDS = 0.25
"""A response time that visitors do not notice."""
CLIENTS = 200


@pytest.fixture(scope="module")
def ingest() -> Iterator[Ingest]:
    with ingesting() as running:
        yield running


@pytest.fixture(scope="module")
def club(built: None, ingest: Ingest) -> Iterator[MembersSite]:
    """A site with members' pages. At the end, asserts that the site has logged and reported no errors."""
    with members_site(SENTRY_DSN=ingest.dsn) as site:
        yield site
        said = site.server.stop()
    assert "Traceback" not in said and "Exception" not in said, said
    assert all(line.isprintable() for line in said.splitlines()), said
    assert ingest.events == []


@pytest.fixture
def new_site(built: None) -> Iterator[MembersSite]:
    with members_site() as site:
        yield site


async def test_memory_is_freed_when_clients_leave(new_site: MembersSite) -> None:
    """Memory use does not grow when a second group of clients connects and leaves."""
    club = new_site
    server = psutil.Process(club.server.process.pid)

    def processes() -> list[psutil.Process]:
        return [server, *server.children(recursive=True)]

    def memory() -> int:
        return sum(each.memory_info().rss for each in processes())

    def connections() -> int:
        port = urlsplit(club.url).port
        found = [each for process in processes() for each in process.net_connections("tcp") if each.raddr]
        return sum(each.laddr.port == port for each in found)

    async def connect_and_leave() -> tuple[int, int]:
        clients = await asyncio.gather(*(connect(number) for number in range(CLIENTS)))
        during = memory()
        await asyncio.gather(*map(close_socket, clients))
        async with asyncio.timeout(60):
            while connections():
                await asyncio.sleep(0.05)
        return during, memory()

    async def connect(number: int) -> AioClient:
        client = await open_socket(club.url, number)
        await client.send(event_message(HYDRATE, str(uuid4())))
        await client.receive()
        return client

    alone = memory()
    first, before = await connect_and_leave()
    assert first > 1.1 * alone, "the clients take no memory"
    _, after = await connect_and_leave()
    assert after <= 1.1 * before


def median_seconds(url: str) -> float:
    taken = []
    for _ in range(VISITS):
        begun = time.perf_counter()
        with urlopen(url) as answer:
            answer.read()
        taken.append(time.perf_counter() - begun)
        time.sleep(0.01)
    return statistics.median(taken)


def test_public_pages_are_served_during_a_flood(club: MembersSite) -> None:
    """The test measures several times, because other programs can slow down the server."""
    page = f"{club.url}/about"
    alone = median_seconds(page)
    clients = subprocess.Popen(
        [sys.executable, "-m", "tests.support.hostile_clients", club.url, str(FLOOD_CLIENTS)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert clients.stdout and clients.stdout.readline(), "the clients have not connected"
        during = [median_seconds(page)]
        limit = max(10 * alone, UNNOTICED_SECONDS)
        while during[-1] > limit and len(during) < 4:
            during.append(median_seconds(page))
    finally:
        clients.communicate(timeout=60)
    assert during[-1] <= limit, (alone, during)
