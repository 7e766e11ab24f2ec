"""Patreon has troubles, or nothing to read yet: members' pages say so, and public pages have never heard of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from app.i18n import LANGUAGES, Language
from tests.fakes.club import PUBLISHED
from tests.support.club import LIST, ClubSite, club_site
from tests.support.visitor import Visitor, visitor

ENGLISH = LANGUAGES[1]
TROUBLES: dict[str, dict[str, Any]] = {
    "slow": {"slow": 10},
    "throttled": {"throttled": 2},
    "500": {"broken": 500},
    "HTML": {"html": 200},
    "dropped": {"dropped": True},
}
"""By name, what the fake is told (`Fake.control`)."""
PUBLIC = ("/", "/about")
LONG = 60_000
"""Milliseconds that a page may need to learn what Patreon says: one that takes ten seconds is waited for."""

each_language = pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)


@contextmanager
def member(browser: Browser, **settings: str) -> Iterator[tuple[ClubSite, Visitor]]:
    """A site whose posts nobody has looked at yet, and somebody who is signed in there."""
    with club_site(**settings) as club, visitor(browser) as guest:
        club.lets_in(guest, "proof")
        yield club, guest


def public_pages(club: ClubSite) -> list[bytes]:
    answers = [httpx.get(club.url + path, trust_env=False, headers={"accept-language": "cs"}) for path in PUBLIC]
    assert [answer.status_code for answer in answers] == [200] * len(PUBLIC)
    return [answer.content for answer in answers]


def are_as_ever(browser: Browser, club: ClubSite, before: list[bytes]) -> None:
    """Public pages are byte for byte what they were, and nothing on them fails."""
    assert public_pages(club) == before
    with visitor(browser) as guest:
        for path in PUBLIC:
            guest.opens(club.url + path)
            guest.settle()
        assert (guest.troubles, guest.sockets) == ([], [])


def is_told(page: Page, notice: str) -> None:
    expect(page.get_by_text(notice)).to_be_visible(timeout=LONG)


@pytest.mark.parametrize("trouble", TROUBLES)
def test_patreon_has_troubles(browser: Browser, built: None, trouble: str) -> None:
    with member(browser) as (club, guest):
        before = public_pages(club)
        club.patreon.tell(**TROUBLES[trouble])
        guest.page.goto(club.url + LIST)
        are_as_ever(browser, club, before)
        expect(guest.page.locator("#members")).to_have_attribute("data-access", "unavailable", timeout=LONG)
        is_told(guest.page, "žádné nemáme v zásobě")
        club.patreon.tell(reset=True)
        club.hears_of_other_posts()  # so that the site waits no longer than Patreon rests
        club.comes_up(guest, "#posts > li", 10)
        club.patreon.tell(**TROUBLES[trouble])
        club.hears_of_other_posts()
        guest.page.reload()
        are_as_ever(browser, club, before)
        is_told(guest.page, "co jsme od něj měli naposledy")
        expect(guest.page.locator("#posts > li")).to_have_count(10)
        assert guest.troubles == []


@each_language
def test_posts_that_may_be_old(browser: Browser, built: None, language: Language) -> None:
    with member(browser) as (club, guest):
        guest.page.goto(club.url + language.prefix + LIST)
        expect(guest.page.locator("#posts > li")).to_have_count(10)
        club.patreon.tell(broken=500)
        club.hears_of_other_posts()
        for path, shown in ((LIST, "#posts > li"), (f"{LIST}/8006", ".letter")):
            guest.page.goto(club.url + language.prefix + path)
            is_told(
                guest.page,
                "You see what we last had from it" if language == ENGLISH else "co jsme od něj měli naposledy",
            )
            expect(guest.page.locator(shown).first).to_be_visible()


@each_language
def test_nothing_to_read_yet(browser: Browser, built: None, language: Language) -> None:
    with member(browser) as (club, guest):
        for post in PUBLISHED:
            club.patreon.tell(unpublish=post)
        guest.page.goto(club.url + language.prefix + LIST)
        expect(guest.page.locator("#members h2")).to_have_text(
            "Nothing here yet" if language == ENGLISH else "Zatím nic"
        )
        is_told(guest.page, "still in the press" if language == ENGLISH else "je ještě v lisu")
        assert guest.page.locator("#posts").count() == 0
        expect(guest.page.locator("#members button[type='button']")).to_have_count(0)
        assert guest.troubles == []
