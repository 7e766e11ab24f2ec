import asyncio
import io
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import sentry_sdk
from starlette.types import Receive, Scope, Send

from app.monitoring import server
from app.monitoring.request import request_id
from app.server.repeats import CountingHandler
from app.settings import load
from tests.fakes.sentry import Ingest, ingesting

logger = logging.getLogger(__name__)

EVENT = {
    "event_id": "0" * 32,
    "logentry": {"message": "GET %r failed", "params": ["/x?token=1"]},
    "request": {"url": "https://otisk.test/x?token=1", "method": "GET", "cookies": "a=b", "headers": {"a": "b"}},
    "user": {"ip_address": "203.0.113.9"},
    "server_name": "press",
    "exception": {"values": [{"type": "ValueError", "value": "jan@example.com"}]},
}


def test_reports_contain_no_personal_data() -> None:
    identity = "0123456789abcdef" * 4  # a proxy's request ID, which looks like a secret
    token = request_id.set(identity)
    try:
        assert server.prepared(EVENT) == {
            "event_id": "0" * 32,
            "logentry": {"message": "GET %r failed", "params": ["/x"]},
            "exception": {"values": [{"type": "ValueError", "value": "[e-mail]"}]},
            "tags": {"request_id": identity},
        }
        assert server.prepared({"message": identity})["message"] == "[secret]"
    finally:
        request_id.reset(token)
    assert "tags" not in server.prepared(EVENT)


def test_without_a_dsn_nothing_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> None:
        raise AssertionError("it has started")

    monkeypatch.setattr(sentry_sdk, "init", refuse)
    server.start(load(_env_file=None), "1")


def test_an_exception_does_not_skip_the_flush(monkeypatch: pytest.MonkeyPatch) -> None:
    flushed: list[float] = []
    monkeypatch.setattr(server, "start", lambda *_: None)
    monkeypatch.setattr(sentry_sdk, "flush", flushed.append)

    async def fail() -> None:
        async with server.reporting(load(_env_file=None, sentry_dsn="https://key@sentry.test/1"), "build-1"):
            raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        asyncio.run(fail())
    assert flushed == [server.FLUSH_TIMEOUT_SECONDS]


@contextmanager
def reporting() -> Iterator[Ingest]:
    """Runs Sentry in this process. At the end of the `with` block, waits until all reports have arrived."""
    with ingesting() as ingest:
        settings = load(_env_file=None, sentry_dsn=ingest.dsn, sentry_environment="stage")
        server.start(settings, "build-1")
        try:
            yield ingest
            sentry_sdk.flush(server.FLUSH_TIMEOUT_SECONDS)
        finally:
            sentry_sdk.get_client().close()
            sentry_sdk.init()


def traces(ingest: Ingest) -> list[str]:
    return [event["contexts"]["trace"]["trace_id"] for event in ingest.events]


def test_each_request_and_socket_has_a_trace_of_its_own() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        logger.error("one of %s", scope["path"])
        await asyncio.create_task(later(scope["path"]))

    async def later(path: str) -> None:
        met.append(path)
        while len(met) < len(REQUESTS):
            await asyncio.sleep(0)
        logger.error("two of %s", path)

    async def ask() -> None:
        traced = server.OwnTraces(app)
        await asyncio.gather(*(traced(request, nobody, nobody) for request in REQUESTS))

    met: list[str] = []
    with reporting() as ingest:
        asyncio.run(ask())
    found = {}
    for event, trace in zip(ingest.events, traces(ingest), strict=True):
        found.setdefault(event["logentry"]["params"][0], set()).add(trace)
    assert {len(each) for each in found.values()} == {1}, "a request has several traces"
    assert len(ingest.events) == 6 and len(set(traces(ingest))) == len(REQUESTS)


def test_repeated_errors_arrive_although_they_are_printed_once() -> None:
    handler = CountingHandler()
    handler.setStream(io.StringIO())
    logger.addHandler(handler)
    try:
        with reporting() as ingest:
            for _ in range(3):
                logger.error("Outbox failed")
        assert len(ingest.events) == 3 and handler.stream.getvalue() == "Outbox failed\n"  # pyright: ignore
    finally:
        logger.removeHandler(handler)
        handler.close()


REQUESTS = [{"type": "http", "path": "/a"}, {"type": "http", "path": "/b"}, {"type": "websocket", "path": "/c"}]


async def nobody(*_: object) -> Any:
    raise AssertionError("called unexpectedly")


def test_each_event_of_a_socket_has_a_trace_of_its_own() -> None:
    with reporting() as ingest, server.own_trace():
        for number in range(3):
            with server.own_trace():
                logger.error("event %s", number)
        logger.error("the socket")
    assert len(set(traces(ingest))) == 4


def test_a_lifespan_has_the_scope_of_the_process() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        found.append(sentry_sdk.get_isolation_scope())

    found = [sentry_sdk.get_isolation_scope()]
    for kind in ("lifespan", "http"):
        asyncio.run(server.OwnTraces(app)({"type": kind}, nobody, nobody))
    assert found[0] is found[1] and found[0] is not found[2]


@pytest.mark.parametrize(
    ("failure", "said"),
    [({"status": 503}, "Patreon: could not refresh the token (503)"), ({"error": OSError("?code=x")}, "(OSError)")],
)
def test_a_failed_call_is_logged_and_arrives(caplog: pytest.LogCaptureFixture, failure: dict, said: str) -> None:
    with caplog.at_level(logging.ERROR), reporting() as ingest:
        server.call_failed("Patreon", "refresh the token", **failure)
    [event] = ingest.events
    assert said in caplog.text
    assert (event["release"], event["environment"]) == ("build-1", "stage")
    assert event["extra"]["service"] == "Patreon" and event["extra"]["operation"] == "refresh the token"
    assert "?code" not in json.dumps(event)
