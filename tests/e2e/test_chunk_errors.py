"""After a failed prefetch, the page checks for a newer build, but does not reload."""

import pytest
from playwright.sync_api import Browser

from tests.support.clockwork import Guest, guest_of, offer_newer_build, remove_page_script
from tests.support.visitor import visitor

pytestmark = pytest.mark.mostly_nightly

RECORD = 'addEventListener("chunk:error", ({ detail }) => (window.errors ||= []).push(detail))'


def open_and_record(guest: Guest, site: str, count: int = 1) -> list[dict]:
    """Opens a page. Waits for `count` errors about prefetched scripts and returns them."""
    guest.page.add_init_script(RECORD)
    guest.enters(f"{site}/about")
    guest.until(f"window.errors?.length >= {count}")
    guest.settle()
    return guest.page.evaluate("window.errors")


def test_the_build_is_asked_for_once_and_the_page_stays(browser: Browser, site: str) -> None:
    with visitor(browser) as seen:
        guest = guest_of(seen)
        for name in ("contact", "pricing"):
            remove_page_script(guest, name)
        errors = open_and_record(guest, site, count=2)
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
        remove_page_script(guest, "contact")
        open_and_record(guest, site)
        assert guest.is_in_the_same_document, "a failed preload must not reload the page"
        guest.page.evaluate("document.querySelector(`a[href='/links']`).click()")
        guest.loads(f"{site}/about", f"{site}/links")


def test_a_network_error_does_not_ask_for_the_build(browser: Browser, site: str) -> None:
    with visitor(browser) as seen:
        guest = guest_of(seen)
        guest.page.route("**/_next/static/chunks/pages/contact-*.js", lambda route: route.abort("internetdisconnected"))
        [error] = open_and_record(guest, site)
        assert error == {"path": "/contact", "status": None}
        assert guest.polls == 0
