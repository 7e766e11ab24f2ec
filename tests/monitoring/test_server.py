"""Sentry in the server: what leaves it, and what is told of other services."""

import asyncio
import json
import logging

import pytest
import sentry_sdk

from app.monitoring import server
from app.monitoring.request import request_id
from app.settings import load
from tests.fakes.sentry import ingesting

EVENT = {
    "event_id": "0" * 32,
    "logentry": {"message": "GET %r failed", "params": ["/x?token=1"]},
    "request": {"url": "https://otisk.test/x?token=1", "method": "GET", "cookies": "a=b", "headers": {"a": "b"}},
    "user": {"ip_address": "203.0.113.9"},
    "server_name": "press",
    "exception": {"values": [{"type": "ValueError", "value": "jan@example.com"}]},
}


def test_what_leaves_the_server() -> None:
    token = request_id.set("abc")
    try:
        assert server.prepared(EVENT) == {
            "event_id": "0" * 32,
            "logentry": {"message": "GET %r failed", "params": ["/x"]},
            "request": {"url": "https://otisk.test/x", "method": "GET"},
            "exception": {"values": [{"type": "ValueError", "value": "[e-mail]"}]},
            "tags": {"request_id": "abc"},
        }
    finally:
        request_id.reset(token)
    assert "tags" not in server.prepared(EVENT)


def test_without_a_dsn_nothing_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> None:
        raise AssertionError("it has started")

    monkeypatch.setattr(sentry_sdk, "init", refuse)
    server.start(load(_env_file=None), "1")


@pytest.mark.parametrize(
    ("failure", "said"),
    [({"status": 503}, "Patreon: could not refresh the token (503)"), ({"error": OSError("?code=x")}, "(OSError)")],
)
def test_a_failed_call_is_logged_and_arrives(caplog: pytest.LogCaptureFixture, failure: dict, said: str) -> None:
    async def serve() -> None:
        async with server.reporting(load(_env_file=None, sentry_dsn=ingest.dsn, sentry_environment="stage"), "build-1"):
            server.call_failed("Patreon", "refresh the token", **failure)

    with ingesting() as ingest:
        try:
            with caplog.at_level(logging.ERROR):
                asyncio.run(serve())
        finally:
            sentry_sdk.get_client().close()
            sentry_sdk.init()
        [event] = ingest.events
    assert said in caplog.text
    assert (event["release"], event["environment"]) == ("build-1", "stage")
    assert event["extra"]["service"] == "Patreon" and event["extra"]["operation"] == "refresh the token"
    assert "?code" not in json.dumps(event)
