"""`make bench`: the measurements that docs/figures.md quotes, as the rows of its table.

Sizes are exact. Times depend on the machine, so they are medians, printed for orientation and never tested.
"""

import asyncio
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import brotli
import psutil

from app.http.export import SITE
from app.settings import ROOT
from tests.support.club import ClubSite, club_site, comes_back
from tests.support.crowd import Member, crowd
from tests.support.serving import served_only, serving
from tests.support.weights import (
    CSS_BUDGET,
    FULLPAGE_BUDGET,
    HERO_BUDGET,
    JAVASCRIPT_BUDGET,
    MONITORING_BUDGET,
    fonts,
    fullpage,
    hero,
    lazy,
    monitoring,
    precached,
    precached_bytes,
    scripts,
    weights,
    worker,
)

REQUESTS = 200
MEMBER_COUNT = 500
HOME = "index.html"
SIGNING_IN = 20
"""How many people sign in at the same time while Patreon has trouble."""
TRY_INTERVAL_SECONDS = 0.5
"""Between two tries of one of them."""
TROUBLES: dict[str, dict[str, Any]] = {
    "is well": {},
    "takes ten seconds": {"slow": 10},
    "answers 429": {"throttled": 2},
    "answers 500": {"broken": 500},
    "answers in HTML": {"html": 200},
    "breaks the connection": {"dropped": True},
}
"""What Patreon does, with the fake's settings for it (`Fake.control`)."""


def main() -> None:
    """Prints the weight of the pages, the size of the site and how fast it is served."""
    print("| | measured | budget |\n|---|---|---|")
    sizes()
    start("")
    with TemporaryDirectory() as folder:
        start(", where `.web` is missing", served_only(Path(folder)))
    with serving() as server:
        row("`GET /about`, a new connection each, median", _milliseconds(f"{server.url}/about"))
    with club_site() as site:
        for trouble, told in TROUBLES.items():
            with signing_in(site, told):
                taken = _milliseconds(f"{site.url}/about")
                row(f"`GET /about` while {SIGNING_IN} people sign in and Patreon {trouble}", taken)
    with club_site() as site:
        each = asyncio.run(_memory_of_a_session(site))
        row(f"memory of a member's session, with {MEMBER_COUNT} at once on one process", f"{each / 1e6:.2f} MB")


def row(what: str, measured: str, budget: str = "") -> None:
    """Prints a row."""
    print(f"| {what} | {measured} | {budget} |", flush=True)


def sizes() -> None:
    """Prints the sizes of what is loaded, cached and served."""
    pages = {page.page: page for page in weights()}
    heaviest = next(iter(pages.values()))
    row(
        f"JavaScript that the heaviest public page's HTML loads (`{heaviest.page}`)",
        f"{_kilo(heaviest.javascript)} gzip, {_brotli(heaviest.page) / 1024:.0f} KiB brotli",
        f"{JAVASCRIPT_BUDGET / 1e3:.0f} kB gzip",
    )
    row(
        "of that, what is there for errors and consent",
        f"{_kilo(monitoring(heaviest.page)[0])} gzip",
        f"{MONITORING_BUDGET / 1e3:.0f} kB gzip",
    )
    row(
        "fullpage.js and what runs it, on large screens only",
        f"{_kilo(sum(size for _, size in fullpage()))} gzip",
        f"{FULLPAGE_BUDGET / 1e3:.0f} kB gzip",
    )
    consent = sum(size for name, size in lazy().items() if name.startswith("consent."))
    row("Sentry with replay, where there is a DSN", f"{_kilo(sum(lazy().values()) - consent)} gzip")
    row("the question for consent, where there is an analytics id", f"{_kilo(consent)} gzip")
    row(
        "CSS that a public page waits for",
        f"{_kilo(max(page.css for page in pages.values()))} brotli",
        f"{CSS_BUDGET / 1024:.0f} KiB brotli",
    )
    row(
        "the picture at the top of the home page, on a phone of 412 × 823 at 1.75",
        _kilo(hero(HOME)),
        _kilo(HERO_BUDGET),
    )
    row("fonts that a page preloads", _kilo(fonts(HOME)))
    row("HTML of the home page", f"{_kilo(pages[HOME].html)} gzip")
    stored, sent = precached_bytes()
    row(
        "what the service worker keeps",
        f"{len(precached())} files, {stored / 1e6:.2f} MB, of which {sent / 1e6:.2f} MB are sent",
        "6 MB",
    )
    own, part = worker()
    row("the service worker; its part on the page, loaded when idle", f"{_kilo(own)} gzip; {_kilo(part)} gzip")
    files = [file for file in SITE.rglob("*") if file.is_file()]
    size = sum(file.stat().st_size for file in files)
    row("the whole site, with pictures in three formats", f"{len(files)} files, {size / 1e6:.0f} MB")


