"""After a failure, the site pauses before it contacts Patreon again. Concurrent requests are limited."""

import asyncio

import httpx
import pytest

from app.members.patreon import MAX_CONCURRENT_REQUESTS
from app.members.patreon_api import PatreonUnavailableError
from app.members.store import MemoryStore
from tests.fakes.campaign import people
from tests.support.clock import Clock
from tests.support.patreon_client import BACK, client_with, every_post

pytestmark = pytest.mark.anyio

PROOF_MEMBER = str(people()["proof"].member)


@pytest.mark.parametrize(
    ("header", "body", "seconds"),
    [
        ("30", None, 30),
        (None, 45, 45),
        ("soon", "x", 10),
        ("Mon, 21 Sep 2026 14:15:00 GMT", 20, 100),
        ("Mon, 21 Sep 2026 14:00:00 GMT", 20, 1),
        ("1e9", None, 600),
        ("1e999", None, 600),
        pytest.param(None, 10**400, 10, id="more than a float"),
    ],
)
async def test_a_429_pauses_requests(settings, header, body, seconds):
    time, asked = Clock(), []
    errors = {"errors": [{"code_name": "RequestThrottled", "retry_after_seconds": body}]}

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return httpx.Response(429, json=errors, headers={"retry-after": header} if header else {})

    client = client_with(settings, httpx.MockTransport(answer), time)
    for passing, count in ((0, 1), (seconds - 1, 1), (2, 2)):
        time.passes(passing)
        with pytest.raises(PatreonUnavailableError):
            await client.tiers()
        assert len(asked) == count


@pytest.mark.parametrize("failure", [429, 500])
async def test_queued_requests_are_backed_off(settings, failure):
    asked = []

    async def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        await asyncio.sleep(0)
        return httpx.Response(failure, json={}, headers={"retry-after": "60"})

    client = client_with(settings, httpx.MockTransport(answer), Clock())
    answers = await asyncio.gather(*(client.standing(f"m{n}") for n in range(50)), return_exceptions=True)
    assert all(isinstance(answer, PatreonUnavailableError) for answer in answers)
    assert len({request.url.path for request in asked}) == MAX_CONCURRENT_REQUESTS


@pytest.mark.parametrize("failure", [{"broken": 500}, {"throttled": 60}])
async def test_each_operation_has_its_own_backoff(patreon, fake, failure):
    fake.switches |= {**failure, "only": "/campaigns/9/posts"}
    with pytest.raises(PatreonUnavailableError):
        await every_post(patreon)
    assert await patreon.tiers() and await patreon.standing(PROOF_MEMBER)
    code = fake.code("proof", BACK)
    assert (await patreon.identity(await patreon.token(code, BACK))).user == "101"


async def test_throttled_sign_ins_do_not_pause_the_creator_token(patreon, network, fake, time):
    fake.switches |= {"throttled": 30, "only": "/token"}
    with pytest.raises(PatreonUnavailableError):
        await patreon.token(fake.code("proof", BACK), BACK)
    assert await patreon.tiers() and await patreon.standing(PROOF_MEMBER) and await every_post(patreon)
    asked = network.asked("/token")
    with pytest.raises(PatreonUnavailableError):
        await patreon.token(fake.code("proof", BACK), BACK)
    assert network.asked("/token") == asked, "sign-ins pause as Patreon requested"
    fake.switches.clear()
    time.passes(31)
    assert await patreon.token(fake.code("proof", BACK), BACK)


async def test_a_throttled_identity_does_not_pause_others(patreon, fake):
    first = await patreon.token(fake.code("proof", BACK), BACK)
    fake.switches |= {"throttled": 30, "only": "/identity"}
    with pytest.raises(PatreonUnavailableError):
        await patreon.identity(first)
    fake.switches.clear()
    assert await patreon.identity(await patreon.token(fake.code("edition", BACK), BACK))


async def test_a_new_token_has_no_backoff(settings, configure, fake, network, time):
    store = MemoryStore(clock=time)
    fake.switches["throttled"] = 60
    with pytest.raises(PatreonUnavailableError):
        await client_with(settings, network, time, store).tiers()
    fake.switches.clear()
    fake.creators.add("another")
    with pytest.raises(PatreonUnavailableError):
        await client_with(settings, network, time, store).tiers()
    assert await client_with(configure(patreon_creator_token="another"), network, time, store).tiers()
