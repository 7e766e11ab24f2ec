import json
import re

import httpx
import pytest

from app.server.compose import compose
from tests.fakes.campaign import people
from tests.fakes.patreon import CREATOR_TOKEN
from tests.support.members import SITE, Visit, cookies, query
from tests.support.small_site import reflex

pytestmark = pytest.mark.anyio

PEOPLE = people()


@pytest.mark.parametrize(("key", "prefix"), [*((key, "") for key in PEOPLE), ("proof", "/en")])
async def test_the_session_belongs_to_the_person_who_signs_in(client, fake, club, key, prefix):
    answer = await Visit(client, fake, prefix).signs_in(key)
    assert (answer.status_code, answer.headers["location"]) == (303, f"{prefix}/patreon/private")
    assert answer.headers["cache-control"] == "no-store"
    session = await club.session(cookies(client))
    person = PEOPLE[key]
    ours = person.member if key != "neighbour" else None
    assert session
    assert (session.user, session.member, session.name) == (person.user, ours, person.name)
    assert session.creator is (key == "creator")


async def test_cookies_on_http(visit):
    session, browser = (await visit.signs_in("proof")).headers.get_list("set-cookie")
    for cookie, name_of_cookie, days in ((session, "session", 30), (browser, "signin", 180)):
        name, *attributes = cookie.split("; ")
        assert re.fullmatch(rf"{name_of_cookie}=[\w-]+", name)
        assert {a.lower() for a in attributes} == {"httponly", f"max-age={days * 86400}", "path=/", "samesite=lax"}
        assert not re.search(rf"Pavla|\b101\b|{CREATOR_TOKEN}", cookie)


async def test_a_browser_stays_known(visit, club, configure, start_club):
    await visit.signs_in("proof")
    value = visit.client.cookies["signin"]
    logins = club.logins
    first = logins.browser(value)
    assert first and first.known
    await visit.client.post("/patreon/logout")
    await visit.leaves()
    again = logins.browser(visit.client.cookies["signin"])
    assert again == first, "neither signing out nor a new attempt changes the browser"
    other = start_club(configure(patreon_campaign_id="10"))
    for nobody in ("", "x" * 42, value[:-1], f"{value}A"):
        assert logins.browser(nobody) is None
    assert other.logins.browser(value) is None, "another campaign rejects the cookie"


async def test_a_session_cookie_is_not_a_browser_cookie(visit, club):
    await visit.signs_in("proof")
    assert club.logins.browser(visit.client.cookies["session"]) is None


async def test_cookies_on_https(configure, export, fake, start_club):
    settings = configure(site_url="https://otisk.test")
    club = start_club(settings)
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(compose(settings, export, club)(reflex())), base_url="https://otisk.test"
    ) as client:
        away = await client.get("/patreon/login")
        code = fake.code("proof", "https://otisk.test/patreon/callback")
        back = await client.get("/patreon/callback", params={"state": query(away)["state"], "code": code})
        assert back.headers["location"] == "/patreon/private"
        assert await club.session(cookies(client))
    for cookie, name in zip(
        [*away.headers.get_list("set-cookie"), *back.headers.get_list("set-cookie")],
        ["__Host-signin", "__Host-session", "__Host-signin"],
        strict=True,
    ):
        assert cookie.startswith(name + "=") and "; Secure" in cookie and "; HttpOnly" in cookie
        assert "Path=/" in cookie and "Domain" not in cookie


async def test_the_session_contains_no_tokens(visit, club, fake):
    await visit.signs_in("proof")
    value = club._sessions._sealer.unseal("session", visit.client.cookies["session"])
    assert fake.tokens and not any(token in json.dumps(value) for token in fake.tokens)


async def test_the_authorisation_request(client):
    answer = await client.get("/en/patreon/login")
    sent = query(answer)
    assert sent.pop("state") and sent.pop("redirect_uri") == f"{SITE}/en/patreon/callback"
    assert sent == {"response_type": "code", "client_id": "otisk-client", "scope": "identity"}
    assert answer.headers["cache-control"] == "no-store"


async def test_two_tabs_sign_in_at_once(visit):
    first, second = await visit.leaves(), await visit.leaves("/patreon/private/8001")
    assert (await visit.returns(state=first, code=visit.code("proof"))).headers["location"] == "/patreon/private"
    back = await visit.returns(state=second, code=visit.code("proof"))
    assert back.headers["location"] == "/patreon/private/8001"
