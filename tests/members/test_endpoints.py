"""Signing in and out over HTTP, and every way of getting in that must not work."""

import asyncio
import json
import logging
import re
from datetime import UTC, datetime
from hmac import new as hmac

import httpx
import pytest
from cryptography.fernet import Fernet
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from starlette.types import Message

from app.members import endpoints
from app.members.club import Club
from app.members.endpoints import MAX_WEBHOOK_BYTES
from app.members.login import safe_path
from app.members.models import Session
from app.members.store import MemoryStore
from app.server.compose import compose
from tests.fakes.club import HOSTILE_TITLE, people
from tests.fakes.patreon import CLIENT_SECRET, CREATOR_TOKEN, WEBHOOK_SECRET
from tests.support.members import KEY, OTHER_KEY, SITE, Visit, cookies, query
from tests.support.small_site import open_client, reflex

pytestmark = pytest.mark.anyio

PEOPLE = people()


def problem(answer: httpx.Response) -> dict[str, str]:
    """What an answer tells the callback page; nobody is signed in by it."""
    assert answer.status_code == 303
    assert answer.headers["cache-control"] == "no-store"
    assert not any(
        cookie.startswith(("session=", "__Host-session=")) for cookie in answer.headers.get_list("set-cookie")
    )
    assert answer.headers["location"].startswith(("/patreon/callback?", "/en/patreon/callback?"))
    return query(answer)


@pytest.mark.parametrize("prefix", ["", "/en"])
@pytest.mark.parametrize("key", PEOPLE)
async def test_everybody_gets_in_as_who_they_are(client, fake, club, key, prefix):
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
    """The session, and that somebody has signed in with this browser: that is known for half a year."""
    session, browser = (await visit.signs_in("proof")).headers.get_list("set-cookie")
    for cookie, kept, lasts in ((session, "session", 30), (browser, "signin", 180)):
        name, *attributes = cookie.split("; ")
        assert re.fullmatch(rf"{kept}=[\w-]+", name)
        assert {a.lower() for a in attributes} == {"httponly", f"max-age={lasts * 86400}", "path=/", "samesite=lax"}
        assert not any(secret in cookie for secret in ("Pavla", "101", CREATOR_TOKEN))


async def test_a_browser_stays_known(visit, club, configure, network, time):
    await visit.signs_in("proof")
    value = visit.client.cookies["signin"]
    logins = club.logins
    first = logins.browser(value)
    assert first and first.known
    await visit.client.post("/patreon/logout")
    await visit.leaves()
    again = logins.browser(visit.client.cookies["signin"])
    assert again == first, "signing out changes nothing about it, nor does setting out again"
    other = Club(configure(patreon_campaign_id="10"), store=MemoryStore(), transport=network, clock=time)
    for nobody in ("", "x" * 42, value[:-1], f"{value}A"):
        assert logins.browser(nobody) is None
    assert other.logins.browser(value) is None, "nor does another campaign know it"
    await other.close()


async def test_a_session_is_no_known_browser(visit, club):
    await visit.signs_in("proof")
    assert club.logins.browser(visit.client.cookies["session"]) is None


async def test_cookies_on_https(configure, export, fake, network, time):
    settings = configure(site_url="https://otisk.test")
    club = Club(settings, store=MemoryStore(), transport=network, clock=time)
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
    await club.close()


async def test_members_tokens_are_not_kept(visit, club, fake):
    await visit.signs_in("proof")
    value = club._sessions._seal.open("session", visit.client.cookies["session"])
    assert fake.tokens and not any(token in json.dumps(value) for token in (*fake.tokens, *fake.refreshes))


async def test_back_to_where_one_wanted_to_go(visit):
    answer = await visit.signs_in("proof", "/en/patreon/private/8007")
    assert answer.headers["location"] == "/en/patreon/private/8007"


async def test_what_patreon_is_asked_for(client):
    answer = await client.get("/en/patreon/login")
    sent = query(answer)
    assert sent.pop("state")
    assert sent == {
        "response_type": "code",
        "client_id": "otisk-client",
        "redirect_uri": f"{SITE}/en/patreon/callback",
        "scope": "identity",
    }
    assert answer.headers["cache-control"] == "no-store"


async def test_two_tabs_sign_in_at_once(visit):
    first, second = await visit.leaves(), await visit.leaves("/patreon/private/8001")
    assert (await visit.returns(state=first, code=visit.code("proof"))).headers["location"] == "/patreon/private"
    back = await visit.returns(state=second, code=visit.code("proof"))
    assert back.headers["location"] == "/patreon/private/8001"


