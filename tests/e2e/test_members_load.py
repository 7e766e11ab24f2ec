"""Two hundred and fifty members at once on one process: each sees their own, and nobody what is not theirs."""

import asyncio
import json
import re
from collections.abc import Iterator
from itertools import cycle, islice

import httpx
import pytest

from app.members.view import LIST_PAGE_SIZE
from tests.fakes.club import POSTS, PUBLISHED, people
from tests.support.club import READABLE, ClubSite, club_site
from tests.support.member_load import Member, Tab, View, signed_in_members

pytestmark = pytest.mark.anyio

KINDS = ("proof", "edition", "archive", "free", "declined", "former", "never")
KEYS = [f"{kind}-{at}" for at, kind in enumerate(islice(cycle(KINDS), 250))]
EVERYBODY = people()
PHRASE = re.compile(r"[^\W\d_]+(?: [^\W\d_]+){3,}")
"""Four words or more, with nothing between them."""
API = "/api/oauth2/v2"


def spaced(text: str) -> str:
    """The same text, in JSON or not, with plain spaces."""
    return re.sub(r"\\n|\s", " ", text)


PHRASES = {post["id"]: PHRASE.findall(spaced(post["attributes"]["content"])) for post in POSTS}
"""By what the text of a post is known, by its id."""
NAMES = re.compile(rf"(?:{'|'.join(re.escape(EVERYBODY[kind].name) for kind in KINDS)}) \d+")


@pytest.fixture(scope="module")
def club(built: None) -> Iterator[ClubSite]:
    with club_site() as site:
        yield site


def opens(member: Member) -> set[str]:
    """The posts that somebody may read."""
    return READABLE[member.key.split("-")[0]]


def chosen(member: Member, further: int = 0) -> str:
    """The post that somebody looks at: somebody at every one of them."""
    return PUBLISHED[(int(member.key.split("-")[1]) + further) % len(PUBLISHED)]


def shows(post: str):
    """Whether a view is that of a post."""
    return lambda view: view["post"] and view["post"]["url"].endswith(f"-{post}")


def known(received: str) -> set[str]:
    """The posts of whose text there is anything in what was received."""
    text = spaced(received)
    return {id for id, phrases in PHRASES.items() if any(phrase in text for phrase in phrases)}


async def reads(member: Member) -> None:
    """Somebody opens the list, and then a post; each is theirs."""
    view = await member.tab.loads(lambda view: view["listed"])
    assert spaced(view["greeting"]).endswith(f": {EVERYBODY[member.key].name}")
    cards = {card["href"].split("/")[-1]: card for card in view["cards"]}
    assert list(cards) == list(reversed(PUBLISHED))[:LIST_PAGE_SIZE]
    assert {id for id, card in cards.items() if card["readable"]} == opens(member) & cards.keys()
    assert {id for id, card in cards.items() if card["excerpt"]} == opens(member) & cards.keys()
    await turns(member, chosen(member))


async def turns(member: Member, id: str) -> None:
    post = (await member.tab.turns(shows(id), id))["post"]
    readable = id in opens(member)
    assert (post["readable"], bool(post["html"]), bool(post["takes"])) == (readable, readable, not readable)
    assert known(json.dumps(post, ensure_ascii=False)) == ({id} if readable else set())


async def leaves(member: Member, http: httpx.AsyncClient) -> None:
    """Somebody signs out elsewhere; the tab learns it as soon as it asks for anything."""
    answer = await http.post(f"{member.site}/patreon/logout", headers={"cookie": member.cookies})
    assert answer.status_code == 303
    before = len(member.tab.received)
    view = await member.tab.turns(lambda view: view["access"] == "out", chosen(member))
    assert (view["greeting"], view["cards"], view["post"]) == ("", [], None)
    assert known("".join(member.tab.received[before:])) == set()


async def test_everyone_sees_their_own(club: ClubSite) -> None:
    async with asyncio.timeout(240), signed_in_members(club.url, club.patreon.url, KEYS) as members:
        await asyncio.gather(*map(reads, members))
        for member in members:
            received = "".join(member.tab.received)
            assert set(NAMES.findall(spaced(received))) == {EVERYBODY[member.key].name}
            assert known(received) <= opens(member)
            assert member.cookies not in received
        asked = club.patreon.asked()
        assert asked[f"{API}/campaigns/9/posts"] == 4, "one fetch, in pages, for all"
        assert asked[f"{API}/campaigns/9"] == 2, "for its tiers, and for whose it is"
        assert asked[f"{API}/identity"] == asked["/api/oauth2/token"] == len(members)
        assert not any("/members/" in path for path in asked), "what signing in has told is not asked again"

        gone, stay = members[::10], [member for at, member in enumerate(members) if at % 10]
        async with httpx.AsyncClient(trust_env=False, verify=False, timeout=60) as http:
            await asyncio.gather(*(leaves(member, http) for member in gone))
        await asyncio.gather(*(turns(member, chosen(member, 1)) for member in stay))


async def test_a_tab_without_a_session_gets_nothing(club: ClubSite) -> None:
    tab = await Tab.connect(club.url)
    view: View = await tab.loads(lambda view: view["access"] == "out")
    assert (view["cards"], known("".join(tab.received))) == ([], set())
    await tab.close()
