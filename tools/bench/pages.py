"""Measures what a visitor downloads for each page and how long pages take to load."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from app.http.export import SITE
from app.i18n.languages import DEFAULT, LANGUAGES
from app.routes import places, url_for
from builder.index import page_file
from tests.support.server_process import running_server
from tests.support.weights import CSS_BUDGET, JAVASCRIPT_BUDGET, START_BUDGET, Weight, weigh
from tools.bench import visits
from tools.bench.printing import bold_if_above, cells, head, line, ms, progress
from tools.bench.sizes import kibi, kilo

ROUNDS = 3
TAPPED = (
    *(url_for("home", language) for language in LANGUAGES),
    *(url_for(name, DEFAULT) for name in ("about", "pricing", "portfolio", "contact", "vouchers")),
    url_for("portfolio-category", DEFAULT, category="weddings"),
)
CLICKED = tuple(url_for(name, DEFAULT) for name in ("home", "about", "pricing", "contact"))
"""The pages on which the visitor clicks a link. The list is short, because each click takes four seconds."""
EAGER_PAGE = url_for("bam", DEFAULT)
"""A page that loads the application immediately. `START_BUDGET` does not apply to it."""
HOME = url_for("home", DEFAULT)
LONG_TASK_MS = 50
INP_TARGET_MS = 200
COLUMNS = (
    "page",
    f"JavaScript before an act (≤ {kilo(START_BUDGET)})",
    "and after it",
    f"of that, without content (≤ {kibi(JAVASCRIPT_BUDGET)})",
    f"CSS waited for (≤ {kibi(CSS_BUDGET)})",
    "FCP",
    "LCP",
    f"longest task after the act (≤ {LONG_TASK_MS} ms)",
    "act to hydrated",
    "of that, since the first module",
    f"INP of the first tap (≤ {INP_TARGET_MS} ms)",
    "click to page",
    "documents loaded",
)


@dataclass
class Measured:
    loads: list[visits.Load] = field(default_factory=list)
    taps: list[visits.Tap] = field(default_factory=list)
    clicks: list[visits.Click] = field(default_factory=list)

    def add(self, visit: tuple[visits.Load, visits.Tap | visits.Click]) -> None:
        loaded, acted = visit
        self.loads.append(loaded)
        if isinstance(acted, visits.Tap):
            self.taps.append(acted)
        else:
            self.clicks.append(acted)


def pages() -> None:
    others = [
        place.path for place in places() if place.route.indexed and place.language == DEFAULT and not place.is_open
    ]
    found = {path: Measured() for path in dict.fromkeys((*TAPPED, *others))}
    with running_server() as server, sync_playwright() as playwright:
        browser = visits.launch(playwright.chromium)
        large = _visit(browser, server.url, found)
        version = browser.version
    head(*COLUMNS)
    for path, visited in found.items():
        _print(path, visited)
    cells(
        f"`{HOME}`, {_size()}",
        kilo(weigh(SITE / "index.html").start + large.javascript, 2),
        *[""] * 3,
        ms([large.fcp]),
        ms([large.lcp]),
        *[""] * 6,
    )
    line(f"\n{_conditions(version)}")


def _visit(browser: Browser, site: str, found: dict[str, Measured]) -> visits.Load:
    """Measures every page and adds the results to `found`. Returns the results of the home page on a large screen."""
    for number in range(ROUNDS):
        for path in TAPPED:
            progress(f"Tapping on {path}, round {number + 1} of {ROUNDS}")
            found[path].add(visits.tap(browser, site + path))
        for path in CLICKED:
            progress(f"Leaving {path}, round {number + 1} of {ROUNDS}")
            found[path].add(visits.click(browser, site + path))
    for path in found.keys() - set(TAPPED):
        progress(f"Visiting {path}")
        found[path].loads.append(visits.load(browser, site + path))
    progress(f"Visiting {HOME} on a large screen")
    return visits.load(browser, site + HOME, visits.LARGE)


def _print(path: str, visited: Measured) -> None:
    weight = weigh(SITE / page_file(path))
    cells(f"`{path}`", *_bytes(path, weight, visited.loads), *_times(visited))


def _bytes(path: str, weight: Weight, loads: list[visits.Load]) -> Iterator[str]:
    start = weight.start + max(load.javascript for load in loads)
    yield kilo(start, 2) if path == EAGER_PAGE else bold_if_above(start, START_BUDGET, kilo(start, 2))
    yield kibi(weight.javascript)
    yield bold_if_above(weight.code, JAVASCRIPT_BUDGET, kibi(weight.code))
    yield bold_if_above(weight.css, CSS_BUDGET, kibi(weight.css))


def _times(visited: Measured) -> Iterator[str]:
    yield ms(load.fcp for load in visited.loads)
    yield ms(load.lcp for load in visited.loads)
    yield longest_task(tap.longest for tap in visited.taps)
    yield ms(tap.wait for tap in visited.taps)
    yield ms(tap.hydration for tap in visited.taps)
    yield ms((tap.inp for tap in visited.taps), INP_TARGET_MS)
    yield ms(click.shown for click in visited.clicks)
    documents = sum(click.documents for click in visited.clicks)
    yield bold_if_above(documents, 0, str(documents)) if visited.clicks else ""


def longest_task(times: Iterable[float]) -> str:
    """Returns the median as text, or "< 50 ms" for 0, because browsers do not report shorter tasks."""
    measured = list(times)
    return f"< {LONG_TASK_MS} ms" if measured and median(measured) == 0 else ms(measured, LONG_TASK_MS)


def _size() -> str:
    return "{width} × {height}".format(**visits.LARGE["viewport"])


def _conditions(version: str) -> str:
    phone = "{width} × {height}".format(**visits.PHONE["viewport"])
    return (
        f"Sizes are in brotli; values above their target are bold. Times are medians of {ROUNDS} visits for each kind "
        f"of act (where there is none, of one visit) in Chromium {version.split('.')[0]}, with empty caches and no "
        f"service worker, on a phone of {phone} at {visits.PHONE['device_scale_factor']}, {visits.SLOWDOWN} times as "
        f"slow as the machine, with {visits.LATENCY_MS} ms of latency, {visits.DOWN_BITS / 1e6} Mbit/s down and "
        f"{visits.UP_BITS / 1e3:.0f} kbit/s up. Acts come once the page is loaded: a tap on the heading, and for the "
        f"click a scroll {visits.CLICK_MS / 1e3} s before it. The machine has {os.cpu_count()} cores, and its load was "
        f"{os.getloadavg()[0]:.1f} at the end, the bench's own of about 1.5 included."
    )
