import json
from dataclasses import asdict, replace
from datetime import UTC, datetime
from typing import Any

import pytest

from app.members.membership import RECHECK_SECONDS
from app.members.models import Standing, Status, Tier
from app.members.patreon_api import PatreonUnavailableError
from app.members.view import MAX_LISTED_POSTS, View, view_for
from tests.fakes.campaign import ARCHIVE
from tests.support.fake_club import PAVLA, SECRET, TIERS, FakeClub, letter
from tests.support.languages import CZECH, ENGLISH
from tests.support.members import cookies

pytestmark = pytest.mark.anyio
NBSP = "\u00a0"
LOCKED = "8005"

OF_EACH_KIND = (
    letter(1, "3"),
    letter(2, "2", "3"),
    letter(3, "1", "2", "3"),
    letter(4),
    letter(5, public=True),
    letter(6, "gone"),
    letter(7, "0", "1"),
)
"""Sample posts for one, two and three tiers, all patrons, everybody, an unknown tier, and followers."""


async def view_of(club: FakeClub, post_id: str = "", language=ENGLISH, **change) -> View:
    return await view_for(club, replace(PAVLA, **change), language, "/en/patreon/private/" + post_id, post_id)


@pytest.mark.parametrize(
    ("status", "tiers", "readable"),
    [
        ("active", {"2"}, {"2", "3", "4", "5"}),
        ("former", set(), {"5"}),
        ("creator", set(), {"1", "2", "3", "4", "5", "6", "7"}),
    ],
)
async def test_each_member_reads_the_posts_of_their_tiers(status: Status, tiers: set[str], readable: set[str]) -> None:
    club = FakeClub(*OF_EACH_KIND)
    club.status, club.tiers = status, frozenset(tiers)
    listed = {card.href.rpartition("/")[2]: card for card in (await view_of(club)).cards}
    assert {id for id, card in listed.items() if card.readable} == readable
    for post in OF_EACH_KIND:
        opened = (await view_of(club, post.id)).post
        assert opened
        for text, shown in ((listed[post.id].excerpt, opened.html), (post.excerpt, post.html)):
            assert bool(text) == bool(shown)
        is_open = post.id in readable
        assert (opened.readable, SECRET in json.dumps(asdict(opened))) == (is_open, is_open)
        assert (SECRET in json.dumps(asdict(listed[post.id]))) == is_open
        assert bool(listed[post.id].takes) == bool(opened.takes) == (not is_open)


async def test_locked_posts_name_the_required_tiers() -> None:
    club = FakeClub(*OF_EACH_KIND)
    club.status, club.tiers = "never", frozenset()
    takes = [card.takes.replace(NBSP, " ") for card in (await view_of(club)).cards]
    assert takes == [
        "Opens with: Archive, CZK 900 a month",
        "Opens with: Edition or Archive, from CZK 350 a month",
        "Opens with: Proof, Edition or Archive, from CZK 150 a month",
        "Opens with: Proof, Edition or Archive, from CZK 150 a month",
        "",
        "For other members",
        "Opens with a free membership",
    ]
    czech = [card.takes.replace(NBSP, " ") for card in (await view_of(club, language=CZECH)).cards]
    assert czech[:2] == [
        "Patří k členství: Archiv, 900 Kč měsíčně",
        "Patří k členství: Náklad nebo Archiv, od 350 Kč měsíčně",
    ]


async def test_the_prices_of_locked_posts_are_those_of_this_site() -> None:
    club = FakeClub(letter(1, "2"), letter(2, "2", "4"), letter(3, "3", "4"))
    club.all_tiers = {"2": Tier("2", "Edition", 1500), "3": Tier("3", "Archive", 4000), "4": Tier("4", "Poster", 2000)}
    takes = [card.takes.replace(NBSP, " ") for card in (await view_of(club)).cards]
    assert takes == [
        "Opens with: Edition, CZK 350 a month",
        "Opens with: Edition or Poster, from CZK 350 a month",
        "Opens with: Poster or Archive",
    ], "Patreon's prices might be in another currency"


