"""Measures the server's speed and memory use, with a working and a failing Patreon."""

import asyncio
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen
from uuid import uuid4

import psutil

from app.folders import ROOT
from tests.support.inquiries import PDF, post
from tests.support.member_load import Member, signed_in_members
from tests.support.members_site import MembersSite, members_site, sign_in_without_browser
from tests.support.server_process import copy_for_serving, running_server
from tools.bench.printing import progress, row

REQUESTS = 200
INQUIRIES = 9
MEMBER_COUNT = 500
CONCURRENT_SIGN_INS = 20
TRY_INTERVAL_SECONDS = 0.5
TROUBLES: dict[str, dict[str, Any]] = {
    "is well": {},
    "takes ten seconds": {"slow": 10},
    "answers 429": {"throttled": 2},
    "answers 500": {"broken": 500},
    "answers in HTML": {"html": 200},
    "breaks the connection": {"dropped": True},
}


def server() -> None:
    progress("Starting the server")
    start("")
    with TemporaryDirectory() as folder:
        start(", where `.web` is missing", copy_for_serving(Path(folder)))
    with running_server() as running:
        row("`GET /about`, a new connection each, median", _milliseconds(f"{running.url}/about"))
    inquiries()
    troubles()
    progress(f"Signing {MEMBER_COUNT} members in")
    with members_site() as site:
        each = asyncio.run(_memory_of_a_session(site))
        row(f"memory of a member's session, with {MEMBER_COUNT} at once on one process", f"{each / 1e6:.2f} MB")


def inquiries() -> None:
    progress("Sending inquiries")
    with TemporaryDirectory() as folder, running_server(DATA_DIR=folder) as running:  # pyright: ignore
        for what, files in {"": (), ", with a file of 1 MB": (("a.pdf", PDF + b"x" * 1_000_000),)}.items():
            taken = [_seconds_of_an_inquiry(f"{running.url}/inquiries", number, files) for number in range(INQUIRIES)]
            row(f"an inquiry, until it is stored, median{what}", f"{statistics.median(taken) * 1000:.0f} ms")


def _seconds_of_an_inquiry(url: str, number: int, files: tuple[tuple[str, bytes], ...]) -> float:
    asked = {"id": str(uuid4()), "email": f"{number}-{len(files)}@example.com"}
    begin = time.perf_counter()
    answer = post(url, asked, *files, **{"x-forwarded-for": f"192.0.2.{number}"})
    taken = time.perf_counter() - begin
    assert answer.status_code == 201, answer.text
    return taken


def troubles() -> None:
    with members_site() as site:
        for trouble, control in TROUBLES.items():
            progress(f"Signing in while Patreon {trouble}")
            with signing_in(site, control):
                taken = _milliseconds(f"{site.url}/about")
                row(f"`GET /about` while {CONCURRENT_SIGN_INS} people sign in and Patreon {trouble}", taken)


def start(where: str, project: Path = ROOT) -> None:
    begin = time.perf_counter()
    with running_server(project) as server:
        _get(f"{server.url}/about")
        row(f"from the start to the first answer of `/about`{where}", f"{time.perf_counter() - begin:.2f} s", "1 s")
        before = memory_of(server.process.pid)
        server.wait_until_members_are_up()
        row(f"until the members process is up{where}", f"{time.perf_counter() - begin:.1f} s")
        after = memory_of(server.process.pid)
        row(
            f"memory of the server's processes, before that and after{where}",
            f"{before / 1e6:.0f}, {after / 1e6:.0f} MB",
        )


def _milliseconds(url: str) -> str:
    def seconds() -> float:
        start = time.perf_counter()
        _get(url)
        return time.perf_counter() - start

    return f"{statistics.median(seconds() for _ in range(REQUESTS)) * 1000:.1f} ms"


def _get(url: str) -> None:
    try:
        with urlopen(url) as answer:
            answer.read()
    except HTTPError as error:
        error.read()


@contextmanager
def signing_in(site: MembersSite, control: dict[str, Any]) -> Iterator[None]:
    done = Event()

    def try_repeatedly(address: str) -> None:
        while not done.wait(TRY_INTERVAL_SECONDS):
            with suppress(KeyError):  # failed sign-ins return no `Location` header
                sign_in_without_browser(site.url, site.patreon.url, "proof", address)

    site.patreon.tell(reset=True, **control)
    people = [Thread(target=try_repeatedly, args=(f"203.0.113.{number}",)) for number in range(CONCURRENT_SIGN_INS)]
    for each in people:
        each.start()
    time.sleep(2 * TRY_INTERVAL_SECONDS)  # wait until each thread has sent a request
    try:
        yield
    finally:
        done.set()
        for each in people:
            each.join()


async def _memory_of_a_session(site: MembersSite) -> float:
    """Returns the server's memory per member in bytes. Each member opens the list of posts and one post."""
    pid = site.server.process.pid

    async def memory(keys: list[str]) -> int:
        async with signed_in_members(site.url, site.patreon.url, keys) as members:
            await asyncio.gather(*map(_read, members))
            return memory_of(pid)

    first = await memory(["archive"])  # the first measurement fills the caches that all members share
    return (await memory([f"archive-{number}" for number in range(MEMBER_COUNT)]) - first) / MEMBER_COUNT


async def _read(member: Member) -> None:
    view = await member.tab.loads(lambda view: view["listed"])
    await member.tab.turns(lambda view: view["post"], view["cards"][0]["href"].split("/")[-1])


def processes_of(pid: int) -> list[psutil.Process]:
    process = psutil.Process(pid)
    return [process, *process.children(recursive=True)]


def memory_of(pid: int) -> int:
    return sum(each.memory_info().rss for each in processes_of(pid))
