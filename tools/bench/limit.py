"""Compares how long pages take to load with and without scripts."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import psutil
from playwright.sync_api import Browser, Page, sync_playwright

from app.http.export import Export
from app.http.filled_page import without_scripts
from app.i18n.languages import DEFAULT
from app.routes import url_for
from builder.index import write_index
from tests.support.server_process import copy_for_serving, running_server
from tests.support.visitor import visitor
from tools.bench.printing import cells, head, line, progress
from tools.bench.speed_index import recording, speed_index
from tools.bench.visits import PHONE, SCREENS, launch, slow_down

ROUNDS = 5
TARGET = 1.05
PAGES = (
    *(url_for(name, DEFAULT) for name in ("home", "about", "pricing", "portfolio", "contact", "vouchers")),
    *(url_for("portfolio-category", DEFAULT, category=name) for name in ("weddings", "posters")),
)
QUIET_MS = 2_500
"""The pause after loading, during which the page checks for a newer build."""
TIMES = Path(__file__).with_name("times.js")


@dataclass(frozen=True)
class Cost:
    """The cost of loading a page, in milliseconds and bytes.

    `processor` is the main thread's CPU time. `memory` is the private memory of the page's process.
    """

    paint: float
    lcp: float
    speed_index: float
    blocked: float
    processor: float
    memory: float


COLUMNS = {
    "first paint": "paint",
    "LCP": "lcp",
    "Speed Index": "speed_index",
    "main thread": "processor",
    "memory": "memory",
}


def limit() -> None:
    costs: dict[tuple[str, str], list[tuple[Cost, Cost]]] = {}
    with ExitStack() as opened:
        folder = Path(opened.enter_context(TemporaryDirectory()))
        site = opened.enter_context(running_server()).url
        document = opened.enter_context(running_server(strip(folder))).url
        browser = launch(opened.enter_context(sync_playwright()).chromium)
        for number in range(ROUNDS):
            for path in PAGES:
                for name, screen in SCREENS.items():
                    progress(f"Comparing {path} at {name}, round {number + 1} of {ROUNDS}")
                    urls = (site + path, document + path)
                    ordered = urls if number % 2 else urls[::-1]
                    found = {url: visit(browser, url, screen) for url in ordered}
                    costs.setdefault((path, name), []).append((found[urls[0]], found[urls[1]]))
    head("page and width", *COLUMNS, "blocking time")
    for (path, name), pairs in costs.items():
        cells(f"`{path}`, {name}", *(ratio(pairs, each) for each in COLUMNS.values()), blocked(pairs))
    line(f"\n{_conditions()}")


def strip(folder: Path) -> Path:
    """Copies the project with its built site, without the pages' scripts."""
    project = copy_for_serving(folder)
    site = project / "dist" / "current" / "site"
    for page in site.rglob("*.html"):
        page.write_text(without_scripts(page.read_text()))
    write_index(site, Export.load().build_id)
    return project


def visit(browser: Browser, url: str, screen: dict[str, Any]) -> Cost:
    with visitor(browser, **screen) as guest, recording(guest.page) as frames, _processor(guest.page) as processor:
        if screen == PHONE:
            slow_down(guest.page)
        guest.reads(url)
        guest.page.wait_for_load_state("networkidle")
        guest.page.wait_for_timeout(QUIET_MS)
        costs = {"processor": processor(), "memory": _memory(browser), "speed_index": speed_index(frames())}
        return Cost(**guest.page.evaluate(TIMES.read_text()), **costs)


@contextmanager
def _processor(page: Page) -> Iterator[Callable[[], float]]:
    """Yields a function that returns the main thread's CPU time in milliseconds."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def milliseconds() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return next(each["value"] for each in metrics if each["name"] == "TaskDuration") * 1000

    yield milliseconds


def _memory(browser: Browser) -> float:
    """Returns the private memory in bytes of the largest renderer, which is the page's process."""
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    renderers = [psutil.Process(each["id"]) for each in processes if each["type"] == "renderer"]
    return max(renderer.memory_full_info().uss for renderer in renderers)


def ratio(pairs: list[tuple[Cost, Cost]], name: str) -> str:
    """Formats a cost as "ratio (with scripts : without scripts)". All three numbers are medians."""
    values = [(getattr(ours, name), getattr(document, name)) for ours, document in pairs]
    middle = median(ours / document for ours, document in values)
    text = f"{middle:.2f}" if middle <= TARGET else f"**{middle:.2f}**"
    unit, scale = ("MB", 1e6) if name == "memory" else ("ms", 1)
    ours, document = (median(each) / scale for each in zip(*values, strict=True))
    digits = 1 if name == "memory" else 0
    return f"{text} ({ours:.{digits}f} : {document:.{digits}f} {unit})"


def blocked(pairs: list[tuple[Cost, Cost]]) -> str:
    ours, document = (median(cost.blocked for cost in costs) for costs in zip(*pairs, strict=True))
    return f"{ours:.0f} : {document:.0f} ms"


def _conditions() -> str:
    return (
        f"Ratios of the page to the same page without scripts, then both values: medians of {ROUNDS} pairs of visits, "
        f"in turn, with empty caches and no service worker. Ratios above {TARGET} are bold. 412 is the slow phone with "
        "the slow connection of the table below, 1280 a large screen with all that the machine has. Times come from "
        "Chromium itself under this load, not from a simulation as Lighthouse's. The main thread's time is processor "
        f"time until {QUIET_MS / 1000} s after the last request. The memory is the private memory of the page's "
        "process. Chromium reports no blocking time for pages without scripts. "
        f"The load of the machine was {os.getloadavg()[0]:.1f}."
    )
