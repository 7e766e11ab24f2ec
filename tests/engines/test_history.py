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
