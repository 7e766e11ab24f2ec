"""The Back button restores a page from the back/forward cache. Links with a hash lead to a section."""

import pytest

from tests.support.engines.engine import Tab
from tests.support.engines.steps import SETTLED, STARTED, at, open_application, start_application
from tests.support.fullpage import SEEN

pytestmark = pytest.mark.mostly_nightly

PAGES = ("/en/inquiry", "/en/portfolio/weddings", "/en/patreon/callback")
OTHER = "/en/links"
WITHOUT_CHROMIUM = pytest.mark.parametrize("engine_name", ["firefox", "webkit"], indirect=True, scope="module")
"""A marker that skips Chromium, because Playwright turns off Chromium's back/forward cache."""
MARK = "void (window.left = true, addEventListener('pageshow', (event) => { window.isRestored = event.persisted; }))"


def is_restored(tab: Tab, site: str, path: str) -> bool:
    tab.until(STARTED)
    tab.evaluate(SETTLED)
    tab.evaluate(MARK)
    tab.visit(site + OTHER)
    tab.back()
    tab.until(f"{at(path)} && document.readyState === 'complete' && (!window.left || 'isRestored' in window)")
    return tab.holds("window.left && window.isRestored")


@WITHOUT_CHROMIUM
@pytest.mark.parametrize("path", PAGES)
def test_back_restores_an_application(phone: Tab, site: str, path: str) -> None:
    open_application(phone, site + path)
    assert is_restored(phone, site, path)


@WITHOUT_CHROMIUM
@pytest.mark.main
def test_back_restores_a_document(phone: Tab, site: str) -> None:
    phone.visit(f"{site}/en/about")
    assert is_restored(phone, site, "/en/about")


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


def shows(path: str) -> str:
    """Returns JavaScript that checks whether the browser shows the page at `path`."""
    return f"{at(path)} && document.querySelector('link[rel=canonical]').href.endsWith('{path}')"


def follow(tab: Tab, path: str) -> None:
    tab.evaluate(f"document.querySelector(\"a[href='{path}']\").click()")
    tab.until(shows(path))


def wait_until_final(tab: Tab, path: str) -> None:
    """Waits for the page at `path`. Asserts that the browser neither reloads nor leaves the page."""
    tab.until(f"{shows(path)} && document.readyState === 'complete'")
    tab.evaluate("void (window.isMarked = true)")
    tab.until(STARTED)
    assert tab.holds(f"window.isMarked && {shows(path)}")


@pytest.mark.main
def test_back_before_the_application_starts(phone: Tab, site: str) -> None:
    open_application(phone, f"{site}/en/contact")
    follow(phone, "/en/about")
    follow(phone, "/en/pricing")
    phone.reload()
    for go, path in ((phone.back, "/en/about"), (phone.back, "/en/contact"), (phone.forward, "/en/about")):
        go()
        wait_until_final(phone, path)
    start_application(phone)
    assert phone.holds(shows("/en/about"))
    phone.forward()
    wait_until_final(phone, "/en/pricing")
    assert phone.console == []


def test_back_to_an_entry_from_before_the_application(phone: Tab, site: str) -> None:
    phone.visit(f"{site}/en/terms")
    phone.evaluate("void (location.hash = '#content')")
    start_application(phone)
    follow(phone, "/en/contact")
    phone.evaluate("void history.go(-2)")
    wait_until_final(phone, "/en/terms")
    assert phone.console == []


@pytest.mark.parametrize(("path", "is_named"), [("/en/terms", False), ("/en/about", True)])
def test_back_to_a_scrolled_page_after_a_reload(phone: Tab, site: str, path: str, is_named: bool) -> None:
    """Scrolling changes the URL's hash only on pages with sections."""
    open_application(phone, site + path)
    phone.evaluate("scrollTo(0, 1500)")
    phone.until(f"Math.round(scrollY) === 1500 && Boolean(location.hash) === {str(is_named).lower()}")
    follow(phone, "/en/contact")
    phone.reload()
    start_application(phone)
    phone.back()
    wait_until_final(phone, path)
    assert phone.evaluate("Math.round(scrollY)") == 1500  # Firefox restores a fractional position
    assert phone.console == []
