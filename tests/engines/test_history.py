"""Back restores a page from the back/forward cache, and hash links lead to their sections."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.support.chromium import launch
from tests.support.engines import LOCAL, Chromium, Engine, Tab
from tests.support.engines.steps import at, install_offline_site, open_application
from tests.support.fullpage import SEEN
from tests.support.waiting import LATEST

PAGES = ("/en/bam", "/en/inquiry", "/en/vouchers/workshop", "/en/portfolio/weddings", "/en/patreon/callback")
"""Pages with scripts of their own: a button, a form, dates, a gallery, members."""
OTHER = "/en/links"
STARTED = f"performance.getEntriesByName(location.origin + '{LATEST}').length"
"""Whether the application has made its last request. Firefox caches no page that waits for an answer."""
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


def is_restored(tab: Tab, site: str, path: str) -> bool:
    """Leaves the page, goes back, and returns whether the page is still the same document."""
    tab.evaluate(MARK)
    tab.visit(site + OTHER)
    tab.back()
    tab.until(f"{at(path)} && document.readyState === 'complete' && (!window.left || 'isRestored' in window)")
    return tab.holds("window.left && window.isRestored")


def test_back_restores_pages(cached: Engine, site: str) -> None:
    faults = []
    with cached.tab(390, 844) as tab:
        install_offline_site(tab, f"{site}/en/contact")  # a worker that takes control empties the cache
        for path in PAGES:
            open_application(tab, site + path)
            tab.until(STARTED)
            faults += [path] * (not is_restored(tab, site, path))
        tab.visit(f"{site}/en/about")
        faults += ["a document"] * (not is_restored(tab, site, "/en/about"))
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