async def test_dates_and_addresses_are_in_the_language_of_the_page() -> None:
    club = FakeClub(letter(1))
    (english,), (czech,) = (await view_of(club)).cards, (await view_of(club, language=CZECH)).cards
    assert (english.href, czech.href) == ("/en/patreon/private/1", "/patreon/private/1")
    assert (english.day, czech.day) == ("30 June 2025", "30. června 2025")
    assert english.date == czech.date == "2025-06-30"
    for language, card in ((ENGLISH, english), (CZECH, czech)):
        opened = (await view_of(club, "1", language)).post
        assert opened and opened.path == card.href


async def test_posts_without_a_title_are_named_after_their_day() -> None:
    club = FakeClub(replace(letter(1), title=""))
    for language, title in ((ENGLISH, "Untitled, 30 June 2025"), (CZECH, "Bez názvu, 30. června 2025")):
        (card,), opened = (await view_of(club, language=language)).cards, (await view_of(club, "1", language)).post
        assert opened
        assert card.title.replace(NBSP, " ") == opened.title.replace(NBSP, " ") == title
        assert opened.page_title.startswith(opened.title)


async def test_dates_are_in_the_studio_s_time_zone() -> None:
    club = FakeClub(replace(letter(1), published=datetime(2026, 12, 31, 23, 20, tzinfo=UTC)))
    (card,), opened = (await view_of(club)).cards, (await view_of(club, "1")).post
    assert opened
    for shown in (card, opened):
        assert (shown.day, shown.date) == ("1 January 2027", "2027-01-01")


@pytest.mark.parametrize(
    ("status", "tiers", "expected", "tier"),
    [
        ("active", {"1"}, "active", "Tier: Proof"),
        ("active", {"1", "3"}, "active", "Tier: Archive and Proof"),
        ("active", {"unknown"}, "active", ""),
        ("declined", set(), "declined", ""),
        ("former", set(), "former", ""),
        ("former", {"1"}, "ending", "Tier: Proof"),
        ("former", {"0"}, "former", "Tier: Free"),
        ("never", {"1"}, "active", "Tier: Proof"),
        ("never", {"0"}, "free", "Tier: Free"),
        ("never", set(), "never", ""),
        ("creator", set(), "creator", ""),
    ],
)
async def test_status_and_tier(status: Status, tiers: set[str], expected: str, tier: str) -> None:
    club = FakeClub()
    club.status, club.tiers = status, frozenset(tiers)
    view = await view_of(club)
    assert (view.access, view.status, view.tier) == ("in", expected, tier)


async def test_czech_pages_name_tiers_like_the_page_of_the_club() -> None:
    club = FakeClub()
    club.tiers = frozenset({"0", "1", "2"})
    tier = (await view_of(club, language=CZECH)).tier
    assert tier.replace(NBSP, " ") == "Úroveň členství: Náklad, Nátisk a Free"


async def test_names_are_shown_as_they_are() -> None:
    assert (await view_of(FakeClub(), name="{tier} <b>")).greeting == "Signed in as {tier} <b>"


async def test_stale_posts_are_marked() -> None:
    club = FakeClub()
    club.stale = True
    assert (await view_of(club)).stale and (await view_of(club, "1")).stale


