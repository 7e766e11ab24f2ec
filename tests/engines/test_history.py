"""Back restores a page from the back/forward cache, and hash links lead to their sections."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.support.chromium import launch
from tests.support.engines import LOCAL, Chromium, Engine, Tab
from tests.support.engines.steps import at, open_application
from tests.support.fullpage import SEEN
from tests.support.pages import KINDS

OTHER = "/builds/latest.json"
MARK = "void (window.left = true, addEventListener('pageshow', (event) => { window.isRestored = event.persisted; }))"


@pytest.fixture(scope="module")
def remembering(browser: Browser) -> Iterator[Browser]:
    """A Chromium with the back/forward cache, which Playwright disables by default."""
    options = {"ignore_default_args": ["--disable-back-forward-cache"]}
    running = launch(browser.browser_type, whole=True, arguments=[LOCAL], **options)
    yield running
    running.close()


@pytest.fixture
def cached(each_engine: Engine, request: pytest.FixtureRequest) -> Engine:
    """Each engine, with its back/forward cache."""
    if each_engine.name == "chromium":
        return Chromium(request.getfixturevalue("remembering"))
    return each_engine


def test_back_restores_a_page_of_every_kind(cached: Engine, site: str) -> None:
    faults = []
    with cached.tab(390, 844) as tab:
        for number, place in enumerate(KINDS):
            (open_application if number % 2 else Tab.visit)(tab, site + place.path)
            tab.evaluate(MARK)
            tab.visit(site + OTHER)
            tab.back()
            tab.until(f"!{at(OTHER)} && document.readyState === 'complete' && (!window.left || 'isRestored' in window)")
            faults += [place.path] * (not tab.holds("window.left && window.isRestored"))
    assert faults == []


def wait_until_seen(tab: Tab, id: str) -> None:
    tab.until(f"location.hash === '#{id}' && ({SEEN})().includes('{id}')")


def test_hash_links_on_a_phone(each_engine: Engine, site: str) -> None:
    with each_engine.tab(390, 844) as tab:
        open_application(tab, f"{site}/en#work")
        wait_until_seen(tab, "work")
        tab.click("a[href='/en#work/2']")
        wait_until_seen(tab, "work/2")
        open_application(tab, f"{site}/en/pricing")
        tab.back()
        wait_until_seen(tab, "work/2")
        tab.visit(f"{site}/en/contact")
        tab.press("Tab", "Enter")  # the link that skips the header
        tab.until("location.hash === '#content'")
        assert tab.console == []
