"""`make bench`: the measurements that the README quotes.

Sizes are exact. Times depend on the machine, so they are medians, printed for orientation and never tested.
"""

import asyncio
import statistics
import time
from collections.abc import Callable
from urllib.error import HTTPError
from urllib.request import urlopen

import brotli
import psutil

from app.server.export import SITE
from tests.crowd import Member, crowd
from tests.e2e.club import ClubSite, club_site
from tests.serving import serving
from tests.weights import (
    CSS_BUDGET,
    FULLPAGE_BUDGET,
    JAVASCRIPT_BUDGET,
    fullpage,
    precached,
    precached_bytes,
    scripts,
    weights,
)

ROUNDS = 200
MEMBERS = 500


def main() -> None:
    """Prints the weight of the pages, the size of the site and how fast it is served."""
    pages = weights()
    print(f"{'page':32}{'HTML':>9}{'JavaScript':>12}{'CSS':>8}   bytes, gzip")
    for page in (*pages[:3], next(page for page in pages if page.page == "index.html")):
        print(f"{page.page:32}{page.html:>9,}{page.javascript:>12,}{page.css:>8,}")
    print(f"{'budget':32}{'':9}{JAVASCRIPT_BUDGET:>12,}{CSS_BUDGET:>8,}")
    print(f"{'fullpage.js, on large screens only':41}{sum(size for _, size in fullpage()):>12,}{FULLPAGE_BUDGET:>8,}")
    files = [file for file in SITE.rglob("*") if file.is_file()]
    print(f"\nserved: {len(files)} files, {sum(file.stat().st_size for file in files) / 1e6:.1f} MB")
    kept = precached()
    stored, sent = precached_bytes()
    print(
        f"kept by the service worker: {len(kept)} files, {stored / 1e6:.2f} MB, {sent / 1e6:.2f} MB on the way (brotli)"
    )
    print(f"home page's JavaScript, brotli: {_brotli('index.html') / 1024:.0f} KiB")
    with serving() as server:
        for path in ("/about", "/en", "/nope"):
            milliseconds = _median(lambda url=server.url + path: _get(url)) * 1000
            print(f"GET {path}: {milliseconds:.2f} ms (median of {ROUNDS}, a new connection each)")
        print(f"memory of the server's processes: {_memory(server.process.pid) / 1e6:.0f} MB")
    with club_site() as site:
        each = asyncio.run(_memory_of_a_session(site))
        print(f"memory of a member's session: {each / 1e3:.0f} kB ({MEMBERS} at once on one process)")


def _brotli(page: str) -> int:
    return sum(len(brotli.compress(file.read_bytes())) for file in scripts(SITE / page))


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

    return statistics.median(once() for _ in range(ROUNDS))


async def _memory_of_a_session(site: ClubSite) -> float:
    """Bytes that the server takes for each of many members, of whom each has the list open, and a post."""
    pid = site.server.process.pid

    async def memory(keys: list[str]) -> int:
        async with crowd(site.url, site.patreon.url, keys) as members:
            await asyncio.gather(*map(_read, members))
            return _memory(pid)

    first = await memory(["archive"])  # what all share is there now
    return (await memory([f"archive-{number}" for number in range(MEMBERS)]) - first) / MEMBERS


async def _read(member: Member) -> None:
    view = await member.tab.loads(lambda view: view["listed"])
    await member.tab.turns(lambda view: view["post"], view["cards"][0]["href"].split("/")[-1])


def _memory(pid: int) -> int:
    main = psutil.Process(pid)
    return sum(process.memory_info().rss for process in (main, *main.children(recursive=True)))


if __name__ == "__main__":
    main()
