import httpx
import pytest

from app.server.compose import compose
from tests.support.members import problem
from tests.support.small_site import open_client, reflex

pytestmark = pytest.mark.anyio


METHODS = {"GET", "HEAD", "POST", "PUT", "OPTIONS", "NONSENSE"}
ALLOWED = {
    "/patreon/login": "GET",
    "/en/patreon/login": "GET",
    "/patreon/callback?code=x": "GET",
    "/patreon/callback?error=x": "GET",
    "/en/patreon/logout": "POST",
    "/patreon/webhook": "POST",
}


@pytest.mark.parametrize(("path", "allowed"), ALLOWED.items())
async def test_other_methods(client, path, allowed):
    for method in METHODS - {allowed}:
        answer = await client.request(method, path)
        assert (answer.status_code, answer.headers["allow"]) == (405, allowed), method
        assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("method", ["HEAD", "POST", "OPTIONS"])
async def test_no_other_method_signs_in(visit, network, method):
    """A link checker might send HEAD before the browser sends GET, so HEAD must not use up the sign-in code."""
    params = {"state": await visit.leaves(), "code": visit.code("proof")}
    answer = await visit.client.request(method, "/patreon/callback", params=params)
    assert (answer.status_code, answer.headers.get("set-cookie"), network.asked("/")) == (405, None, 0)
    assert (await visit.returns(**params)).headers["location"] == "/patreon/private"


async def test_not_configured(settings, export):
    plain = settings.model_copy(update={"patreon_client_id": None})
    async with open_client(compose(plain, export, None)(reflex())) as client:
        assert problem(await client.get("/en/patreon/login?next=/about")) == {
            "problem": "unconfigured",
            "next": "/about",
        }
        assert problem(await client.get("/patreon/callback?code=x&state=y")) == {"problem": "unconfigured"}
        client.cookies.set("session", "old", domain="otisk.test")
        assert (await client.post("/patreon/logout")).headers["location"] == "/patreon"
        assert "session" not in client.cookies
        assert (await client.post("/patreon/webhook")).status_code == 404


async def test_another_loopback_name_redirects_to_the_site(configure, export, start_club):
    settings = configure(site_url="http://localhost:8000")
    transport = httpx.ASGITransport(compose(settings, export, start_club(settings))(reflex()))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
        answer = await client.get("/patreon/login?next=/about&x=1")
        assert answer.headers["location"] == "http://localhost:8000/patreon/login?next=%2Fabout"
        assert "set-cookie" not in answer.headers
    async with httpx.AsyncClient(transport=transport, base_url="http://evil.test") as client:
        assert (await client.get("/patreon/login")).headers["location"].startswith("http://patreon.test/")


async def test_odd_hosts(client):
    for host in (b"[", b"[::1", b"]", b"", b"a b", b"\xff"):
        assert (await client.get("/patreon/login", headers=[(b"host", host)])).status_code == 302, host
        assert (await client.post("/patreon/logout", headers=[(b"host", host)])).status_code == 303, host
