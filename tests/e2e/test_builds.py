"""After a new build, the next navigation is a full page load."""

import pytest
from playwright.sync_api import Browser

from tests.support.clockwork import FIRST_CHECK_MS, INTERVAL_MS, guest_of, offer_newer_build
from tests.support.visitor import visitor

pytestmark = pytest.mark.mostly_nightly


WAYS = {
    # for each kind of navigation: the start page, JavaScript that navigates, and the target page
    "back": ("/contact", "() => history.back()", "/about"),
    "the language switch": ("/contact", "() => document.querySelector('a[hreflang=en]').click()", "/en/contact"),
    "code": ("/en/about", "() => { next.router.push('/links') }", "/links"),
}


@pytest.mark.main
def test_the_next_navigation_is_a_full_load(browser: Browser, site: str) -> None:
    faults = []
    with visitor(browser) as seen:
        guest = guest_of(seen)
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


def test_each_build_causes_only_one_full_load(browser: Browser, site: str) -> None:
    with visitor(browser) as seen:
        guest = guest_of(seen)
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
