"""A post's page shows text, pictures and videos. If the post is locked or missing, the page shows a message."""

import re

import pytest
from playwright.sync_api import expect

from app.content.club import MEMBERSHIPS_URL, TIERS
from app.content.studio import window_title
from app.i18n import use
from app.i18n.formats import price
from tests.fakes.campaign import ARCHIVE
from tests.support.languages import BOTH, CZECH, ENGLISH
from tests.support.members_site import LIST, LOCKED, OPEN, MembersSite
from tests.support.visitor import Visitor

pytestmark = pytest.mark.mostly_nightly

HOSTILE = "8011"


def test_dates_and_the_title_of_the_window(guest: Visitor, club: MembersSite) -> None:
    page = guest.page
    for language, day, title in (
        (CZECH, "14. dubna 2025", "Příspěvky pro členy"),
        (ENGLISH, "14 April 2025", "Members’ posts"),
    ):
        club.open_signed_in(guest, "edition", f"{LIST}/{OPEN}", language)
        expect(page.locator("header time[datetime='2025-04-14']")).to_have_text(day)
        expect(page).to_have_title(window_title("Co se nepovedlo"))
        expect(page.locator("#__next-route-announcer__")).to_be_empty()
        page.locator("main header a").click()
        expect(page.locator("#posts > li")).to_have_count(10)
        expect(page).to_have_title(re.compile(title))
        expect(page.locator("#__next-route-announcer__")).to_have_text(re.compile(title))
    assert guest.troubles == []


@pytest.mark.main
def test_a_missing_post_is_not_found(guest: Visitor, club: MembersSite) -> None:
    club.open_signed_in(guest, "archive")
    for language, id in zip(BOTH, ("4711", "9001"), strict=True):
        path = f"{language.prefix}{LIST}/{id}"
        guest.page.goto(club.url + path)
        expect(guest.page.get_by_text("Page not found:")).to_contain_text(path)
        expect(guest.page.locator("h1")).to_have_text(
            "Page Not Found" if language == ENGLISH else "Tahle stránka tu není"
        )
        expect(guest.page).to_have_title(re.compile("^404 "))
    assert guest.troubles == []


def test_another_post_without_a_connection_does_not_show_the_previous_one(
    guest: Visitor, new_club: MembersSite
) -> None:
    page = guest.page
    new_club.open_signed_in(guest, "edition")
    page.locator(f"#posts a[href$='/{OPEN}']").click()
    expect(page.locator(".letter")).to_be_visible()
    with new_club.server.stopped():
        page.locator("main header a").click()
        page.locator("#posts a[href$='/8007']").click()
        page.wait_for_url(f"**{LIST}/8007")
        expect(page.locator("h1")).to_have_text("Příspěvek pro členy")
        expect(page.locator(".letter")).to_have_count(0)
        expect(page).to_have_title(re.compile("^Příspěvek pro členy"))
        page.go_back()
        expect(page.locator("#posts > li")).to_have_count(10)
        expect(page.get_by_role("button", name="Odhlásit se všude")).to_be_visible()
        page.go_forward()
        page.wait_for_url(f"**{LIST}/8007")
    expect(page.locator(".letter")).to_be_visible(timeout=30_000)
    expect(page.locator("h1")).not_to_have_text("Příspěvek pro členy")


@pytest.mark.main
def test_a_locked_post_names_the_tier_and_promises_minutes(guest: Visitor, club: MembersSite) -> None:
    club.open_signed_in(guest, "proof", f"{LIST}/{LOCKED}", ENGLISH)
    expect(guest.page.get_by_text("the post opens within minutes")).to_be_visible()
    assert guest.page.locator("#members a[href*='/patreon/login']").count() == 0
    with use(ENGLISH):
        monthly = f"{price(TIERS[-1].crowns)} a month"
    expect(guest.page.get_by_text("Opens with:")).to_contain_text(monthly)
    assert "Čtyřicet na padesát" not in guest.page.content()


def test_a_declined_member_is_sent_to_the_payment(guest: Visitor, club: MembersSite) -> None:
    club.open_signed_in(guest, "declined", f"{LIST}/{LOCKED}", ENGLISH)
    payment = guest.page.get_by_role("link", name="Check the payment")
    expect(payment.first).to_have_attribute("href", MEMBERSHIPS_URL)
    expect(payment).to_have_count(2)
    expect(guest.page.get_by_text("You can change your tier")).to_have_count(0)


def test_a_post_opens_when_the_page_is_visible_after_an_upgrade(guest: Visitor, new_club: MembersSite) -> None:
    club, page = new_club, guest.page
    club.open_signed_in(guest, "proof", f"{LIST}/{LOCKED}", ENGLISH)
    expect(page.get_by_role("heading", name="This one is still locked")).to_be_visible()
    webhook = {"to": f"{club.url}/patreon/webhook", "event": "members:update", "person": "proof"}
    club.patreon.tell(person={"key": "proof", "tiers": [ARCHIVE]}, webhook=webhook)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".letter")).to_be_visible()


@pytest.mark.main
def test_a_hostile_post_does_nothing(guest: Visitor, club: MembersSite) -> None:
    page = guest.page
    club.open_signed_in(guest, "proof", f"{LIST}/{HOSTILE}")
    expect(page.locator(".letter")).to_contain_text("Konec.")
    expect(page.locator("h1")).to_contain_text("<img src=x onerror=")
    expect(page).to_have_title(re.compile("^<img src=x onerror="))
    left = page.evaluate(
        """() => {
            const inside = [...document.querySelectorAll(".letter *")]
            return {
                names: [...new Set(inside.map((each) => each.localName))],
                attributes: [...new Set(inside.flatMap((each) => each.getAttributeNames()))],
                links: inside.filter((each) => each.href).map((each) => new URL(each.href).protocol),
            }
        }"""
    )
    assert not {"script", "style", "iframe", "form", "input", "svg", "object", "embed", "base"} & {*left["names"]}
    assert not [name for name in left["attributes"] if name.startswith("on") or name in {"style", "id", "srcdoc"}]
    assert {*left["links"]} <= {"https:", "http:"}
    assert not [url for url in guest.requests if "evil.test" in url]
    assert guest.troubles == []


def test_pictures_of_a_post_are_shown(guest: Visitor, club: MembersSite) -> None:
    club.open_signed_in(guest, "archive", f"{LIST}/8005")
    picture = guest.page.locator(".letter img")
    picture.scroll_into_view_if_needed()
    guest.until("document.querySelector('.letter img').naturalWidth")
    box, column = picture.bounding_box(), guest.page.locator(".letter").bounding_box()
    assert box and column and box["width"] <= column["width"]


def test_a_film_is_framed(guest: Visitor, club: MembersSite) -> None:
    # Block video sites, because tests must not contact them.
    guest.page.route(re.compile("youtube|vimeo"), lambda route: route.fulfill(body="", content_type="text/html"))
    club.open_signed_in(guest, "proof", f"{LIST}/8007")
    frame = guest.page.locator(".letter iframe")
    frame.scroll_into_view_if_needed()
    box = frame.bounding_box()
    assert box and box["width"] / box["height"] == pytest.approx(16 / 9, rel=0.01)
    assert guest.troubles == []