async def test_saying_no(visit):
    answer = await visit.returns(state=await visit.leaves("/patreon/private/8001"), error="access_denied")
    assert problem(answer) == {"problem": "denied", "next": "/patreon/private/8001"}


async def test_other_errors(visit):
    answer = await visit.returns(state=await visit.leaves(), error="<script>")
    assert problem(answer) == {"problem": "unavailable"}


@pytest.mark.parametrize("state", ["", "x", "é" * 40, "gAAAAA" + "x" * 100])
async def test_forged_state(visit, state):
    await visit.leaves()
    assert problem(await visit.returns(state=state, code=visit.code("proof"))) == {"problem": "forged"}


async def test_no_state(visit):
    await visit.leaves()
    assert problem(await visit.returns(code=visit.code("proof"))) == {"problem": "forged"}


async def test_state_sealed_with_another_key(visit):
    await visit.leaves()
    forged = (
        Fernet(OTHER_KEY)
        .encrypt(b'{"for": "state", "id": "x", "of": "x", "next": null, "issued": 0}')
        .decode()
        .rstrip("=")
    )
    assert problem(await visit.returns(state=forged, code=visit.code("proof"))) == {"problem": "forged"}


async def test_state_of_another_browser(visit, fake, export, settings, club):
    """Somebody lures a member into signing in as somebody else."""
    async with open_client(compose(settings, export, club)(reflex())) as attacker:
        state = await Visit(attacker, fake).leaves()
        code = visit.code("former")
        assert problem(await visit.returns(state=state, code=code)) == {"problem": "forged"}
        await visit.leaves()  # has a cookie of its own now
        assert problem(await visit.returns(state=state, code=code)) == {"problem": "forged"}
        # Nor has the victim used up what belongs to the other browser.
        assert (await Visit(attacker, fake).returns(state=state, code=code)).headers["location"] == "/patreon/private"


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


async def test_code_for_the_other_language(visit, fake):
    code = fake.code("proof", f"{SITE}/en/patreon/callback")
    assert problem(await visit.returns(state=await visit.leaves(), code=code)) == {"problem": "used"}


@pytest.mark.parametrize(
    "switches",
    [{"broken": 500}, {"broken": 503}, {"html": 200}, {"html": 502}, {"html": 401}, {"throttled": 30}],
    ids=str,
)
async def test_patreon_fails_while_one_signs_in(visit, fake, switches):
    state = await visit.leaves("/patreon/private/8001")
    fake.switches |= switches
    answer = await visit.returns(state=state, code=visit.code("proof"))
    assert problem(answer) == {"problem": "unavailable", "next": "/patreon/private/8001"}


@pytest.mark.parametrize("error", [httpx.ConnectError, httpx.ReadTimeout, httpx.RemoteProtocolError, httpx.ReadError])
async def test_network_fails_while_one_signs_in(visit, network, error):
    state = await visit.leaves()
    network.breaks(error)
    assert problem(await visit.returns(state=state, code=visit.code("proof"))) == {"problem": "unavailable"}
    assert network.asked("/token") == 1, "a code is sent once"


@pytest.mark.parametrize(("path", "operation"), [("/token", "exchange a code"), ("/identity", "identify a member")])
@pytest.mark.parametrize("status", [400, 401, 403, 404])
async def test_what_is_set_up_wrong_is_not_the_visitor_s_fault(visit, network, caplog, path, operation, status):
    """A secret that was changed, an address that moved: it is reported, and the visitor reads that Patreon fails."""

    async def refuse(request: httpx.Request) -> httpx.Response | None:
        return httpx.Response(status, json={"error": "invalid_client"}) if path in request.url.path else None

    network.fault = refuse
    answer = await visit.returns(state=await visit.leaves(), code=visit.code("proof"))
    assert problem(answer) == {"problem": "unavailable"}
    assert [r.getMessage() for r in caplog.records if r.levelno == logging.ERROR] == [
        f"Patreon: could not {operation} ({status})"
    ]


async def test_a_secret_that_was_changed(configure, export, fake, network, time):
    settings = configure(patreon_client_secret="of last year")
    club = Club(settings, store=MemoryStore(clock=time), transport=network, clock=time)
    async with open_client(compose(settings, export, club)(reflex())) as client:
        assert problem(await Visit(client, fake).signs_in("proof")) == {"problem": "unavailable"}
    await club.close()


