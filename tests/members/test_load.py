import asyncio
import json
import re
from collections.abc import Iterator
from itertools import cycle, islice

import httpx
import pytest

from app.members.view import LIST_PAGE_SIZE
from tests.fakes.campaign import POSTS, PUBLISHED, people
from tests.support.member_load import Member, Tab, View, signed_in_members
from tests.support.members_site import READABLE, MembersSite, members_site

pytestmark = [pytest.mark.anyio, pytest.mark.nightly]

KINDS = ("proof", "edition", "archive", "free", "declined", "former", "never")
KEYS = [f"{kind}-{at}" for at, kind in enumerate(islice(cycle(KINDS), 250))]
EVERYBODY = people()
PHRASE = re.compile(r"[^\W\d_]+(?: [^\W\d_]+){3,}")
API = "/api/oauth2/v2"


def spaced(text: str) -> str:
    return re.sub(r"\\n|\s", " ", text)


PHRASES = {post["id"]: PHRASE.findall(spaced(post["attributes"]["content"])) for post in POSTS}
NAMES = re.compile(rf"(?:{'|'.join(re.escape(EVERYBODY[kind].name) for kind in KINDS)}) \d+")


@pytest.fixture(scope="module")
def club(built: None) -> Iterator[MembersSite]:
    with members_site() as site:
        yield site


def readable_posts(member: Member) -> set[str]:
    return READABLE[member.key.split("-")[0]]


def chosen_post(member: Member, further: int = 0) -> str:
    return PUBLISHED[(int(member.key.split("-")[1]) + further) % len(PUBLISHED)]


def view_of(post: str):
    return lambda view: view["post"] and view["post"]["url"].endswith(f"-{post}")


def posts_in(received: str) -> set[str]:
    text = spaced(received)
    return {id for id, phrases in PHRASES.items() if any(phrase in text for phrase in phrases)}


async def read_list_and_post(member: Member) -> None:
    view = await member.tab.loads(lambda view: view["listed"])
    assert spaced(view["greeting"]).endswith(f": {EVERYBODY[member.key].name}")
    cards = {card["href"].split("/")[-1]: card for card in view["cards"]}
    assert list(cards) == list(reversed(PUBLISHED))[:LIST_PAGE_SIZE]
    assert {id for id, card in cards.items() if card["readable"]} == readable_posts(member) & cards.keys()
    assert {id for id, card in cards.items() if card["excerpt"]} == readable_posts(member) & cards.keys()
    await turn_to(member, chosen_post(member))


async def turn_to(member: Member, id: str) -> None:
    post = (await member.tab.turns(view_of(id), id))["post"]
    readable = id in readable_posts(member)
    assert (post["readable"], bool(post["html"]), bool(post["takes"])) == (readable, readable, not readable)
    assert posts_in(json.dumps(post, ensure_ascii=False)) == ({id} if readable else set())


async def sign_out(member: Member, http: httpx.AsyncClient) -> None:
    """Signs out, and asserts that the open tab shows nothing private."""
    answer = await http.post(f"{member.site}/patreon/logout", headers={"cookie": member.cookies})
    assert answer.status_code == 303
    before = len(member.tab.received)
    view = await member.tab.turns(lambda view: view["access"] == "out", chosen_post(member))
    assert (view["greeting"], view["cards"], view["post"]) == ("", [], None)
    assert posts_in("".join(member.tab.received[before:])) == set()


async def test_every_member_sees_only_their_own_content(club: MembersSite) -> None:
    async with asyncio.timeout(360), signed_in_members(club.url, club.patreon.url, KEYS) as members:
        await asyncio.gather(*map(read_list_and_post, members))
        for member in members:
            received = "".join(member.tab.received)
            assert set(NAMES.findall(spaced(received))) == {EVERYBODY[member.key].name}
            assert posts_in(received) <= readable_posts(member)
            assert member.cookies not in received
        asked = club.patreon.asked()
        assert asked[f"{API}/campaigns/9/posts"] == 4, "expected one paginated fetch for all members"
        assert asked[f"{API}/campaigns/9"] == 2, "expected one request for tiers and one for the owner"
        assert asked[f"{API}/identity"] == asked["/api/oauth2/token"] == len(members)
        assert all(asked[path] == 1 for path in asked if "/members/" in path)

        gone, stay = members[::10], [member for at, member in enumerate(members) if at % 10]
        async with httpx.AsyncClient(trust_env=False, verify=False, timeout=60) as http:
            await asyncio.gather(*(sign_out(member, http) for member in gone))
        await asyncio.gather(*(turn_to(member, chosen_post(member, 1)) for member in stay))


async def test_a_tab_without_a_session_gets_nothing(club: MembersSite) -> None:
    tab = await Tab.connect(club.url)
    view: View = await tab.loads(lambda view: view["access"] == "out")
    assert (view["cards"], posts_in("".join(tab.received))) == ([], set())
    await tab.close()
