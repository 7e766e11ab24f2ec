import re

import pytest
from playwright.sync_api import expect

from tests.support.members_site import LIST, OPEN, SECRET, MembersSite, assert_access, post, sign_out
from tests.support.visitor import Visitor

pytestmark = pytest.mark.mostly_nightly


@pytest.mark.main
def test_signing_out_in_one_tab_ends_both(guest: Visitor, club: MembersSite) -> None:
    club.open_signed_in(guest, "edition")
    other = Visitor(guest.page.context.new_page())
    other.page.goto(club.url + post(OPEN))
    expect(other.page.locator(".letter")).to_contain_text(SECRET)
    sign_out(guest.page)
    assert_access(other.page, "out")
    expect(other.page).to_have_title(re.compile("^Příspěvek pro členy"))
    content = other.page.content()
    assert SECRET not in content and "Edvard" not in content and "Co se nepovedlo" not in content
    guest.page.wait_for_url(f"{club.url}/patreon")
    # The member's session is revoked, so the server refuses requests on the second tab's websocket.
    other.page.get_by_role("link", name="Všechny příspěvky").first.click()
    other.page.wait_for_url(club.url + LIST)
    assert_access(other.page, "out")
    assert SECRET not in other.page.content()
    club.sign_in(guest, "edition")
    assert_access(other.page, "in")
    assert other.troubles == []


@pytest.mark.main
def test_a_page_in_the_back_forward_cache_has_no_content(guest: Visitor, club: MembersSite) -> None:
    club.open_signed_in(guest, "edition", f"{LIST}/{OPEN}")
    expect(guest.page.locator(".letter")).to_contain_text(SECRET)
    guest.page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    assert SECRET not in guest.page.content()
    with guest.page.expect_navigation():
        guest.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(guest.page.locator(".letter")).to_contain_text(SECRET)
