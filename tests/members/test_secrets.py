import logging

import httpx
import pytest

from tests.fakes.campaign import HOSTILE_TITLE
from tests.fakes.patreon import CLIENT_SECRET, CREATOR_TOKEN, WEBHOOK_SECRET
from tests.support.members import KEY, cookies, webhook

pytestmark = pytest.mark.anyio


async def test_logs_hold_no_tokens_names_or_texts(visit, club, fake, network, time, caplog):
    caplog.set_level(logging.DEBUG)
    await visit.signs_in("proof")
    session = await club.session(cookies(visit.client))
    await club.listing()
    for switches in ({"broken": 500}, {"html": 500}, {"throttled": 30}):
        fake.switches = switches
        time.passes(25 * 3600)
        with pytest.raises(Exception, match=r"Patreon|rest|status"):
            await club.standing(session)
        assert (await club.listing()).stale
        await visit.returns(state=await visit.leaves(), code=visit.code("proof"))
    fake.switches = {}
    network.breaks(httpx.ReadError)
    time.passes(3600)
    await visit.returns(state=await visit.leaves(), code=visit.code("proof"))
    await visit.client.post("/patreon/logout")
    await webhook(visit.client, "members:update", "x", "other")
    assert "Patreon: could not ask for a membership (500)" in caplog.text
    logged = "\n".join(
        r.getMessage() + str(r.exc_info) for r in caplog.records if r.name.split(".")[0] in ("app", "httpx")
    )
    secrets = (CREATOR_TOKEN, CLIENT_SECRET, WEBHOOK_SECRET, KEY, "Pavla", "Nováková", session.member, session.id)
    for secret in (*secrets, *fake.tokens, "tramvaj", HOSTILE_TITLE, "a secret of the network", "code=", "state="):
        assert secret not in logged