# Open redirects

ELSEWHERE = [
    *("//evil.test", "/\\evil.test", "\\\\evil.test", "///evil.test", "https://evil.test", "https:/evil.test"),
    *("/%2Fevil.test", "/%5Cevil.test", "/%2f%2fevil.test", "/%252Fevil.test", "%2F%2Fevil.test", "/.//evil.test"),
    *("/\tevil.test", "\t//evil.test", "/\n/evil.test", "/%09/evil.test", "/%0d%0aSet-Cookie:a=b", "/\r\nx: y", " /"),
    *("/about/..//evil.test", "/..//evil.test", "/about?next=//evil.test", "/about#//evil.test", "javascript:alert(1)"),
    *("/@evil.test", "/nope", "about", "", "/patreon/login", "/patreon/logout", "/_event/", "/patreon/private/%zz"),
    *("/patreon/private/%2F%2Fevil.test", "/patreon/private/../../x", "/patreon/private/%2e%2e", "http:evil.test"),
    *(
        "/patreon/private/a%00b",
        "/patreon/private/%ff",
        "/patreon/private/" + "a" * 600,
        "／／evil.test",
        "/ /evil.test",
    ),
]


@pytest.mark.parametrize("next", ELSEWHERE)
async def test_no_way_elsewhere(visit, next):
    assert (await visit.signs_in("proof", next)).headers["location"] == "/patreon/private"


PARTS = ["//", "evil.test", "about", "en", "patreon", "private", "%2f", "%5c", "%09", "%25", "https:", "1", "é"]


@given(st.lists(st.sampled_from([*"/\\.%@:?#\t\n\r \0", *PARTS]), max_size=8).map("".join) | st.text())
@hypothesis_settings(max_examples=500, suppress_health_check=[HealthCheck.too_slow])
def test_whatever_is_safe_stays_here(next):
    path = safe_path(next)
    if path is not None:
        assert httpx.URL(SITE).join(path).host == "otisk.test"
        assert path.isascii() and path.startswith("/") and not any(part in path for part in ("//", "\\", "\n", "?"))


@pytest.mark.parametrize(
    ("next", "safe"),
    [
        ("/", "/"),
        ("/en", "/en"),
        ("/about", "/about"),
        ("/patreon/private/8007", "/patreon/private/8007"),
        ("/en/patreon/private/42", "/en/patreon/private/42"),
        ("/vouchers/workshop", "/vouchers/workshop"),
        ("/vouchers/nope", None),
    ],
)
def test_paths_of_pages(next, safe):
    assert safe_path(next) == safe


async def test_problem_page_is_the_callback_page_itself(client):
    # The small site has none, and says so; what matters is that nothing else answers.
    assert (await client.get("/patreon/callback?problem=denied")).status_code == 404


# Sessions


