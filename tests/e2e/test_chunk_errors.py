"""After a failed prefetch, the page checks for a newer build, but does not reload."""

import pytest
from playwright.sync_api import Browser

from tests.support.clockwork import Guest, guest_of, offer_newer_build, remove_page_script
from tests.support.visitor import visitor

pytestmark = pytest.mark.mostly_nightly

RECORD = 'addEventListener("chunk:error", ({ detail }) => (window.errors ||= []).push(detail))'
REST_MS = 60_000


def enter_without(guest: Guest, url: str, *names: str, count: int = 1) -> list[dict]:
    """Removes the scripts of the pages `names`, then opens `url`. Waits for `count` errors and returns them."""
    for name in names:
        remove_page_script(guest, name)
    guest.page.add_init_script(RECORD)
    guest.enters(url)
    guest.until(f"window.errors?.length >= {count}")
    guest.settle()
    return guest.page.evaluate("window.errors")


def test_the_build_is_asked_for_once_and_the_page_stays(browser: Browser, site: str) -> None:
    with visitor(browser) as seen:
        guest = guest_of(seen)
        errors = enter_without(guest, f"{site}/about", "contact", "pricing", count=2)
        assert sorted(error["path"] for error in errors) == ["/contact", "/pricing"]
        assert {error["status"] for error in errors} == {404}
        guest.assert_polls(1)
        assert guest.documents == [f"{site}/about"] and guest.is_in_the_same_document
        guest.follows("/links")
        assert guest.is_in_the_same_document, "the server has no other build"


@pytest.mark.main
def test_a_newer_build_is_found_at_once(browser: Browser, site: str) -> None:
    with visitor(browser) as seen:
        guest = guest_of(seen)
        offer_newer_build(guest)
        enter_without(guest, f"{site}/about", "contact")
        assert guest.is_in_the_same_document, "a failed preload must not reload the page"
        guest.page.evaluate("document.querySelector(`a[href='/links']`).click()")
        guest.loads(f"{site}/about", f"{site}/links")


def test_the_build_is_asked_for_again_after_a_minute(browser: Browser, site: str) -> None:
    with visitor(browser) as seen:
        guest = guest_of(seen)
        enter_without(guest, f"{site}/about", "contact")
        fail = "dispatchEvent(new CustomEvent('chunk:error', { detail: { path: '/x', status: 404 } }))"
        guest.page.evaluate(fail)
        guest.assert_polls(1)
        guest.page.evaluate(fail.replace("404", "undefined"))
        guest.page.clock.set_system_time(guest.page.evaluate("Date.now()") + REST_MS)
        guest.page.evaluate(fail)
        guest.poll(lambda: guest.polls == 2, "another poll")


def test_a_network_error_does_not_ask_for_the_build(browser: Browser, site: str) -> None:
    with visitor(browser) as seen:
        guest = guest_of(seen)
        guest.page.route("**/_next/static/chunks/pages/contact-*.js", lambda route: route.abort("internetdisconnected"))
        [error] = enter_without(guest, f"{site}/about")
        assert error == {"path": "/contact", "status": None}
        assert guest.polls == 0