@pytest.mark.parametrize(
    ("change", "english", "czech"),
    [
        ({}, "", ""),
        ({"html": '<iframe src="x"></iframe>', "excerpt": ""}, "", ""),
        ({"shortened": True}, "The rest of this post is on Patreon.", "Pokračování příspěvku najdete na Patreonu."),
        (
            {"html": "<p></p>", "excerpt": ""},
            "The content of this post is only on Patreon.",
            "Obsah tohoto příspěvku najdete jen na Patreonu.",
        ),
    ],
)
async def test_a_note_says_which_text_is_only_on_patreon(change: dict[str, Any], english: str, czech: str) -> None:
    club = FakeClub(replace(letter(1, "1"), **change))
    for language, note in ((ENGLISH, english), (CZECH, czech)):
        opened = (await view_of(club, "1", language)).post
        assert opened and opened.note.replace(NBSP, " ") == note
    club.tiers = frozenset()
    locked = (await view_of(club, "1")).post
    assert locked and not locked.note


async def test_older_posts_are_offered_up_to_the_limit() -> None:
    club = FakeClub(*[letter(number) for number in range(MAX_LISTED_POSTS + 1)])
    offered = [(await view_for(club, PAVLA, ENGLISH, "", "", shown)).more for shown in (10, MAX_LISTED_POSTS)]
    assert offered == [True, False]


async def test_an_empty_list_counts_as_listed() -> None:
    club = FakeClub()
    club.letters = ()
    view = await view_of(club)
    assert (view.listed, view.cards, view.more) == (True, (), False)


async def test_without_a_membership_public_posts_are_open(monkeypatch: pytest.MonkeyPatch) -> None:
    async def standing(*_: object) -> Standing:
        raise PatreonUnavailableError

    club = FakeClub(*OF_EACH_KIND)
    monkeypatch.setattr(club, "standing", standing)
    view = await view_of(club)
    assert (view.access, view.status, view.tier, view.recheck) == ("in", "unknown", "", True)
    assert [card.href.rpartition("/")[2] for card in view.cards if card.readable] == ["5"]
    opened, locked = (await view_of(club, "5")).post, (await view_of(club, "3")).post
    assert opened and SECRET in opened.html
    assert locked and not locked.readable and SECRET not in json.dumps(asdict(locked))


@pytest.mark.parametrize(
    ("status", "post_id", "recheck"),
    [
        ("active", "", False),
        ("active", "3", False),
        ("active", "1", True),
        ("active", "6", False),
        ("declined", "", True),
        ("declined", "6", True),
    ],
)
async def test_a_page_that_a_payment_can_open_loads_again(status: Status, post_id: str, recheck: bool) -> None:
    club = FakeClub(*OF_EACH_KIND)
    club.status = status
    assert (await view_of(club, post_id)).recheck is recheck


async def test_no_tier_unlocks_posts_of_withdrawn_tiers() -> None:
    club = FakeClub(*OF_EACH_KIND)
    club.all_tiers = {**TIERS, "3": replace(TIERS["3"], published=False)}
    opened = [(await view_of(club, post.id)).post for post in OF_EACH_KIND]
    assert [post.title for post in opened if post and not post.unlockable and not post.readable] == [
        "Letter 1",
        "Letter 6",
    ]


async def test_a_changed_tier_opens_a_locked_post_within_a_minute(visit, club, fake, network, time) -> None:
    await visit.signs_in("proof")
    session = await club.session(cookies(visit.client))

    async def is_readable() -> bool:
        post = (await view_for(club, session, ENGLISH, "", LOCKED)).post
        assert post
        return post.readable

    assert not await is_readable()
    fake.people["proof"].tiers = [ARCHIVE]
    time.passes(RECHECK_SECONDS - 1)
    assert not await is_readable() and network.asked("/members/") == 0, "signing in has sent the membership"
    time.passes(1)
    assert await is_readable() and network.asked("/members/") == 1
    time.passes(RECHECK_SECONDS)
    assert await is_readable() and network.asked("/members/") == 1, "asked again only while locked"


@pytest.mark.parametrize("post_id", ["", "1"])
async def test_patreon_fails(post_id: str) -> None:
    club = FakeClub()
    club.failure = PatreonUnavailableError()
    view = await view_of(club, post_id)
    assert (view.access, view.listed, view.post) == ("unavailable", False, None)
