"""Code that cannot be fetched ahead: the server is asked for its build, and nothing is reloaded."""

from playwright.sync_api import Browser

from tests.support.clockwork import Guest, guest_of, offer_newer_build, remove_page_script
from tests.support.visitor import visitor

RECORD = 'addEventListener("chunk:error", ({ detail }) => (window.errors ||= []).push(detail))'
REST_MS = 60_000


def enters_without(guest: Guest, url: str, *names: str) -> list[dict]:
    """Opens a page whose links lead to pages that have no code any more; what was told of them."""
    for name in names:
        remove_page_script(guest, name)
    guest.page.add_init_script(RECORD)
    guest.enters(url)
    return guest.page.evaluate("window.errors || []")


def test_the_build_is_asked_for_once_and_the_page_stays(browser: Browser, site: str) -> None:
    with visitor(browser) as seen:
        guest = guest_of(seen)
        errors = enters_without(guest, f"{site}/about", "contact", "pricing")
        assert sorted(error["path"] for error in errors) == ["/contact", "/pricing"]
        assert {error["status"] for error in errors} == {404}
        assert guest.polls == 1, "the page's own question has not come yet"
        assert guest.documents == [f"{site}/about"] and guest.is_in_the_same_document
        guest.follows("/links")
        assert guest.is_in_the_same_document, "it is the build that the server has"


def test_a_newer_build_is_found_at_once(browser: Browser, site: str) -> None:
    with visitor(browser) as seen:
        guest = guest_of(seen)
        offer_newer_build(guest)
        enters_without(guest, f"{site}/about", "contact")
        assert guest.is_in_the_same_document, "a preload that fails is no reload"
        guest.page.evaluate("document.querySelector(`a[href='/links']`).click()")
        guest.loads(f"{site}/about", f"{site}/links")


def test_it_is_asked_again_after_a_while(browser: Browser, site: str) -> None:
    with visitor(browser) as seen:
        guest = guest_of(seen)
        enters_without(guest, f"{site}/about", "contact")
        fail = "dispatchEvent(new CustomEvent('chunk:error', { detail: { path: '/x', status: 404 } }))"
        guest.page.evaluate(fail)
        guest.settle()
        assert guest.polls == 1
        guest.page.evaluate(fail.replace("404", "undefined"))
        guest.page.clock.set_system_time(guest.page.evaluate("Date.now()") + REST_MS)
        guest.page.evaluate(fail)
        guest.settle()
        assert guest.polls == 2


def test_a_network_that_fails_says_nothing_of_the_build(browser: Browser, site: str) -> None:
    with visitor(browser) as seen:
        guest = guest_of(seen)
        guest.page.route("**/_next/static/chunks/pages/contact-*.js", lambda route: route.abort("internetdisconnected"))
        [error] = enters_without(guest, f"{site}/about")
        assert error == {"path": "/contact", "status": None}
        assert guest.polls == 0
