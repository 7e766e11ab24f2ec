"""Everybody signs in, and is told how they stand and what they may read; and somebody joins the club."""

import re
from itertools import cycle
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from app.i18n import Language
from tests.fakes.campaign import PROOF as PROOF_TIER
from tests.fakes.campaign import people
from tests.support.languages import BOTH, CZECH, ENGLISH
from tests.support.members_site import (
    ALL,
    LIST,
    LOCKED,
    OPEN,
    READABLE,
    SECRET,
    MembersSite,
    assert_access,
    post,
    sign_out,
)
from tests.support.visitor import Visitor

STANDING = {
    "declined": ("nepodařilo strhnout platbu", "could not charge your card"),
    "former": ("Vaše členství skončilo", "Your membership has ended"),
    "free": ("sledujete zdarma", "follow the club for free"),
    "never": ("Zatím nejste členem", "not a member of the club yet"),
    "neighbour": ("Zatím nejste členem", "not a member of the club yet"),
    "creator": ("Tohle je vaše kampaň", "This is your own campaign"),
}
"""What they are told, in both languages."""
SHUT = {"cs": "Patří k\N{NO-BREAK SPACE}členství:", "en": "Opens with:"}
"""What stands before the tiers that open a post; only who may not read it sees this."""


def listed(page: Page) -> dict[str, str]:
    """The posts of the list by id, each with all that is said of it."""
    found = page.evaluate(
        """() => [...document.querySelectorAll("#posts > li")].map(
            (item) => [item.querySelector("a").getAttribute("href").split("/").pop(), item.innerText])"""
    )
    return dict(found)


def meant_for(who: str, language: Language) -> set[str]:
    """What they are told of how they stand; who pays is told nothing of the kind."""
    return {STANDING[who][BOTH.index(language)]} if who in STANDING else set()


def is_wrong_with(page: Page, opens: set[str], language: Language) -> list[str]:
    """What is wrong with posts for somebody who may read those in `opens`: each has to show its text, or its tiers."""
    wrong = []
    for id in (OPEN, LOCKED, "8001"):
        page.goto(urljoin(page.url, post(id, language)))
        assert_access(page, "in")
        expect(page.locator("h1")).not_to_have_text(re.compile("A post for members|Příspěvek pro členy"))
        shown = page.locator(".letter").count(), SHUT[language.code] in page.inner_text("main")
        wrong += [f"{id}: {shown}"] * (shown != (int(id in opens), id not in opens))
    return wrong


@pytest.mark.parametrize(("who", "language"), [("edition", CZECH), ("free", ENGLISH)])
def test_the_whole_way(guest: Visitor, club: MembersSite, who: str, language: Language) -> None:
    page = guest.page
    club.sign_in(guest, who, language=language)
    expect(page.locator("#members")).to_contain_text(people()[who].name)
    assert is_wrong_with(page, READABLE[who], language) == []
    page.goto(club.url + language.prefix + LIST)
    assert_access(page, "in")
    sign_out(page)
    page.wait_for_url(club.url + language.prefix + "/patreon")
    page.goto(club.url + language.prefix + LIST)
    assert_access(page, "out")
    assert guest.troubles == []


def test_everybody_is_told_how_they_stand_and_what_they_may_read(guest: Visitor, club: MembersSite) -> None:
    """The next person in the other language; that every text is there in both, the catalogs' tests see."""
    page = guest.page
    wrong = []
    for (who, readable), language in zip(READABLE.items(), cycle(BOTH)):
        club.open_signed_in(guest, who, language=language)
        expect(page.locator("#members")).to_contain_text(people()[who].name)
        expect(page.locator("#posts > li")).to_have_count(10)
        told = {text for texts in STANDING.values() for text in texts if text in page.inner_text("main")}
        wrong += [f"{who}, {language.code}: {told}"] * (told != meant_for(who, language))
        page.locator("#members button[type='button']").click()
        expect(page.locator("#posts > li")).to_have_count(len(ALL))
        opened = {id for id, said in listed(page).items() if SHUT[language.code] not in said}
        wrong += [f"{who}: {opened ^ readable}"] * (opened != readable)
    assert wrong == []
    assert guest.troubles == []


def test_the_way_in_from_the_page_of_the_club(guest: Visitor, club: MembersSite) -> None:
    guest.opens(f"{club.url}/en/patreon")
    guest.page.locator("main a[href='/en/patreon/login']").click()
    guest.page.locator("#proof").click()
    guest.page.wait_for_url(f"{club.url}/en/patreon/private")
    assert_access(guest.page, "in")


JOINED = {"key": "never", "member": "5f0c4a1e-of-late", "status": "active_patron", "tiers": [PROOF_TIER]}
"""Who was no member has become one."""


def test_who_has_just_joined_signs_in_once_more(guest: Visitor, club: MembersSite) -> None:
    page = guest.page
    club.sign_in(guest, "never", f"{LIST}/{OPEN}", ENGLISH)
    expect(page.get_by_text("Just joined?")).to_be_visible()
    expect(page.get_by_text("within minutes")).to_have_count(0)
    club.patreon.tell(person={**JOINED})
    page.get_by_role("link", name="Sign in once more").click()
    page.locator("#never").click()
    page.wait_for_url(club.url + post(OPEN, ENGLISH))
    expect(page.locator(".letter")).to_contain_text(SECRET)
    assert guest.troubles == []


def test_or_patreon_tells_of_it(guest: Visitor, club: MembersSite) -> None:
    club.sign_in(guest, "never", f"{LIST}/{OPEN}")
    expect(guest.page.get_by_text("Přidali jste se před chvilkou?")).to_be_visible()
    expect(guest.page.get_by_text("během pár minut")).to_have_count(0)
    expect(guest.page.get_by_role("link", name="Přihlásit se znovu")).to_be_visible()
    club.patreon.tell(person={**JOINED})
    club.patreon.tell(webhook={"to": f"{club.url}/patreon/webhook", "event": "members:create", "person": "never"})
    guest.page.reload()
    expect(guest.page.locator(".letter")).to_contain_text(SECRET)
