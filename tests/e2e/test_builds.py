"""A newer build makes the next navigation a full load. Time is the test's own: it stands still until it is moved."""

from playwright.sync_api import Browser

from tests.support.clockwork import FIRST_CHECK_MS, INTERVAL_MS, LATEST, guest_of, newer
from tests.support.visitor import visitor

# Asking for the newest build


def test_first_asked_a_second_after_the_load_and_then_now_and_again(browser: Browser, site: str) -> None:
    with visitor(browser) as seen:
        guest = guest_of(seen)
        guest.reads(f"{site}/about")
        guest.passes(FIRST_CHECK_MS - 1)
        assert guest.polls == 0
        guest.passes(1)
        assert guest.polls == 1
        guest.passes(INTERVAL_MS - 1)
        assert guest.polls == 1
        guest.passes(1)
        assert guest.polls == 2
        guest.acts()
        guest.page.evaluate("window.marked = true")
        guest.follows("/contact")
        assert guest.is_in_the_same_document, "it is the build that the server has"
        assert guest.troubles == []


def test_not_asked_while_hidden_or_offline(browser: Browser, site: str) -> None:
    with visitor(browser) as seen:
        guest = guest_of(seen)
        guest.enters(f"{site}/about")
        see = """state => {
            Object.defineProperty(document, "visibilityState", { value: state, configurable: true })
            document.dispatchEvent(new Event("visibilitychange"))
        }"""
        guest.page.evaluate(see, "hidden")
        guest.passes(FIRST_CHECK_MS + 3 * INTERVAL_MS)
        assert guest.polls == 0
        guest.page.evaluate(see, "visible")
        guest.settle()
        assert guest.polls == 1
        guest.page.evaluate(see, "hidden")
        guest.page.evaluate(see, "visible")
        guest.settle()
        assert guest.polls == 1, "it has just been asked"
        guest.page.context.set_offline(True)
        guest.passes(3 * INTERVAL_MS)
        assert (guest.polls, guest.troubles) == (1, [])
        guest.page.context.set_offline(False)
        guest.poll(lambda: guest.polls == 2, "the question")


def test_a_failure_is_only_logged(browser: Browser, site: str) -> None:
    """What may fail is a table of its own (`tests/start/test_builds.py`)."""
    with visitor(browser) as seen:
        guest = guest_of(seen)
        guest.page.route(LATEST, lambda route: route.fulfill(body="<html>"))
        guest.enters(f"{site}/about")
        guest.passes(FIRST_CHECK_MS)
        guest.poll(lambda: any("Failed to look for a newer build" in line for line in guest.console), "the log")
        assert not [line for line in guest.console if line.startswith("uncaught")]
        guest.follows("/contact")
        assert guest.is_in_the_same_document


# A newer build

WAYS = {
    # a page within the document, what takes the visitor from there, where to
    "back": ("/contact", "() => history.back()", "/about"),
    "the language switch": ("/contact", "() => document.querySelector('a[hreflang=en]').click()", "/en/contact"),
    "code": ("/en/about", "() => { next.router.push('/links') }", "/links"),
}


def test_the_next_navigation_is_a_full_load(browser: Browser, site: str) -> None:
    """Whatever the way; links are followed in the next test. Each starts in the document that the one before it has
    loaded, with a build of its own."""
    faults = []
    with visitor(browser) as seen:
        guest = guest_of(seen)
        guest.enters(f"{site}/about")
        for way, (start, act, path) in WAYS.items():
            newer(guest, way)
            guest.page.evaluate("window.marked = true")
            guest.follows(start)
            if not guest.is_in_the_same_document:
                faults.append(f"{way}: a document before anybody has asked")
            guest.passes(FIRST_CHECK_MS)
            guest.documents.clear()
            guest.page.evaluate("window.marked = true")
            guest.page.evaluate(act)
            guest.loads(f"{site}{path}")
            guest.settle()
            if guest.documents != [f"{site}{path}"]:
                faults.append(f"{way}: {guest.documents}")
        assert [*faults, *guest.console] == []


def test_once_for_each_build(browser: Browser, site: str) -> None:
    """Where the full load brings the same build again, as from a service worker, navigation is as it was. A part of
    the page itself is no other page."""
    with visitor(browser) as seen:
        guest = guest_of(seen)
        newer(guest)
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
        newer(guest, "newest")
        guest.passes(INTERVAL_MS)
        guest.follows("/contact")
        assert not guest.is_in_the_same_document