async def test_tampered_cookie(visit, club):
    await visit.signs_in("proof")
    value = visit.client.cookies["session"]
    assert await club.session(f"session={value}")
    for at in (0, 10, 40, len(value) // 2, len(value) - 5):
        changed = value[:at] + ("A" if value[at] != "A" else "B") + value[at + 1 :]
        assert await club.session(f"session={changed}") is None
    for nonsense in ("", "x", value[:-1], value + "x", value + "=", f'"{value}=', '"', "é", "a" * 100_000):
        assert await club.session(f"session={nonsense}") is None
    assert await club.session("") is None
    assert await club.session(f"other={value}") is None


async def test_state_is_no_session(visit, club):
    assert await club.session(f"session={await visit.leaves()}") is None


async def test_session_of_another_key_and_of_a_rotated_one(visit, configure, network, time):
    await visit.signs_in("proof")
    cookie = cookies(visit.client)
    for keys, welcome in ((OTHER_KEY, False), (f"{OTHER_KEY},{KEY}", True)):
        other = Club(configure(session_keys=keys), store=MemoryStore(), transport=network, clock=time)
        assert bool(await other.session(cookie)) is welcome
        await other.close()


async def test_session_of_another_campaign(visit, configure, network, time):
    await visit.signs_in("creator")
    other = Club(configure(patreon_campaign_id="10"), store=MemoryStore(), transport=network, clock=time)
    assert await other.session(cookies(visit.client)) is None
    await other.close()


async def test_session_ends_after_thirty_days(visit, club, time):
    await visit.signs_in("proof")
    time.passes(30 * 24 * 3600 - 1)
    assert await club.session(cookies(visit.client))
    time.passes(1)
    assert await club.session(cookies(visit.client)) is None


async def test_signing_in_ends_the_session_before(visit, club):
    await visit.signs_in("proof")
    before = cookies(visit.client)
    assert problem(await visit.returns(state="x", code=visit.code("edition"))) == {"problem": "forged"}
    assert await club.session(before), "who does not get in stays who they were"
    await visit.signs_in("edition")
    assert await club.session(before) is None
    session = await club.session(cookies(visit.client))
    assert session and session.user == PEOPLE["edition"].user


@pytest.mark.parametrize("prefix", ["", "/en"])
async def test_signing_out(visit, club, time, prefix):
    await visit.signs_in("proof")
    kept = cookies(visit.client)
    answer = await visit.client.post(f"{prefix}/patreon/logout", headers={"origin": SITE})
    assert (answer.status_code, answer.headers["location"]) == (303, f"{prefix}/patreon")
    assert answer.headers["cache-control"] == "no-store"
    assert "session" not in visit.client.cookies
    assert await club.session(kept) is None, "a copy of the cookie is worth nothing"
    time.passes(30 * 24 * 3600 - 1)
    assert await club.session(kept) is None, "not even later"


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
async def test_other_sites_sign_nobody_out(visit, club, headers, query):
    await visit.signs_in("proof")
    assert (await visit.client.post(f"/patreon/logout{query}", headers=headers)).status_code == 403
    assert await club.session(cookies(visit.client))


@pytest.mark.parametrize("prefix", ["", "/en"])
async def test_signing_out_everywhere(visit, fake, application, club, time, prefix):
    async with open_client(application) as phone, open_client(application) as somebody:
        for each in (visit, Visit(phone, fake)):
            await each.signs_in("proof")
        await Visit(somebody, fake).signs_in("edition")
        kept = [cookies(visit.client), cookies(phone)]
        time.passes(0.3)
        answer = await visit.client.post(f"{prefix}/patreon/logout?everywhere", headers={"origin": SITE})
        assert (answer.status_code, answer.headers["location"]) == (303, f"{prefix}/patreon")
        assert "session" not in visit.client.cookies
        assert [await club.session(each) for each in kept] == [None, None]
        assert await club.session(cookies(somebody)), "nobody else is signed out"
        time.passes(0.3)
        await Visit(phone, fake).signs_in("proof")
        assert await club.session(cookies(phone)), "who signs in again is in"
        time.passes(29 * 24 * 3600)
        assert [await club.session(each) for each in kept] == [None, None]


async def test_a_stolen_session_that_was_ended_ends_no_others(visit, fake, application, club, time):
    await visit.signs_in("proof")
    stolen = cookies(visit.client)
    await visit.client.post("/patreon/logout")
    await visit.signs_in("proof")
    time.passes(1)
    async with open_client(application) as thief:
        answer = await thief.post("/patreon/logout?everywhere", headers={"cookie": stolen})
        assert answer.status_code == 303
    assert await club.session(cookies(visit.client))


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/patreon/login", "GET"),
        ("/en/patreon/login", "GET"),
        ("/patreon/callback?code=x", "GET"),
        ("/patreon/callback?error=x", "GET"),
        ("/en/patreon/logout", "POST"),
        ("/patreon/webhook", "POST"),
    ],
)
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "NONSENSE"])
async def test_other_methods(client, method, path, allowed):
    if method == allowed:
        return
    answer = await client.request(method, path)
    assert (answer.status_code, answer.headers["allow"]) == (405, allowed)
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("method", ["HEAD", "POST", "OPTIONS"])
async def test_no_other_method_signs_in(visit, network, method):
    """A link checker asks with HEAD; a code and a state are still good after it."""
    params = {"state": await visit.leaves(), "code": visit.code("proof")}
    answer = await visit.client.request(method, "/patreon/callback", params=params)
    assert (answer.status_code, answer.headers.get("set-cookie"), network.asked("/")) == (405, None, 0)
    assert (await visit.returns(**params)).headers["location"] == "/patreon/private"


async def test_no_other_method_signs_out(visit, club):
    await visit.signs_in("proof")
    for method in ("HEAD", "GET", "OPTIONS"):
        await visit.client.request(method, "/patreon/logout?everywhere")
    assert await club.session(cookies(visit.client))


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


