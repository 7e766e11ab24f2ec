"""Full-page sections in browsers whose scrollbars take up space, as on Windows and most of Linux."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from playwright.sync_api import Browser

from app.routes import Place
from tests.support.chromium import launch
from tests.support.engines import Chromium, Engine, Look, Tab, engine
from tests.support.fullpage import FULL, FULL_PAGES, open_sections
from tests.support.pages import each

WITH_SLIDES = {"/en", "/en/about", "/en/portfolio/weddings", "/en/portfolio/business"}
CLASSIC = Look(classic_scrollbars=True)
SCROLLBARS = """[document.documentElement, ...document.querySelectorAll("body *")]
    .map((each) => {
        const isRoot = each === document.documentElement;
        const width = isRoot ? innerWidth : each.offsetWidth - 2 * each.clientLeft;
        const height = isRoot ? innerHeight : each.offsetHeight - 2 * each.clientTop;
        return [`${each.localName}.${each.className}`, each.clientWidth, width, each.clientHeight, height];
    })
    .filter(([, clientWidth, width, clientHeight, height]) =>
        clientWidth && (width - clientWidth >= 10 || height - clientHeight >= 10))"""
"""A script that returns the elements that show a scrollbar."""


@pytest.fixture(scope="module")
def classic(each_engine: Engine, browser: Browser) -> Iterator[Tab]:
    with ExitStack() as stack:
        yield stack.enter_context(stack.enter_context(with_scrollbars(each_engine.name, browser)).tab())


@contextmanager
def with_scrollbars(name: str, browser: Browser) -> Iterator[Engine]:
    if name != "chromium":
        with engine(name, CLASSIC) as started:
            yield started
        return
    # `engine` would start Playwright again, which works only once in a thread.
    shown = launch(browser.browser_type, ignore_default_args=["--hide-scrollbars"])
    try:
        yield Chromium(shown, CLASSIC)
    finally:
        shown.close()


@each([place for place in FULL_PAGES if place.path in WITH_SLIDES])
def test_scrollbars_do_not_prevent_full_pages(classic: Tab, site: str, place: Place) -> None:
    open_sections(classic, site + place.path)
    assert classic.evaluate(SCROLLBARS) == []
    assert classic.console == []


def test_scrollbars_appear_without_full_pages(classic: Tab, site: str) -> None:
    open_sections(classic, f"{site}/en/portfolio/weddings")
    classic.resize(1280, 560)
    classic.until(f"!{FULL}")
    assert {name.split(".")[0] for name, *_ in classic.evaluate(SCROLLBARS)} == {"html", "div"}
    assert classic.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    classic.resize(1280, 800)
    classic.until(FULL)
    assert classic.evaluate(SCROLLBARS) == []
