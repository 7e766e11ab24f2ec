import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.languages import BOTH
from tests.support.members_site import LIST, MembersSite
from tests.support.visitor import Visitor, follow, visitor

pytestmark = pytest.mark.mostly_nightly

FREEZE_AND_RESTORE = """() => {
    dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
}"""
"""JavaScript that simulates a return to the page from the back/forward cache."""


def open_and_leave_list(page: Page, club: MembersSite) -> None:
    page.goto(club.url + LIST)
    expect(page.locator("#members")).to_contain_text("Edvard")
    expect(page.locator("#posts > li")).to_have_count(10)
    page.evaluate("window.stays = true")
    follow(page, "/contact")
    expect(page.locator("#members")).to_have_count(0)


def return_to_list_offline(page: Page) -> None:
    """Goes back without a network, so that the page cannot ask the server whether the visitor is signed in."""
    page.context.set_offline(True)
    page.evaluate("history.back()")
    page.wait_for_url(f"**{LIST}")
    expect(page.locator("#members")).to_have_count(1)
    assert page.evaluate("window.stays") is True


def assert_no_content(page: Page) -> None:
    content = page.content()
    assert "Edvard" not in content and "Co se nepovedlo" not in content


@pytest.mark.parametrize("button", ["button:not([formaction])", "button[formaction]"], ids=["here", "everywhere"])
def test_a_tab_with_a_public_page_is_signed_out(guest: Visitor, club: MembersSite, button: str) -> None:
    club.open_signed_in(guest, "edition")
    other = guest.page.context.new_page()
    open_and_leave_list(other, club)
    guest.page.locator(f"form[action$='/patreon/logout'] {button}").click()
    guest.page.wait_for_url(f"{club.url}/patreon")
    return_to_list_offline(other)
    expect(other.locator("#members")).to_have_attribute("data-access", "out")
    assert_no_content(other)


def test_only_a_restored_page_asks_whether_it_is_signed_out(guest: Visitor, club: MembersSite) -> None:
    """A page from the back/forward cache hides its content until the server confirms the session."""
    club.open_signed_in(guest, "edition")
    open_and_leave_list(guest.page, club)
    return_to_list_offline(guest.page)
    expect(guest.page.locator("#members")).to_contain_text("Edvard")
    guest.page.context.set_offline(False)
    open_and_leave_list(guest.page, club)
    guest.page.evaluate(FREEZE_AND_RESTORE)
    return_to_list_offline(guest.page)
    expect(guest.page.get_by_role("heading", name="Bez připojení")).to_be_visible()
    assert_no_content(guest.page)
    guest.page.context.set_offline(False)
    expect(guest.page.locator("#members")).to_contain_text("Edvard", timeout=30_000)


@pytest.mark.main
def test_signing_out_everywhere(browser: Browser, guest: Visitor, club: MembersSite) -> None:
    with visitor(browser) as phone, visitor(browser) as other:
        club.open_signed_in(other, "archive")
        for each, language in zip((phone, guest), BOTH, strict=True):
            club.open_signed_in(each, "edition", language=language)
        expect(phone.page.get_by_role("button", name="Odhlásit se všude")).to_be_visible()
        with guest.page.expect_request("**/patreon/logout?everywhere") as sent:
            guest.page.get_by_role("button", name="Sign out everywhere").click()
        assert sent.value.method == "POST"
        guest.page.wait_for_url(f"{club.url}/en/patreon")
        # The server rejects the phone's requests, because all of the member's sessions were revoked.
        phone.page.locator("#posts a").first.click()
        expect(phone.page.locator("#members")).to_have_attribute("data-access", "out")
        assert_no_content(phone.page)
        other.page.reload()
        expect(other.page.locator("#members")).to_contain_text("Alena")
        club.sign_in(phone, "edition")
        assert (guest.troubles, phone.troubles, other.troubles) == ([], [], [])