async def test_by_another_name_of_this_machine(configure, export, network, time):
    settings = configure(site_url="http://localhost:8000")
    club = Club(settings, store=MemoryStore(), transport=network, clock=time)
    application = compose(settings, export, club)(reflex())
    transport = httpx.ASGITransport(application)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
        answer = await client.get("/patreon/login?next=/about&x=1")
        assert answer.headers["location"] == "http://localhost:8000/patreon/login?next=%2Fabout"
        assert "set-cookie" not in answer.headers
    async with httpx.AsyncClient(transport=transport, base_url="http://evil.test") as client:
        assert (await client.get("/patreon/login")).headers["location"].startswith("http://patreon.test/")
    await club.close()


@pytest.mark.parametrize("host", ["[", "[::1", "]", "", "a b", "\udcff"])
async def test_odd_hosts(client, host):
    raw = [(b"host", host.encode("utf-8", "surrogateescape"))]
    assert (await client.get("/patreon/login", headers=raw)).status_code == 302
    assert (await client.post("/patreon/logout", headers=raw)).status_code == 303


# Webhooks


async def webhook(
    client: httpx.AsyncClient, event: str, id: str, secret: str = WEBHOOK_SECRET, **more: object
) -> httpx.Response:
    body = json.dumps({"data": {"id": id, "type": "x", **more}}, indent=3).encode()
    signature = hmac(secret.encode(), body, "md5").hexdigest()
    headers = {"x-patreon-event": event, "x-patreon-signature": signature}
    return await client.post("/patreon/webhook", content=body, headers=headers)


async def test_cancelled_patron_loses_access_at_once(visit, club, fake):
    await visit.signs_in("proof")
    session = await club.session(cookies(visit.client))
    assert (await club.standing(session)).status == "active"
    person = fake.people["proof"]
    person.status, person.tiers = "former_patron", []
    assert (await club.standing(session)).status == "active", "asked within the hour"
    assert (await webhook(visit.client, "members:update", "nobody")).status_code == 200
    assert (await club.standing(session)).status == "active"
    assert (await webhook(visit.client, "members:pledge:delete", person.member)).status_code == 200
    standing = await club.standing(session)
    assert (standing.status, standing.tiers) == ("former", frozenset())


async def test_who_joins_after_signing_in_need_not_sign_in_again(visit, club, fake):
    await visit.signs_in("never")
    session = await club.session(cookies(visit.client))
    assert (await club.standing(session)).status == "never"
    person, like = fake.people["never"], fake.people["proof"]
    person.member, person.status, person.tiers = "5f0c4a1e-new", like.status, like.tiers
    user = {"user": {"data": {"id": person.user, "type": "user"}, "links": {}}}
    assert (await webhook(visit.client, "members:create", person.member, relationships=user)).status_code == 200
    assert (await club.standing(session)).tiers == frozenset(like.tiers)


async def test_deleted_post_is_gone_even_while_patreon_fails(client, club, fake, time):
    assert await club.post("8012")
    fake.switches["broken"] = 500
    time.passes(1)
    assert (await webhook(client, "posts:delete", "8012")).status_code == 200
    assert await club.post("8012") is None
    assert (await club.listing()).stale


async def test_published_post_is_there_at_once(client, club, fake, time):
    assert (await club.listing()).posts[0].id == "8013"
    attributes = {**fake.posts[-3]["attributes"], "published_at": "2025-11-10T08:00:00+00:00"}
    fake.posts.append({"id": "8020", "attributes": attributes})
    time.passes(1)
    assert (await club.listing()).posts[0].id == "8013"
    assert (await webhook(client, "posts:publish", "8020")).status_code == 200
    assert (await club.listing()).posts[0].id == "8020"


@pytest.mark.parametrize("signature", ["", "0" * 32, "é", None])
async def test_wrong_signature(client, club, fake, time, signature):
    before = await club.listing()
    fake.posts.clear()
    time.passes(1)
    headers = {"x-patreon-event": "posts:delete"} | ({} if signature is None else {"x-patreon-signature": signature})
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    answer = await client.post("/patreon/webhook", content=b'{"data": {"id": "8012"}}', headers=raw)
    assert answer.status_code == 403
    assert await club.listing() == before


async def test_signature_of_another_secret_and_of_another_body(client):
    assert (await webhook(client, "posts:delete", "8012", "other")).status_code == 403
    signature = hmac(WEBHOOK_SECRET.encode(), b'{"data":{}}', "md5").hexdigest()
    headers = {"x-patreon-signature": signature}
    assert (await client.post("/patreon/webhook", content=b'{"data": {}}', headers=headers)).status_code == 403


