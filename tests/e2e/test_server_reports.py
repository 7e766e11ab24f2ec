"""What goes wrong in the server arrives at Sentry: once, with what helps, without what tells who it was."""

import asyncio
import json
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, expect

from app.i18n import LANGUAGES
from pwa.build import DIST
from tests.fakes.sentry import Envelope, Ingest, ingesting
from tests.support.builds import build_id
from tests.support.crowd import Tab
from tests.support.serving import Server, free_port, serving
from tests.support.visitor import visitor

FAILING = "tests.support.failing"
ENGLISH = LANGUAGES[1]
SECRET = "5ecret-post"


@pytest.fixture
def ingest() -> Iterator[Ingest]:
    with ingesting() as running:
        yield running


@pytest.fixture
def server(built: None, ingest: Ingest) -> Iterator[Server]:
    with serving(module=FAILING, SENTRY_DSN=ingest.dsn, SENTRY_ENVIRONMENT="stage") as running:
        yield running


def from_server(ingest: Ingest) -> list[Envelope]:
    """What has arrived, but not from browsers, which have their key in the query."""
    return [envelope for envelope in list(ingest.envelopes) if envelope.auth == "header"]


def check(ingest: Ingest, kind: str) -> dict:
    envelopes = from_server(ingest)
    [event] = [item.payload for envelope in envelopes for item in envelope.items if item.kind == "event"]
    assert event["exception"]["values"][-1]["type"] == kind
    assert (event["release"], event["environment"]) == (build_id(DIST), "stage")
    assert {envelope.coding for envelope in envelopes} <= {"br", "gzip"}
    assert not {"user", "server_name", "modules", "request"} & set(event)
    assert not event.get("breadcrumbs", {}).get("values")
    assert "vars" not in json.dumps(event)
    return event


def test_a_request_that_fails(server: Server, ingest: Ingest) -> None:
    private = {"Cookie": "session=s3cret", "User-Agent": "Jan", "X-Forwarded-For": "203.0.113.9"}
    answer = httpx.get(f"{server.url}/ping?email=jan.novak@example.com", headers={**private, "Accept": "text/html"})
    assert answer.status_code == 500
    said = server.stop()
    event = check(ingest, "RuntimeError")
    assert "the rollers are stuck, says [e-mail], see /log" in event["exception"]["values"][-1]["value"]
    assert event["tags"]["request_id"] == answer.headers["x-request-id"]
    told = json.dumps(event)
    assert not [secret for secret in ("s3cret", "jan.novak", "203.0.113.9", "t0ken", "email=") if secret in told], told
    assert "the rollers are stuck" in said, "and the log has it too"


def test_each_request_that_fails_has_its_own_id_and_trace(server: Server, ingest: Ingest) -> None:
    async def ask() -> list[httpx.Response]:
        async with httpx.AsyncClient() as client:
            return await asyncio.gather(*(client.get(f"{server.url}/ping?token={number}") for number in range(4)))

    answers = asyncio.run(ask())
    server.stop()
    events = ingest.events
    assert {event["tags"]["request_id"] for event in events} == {answer.headers["x-request-id"] for answer in answers}
    assert len({event["contexts"]["trace"]["trace_id"] for event in events}) == len(events) == 4


def test_each_event_that_fails_has_its_own_trace(built: None, ingest: Ingest) -> None:
    async def fail(site: str) -> None:
        tab = await Tab.connect(site)
        loading = asyncio.create_task(tab.loads(lambda view: False))  # nothing is ever seen
        await arrived(1)
        turning = asyncio.create_task(tab.turns(lambda view: False, post=SECRET, language=ENGLISH))
        await arrived(2)
        for task in (loading, turning):
            task.cancel()
        await tab.close()

    async def arrived(count: int) -> None:
        for _ in range(600):
            if len(ingest.events) >= count:
                return
            await asyncio.sleep(0.05)
        raise AssertionError(f"waited in vain for {count} reports")

    port = str(free_port())
    site = f"http://127.0.0.1:{port}"  # the client names no port of the host that it asks
    with serving(module=FAILING, SENTRY_DSN=ingest.dsn, PORT=port, SITE_URL=site) as server:
        asyncio.run(fail(server.url))
    assert len({event["contexts"]["trace"]["trace_id"] for event in ingest.events}) == 2
    assert SECRET not in ingest.text


def test_an_event_handler_that_fails(browser: Browser, server: Server, ingest: Ingest) -> None:
    with visitor(browser) as guest:
        guest.opens(f"{server.url}/patreon/private")
        guest.poll(lambda: any(event["platform"] == "python" for event in ingest.events), "a report")
        server.stop()  # the page would ask once more
    event = check(ingest, "RuntimeError")
    assert event["exception"]["values"][-1]["value"] == "the plate has slipped"


@pytest.mark.parametrize("fault", ["middleware", "manager"])
def test_an_event_that_fails_before_its_handler(browser: Browser, built: None, ingest: Ingest, fault: str) -> None:
    with (
        serving(module=FAILING, SENTRY_DSN=ingest.dsn, SENTRY_ENVIRONMENT="stage", FAULT=fault) as server,
        visitor(browser) as guest,
    ):
        guest.opens(f"{server.url}/patreon/private")
        expect(guest.page.locator("#members")).to_have_attribute("data-access", "unconfigured")
        said = server.stop()
        event = check(ingest, "RuntimeError")
        assert event["exception"]["values"][-1]["value"] == "the plate has slipped"
        assert said.count("Traceback") == 1


@pytest.mark.parametrize("trouble", [500, 429, "slow", "unreachable"])
def test_nobody_notices_that_sentry_has_troubles(built: None, ingest: Ingest, trouble: int | str) -> None:
    dsn = ingest.dsn
    if trouble == "slow":
        ingest.patience.clear()
    elif trouble == "unreachable":
        dsn = dsn.replace(ingest.url.rpartition(":")[2], str(free_port()))
    else:
        ingest.status = int(trouble)
    with serving(module=FAILING, SENTRY_DSN=dsn) as server:
        for _ in range(3):
            assert httpx.get(f"{server.url}/ping").status_code == 500
            assert httpx.get(f"{server.url}/about").status_code == 200
        assert "Traceback" in server.stop()
