"""After a new build, the next navigation is a full page load. Missing scripts make the page check for a new build."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.support.clockwork import FIRST_CHECK_MS, INTERVAL_MS, Guest, offer_newer_build, remove_page_script
from tests.support.visitor import visitor

pytestmark = pytest.mark.mostly_nightly

WAYS = {
    # for each kind of navigation: the start page, JavaScript that navigates, and the target page
    "back": ("/contact", "() => history.back()", "/about"),
    "the language switch": ("/contact", "() => document.querySelector('a[hreflang=en]').click()", "/en/contact"),
    "code": ("/en/about", "() => { next.router.push('/links') }", "/links"),
}
RECORD = 'addEventListener("chunk:error", ({ detail }) => (window.errors ||= []).push(detail))'


@pytest.fixture
def guest(browser: Browser) -> Iterator[Guest]:
    with visitor(browser) as guest:
        yield Guest(guest.page)


@pytest.mark.main
def test_the_next_navigation_is_a_full_load(guest: Guest, site: str) -> None:
    faults = []
    guest.enters(f"{site}/about")
    for way, (start, act, path) in WAYS.items():
        offer_newer_build(guest, way)
        guest.page.evaluate("window.marked = true")
        guest.follows(start)
        if not guest.is_in_the_same_document:
            faults.append(f"{way}: a full load before polling")
        guest.passes(FIRST_CHECK_MS)
        guest.documents.clear()
        guest.page.evaluate("window.marked = true")
        guest.page.evaluate(act)
        guest.loads(f"{site}{path}")
        guest.settle()
        if guest.documents != [f"{site}{path}"]:
            faults.append(f"{way}: {guest.documents}")
    assert [*faults, *guest.console] == []


def test_each_build_causes_only_one_full_load(guest: Guest, site: str) -> None:
    offer_newer_build(guest)
    guest.enters(f"{site}/about?from=letter")
    guest.passes(FIRST_CHECK_MS)
    guest.page.evaluate("next.router.push(location.pathname + location.search + '#content')")
    guest.settle()
    assert guest.page.url.endswith("#content") and guest.is_in_the_same_document
    guest.follows("/contact")
    assert not guest.is_in_the_same_document
    guest.acts()
    guest.page.evaluate("window.marked = true")
    guest.passes(FIRST_CHECK_MS)
    guest.follows("/about")
    assert guest.is_in_the_same_document
    offer_newer_build(guest, "newest")
    guest.passes(INTERVAL_MS)
    guest.follows("/contact")
    assert not guest.is_in_the_same_document


def open_and_record(guest: Guest, site: str, count: int = 1) -> list[dict]:
    """Opens a page. Waits for `count` errors about prefetched scripts and returns them."""
    guest.page.add_init_script(RECORD)
    guest.enters(f"{site}/about")
    guest.until(f"window.errors?.length >= {count}")
    guest.settle()
    return guest.page.evaluate("window.errors")


@pytest.mark.main
def test_a_newer_build_is_found_at_once(guest: Guest, site: str) -> None:
    offer_newer_build(guest)
    remove_page_script(guest, "contact")
    open_and_record(guest, site)
    assert guest.is_in_the_same_document, "a failed preload must not reload the page"
    guest.page.evaluate("document.querySelector(`a[href='/links']`).click()")
    guest.loads(f"{site}/about", f"{site}/links")


def test_a_network_error_does_not_ask_for_the_build(guest: Guest, site: str) -> None:
    guest.page.route("**/_next/static/chunks/pages/contact-*.js", lambda route: route.abort("internetdisconnected"))
    [error] = open_and_record(guest, site)
    assert error == {"path": "/contact", "status": None}
    assert guest.polls == 0
