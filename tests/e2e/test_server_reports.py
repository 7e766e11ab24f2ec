"""What goes wrong in the server arrives at Sentry: once, with what helps, without what tells who it was."""

import asyncio
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import httpx
import pytest
from playwright.sync_api import Browser, expect

from builder.inputs import DIST
from tests.fakes.loopback import free_port
from tests.fakes.sentry import Envelope, Ingest, ingesting
from tests.support.builds import build_id
from tests.support.languages import ENGLISH
from tests.support.member_load import Tab
from tests.support.server_process import Server, running_server
from tests.support.server_without_reflex import WITHOUT_REFLEX
from tests.support.visitor import visitor

FAILING = "tests.support.faulty_server"
SECRET = "5ecret-post"
PRIVATE = {"Cookie": "session=s3cret", "User-Agent": "Jan", "X-Forwarded-For": "203.0.113.9"}
ASKED = ["email=jan.novak@example.com", *(f"token={number}" for number in range(4))]
SLIPPED = "the plate has slipped"


@dataclass
class Day:
    """What became of a server whose requests and events failed: its answers, what it has told Sentry, what it has
    printed until it was stopped."""

    ingest: Ingest
    answers: list[httpx.Response] = field(default_factory=list)
    printed: str = ""

    @property
    def envelopes(self) -> list[Envelope]:
        """What has arrived, but not from browsers, which have their key in the query."""
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
    """One server has every fault; what each made of it, tests look up."""
    port = str(free_port())
    site = f"http://127.0.0.1:{port}"  # the client names no port of the host that it asks
    with (
        ingesting() as ingest,
        running_server(
            module=FAILING, SENTRY_DSN=ingest.dsn, SENTRY_ENVIRONMENT="stage", PORT=port, SITE_URL=site
        ) as server,
    ):
        day = Day(ingest)
        for fault in ("middleware", "manager"):
            begins(server, fault)
            comes_to_life(browser, server)
        with ThreadPoolExecutor() as many:
            day.answers = list(many.map(lambda query: ask(server, query), ASKED))
            begins(server, "handler")
            many.submit(asyncio.run, fail_twice(day, server)).result()  # this thread's loop is Playwright's
        day.printed = server.stop()
        yield day


def ask(server: Server, query: str) -> httpx.Response:
    return httpx.get(f"{server.url}/ping?{query}", headers={**PRIVATE, "Accept": "text/html"}, verify=False)


def begins(server: Server, fault: str) -> None:
    assert httpx.get(f"{server.url}/ping?fault={fault}", timeout=60, verify=False).status_code == 200


def comes_to_life(browser: Browser, server: Server) -> None:
    """The page's first event fails, the next ones do not."""
    with visitor(browser) as guest:
        guest.opens(f"{server.url}/patreon/private")
        expect(guest.page.locator("#members")).to_have_attribute("data-access", "unconfigured")


async def fail_twice(day: Day, server: Server) -> None:
    async def arrived(count: int) -> None:
        for _ in range(600):
            if len(day.of_events) >= count:
                return
            await asyncio.sleep(0.05)
        raise AssertionError(f"waited in vain for {count} reports")

    before = len(day.of_events)
    tab = await Tab.connect(server.url)
    loading = asyncio.create_task(tab.loads(lambda view: False))  # nothing is ever seen
    await arrived(before + 1)
    turning = asyncio.create_task(tab.turns(lambda view: False, post=SECRET, language=ENGLISH))
    await arrived(before + 2)
    for task in (loading, turning):
        task.cancel()
    await tab.close()


def test_a_report_tells_what_helps_and_not_who_it_was(day: Day) -> None:
    faults = []
    for event in day.events:
        told = json.dumps(event)
        if event["exception"]["values"][-1]["type"] != "RuntimeError":
            faults.append(("type", told))
        if (event["release"], event["environment"]) != (build_id(DIST), "stage"):
            faults.append(("release", told))
        if {"user", "server_name", "modules", "request"} & set(event) or "vars" in told:
            faults.append(("too much", told))
        if event.get("breadcrumbs", {}).get("values"):
            faults.append(("breadcrumbs", told))
    assert {envelope.coding for envelope in day.envelopes} <= {"br", "gzip"}
    secrets = ("s3cret", "jan.novak", "203.0.113.9", "t0ken", "email=", SECRET)
    faults += [("a secret", secret) for secret in secrets if secret in day.ingest.text]
    assert faults == []


def test_each_request_that_fails_arrives_once_with_its_own_id_and_trace(day: Day) -> None:
    assert [answer.status_code for answer in day.answers] == [500] * len(ASKED)
    ids = sorted(answer.headers["x-request-id"] for answer in day.answers)
    assert sorted(event["tags"]["request_id"] for event in day.of_requests) == ids
    assert len({event["contexts"]["trace"]["trace_id"] for event in day.of_requests}) == len(ASKED)
    for event in day.of_requests:
        assert "the rollers are stuck, says [e-mail], see /log" in message(event)
    assert "the rollers are stuck" in day.printed, "and the log has it too"


def test_each_event_that_fails_arrives_once_with_its_own_trace(day: Day) -> None:
    """Two fail before their handler, in the middleware and in the state's manager; and two in it."""
    assert len(day.of_events) == 4
    assert len({event["contexts"]["trace"]["trace_id"] for event in day.of_events}) == 4


def test_the_log_has_each_fault_once(day: Day) -> None:
    assert day.printed.count("Traceback") == len(ASKED) + 4


def fails_and_goes_on(server: Server) -> None:
    server.wait_until_members_are_up()  # a request waits for them, but not for as long as they may take
    for _ in range(3):
        assert httpx.get(f"{server.url}/ping", verify=False).status_code == 500
        assert httpx.get(f"{server.url}/about", verify=False).status_code == 200


def asked(ingest: Ingest) -> None:
    """Waits until Sentry has been asked for."""
    for _ in range(600):
        if ingest.asked:
            return
        time.sleep(0.05)
    raise AssertionError("nothing was told")


def test_nobody_notices_that_sentry_has_troubles(built: None) -> None:
    """It is not there, then it answers with an error, then never in time; and the server ends while it waits."""
    port = free_port()
    with running_server(module=WITHOUT_REFLEX, SENTRY_DSN=Ingest(f"http://127.0.0.1:{port}").dsn) as server:
        fails_and_goes_on(server)
        with ingesting(status=500, port=port) as ingest:
            fails_and_goes_on(server)
            asked(ingest)
        with ingesting(port=port) as ingest:
            ingest.patience.clear()
            fails_and_goes_on(server)
            asked(ingest)
            assert server.stop().count("Traceback") == 9


def test_nobody_notices_that_sentry_takes_no_more(built: None) -> None:
    with ingesting(status=429) as ingest, running_server(module=WITHOUT_REFLEX, SENTRY_DSN=ingest.dsn) as server:
        fails_and_goes_on(server)
        asked(ingest)
        assert server.stop().count("Traceback") == 3
