"""Who signs out is signed out in every tab, whatever page it is on."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.languages import BOTH
from tests.support.members_site import LIST, MembersSite
from tests.support.visitor import Visitor, follow, visitor

PUT_BY = """() => {
    dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
}"""
"""What a browser says that puts a page by for the Back button, and shows it again."""


def leaves_the_list(page: Page, club: MembersSite) -> None:
    """Reads the list, and goes on to a public page within the document."""
    page.goto(club.url + LIST)
    expect(page.locator("#members")).to_contain_text("Edvard")
    expect(page.locator("#posts > li")).to_have_count(10)
    page.evaluate("window.stays = true")
    follow(page, "/contact")
    expect(page.locator("#members")).to_have_count(0)


def comes_back(page: Page) -> None:
    """Goes back to the list, within the document, and without a server that could say anything."""
    page.context.set_offline(True)
    page.evaluate("history.back()")
    page.wait_for_url(f"**{LIST}")
    expect(page.locator("#members")).to_have_count(1)
    assert page.evaluate("window.stays") is True


def shows_nothing_of_it(page: Page) -> None:
    content = page.content()
    assert "Edvard" not in content and "Co se nepovedlo" not in content


@pytest.mark.parametrize("button", ["button:not([formaction])", "button[formaction]"], ids=["here", "everywhere"])
def test_a_tab_that_shows_a_public_page_hears_of_it(guest: Visitor, club: MembersSite, button: str) -> None:
    club.open_signed_in(guest, "edition")
    other = guest.page.context.new_page()
    leaves_the_list(other, club)
    guest.page.locator(f"form[action$='/patreon/logout'] {button}").click()
    guest.page.wait_for_url(f"{club.url}/patreon")
    comes_back(other)
    expect(other.locator("#members")).to_have_attribute("data-access", "out")
    shows_nothing_of_it(other)


def test_only_a_page_that_was_put_by_may_not_have_heard_of_it(guest: Visitor, club: MembersSite) -> None:
    """Who is still signed in finds everything again."""
    club.open_signed_in(guest, "edition")
    leaves_the_list(guest.page, club)
    comes_back(guest.page)
    expect(guest.page.locator("#members")).to_contain_text("Edvard")
    guest.page.context.set_offline(False)
    leaves_the_list(guest.page, club)
    guest.page.evaluate(PUT_BY)
    comes_back(guest.page)
    expect(guest.page.get_by_role("heading", name="Bez připojení")).to_be_visible()
    shows_nothing_of_it(guest.page)
    guest.page.context.set_offline(False)
    expect(guest.page.locator("#members")).to_contain_text("Edvard", timeout=30_000)


def test_signing_out_everywhere(browser: Browser, guest: Visitor, club: MembersSite) -> None:
    """Somebody has left a phone on the tram; whoever else is signed in stays so."""
    with visitor(browser) as phone, visitor(browser) as somebody:
        club.open_signed_in(somebody, "archive")
        for each, language in zip((phone, guest), BOTH, strict=True):
            club.open_signed_in(each, "edition", language=language)
        expect(phone.page.get_by_role("button", name="Odhlásit se všude")).to_be_visible()
        with guest.page.expect_request("**/patreon/logout?everywhere") as sent:
            guest.page.get_by_role("button", name="Sign out everywhere").click()
        assert sent.value.method == "POST"
        guest.page.wait_for_url(f"{club.url}/en/patreon")
        # The phone's socket is still open, with the cookie that it began with: it learns it when it asks for
        # anything.
        phone.page.locator("#posts a").first.click()
        expect(phone.page.locator("#members")).to_have_attribute("data-access", "out")
        shows_nothing_of_it(phone.page)
        somebody.page.reload()
        expect(somebody.page.locator("#members")).to_contain_text("Alena")
        club.sign_in(phone, "edition")
        assert (guest.troubles, phone.troubles, somebody.troubles) == ([], [], [])
