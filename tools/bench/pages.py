"""What a visitor of each page waits for, in bytes and in milliseconds: a row for each page, beside its targets."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from app.http.export import SITE
from app.i18n.languages import DEFAULT, LANGUAGES
from app.routes import places, url_for
from tests.support.chromium import launch
from tests.support.server_process import running_server
from tests.support.weights import CSS_BUDGET, JAVASCRIPT_BUDGET, START_BUDGET, Weight, weigh
from tools.bench import visits
from tools.bench.printing import cells, doing, head, line
from tools.bench.sizes import kibi, kilo

ROUNDS = 3
"""How often each of `TAPPED` and `CLICKED` is visited."""
TAPPED = (
    *(url_for("home", language) for language in LANGUAGES),
    *(url_for(name, DEFAULT) for name in ("about", "pricing", "portfolio", "contact", "vouchers")),
    url_for("portfolio-category", DEFAULT, category="weddings"),
)
"""The pages on which a visitor taps."""
CLICKED = tuple(url_for(name, DEFAULT) for name in ("home", "about", "pricing", "contact"))
"""Those of them that a visitor leaves by a link; four, as each visit takes four seconds."""
AT_ONCE = url_for("bam", DEFAULT)
"""The page that fetches the application by itself, so that no budget is for it."""
HOME = url_for("home", DEFAULT)
LONG_TASK_MS = 50
"""The browser tells of no shorter ones."""
INP_TARGET_MS = 200
COLUMNS = (
    "page",
    f"JavaScript before an act (≤ {kilo(START_BUDGET)})",
    f"and after it (without its content ≤ {JAVASCRIPT_BUDGET / 1024:.0f} KiB)",
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
class Visited:
    """What visits of one page measured."""

    loads: list[visits.Load] = field(default_factory=list)
    taps: list[visits.Tap] = field(default_factory=list)
    clicks: list[visits.Click] = field(default_factory=list)

    def add(self, visit: tuple[visits.Load, visits.Tap | visits.Click]) -> None:
        """Keeps what another visit has measured."""
        loaded, acted = visit
        self.loads.append(loaded)
        if isinstance(acted, visits.Tap):
            self.taps.append(acted)
        else:
            self.clicks.append(acted)


def pages() -> None:
    """Prints the table of all public pages of the default language, and of the other languages' home."""
    others = [
        place.path for place in places() if place.route.indexed and place.language == DEFAULT and not place.is_open
    ]
    found = {path: Visited() for path in dict.fromkeys((*TAPPED, *others))}
    with running_server() as server, sync_playwright() as playwright:
        # The whole Chromium: the headless shell moves a pointer of its own into every new page, which is an act.
        browser = launch(playwright.chromium, whole=True)
        large = _visit(browser, server.url, found)
        version = browser.version
    head(*COLUMNS)
    for path, visited in found.items():
        _print(path, visited)
    cells(f"`{HOME}`, {_size()}", kilo(large.javascript, 2), *[""] * 2, _ms([large.fcp]), _ms([large.lcp]), *[""] * 6)
    line(f"\n{_conditions(version)}")


def _visit(browser: Browser, site: str, found: dict[str, Visited]) -> visits.Load:
    """Visits every page; returns what was measured of the home page on a large screen."""
    for number in range(ROUNDS):
        for path in TAPPED:
            doing(f"Tapping on {path}, round {number + 1} of {ROUNDS}")
            found[path].add(visits.tap(browser, site + path))
        for path in CLICKED:
            doing(f"Leaving {path}, round {number + 1} of {ROUNDS}")
            found[path].add(visits.click(browser, site + path))
    for path in found.keys() - set(TAPPED):
        doing(f"Visiting {path}")
        found[path].loads.append(visits.load(browser, site + path))
    doing(f"Visiting {HOME} on a large screen")
    return visits.load(browser, site + HOME, visits.LARGE)


def _print(path: str, visited: Visited) -> None:
    weight = weigh(SITE / f"{path.strip('/') or 'index'}.html")
    cells(f"`{path}`", *_bytes(path, weight, visited.loads), *_times(visited))


def _bytes(path: str, weight: Weight, loads: list[visits.Load]) -> Iterator[str]:
    start = max(load.javascript for load in loads)
    yield kilo(start, 2) if path == AT_ONCE else _judged(start, START_BUDGET, kilo(start, 2))
    yield _judged(weight.code, JAVASCRIPT_BUDGET, kibi(weight.javascript))
    yield _judged(weight.css, CSS_BUDGET, kibi(weight.css))


def _times(visited: Visited) -> Iterator[str]:
    yield _ms(load.fcp for load in visited.loads)
    yield _ms(load.lcp for load in visited.loads)
    longest = [tap.longest for tap in visited.taps]
    yield f"< {LONG_TASK_MS} ms" if longest and median(longest) == 0 else _ms(longest, LONG_TASK_MS)
    yield _ms(tap.wait for tap in visited.taps)
    yield _ms(tap.hydration for tap in visited.taps)
    yield _ms((tap.inp for tap in visited.taps), INP_TARGET_MS)
    yield _ms(click.shown for click in visited.clicks)
    documents = sum(click.documents for click in visited.clicks)
    yield _judged(documents, 0, str(documents)) if visited.clicks else ""


def _ms(times: Iterable[float], target: float = float("inf")) -> str:
    """The median; nothing where nothing was measured."""
    measured = list(times)
    return _judged(median(measured), target, f"{median(measured):.0f} ms") if measured else ""


def _judged(measured: float, target: float, text: str) -> str:
    """The text; bold where the measured value is above its target."""
    return text if measured <= target else f"**{text}**"


def _size() -> str:
    return "{width} × {height}".format(**visits.LARGE["viewport"])


def _conditions(version: str) -> str:
    phone = "{width} × {height}".format(**visits.PHONE["viewport"])
    return (
        f"Sizes are in brotli; what is above its target is bold. Times are medians of {ROUNDS} visits for each kind of "
        f"act (where there is none, of one visit) in Chromium {version.split('.')[0]}, with empty caches and no "
        f"service worker, on a phone of {phone} at {visits.PHONE['device_scale_factor']}, {visits.SLOWDOWN} times as "
        f"slow as the machine, with {visits.LATENCY_MS} ms of latency, {visits.DOWN_BITS / 1e6} Mbit/s down and "
        f"{visits.UP_BITS / 1e3:.0f} kbit/s up. Acts come once the page is loaded: a tap on the heading, and for the "
        f"click a scroll {visits.CLICK_MS / 1e3} s before it. The machine has {os.cpu_count()} cores, and its load was "
        f"{os.getloadavg()[0]:.1f} at the end, the bench's own of about 1.5 included."
    )
