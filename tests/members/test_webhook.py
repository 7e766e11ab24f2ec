import asyncio
import logging
from collections.abc import AsyncIterator

import httpx
import pytest
from starlette.types import Message

from app.members import endpoints
from app.members.endpoints import MAX_WEBHOOK_BYTES, MAX_WEBHOOKS_OF_SENDER
from app.server.compose import compose
from tests.fakes.patreon import webhook_signature
from tests.support.members import SITE, cookies, webhook
from tests.support.small_site import open_client, reflex

pytestmark = pytest.mark.anyio


async def test_cancelled_patron_loses_access_at_once(visit, club, fake):
    await visit.signs_in("proof")
    session = await club.session(cookies(visit.client))
    assert (await club.standing(session)).status == "active"
    person = fake.people["proof"]
    person.status, person.tiers = "former_patron", []
    assert (await club.standing(session)).status == "active", "the answer is less than an hour old"
    assert (await webhook(visit.client, "members:update", "nobody")).status_code == 200
    assert (await club.standing(session)).status == "active"
    assert (await webhook(visit.client, "members:pledge:delete", person.member)).status_code == 200
    standing = await club.standing(session)
    assert (standing.status, standing.tiers) == ("former", frozenset())


async def test_joining_after_signing_in_needs_no_new_sign_in(visit, club, fake):
    await visit.signs_in("never")
    session = await club.session(cookies(visit.client))
    assert (await club.standing(session)).status == "never"
    person, like = fake.people["never"], fake.people["proof"]
    person.member, person.status, person.tiers = "5f0c4a1e-new", like.status, like.tiers
    user = {"user": {"data": {"id": person.user, "type": "user"}, "links": {}}}
    assert (await webhook(visit.client, "members:create", person.member, relationships=user)).status_code == 200
    assert (await club.standing(session)).tiers == frozenset(like.tiers)


async def test_deleted_post_is_gone_even_while_patreon_fails(client, club, fake, time):
    assert (await club.listing()).find("8012")
    fake.switches["broken"] = 500
    time.passes(1)
    assert (await webhook(client, "posts:delete", "8012")).status_code == 200
    listing = await club.listing()
    assert listing.find("8012") is None and listing.stale


async def test_published_post_is_there_at_once(client, club, fake, time):
    assert (await club.listing()).posts[0].id == "8013"
    attributes = {**fake.posts[-3]["attributes"], "published_at": "2025-11-10T08:00:00+00:00"}
    fake.posts.append({"id": "8020", "attributes": attributes})
    time.passes(1)
    assert (await club.listing()).posts[0].id == "8013"
    assert (await webhook(client, "posts:publish", "8020")).status_code == 200
    assert (await club.listing()).posts[0].id == "8020"


@pytest.mark.parametrize("given", ["", "0" * 32, "é", None])
async def test_wrong_signature(client, club, fake, time, given):
    before = await club.listing()
    fake.posts.clear()
    time.passes(1)
    headers = {"x-patreon-event": "posts:delete"} | ({} if given is None else {"x-patreon-signature": given})
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    answer = await client.post("/patreon/webhook", content=b'{"data": {"id": "8012"}}', headers=raw)
    assert answer.status_code == 403
    assert await club.listing() == before


async def test_signature_of_another_secret_and_of_another_body(client, caplog):
    headers = {"x-patreon-signature": "unsigned"}
    assert (await client.post("/patreon/webhook", content=b"{}", headers=headers)).status_code == 403
    assert not caplog.records
    assert (await webhook(client, "posts:delete", "8012", "other")).status_code == 403
    [logged] = caplog.records
    assert logged.levelno == logging.WARNING and "PATREON_WEBHOOK_SECRET" in logged.getMessage()
    headers = {"x-patreon-signature": webhook_signature(b'{"data":{}}')}
    assert (await client.post("/patreon/webhook", content=b'{"data": {}}', headers=headers)).status_code == 403


@pytest.mark.parametrize("body", [b"", b"null", b"[]", b"{", b'{"data": 1}', b'{"data": {"id": {}}}', b"[" * 5000])
async def test_odd_bodies_are_accepted(client, body):
    for event in ("members:update", "posts:delete", "unknown", ""):
        headers = {"x-patreon-signature": webhook_signature(body).upper(), "x-patreon-event": event}
        assert (await client.post("/patreon/webhook", content=body, headers=headers)).status_code == 200


@pytest.mark.parametrize("broken", ["off", "never ends"])
async def test_an_incomplete_webhook_is_refused(settings, export, club, caplog, monkeypatch, broken):
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


async def test_silent_webhooks_do_not_block_other_senders(settings, export, club):
    site = compose(settings, export, club)(reflex())

    async def silence() -> AsyncIterator[bytes]:
        await asyncio.Event().wait()
        yield b""

    async def sends(address: str, body: AsyncIterator[bytes] | bytes) -> int:
        transport = httpx.ASGITransport(site, client=(address, 1))
        headers = {"x-patreon-signature": webhook_signature(b"{}")}
        async with httpx.AsyncClient(transport=transport, base_url=SITE) as client:
            return (await client.post("/patreon/webhook", content=body, headers=headers)).status_code

    silent = [asyncio.create_task(sends(f"2001:db8:0:{number:x}::1", silence())) for number in range(50)]
    while sum(each.done() for each in silent) < 50 - MAX_WEBHOOKS_OF_SENDER * 2:
        await asyncio.sleep(0)
    assert await sends("203.0.113.9", b"{}") == 200
    waiting = [each for each in silent if not each.done()]
    assert len(waiting) == MAX_WEBHOOKS_OF_SENDER * 2, "all share a /56"
    assert {each.result() for each in silent if each.done()} == {503}
    for each in waiting:
        each.cancel()
    await asyncio.wait(waiting)


@pytest.mark.parametrize("announced", [True, False])
async def test_a_large_webhook_is_not_read(client, announced):
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
async def test_an_odd_content_length_is_refused(client, length):
    raw = [(b"content-length", length.encode()), (b"x-patreon-signature", b"0" * 32)]
    assert (await client.post("/patreon/webhook", headers=raw)).status_code in (403, 413)


async def test_no_webhook_without_a_secret(configure, export, club):
    settings = configure(patreon_webhook_secret=None)
    async with open_client(compose(settings, export, club)(reflex())) as client:
        assert (await webhook(client, "posts:delete", "8012")).status_code == 404
