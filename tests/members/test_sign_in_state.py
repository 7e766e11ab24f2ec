import pytest

from app.members.session import Sealer
from app.server.compose import compose
from tests.support.languages import BOTH
from tests.support.members import KEY, SITE, Visit, problem
from tests.support.small_site import open_client, reflex

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("state", ["", "x", "é" * 40, "gAAAAA" + "x" * 100])
async def test_forged_state(visit, state):
    await visit.leaves()
    assert problem(await visit.returns(state=state, code=visit.code("proof"))) == {"problem": "forged"}


async def test_state_of_another_browser(visit, fake, export, settings, club):
    """An OAuth state works only in the browser that received it, so nobody is signed in to an attacker's account."""
    async with open_client(compose(settings, export, club)(reflex())) as attacker:
        state = await Visit(attacker, fake).leaves()
        code = visit.code("former")
        assert problem(await visit.returns(state=state, code=code)) == {"problem": "cookies"}
        await visit.leaves()
        assert problem(await visit.returns(state=state, code=code)) == {"problem": "forged"}
        # The OAuth state and the code still work in the attacker's own browser.
        assert (await Visit(attacker, fake).returns(state=state, code=code)).headers["location"] == "/patreon/private"


@pytest.mark.parametrize(("cookie", "expected"), [(None, "cookies"), ("x", "forged"), ("x" * 43, "forged")])
async def test_a_missing_cookie_is_another_problem_than_another_browser(visit, cookie, expected):
    """If the cookie is missing, the browser may block cookies. If it differs, sign-in began in another browser."""
    state = await visit.leaves("/patreon/private/8001")
    visit.client.cookies.clear()
    if cookie:
        visit.client.cookies.set("signin", cookie)
    assert problem(await visit.returns(state=state, code=visit.code("proof"))) == {"problem": expected}


async def test_replayed_state(visit):
    state = await visit.leaves()
    assert (await visit.returns(state=state, code=visit.code("proof"))).status_code == 303
    visit.client.cookies.delete("session")
    assert problem(await visit.returns(state=state, code=visit.code("proof"))) == {"problem": "replayed"}


async def test_expired_state(visit, time):
    state = await visit.leaves("/patreon/private/8001")
    time.passes(601)
    answer = await visit.returns(state=state, code=visit.code("proof"))
    assert problem(answer) == {"problem": "expired", "next": "/patreon/private/8001"}


async def test_used_code(visit):
    code = visit.code("proof")
    await visit.returns(state=await visit.leaves(), code=code)
    assert problem(await visit.returns(state=await visit.leaves(), code=code)) == {"problem": "used"}


@pytest.mark.parametrize("language", BOTH, ids=lambda language: language.code)
async def test_a_state_of_the_previous_release(client, fake, language):
    visit = Visit(client, fake, language.prefix)
    sealer = Sealer([KEY])
    state = sealer.unseal("state", await visit.leaves())
    assert state and state.pop("language") == language.code
    answer = await visit.returns(state=sealer.seal("state", state), code=visit.code("proof"))
    assert answer.headers["location"] == f"{language.prefix}/patreon/private"


async def test_code_for_the_other_language(visit, fake):
    code = fake.code("proof", f"{SITE}/en/patreon/callback")
    assert problem(await visit.returns(state=await visit.leaves(), code=code)) == {"problem": "used"}
