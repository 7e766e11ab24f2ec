import asyncio
import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import httpx
import pytest
from playwright.sync_api import Browser, expect

from builder.inputs import DIST
from tests.fakes.loopback import free_port
from tests.fakes.sentry import Envelope, Ingest, ingesting
from tests.support.apart import run_apart
from tests.support.builds import build_id
from tests.support.inquiries import until
from tests.support.languages import ENGLISH
from tests.support.member_load import Tab
from tests.support.server_process import Server, running_server
from tests.support.server_without_reflex import WITHOUT_REFLEX
from tests.support.visitor import visitor

pytestmark = pytest.mark.nightly

FAILING = "tests.support.faulty_server"
SECRET = "5ecret-post"
PRIVATE = {"Cookie": "session=s3cret", "User-Agent": "Jan", "X-Forwarded-For": "203.0.113.9"}
ASKED = ["email=jan.novak@example.com", *(f"token={number}" for number in range(4))]
SLIPPED = "the plate has slipped"


@dataclass
class Day:
    """A server's error reports, responses and log, recorded while requests and events fail."""

    ingest: Ingest
    answers: list[httpx.Response] = field(default_factory=list)
    printed: str = ""

    @property
    def envelopes(self) -> list[Envelope]:
        """Sentry envelopes from the server. Only the server sends Sentry's key in a header."""
        return [envelope for envelope in self.ingest.envelopes if envelope.auth == "header"]

    @property
    def events(self) -> list[dict]:
        return [item.payload for envelope in self.envelopes for item in envelope.items if item.kind == "event"]

    @property
    def of_requests(self) -> list[dict]:
        return [event for event in self.events if message(event) != SLIPPED]

    @property
    def of_events(self) -> list[dict]:
        return [event for event in self.events if message(event) == SLIPPED]


def message(event: dict) -> str:
    return event["exception"]["values"][-1]["value"]


@pytest.fixture(scope="module")
def day(built: None, browser: Browser) -> Iterator[Day]:
    port = str(free_port())
    site = f"http://127.0.0.1:{port}"
    with (
        ingesting() as ingest,
        running_server(
            module=FAILING, SENTRY_DSN=ingest.dsn, SENTRY_ENVIRONMENT="stage", PORT=port, SITE_URL=site
        ) as server,
    ):
        day = Day(ingest)
        for fault in ("middleware", "manager"):
            enable_fault(server, fault)
            assert_hydrates(browser, server)
        with ThreadPoolExecutor() as many:
            day.answers = list(many.map(lambda query: request_ping(server, query), ASKED))
            enable_fault(server, "handler")
            run_apart(fail_twice(day, server))
        day.printed = server.stop()
        yield day


def request_ping(server: Server, query: str) -> httpx.Response:
    return httpx.get(f"{server.url}/ping?{query}", headers={**PRIVATE, "Accept": "text/html"}, verify=False, timeout=60)


def enable_fault(server: Server, fault: str) -> None:
    assert httpx.get(f"{server.url}/ping?fault={fault}", timeout=60, verify=False).status_code == 200


def assert_hydrates(browser: Browser, server: Server) -> None:
    """Asserts that events work again after the first event has failed."""
    with visitor(browser) as guest:
        guest.opens(f"{server.url}/patreon/private")
        expect(guest.page.locator("#members")).to_have_attribute("data-access", "unconfigured")


async def fail_twice(day: Day, server: Server) -> None:
    async def arrived(count: int) -> None:
        async with asyncio.timeout(120):
            while len(day.of_events) < count:
                await asyncio.sleep(0.05)

    before = len(day.of_events)
    tab = await Tab.connect(server.url)
    loading = asyncio.create_task(tab.loads(lambda view: False))
    await arrived(before + 1)
    turning = asyncio.create_task(tab.turns(lambda view: False, post=SECRET, language=ENGLISH))
    await arrived(before + 2)
    for task in (loading, turning):
        task.cancel()
    await tab.close()


def test_reports_contain_what_helps_and_no_personal_data(day: Day) -> None:
    faults = []
    for event in day.events:
        text = json.dumps(event)
        if event["exception"]["values"][-1]["type"] != "RuntimeError":
            faults.append(("type", text))
        if (event["release"], event["environment"]) != (build_id(DIST), "stage"):
            faults.append(("release", text))
        if {"user", "server_name", "modules", "request"} & set(event) or "vars" in text:
            faults.append(("too much", text))
        if event.get("breadcrumbs", {}).get("values"):
            faults.append(("breadcrumbs", text))
    assert {envelope.coding for envelope in day.envelopes} <= {"br", "gzip"}
    secrets = ("s3cret", "jan.novak", "203.0.113.9", "t0ken", "email=", SECRET)
    faults += [("a secret", secret) for secret in secrets if secret in day.ingest.text]
    assert faults == []


def test_each_failed_request_arrives_once_with_its_own_id_and_trace(day: Day) -> None:
    assert [answer.status_code for answer in day.answers] == [500] * len(ASKED)
    ids = sorted(answer.headers["x-request-id"] for answer in day.answers)
    assert sorted(event["tags"]["request_id"] for event in day.of_requests) == ids
    assert len({event["contexts"]["trace"]["trace_id"] for event in day.of_requests}) == len(ASKED)
    for event in day.of_requests:
        assert "the rollers are stuck, says [e-mail], see /log" in message(event)
    assert "the rollers are stuck" in day.printed, "the log lacks the error"


def test_each_failed_event_arrives_once_with_its_own_trace(day: Day) -> None:
    assert len(day.of_events) == 4
    assert len({event["contexts"]["trace"]["trace_id"] for event in day.of_events}) == 4


def count_errors(printed: str) -> int:
    """Counts the errors in a log, including repetitions."""
    return printed.count("Traceback") + sum(map(int, re.findall(r"ERROR .* repeated (\d+) times", printed)))


def test_the_log_has_each_fault_once(day: Day) -> None:
    assert count_errors(day.printed) == len(ASKED) + 4


def assert_fails_and_continues(server: Server) -> None:
    server.wait_until_members_are_up()
    for _ in range(3):
        assert httpx.get(f"{server.url}/ping", verify=False, timeout=60).status_code == 500
        assert httpx.get(f"{server.url}/about", verify=False, timeout=60).status_code == 200


def wait_until_asked(ingest: Ingest) -> None:
    until(lambda: ingest.asked, "a request to Sentry", 120)


def test_failures_of_sentry_do_not_affect_the_server(built: None) -> None:
    port = free_port()
    with running_server(module=WITHOUT_REFLEX, SENTRY_DSN=Ingest(f"http://127.0.0.1:{port}").dsn) as server:
        assert_fails_and_continues(server)
        with ingesting(status=500, port=port) as ingest:
            assert_fails_and_continues(server)
            wait_until_asked(ingest)
        with ingesting(port=port) as ingest:
            ingest.released.clear()
            assert_fails_and_continues(server)
            wait_until_asked(ingest)
            assert count_errors(server.stop()) == 9


def test_a_limit_of_sentry_does_not_affect_the_server(built: None) -> None:
    with ingesting(status=429) as ingest, running_server(module=WITHOUT_REFLEX, SENTRY_DSN=ingest.dsn) as server:
        assert_fails_and_continues(server)
        wait_until_asked(ingest)
        assert count_errors(server.stop()) == 3