@pytest.mark.parametrize("body", [b"", b"null", b"[]", b"{", b'{"data": 1}', b'{"data": {"id": {}}}', b"[" * 5000])
async def test_webhook_with_anything_in_it(client, body):
    signature = hmac(WEBHOOK_SECRET.encode(), body, "md5").hexdigest()
    for event in ("members:update", "posts:delete", "unknown", ""):
        headers = {"x-patreon-signature": signature.upper(), "x-patreon-event": event}
        assert (await client.post("/patreon/webhook", content=body, headers=headers)).status_code == 200


@pytest.mark.parametrize("broken", ["off", "never ends"])
async def test_webhook_that_breaks_off(settings, export, club, caplog, monkeypatch, broken):
    monkeypatch.setattr(endpoints, "WEBHOOK_TIMEOUT_SECONDS", 0.01)
    coming = [{"type": "http.request", "body": b"{", "more_body": True}, {"type": "http.disconnect"}]
    answer: list[Message] = []

    async def receive() -> Message:
        if broken == "never ends" and len(coming) == 1:
            await asyncio.Event().wait()
        return coming.pop(0)

    async def send(message: Message) -> None:
        answer.append(message)

    headers = [(b"x-patreon-signature", b"0" * 32)]
    path = {"path": "/patreon/webhook", "raw_path": b"/patreon/webhook", "query_string": b"", "headers": headers}
    scope = {"type": "http", "http_version": "1.1", "method": "POST", "scheme": "http", **path}
    await compose(settings, export, club)(reflex())(scope, receive, send)
    assert answer[0]["status"] == 400
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.parametrize("announced", [True, False])
async def test_webhook_too_large(client, announced, monkeypatch):
    """It is not read any further than that; and who has no signature at all is not read."""
    taken = 0

    async def body():
        nonlocal taken
        for _ in range(64):
            taken += MAX_WEBHOOK_BYTES // 16
            yield b"x" * (MAX_WEBHOOK_BYTES // 16)

    headers = {"content-length": str(4 * MAX_WEBHOOK_BYTES)} if announced else {}
    stranger = await client.post("/patreon/webhook", content=body(), headers=headers)
    assert (stranger.status_code, taken) == (403, 0)
    answer = await client.post("/patreon/webhook", content=body(), headers={"x-patreon-signature": "0" * 32, **headers})
    assert answer.status_code == 413 and taken <= (0 if announced else 2 * MAX_WEBHOOK_BYTES)


@pytest.mark.parametrize("length", ["9" * 5000, "-1", "é", "1e3"])
async def test_webhook_of_an_odd_length(client, length):
    raw = [(b"content-length", length.encode()), (b"x-patreon-signature", b"0" * 32)]
    assert (await client.post("/patreon/webhook", headers=raw)).status_code in (403, 413)


async def test_no_webhook_without_a_secret(configure, export, club):
    settings = configure(patreon_webhook_secret=None)
    async with open_client(compose(settings, export, club)(reflex())) as client:
        assert (await webhook(client, "posts:delete", "8012")).status_code == 404


# Patreon's bad days are not the site's


async def test_public_pages_do_not_wait_for_patreon(visit, club, network):
    """Members hang on Patreon, each in their own way; everybody else is served meanwhile."""
    state = await visit.leaves()
    never = asyncio.Event()

    async def hang(_request) -> None:
        await never.wait()

    network.fault = hang
    session = Session("s", "104", PEOPLE["declined"].member, "", False, datetime.now(UTC))
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


# What nobody may read


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
    # The fake's own router and the tests' own client are not the site.
    said = "\n".join(
        r.getMessage() + str(r.exc_info) for r in caplog.records if r.name.split(".")[0] in ("app", "httpx")
    )
    secrets = (CREATOR_TOKEN, CLIENT_SECRET, WEBHOOK_SECRET, KEY, "Pavla", "Nováková", session.member, session.id)
    for secret in (*secrets, *fake.tokens, "tramvaj", HOSTILE_TITLE, "a secret of the network", "code=", "state="):
        assert secret not in said


async def test_members_texts_are_in_no_answer_to_an_outsider(client, club):
    await club.listing()
    for path in ("/", "/en", "/config.json", "/patreon/private/8012", "/sitemap.xml", "/patreon/callback?code=8012"):
        assert "tramvaj" not in (await client.get(path)).text
