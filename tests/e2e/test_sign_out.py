"""Who signs out is signed out in every tab, whatever page it is on."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from app.i18n import LANGUAGES, Language
from tests.support.club import LIST, ClubSite, club_site
from tests.support.visitor import Visitor, follow, visitor

PUT_BY = """() => {
    dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
}"""
"""What a browser says that puts a page by for the Back button, and shows it again."""


@pytest.fixture(scope="module")
def club(built: None) -> Iterator[ClubSite]:
    """The site where people can sign in."""
    with club_site() as site:
        yield site


@pytest.fixture
def guest(browser: Browser) -> Iterator[Visitor]:
    """A visitor."""
    with visitor(browser) as guest:
        yield guest


def leaves_the_list(page: Page, club: ClubSite) -> None:
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


def test_a_tab_that_shows_a_public_page_hears_of_it(guest: Visitor, club: ClubSite) -> None:
    club.sign_in(guest, "edition")
    other = guest.page.context.new_page()
    leaves_the_list(other, club)
    guest.page.locator("form[action$='/patreon/logout'] button:not([formaction])").click()
    guest.page.wait_for_url(f"{club.url}/patreon")
    comes_back(other)
    expect(other.locator("#members")).to_have_attribute("data-access", "out")
    shows_nothing_of_it(other)


def test_a_page_that_was_put_by_may_not_have_heard_of_it(guest: Visitor, club: ClubSite) -> None:
    club.sign_in(guest, "edition")
    leaves_the_list(guest.page, club)
    guest.page.evaluate(PUT_BY)
    comes_back(guest.page)
    expect(guest.page.get_by_role("heading", name="Bez připojení")).to_be_visible()
    shows_nothing_of_it(guest.page)
    guest.page.context.set_offline(False)
    expect(guest.page.locator("#members")).to_contain_text("Edvard", timeout=30_000)


def test_who_is_still_signed_in_finds_everything_again(guest: Visitor, club: ClubSite) -> None:
    club.sign_in(guest, "edition")
    leaves_the_list(guest.page, club)
    comes_back(guest.page)
    expect(guest.page.locator("#members")).to_contain_text("Edvard")


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_signing_out_everywhere(browser: Browser, guest: Visitor, club: ClubSite, language: Language) -> None:
    """Somebody has left a phone on the tram; whoever else is signed in stays so."""
    with visitor(browser) as phone, visitor(browser) as somebody:
        for each, who in ((guest, "edition"), (phone, "edition"), (somebody, "archive")):
            club.sign_in(each, who, language=language)
        with guest.page.expect_request("**/patreon/logout?everywhere") as sent:
            name = "Sign out everywhere" if language.prefix else "Odhlásit se všude"
            guest.page.get_by_role("button", name=name).click()
        assert sent.value.method == "POST"
        guest.page.wait_for_url(f"{club.url}{language.prefix}/patreon")
        # The phone's socket is still open, with the cookie that it began with: it learns it when it asks for anything.
        phone.page.locator("#posts a").first.click()
        expect(phone.page.locator("#members")).to_have_attribute("data-access", "out")
        shows_nothing_of_it(phone.page)
        somebody.page.reload()
        expect(somebody.page.locator("#members")).to_contain_text("Alena")
        club.sign_in(phone, "edition", language=language)
        assert (guest.troubles, phone.troubles, somebody.troubles) == ([], [], [])


def test_other_tabs_hear_of_it_as_well(guest: Visitor, club: ClubSite) -> None:
    club.sign_in(guest, "edition")
    other = guest.page.context.new_page()
    leaves_the_list(other, club)
    guest.page.locator("form[action$='/patreon/logout'] button[formaction]").click()
    guest.page.wait_for_url(f"{club.url}/patreon")
    comes_back(other)
    expect(other.locator("#members")).to_have_attribute("data-access", "out")
    shows_nothing_of_it(other)