def start(where: str, project: Path = ROOT) -> None:
    """Prints the time from the command to the first answers, and the memory."""
    begun = time.perf_counter()
    with serving(project) as server:
        _get(f"{server.url}/about")
        row(f"from the start to the first answer of `/about`{where}", f"{time.perf_counter() - begun:.2f} s", "1 s")
        before = _memory(server.process.pid)
        server.until_members_are_up()
        row(f"until what is for members is up{where}", f"{time.perf_counter() - begun:.1f} s")
        after = _memory(server.process.pid)
        row(
            f"memory of the server's processes, before that and after{where}",
            f"{before / 1e6:.0f}, {after / 1e6:.0f} MB",
        )


def _kilo(size: int) -> str:
    return f"{size / 1e3:.1f} kB"


def _brotli(page: str) -> int:
    return sum(len(brotli.compress(file.read_bytes())) for file in scripts(SITE / page))


def _milliseconds(url: str) -> str:
    return f"{_median(lambda: _get(url)) * 1000:.1f} ms"


def _get(url: str) -> None:
    try:
        with urlopen(url) as answer:
            answer.read()
    except HTTPError as error:
        error.read()


def _median(task: Callable[[], None]) -> float:
    def once() -> float:
        start = time.perf_counter()
        task()
        return time.perf_counter() - start

    return statistics.median(once() for _ in range(REQUESTS))


@contextmanager
def signing_in(site: ClubSite, told: dict[str, Any]) -> Iterator[None]:
    """People who return from Patreon again and again during the block, while Patreon behaves as told."""
    done = Event()

    def keeps_trying(address: str) -> None:
        while not done.wait(TRY_INTERVAL_SECONDS):
            comes_back(site.url, site.patreon.url, "proof", address)

    site.patreon.tell(reset=True, **told)
    people = [Thread(target=keeps_trying, args=(f"203.0.113.{number}",)) for number in range(SIGNING_IN)]
    for each in people:
        each.start()
    time.sleep(2 * TRY_INTERVAL_SECONDS)  # until all have begun
    try:
        yield
    finally:
        done.set()
        for each in people:
            each.join()


async def _memory_of_a_session(site: ClubSite) -> float:
    """The server's memory per member in bytes, with many members who each have the list and a post open."""
    pid = site.server.process.pid

    async def memory(keys: list[str]) -> int:
        async with crowd(site.url, site.patreon.url, keys) as members:
            await asyncio.gather(*map(_read, members))
            return _memory(pid)

    first = await memory(["archive"])  # after that, shared caches are filled
    return (await memory([f"archive-{number}" for number in range(MEMBER_COUNT)]) - first) / MEMBER_COUNT


async def _read(member: Member) -> None:
    view = await member.tab.loads(lambda view: view["listed"])
    await member.tab.turns(lambda view: view["post"], view["cards"][0]["href"].split("/")[-1])


def _memory(pid: int) -> int:
    main = psutil.Process(pid)
    return sum(process.memory_info().rss for process in (main, *main.children(recursive=True)))


if __name__ == "__main__":
    main()
