"""Measures delays and layout shifts after the visitor's first input, which loads the application."""

import os
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from app.i18n.languages import DEFAULT
from app.routes import url_for
from tests.support.server_process import running_server
from tests.support.visitor import visitor
from tools.bench.pages import LONG_TASK_MS, longest_task
from tools.bench.printing import bold_if_above, cells, head, line, ms, progress
from tools.bench.visits import RECORDER, SCREENS, SLOWDOWN, Tap, launch, slow_processor

ROUNDS = 3
INP_TARGET_MS = 100
PAGES = (
    *(url_for(name, DEFAULT) for name in ("home", "about", "vouchers", "contact", "inquiry")),
    url_for("portfolio-category", DEFAULT, category="weddings"),
)
SETTLE_MS = 1_500
"""The pause after hydration, during which optional scripts such as fullpage.js start."""


def _click(page: Page) -> None:
    page.mouse.click(*page.evaluate("visit.text()"))


def _tap(page: Page) -> None:
    page.touchscreen.tap(*page.evaluate("visit.text()"))


def _wheel(page: Page) -> None:
    page.mouse.move(640, 400)
    page.mouse.wheel(0, 100)


def _press(page: Page) -> None:
    page.keyboard.press("ArrowDown")


ACTS: dict[str, dict[str, Callable[[Page], None]]] = {
    "412": {"tap": _tap, "key": _press},
    "1280": {"click": _click, "key": _press, "wheel": _wheel},
}


def acts() -> None:
    found: dict[tuple[str, str], dict[str, list[Tap]]] = {}
    with running_server() as server, sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        for number in range(ROUNDS):
            for path in PAGES:
                for width, screen in SCREENS.items():
                    progress(f"Acting on {path} at {width}, round {number + 1} of {ROUNDS}")
                    for name, act in ACTS[width].items():
                        by_act = found.setdefault((path, width), {})
                        by_act.setdefault(name, []).append(measure(browser, server.url + path, screen, act))
    head(
        "page and width",
        f"INP of a click or tap (≤ {INP_TARGET_MS} ms)",
        "of a key",
        f"longest task after a click or tap (≤ {LONG_TASK_MS} ms)",
        "after a key",
        "after the wheel",
        "layout shift (0)",
    )
    for (path, width), by_act in found.items():
        cells(f"`{path}`, {width}", *row(by_act))
    line(f"\n{_conditions()}")


def measure(browser: Browser, url: str, screen: dict[str, Any], act: Callable[[Page], None]) -> Tap:
    with visitor(browser, **screen) as guest:
        page = guest.page
        slow_processor(page)
        page.add_init_script(path=RECORDER)
        guest.reads(url)
        page.wait_for_load_state("networkidle")
        act(page)
        page.evaluate("visit.hydrated")
        page.wait_for_timeout(SETTLE_MS)
        return Tap(**page.evaluate("visit.acted()"))


def row(by_act: dict[str, list[Tap]]) -> list[str]:
    pointed, pressed, turned = by_act.get("click") or by_act["tap"], by_act["key"], by_act.get("wheel", [])
    shift = max(act.shift for found in by_act.values() for act in found)
    return [
        *(ms((act.inp for act in found), INP_TARGET_MS) for found in (pointed, pressed)),
        *(longest_task(act.longest for act in found) for found in (pointed, pressed, turned)),
        bold_if_above(shift, 0, f"{shift:.3f}"),
    ]


def _conditions() -> str:
    return (
        f"The first act loads the application. It comes once the page is loaded, on a machine that is {SLOWDOWN} times "
        f"as slow, without a limit of the connection. Times are medians of {ROUNDS} visits; the layout shift is the "
        f"largest sum of a visit, until {SETTLE_MS / 1000} s after hydration. Values above their target are bold. A "
        f"turn of the wheel has no INP. The load of the machine was {os.getloadavg()[0]:.1f}."
    )
