import asyncio
import time
from dataclasses import replace

import httpx
import pytest

from app.members.club import Club
from app.members.membership import (
    CACHE_TTL_SECONDS,
    FRESH_SECONDS,
    MAX_WAIT_SECONDS,
    OWNER_FRESH_SECONDS,
    REQUESTS,
    WRITE_PAUSE_SECONDS,
)
from app.members.models import Session, Standing
from app.members.patreon_api import BACKOFF_SECONDS, PatreonUnavailableError
from app.members.view import View, view_for
from tests.fakes.campaign import PROOF, people
from tests.support.languages import ENGLISH
from tests.support.members import FullStore, cookies

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
    network.delays(released=answered)
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


IDS = [f"5f0c4a1e-{number}" for number in range(120)]
MEMBERS = [session(id) for id in IDS]


@pytest.fixture
def many_members(fake):
    for id in IDS:
        fake.people[id] = replace(fake.people["proof"], key=id, member=id)


async def limit_requests(network, most: int) -> None:
    async def fault(_request: httpx.Request) -> httpx.Response | None:
        too_many = httpx.Response(429, json={"errors": [{"retry_after_seconds": 60}]})
        return too_many if len(network.requests) > most else None

    network.requests.clear()
    network.fault = fault


@pytest.mark.parametrize("age", [60, FRESH_SECONDS, 23 * FRESH_SECONDS])
async def test_a_restart_loses_no_member_their_text(configure, many_members, network, time, tmp_path, age):
    """After a restart, all open tabs request their memberships simultaneously, more often than Patreon allows."""
    settings = configure(data_dir=str(tmp_path))
    before = Club(settings, transport=network, clock=time)
    for id in IDS:
        await before._memberships.learn(id, ACTIVE, time())
    await before.close()
    time.passes(age)
    await limit_requests(network, 100)
    after = Club(settings, transport=network, clock=time)
    views = await asyncio.gather(
        *(view_for(after, each, ENGLISH, "/en/patreon/private/8002", "8002") for each in MEMBERS)
    )
    await after.close()
    assert {view.status for view in views} == {"active"} and all(view.post and view.post.html for view in views)
    assert network.asked("/members/") < 100


async def test_a_change_outlives_a_restart(configure, fake, network, time, tmp_path):
    settings = configure(data_dir=str(tmp_path))
    before = Club(settings, transport=network, clock=time)
    assert await before.standing(session()) == ACTIVE
    fake.people["proof"].status, fake.people["proof"].tiers = "former_patron", []
    assert PROOF_MEMBER and await before.member_changed(PROOF_MEMBER)
    await before.close()
    after = Club(settings, transport=network, clock=time)
    assert (await after.standing(session())).status == "former"
    await after.close()


async def test_a_change_that_a_restart_would_lose_is_reported(club, time):
    """If the site reports that it could not store a change, Patreon repeats the webhook."""
    records = club._memberships._records = FullStore(clock=time)
    assert not await club.member_changed(PROOF_MEMBER)
    records.is_full = False
    assert await club.member_changed(PROOF_MEMBER)


async def test_a_failed_write_pauses_the_writes_of_memberships(club, time):
    """Each write to a locked database takes ten seconds to fail, so members must not wait for every write."""

    class LockedStore(FullStore):
        async def set(self, key: str, value: bytes, ttl: float) -> bool:
            written.append(key)
            await asyncio.sleep(0)
            return await super().set(key, value, ttl)

    written: list[str] = []
    records = club._memberships._records = LockedStore(clock=time)
    for _ in range(2):
        await asyncio.gather(*(club._memberships.learn(id, ACTIVE, time()) for id in IDS))
        assert len(written) == 1
    assert not await club.member_changed(PROOF_MEMBER) and len(written) == 2, "changes are always written"
    assert [await club.standing(each) for each in MEMBERS] == [ACTIVE] * len(MEMBERS), "memory has the memberships"
    records.is_full = False
    time.passes(WRITE_PAUSE_SECONDS)
    for id in IDS[:2]:
        await club._memberships.learn(id, ACTIVE, time())
        assert await records.get(f"standing:{id}")


@pytest.fixture
def open_tabs(club, many_members, network, time):
    """Returns a function that opens the list of posts in one tab per session.

    The clock advances only while all unfinished tabs wait, so the result does not depend on the machine's speed.
    """
    waiting = 0

    async def sleep(seconds: float) -> None:
        nonlocal waiting
        waiting, until = waiting + 1, time() + seconds
        while time() < until:
            await asyncio.sleep(0)
        waiting -= 1

    async def open_tabs(sessions: list[Session]) -> list[View]:
        opening = [asyncio.ensure_future(view_for(club, each, ENGLISH, "/en/patreon/private")) for each in sessions]
        while pending := sum(not each.done() for each in opening):
            await asyncio.sleep(0)
            if waiting == pending:
                time.passes(0.25)
        return [each.result() for each in opening]

    club._memberships._sleep = sleep
    return open_tabs


async def test_members_without_a_cached_standing_wait_for_their_turn(open_tabs, network, time):
    started = time()
    views = await open_tabs(MEMBERS)
    answered = [view for view in views if view.status == "active"]
    assert len(answered) == network.asked("/members/")
    assert len(answered) == REQUESTS.capacity + MAX_WAIT_SECONDS / REQUESTS.refill_seconds
    assert time() - started <= MAX_WAIT_SECONDS + 1
    assert all(view.status == "unknown" for view in views if view not in answered)


async def test_nobody_waits_for_a_turn_while_patreon_fails(open_tabs, club, fake, time):
    await club.listing()
    fake.switches |= {"broken": 500, "only": "/members/"}
    started = time()
    views = await open_tabs(MEMBERS)
    assert {view.status for view in views} == {"unknown"} and time() - started <= 2


async def test_calls_that_send_nothing_use_up_no_turns(open_tabs, fake, network, time):
    fake.switches |= {"broken": 500, "only": "/members/"}
    await open_tabs(MEMBERS[:1])
    asked = network.asked("/members/")
    await open_tabs(MEMBERS)
    assert network.asked("/members/") == asked
    fake.switches.clear()
    time.passes(BACKOFF_SECONDS)
    started = time()
    views = await open_tabs(MEMBERS[: REQUESTS.capacity])
    assert {view.status for view in views} == {"active"} and time() - started <= 1


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


async def test_the_owner_is_known_after_a_restart(configure, fake, network, time, tmp_path):
    settings = configure(data_dir=str(tmp_path))
    before = Club(settings, transport=network, clock=time)
    assert await before._memberships.is_owner(OWNER)
    await before.close()
    time.passes(OWNER_FRESH_SECONDS)
    fake.switches["broken"] = 500
    after = Club(settings, transport=network, clock=time)
    assert await after._memberships.is_owner(OWNER) and not await after._memberships.is_owner("101")
    await after.close()


async def test_the_owner_is_requested_with_the_creator_token(visit, club, network):
    await visit.signs_in("creator")
    (request,) = [each for each in network.requests if "/identity" in each.url.path]
    assert "campaign" not in request.url.params["include"].replace("memberships.campaign", "")
    session = await club.session(cookies(visit.client))
    assert session and session.creator


async def test_signing_in_succeeds_without_the_owner(visit, fake):
    fake.switches |= {"broken": 500, "only": "/campaigns/9"}
    assert (await visit.signs_in("proof")).headers["location"] == "/patreon/private"
