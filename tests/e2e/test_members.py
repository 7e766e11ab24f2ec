"""Members see their membership status and their tier's posts. Visitors can become members."""

from itertools import cycle

import pytest
from playwright.sync_api import Page, expect

from tests.fakes.campaign import PROOF as PROOF_TIER
from tests.fakes.campaign import people
from tests.support.languages import BOTH, ENGLISH
from tests.support.members_site import (
    ALL,
    LIST,
    LOCKED,
    OPEN,
    READABLE,
    SECRET,
    MembersSite,
    assert_access,
    cookies_of,
    post,
    sign_out,
)
from tests.support.visitor import Visitor

pytestmark = pytest.mark.mostly_nightly

STANDING = {
    "declined": ("nepodařilo strhnout platbu", "could not charge your card"),
    "former": ("Vaše členství skončilo", "Your membership has ended"),
    "free": ("sledujete zdarma", "following the club for free"),
    "never": ("Zatím nejste členem", "not a member of the club yet"),
    "neighbour": ("Zatím nejste členem", "not a member of the club yet"),
    "creator": ("Tohle je vaše kampaň", "This is your own campaign"),
}
SHUT = {"cs": "Patří k\N{NO-BREAK SPACE}", "en": "Opens with"}
"""The start of a locked post's note about the required membership, in each language."""


def listed_posts(page: Page) -> dict[str, str]:
    found = page.evaluate(
        """() => [...document.querySelectorAll("#posts > li")].map(
            (item) => [item.querySelector("a").getAttribute("href").split("/").pop(), item.innerText])"""
    )
    return dict(found)


@pytest.mark.main
def test_signing_in_reading_and_signing_out(guest: Visitor, club: MembersSite) -> None:
    page = guest.page
    frames: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
    club.sign_in(guest, "edition")
    expect(page.locator("#members")).to_contain_text(people()["edition"].name)
    session = cookies_of(page)["session"]
    for id in (OPEN, LOCKED, "8001"):
        page.goto(club.url + post(id))
        assert_access(page, "in")
        expect(page.locator("h1")).not_to_have_text("Příspěvek pro členy")
        main = expect(page.locator("main"))
        (main.to_contain_text if id == LOCKED else main.not_to_contain_text)(SHUT["cs"])
        expect(page.locator(".letter")).to_have_count(int(id != LOCKED))
    page.goto(club.url + LIST)
    assert_access(page, "in")
    assert cookies_of(page)["session"] == session, "scripts never see it"
    assert any("Edvard" in frame for frame in frames) and not [frame for frame in frames if session in frame]
    assert session not in page.evaluate("document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })")
    sign_out(page)
    page.wait_for_url(f"{club.url}/patreon")
    page.goto(club.url + LIST)
    assert_access(page, "out")
    assert guest.troubles == []


def test_everybody_sees_their_membership_and_what_they_may_read(guest: Visitor, club: MembersSite) -> None:
    page = guest.page
    wrong = []
    for (who, readable), language in zip(READABLE.items(), cycle(BOTH)):
        club.open_signed_in(guest, who, language=language)
        expect(page.locator("#members")).to_contain_text(people()[who].name)
        expect(page.locator("#posts > li")).to_have_count(10)
        shown = {text for texts in STANDING.values() for text in texts if text in page.inner_text("main")}
        expected = {STANDING[who][BOTH.index(language)]} if who in STANDING else set()
        wrong += [f"{who}, {language.code}: {shown}"] * (shown != expected)
        page.locator("#members button[type='button']").click()
        expect(page.locator("#posts > li")).to_have_count(len(ALL))
        opened = {id for id, said in listed_posts(page).items() if SHUT[language.code] not in said}
        wrong += [f"{who}: {opened ^ readable}"] * (opened != readable)
    assert wrong == []
    assert guest.troubles == []


@pytest.mark.main
def test_the_focus_moves_to_the_first_older_post(guest: Visitor, club: MembersSite) -> None:
    page = guest.page
    club.open_signed_in(guest, "proof")
    expect(page.locator("#posts > li")).to_have_count(10)
    page.locator("#members button[type='button']").press("Enter")
    expect(page.locator("#posts > li")).to_have_count(len(ALL))
    expect(page.locator("#posts > li").nth(10).locator("a")).to_be_focused()
    assert guest.troubles == []


def test_signing_in_from_the_page_of_the_club(guest: Visitor, club: MembersSite) -> None:
    guest.opens(f"{club.url}/en/patreon")
    guest.page.locator("main a[href='/en/patreon/login']").click()
    guest.page.locator("#proof").click()
    guest.page.wait_for_url(f"{club.url}/en/patreon/private")
    assert_access(guest.page, "in")


JOINED = {"key": "never", "member": "5f0c4a1e-of-late", "status": "active_patron", "tiers": [PROOF_TIER]}


def test_a_new_member_signs_in_again(guest: Visitor, club: MembersSite) -> None:
    page = guest.page
    club.sign_in(guest, "never", f"{LIST}/{OPEN}", ENGLISH)
    expect(page.get_by_text("Just joined?")).to_be_visible()
    expect(page.get_by_text("within minutes")).to_have_count(0)
    club.patreon.tell(person=JOINED)
    page.get_by_role("link", name="Sign in once more").click()
    page.locator("#never").click()
    page.wait_for_url(club.url + post(OPEN, ENGLISH))
    expect(page.locator(".letter")).to_contain_text(SECRET)
    assert guest.troubles == []
