import asyncio
import time

import httpx
import pytest

from app.members.membership import CACHE_TTL_SECONDS, FRESH_SECONDS, OWNER_FRESH_SECONDS
from app.members.models import Session, Standing
from app.members.patreon_api import BACKOFF_SECONDS, PatreonUnavailableError
from tests.fakes.campaign import PROOF, people
from tests.support.members import cookies

pytestmark = pytest.mark.anyio

PROOF_MEMBER = people()["proof"].member
ACTIVE = Standing("active", frozenset([PROOF]))


def session(member: str | None = PROOF_MEMBER, *, creator: bool = False) -> Session:
    return Session("s", "101", member, "Pavla", creator, time.time())


async def test_asked_once_an_hour(club, network, time):
    for _ in range(5):
        assert await club.standing(session()) == ACTIVE
    time.passes(FRESH_SECONDS - 1)
    await club.standing(session())
    assert network.asked("/members/") == 1
    time.passes(1)
    await club.standing(session())
    assert network.asked("/members/") == 2


async def test_concurrent_callers_share_a_request(club, network):
    standings = await asyncio.gather(*(club.standing(session()) for _ in range(50)))
    assert standings == [ACTIVE] * 50 and network.asked("/members/") == 1


async def test_each_member_has_their_own_standing(club, fake):
    members = [person for person in fake.people.values() if person.member and person.key != "neighbour"]
    standings = await asyncio.gather(*(club.standing(session(person.member)) for person in members))
    assert [standing.tiers for standing in standings] == [frozenset(person.tiers) for person in members]


async def test_creator_and_strangers_cost_no_request(club, network):
    assert await club.standing(session(None, creator=True)) == Standing("creator")
    assert await club.standing(session(None)) == Standing("never")
    assert not network.requests


async def test_member_of_another_campaign(club, fake):
    assert await club.standing(session(fake.people["neighbour"].member)) == Standing("never")


async def test_signing_in_caches_the_standing(visit, club, network):
    await visit.signs_in("proof")
    assert await club.standing(session()) == ACTIVE
    assert network.asked("/members/") == 0


@pytest.mark.parametrize("switches", [{"broken": 500}, {"html": 502}, {"throttled": 5}], ids=str)
async def test_a_cached_answer_serves_for_a_day_while_patreon_fails(club, fake, time, switches):
    await club.standing(session())
    fake.switches |= switches
    for _ in range(23):
        time.passes(FRESH_SECONDS)
        assert await club.standing(session()) == ACTIVE
    time.passes(FRESH_SECONDS)
    with pytest.raises(PatreonUnavailableError):
        await club.standing(session())
    fake.switches.clear()
    time.passes(BACKOFF_SECONDS)
    assert await club.standing(session()) == ACTIVE


async def test_a_slow_patreon_is_asked_once(club, network, time):
    await club.standing(session())
    network.breaks(httpx.ReadTimeout)
    time.passes(FRESH_SECONDS)
    for _ in range(100):
        assert await club.standing(session()) == ACTIVE
    assert network.asked("/members/") == 2


async def test_an_answer_from_before_a_change_is_not_cached(club, fake, network, time):
    answered = asyncio.Event()
    network.delays(until=answered)
    asking = asyncio.create_task(club.standing(session()))
    while not network.requests:
        await asyncio.sleep(0)
    fake.people["proof"].status, fake.people["proof"].tiers = "former_patron", []
    time.passes(1)
    await club.member_changed(PROOF_MEMBER)
    network.fault = None
    assert (await club.standing(session())).status == "former"
    answered.set()
    await asking
    assert (await club.standing(session())).status == "former"


async def test_an_invalidation_outlives_the_answer(club, fake, time):
    await club.standing(session())
    old = await club.store.get(f"standing:{PROOF_MEMBER}")
    await club.member_changed(PROOF_MEMBER)
    await club.store.set(f"standing:{PROOF_MEMBER}", old, CACHE_TTL_SECONDS)
    time.passes(FRESH_SECONDS + 1)
    fake.switches["broken"] = 500
    with pytest.raises(PatreonUnavailableError):
        await club.standing(session())


OWNER = people()["creator"].user


async def test_the_owner_is_requested_once_a_day(club, network, time):
    answers = await asyncio.gather(*(club._memberships.is_owner(user) for user in (OWNER, "101") * 20))
    assert answers == [True, False] * 20 and len(network.requests) == 1
    time.passes(OWNER_FRESH_SECONDS - 1)
    assert await club._memberships.is_owner(OWNER) and len(network.requests) == 1
    time.passes(1)
    assert await club._memberships.is_owner(OWNER) and len(network.requests) == 2


async def test_without_an_answer_nobody_is_the_owner(club, fake, time):
    fake.switches["broken"] = 500
    assert not await club._memberships.is_owner(OWNER)
    fake.switches.clear()
    time.passes(BACKOFF_SECONDS)
    assert await club._memberships.is_owner(OWNER)
    fake.switches["broken"] = 500
    time.passes(OWNER_FRESH_SECONDS)
    assert await club._memberships.is_owner(OWNER), "the last answer serves"
    assert not await club._memberships.is_owner("101")


async def test_the_owner_is_requested_with_the_creator_token(visit, club, network):
    await visit.signs_in("creator")
    (request,) = [each for each in network.requests if "/identity" in each.url.path]
    assert "campaign" not in request.url.params["include"].replace("memberships.campaign", "")
    session = await club.session(cookies(visit.client))
    assert session and session.creator


async def test_signing_in_succeeds_without_the_owner(visit, fake):
    fake.switches |= {"broken": 500, "only": "/campaigns/9"}
    assert (await visit.signs_in("proof")).headers["location"] == "/patreon/private"
