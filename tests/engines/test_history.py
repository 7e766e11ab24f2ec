"""The Back button restores a page from the back/forward cache. Links with a hash lead to a section."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.support.chromium import launch
from tests.support.engines import LOCAL, Chromium, Engine, Tab
from tests.support.engines.steps import SETTLED, STARTED, at, install_offline_site, open_application, start_application
from tests.support.fullpage import SEEN

pytestmark = pytest.mark.mostly_nightly

PAGES = ("/en/inquiry", "/en/portfolio/weddings", "/en/patreon/callback")
OTHER = "/en/links"
MARK = "void (window.left = true, addEventListener('pageshow', (event) => { window.isRestored = event.persisted; }))"


@pytest.fixture(scope="module")
def remembering(browser: Browser) -> Iterator[Browser]:
    """Chromium with the back/forward cache, which Playwright turns off by default."""
    options = {"ignore_default_args": ["--disable-back-forward-cache"]}
    running = launch(browser.browser_type, whole=True, arguments=[LOCAL], **options)
    yield running
    running.close()


@pytest.fixture
def caching(each_engine: Engine, request: pytest.FixtureRequest) -> Iterator[Tab]:
    if each_engine.name != "chromium":
        yield request.getfixturevalue("phone")
        return
    with Chromium(request.getfixturevalue("remembering")).tab(390, 844) as tab:
        # Install the service worker first, because a new service worker empties the back/forward cache.
        install_offline_site(tab, f"{request.getfixturevalue('site')}/en/contact")
        yield tab


def is_restored(tab: Tab, site: str, path: str) -> bool:
    tab.until(STARTED)
    tab.evaluate(SETTLED)
    tab.evaluate(MARK)
    tab.visit(site + OTHER)
    tab.back()
    tab.until(f"{at(path)} && document.readyState === 'complete' && (!window.left || 'isRestored' in window)")
    return tab.holds("window.left && window.isRestored")


@pytest.mark.parametrize("path", PAGES)
def test_back_restores_an_application(caching: Tab, site: str, path: str) -> None:
    open_application(caching, site + path)
    assert is_restored(caching, site, path)


@pytest.mark.main
def test_back_restores_a_document(caching: Tab, site: str) -> None:
    caching.visit(f"{site}/en/about")
    assert is_restored(caching, site, "/en/about")


def wait_until_seen(tab: Tab, id: str) -> None:
    tab.until(f"location.hash === '#{id}' && ({SEEN})().includes('{id}')")


@pytest.mark.main
def test_hash_links(phone: Tab, site: str) -> None:
    open_application(phone, f"{site}/en#work")
    wait_until_seen(phone, "work")
    phone.click("a[href='/en#work/2']")
    wait_until_seen(phone, "work/2")
    open_application(phone, f"{site}/en/pricing")
    phone.back()
    wait_until_seen(phone, "work/2")
    # Wait until all scripts are loaded, because Firefox logs an error for each cancelled script.
    start_application(phone)
    phone.visit(f"{site}/en/contact")
    phone.press("Tab", "Enter")  # follow the "skip to content" link
    phone.until("location.hash === '#content'")
    assert phone.console == []
