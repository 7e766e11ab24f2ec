import asyncio
import time

import httpx
import pytest

from app.members.models import Session
from app.server.compose import compose
from tests.fakes.campaign import people
from tests.support.members import Visit, problem
from tests.support.small_site import open_client, reflex

pytestmark = pytest.mark.anyio


async def test_denied_access(visit):
    answer = await visit.returns(state=await visit.leaves("/patreon/private/8001"), error="access_denied")
    assert problem(answer) == {"problem": "denied", "next": "/patreon/private/8001"}


async def test_other_errors(visit):
    answer = await visit.returns(state=await visit.leaves(), error="<script>")
    assert problem(answer) == {"problem": "unavailable"}


@pytest.mark.parametrize(
    "switches",
    [{"broken": 500}, {"html": 200}, {"html": 401}, {"throttled": 30}, {"broken": 403, "only": "/identity"}],
    ids=str,
)
async def test_patreon_fails_during_a_sign_in(visit, fake, switches):
    state = await visit.leaves("/patreon/private/8001")
    fake.switches |= switches
    answer = await visit.returns(state=state, code=visit.code("proof"))
    assert problem(answer) == {"problem": "unavailable", "next": "/patreon/private/8001"}


@pytest.mark.parametrize("error", [httpx.ConnectError, httpx.ReadTimeout, httpx.RemoteProtocolError, httpx.ReadError])
async def test_the_network_fails_during_a_sign_in(visit, network, error):
    state = await visit.leaves()
    network.breaks(error)
    assert problem(await visit.returns(state=state, code=visit.code("proof"))) == {"problem": "unavailable"}
    assert network.asked("/token") == 1, "codes are sent once"


async def test_a_wrong_client_secret(configure, export, fake, start_club):
    settings = configure(patreon_client_secret="of last year")
    async with open_client(compose(settings, export, start_club(settings))(reflex())) as client:
        assert problem(await Visit(client, fake).signs_in("proof")) == {"problem": "unavailable"}


async def test_public_pages_do_not_wait_for_patreon(visit, club, network):
    state = await visit.leaves()
    network.hangs()
    session = Session("s", "104", people()["declined"].member, "", False, time.time())
    coming = visit.returns(state=state, code=visit.code("proof"))
    waiting = [asyncio.ensure_future(each) for each in (coming, club.listing(), club.standing(session))]
    while len(network.requests) < len(waiting):
        await asyncio.sleep(0)
    for path in ("/about", "/en", "/config.json", "/patreon/private/8001", "/patreon/callback?problem=denied"):
        assert (await visit.client.get(path)).status_code in (200, 404)
    assert not any(each.done() for each in waiting)
    for each in waiting:
        each.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
