import pytest

from tests.support.members import SITE, Visit, cookies
from tests.support.small_site import open_client

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("prefix", ["", "/en"])
async def test_signing_out(visit, club, time, prefix):
    await visit.signs_in("proof")
    old = cookies(visit.client)
    answer = await visit.client.post(f"{prefix}/patreon/logout", headers={"origin": SITE})
    assert (answer.status_code, answer.headers["location"]) == (303, f"{prefix}/patreon")
    assert answer.headers["cache-control"] == "no-store"
    assert "session" not in visit.client.cookies
    assert await club.session(old) is None, "a copied cookie is invalid"
    time.passes(30 * 24 * 3600 - 1)
    assert await club.session(old) is None, "it stays invalid"


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.test"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
    ids=str,
)
@pytest.mark.parametrize("query", ["", "?everywhere"])
async def test_cross_site_requests_do_not_sign_out(visit, club, headers, query):
    await visit.signs_in("proof")
    assert (await visit.client.post(f"/patreon/logout{query}", headers=headers)).status_code == 403
    assert await club.session(cookies(visit.client))


@pytest.mark.parametrize("prefix", ["", "/en"])
async def test_signing_out_everywhere(visit, fake, application, club, time, prefix):
    async with open_client(application) as phone, open_client(application) as somebody:
        for each in (visit, Visit(phone, fake)):
            await each.signs_in("proof")
        await Visit(somebody, fake).signs_in("edition")
        old = [cookies(visit.client), cookies(phone)]
        time.passes(0.3)
        answer = await visit.client.post(f"{prefix}/patreon/logout?everywhere", headers={"origin": SITE})
        assert (answer.status_code, answer.headers["location"]) == (303, f"{prefix}/patreon")
        assert "session" not in visit.client.cookies
        assert [await club.session(each) for each in old] == [None, None]
        assert await club.session(cookies(somebody)), "others stay signed in"
        time.passes(0.3)
        await Visit(phone, fake).signs_in("proof")
        assert await club.session(cookies(phone)), "a new session is valid"
        time.passes(29 * 24 * 3600)
        assert [await club.session(each) for each in old] == [None, None]


async def test_a_revoked_session_cannot_revoke_others(visit, application, club, time):
    await visit.signs_in("proof")
    stolen = cookies(visit.client)
    await visit.client.post("/patreon/logout")
    await visit.signs_in("proof")
    time.passes(1)
    async with open_client(application) as thief:
        answer = await thief.post("/patreon/logout?everywhere", headers={"cookie": stolen})
        assert answer.status_code == 303
    assert await club.session(cookies(visit.client))
