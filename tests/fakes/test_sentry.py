"""The fake Sentry accepts messages from real clients and rejects invalid messages."""

import gzip
import json
import subprocess
import sys
import zlib
from collections.abc import Iterator

import brotli
import httpx
import pytest

from app.folders import ROOT
from tests.fakes.sentry import KEY, PATH, Ingest, ingesting, parse

EVENT = b'{"message": "x"}'
BODY = b'{"event_id": "1"}\n{"type": "event"}\n%s\n{"type": "blob", "length": 3}\na\nb\n' % EVENT
QUERY = {"sentry_version": "7", "sentry_key": KEY}
HEADER = {"X-Sentry-Auth": f"Sentry sentry_version=7, sentry_client=test/1, sentry_key={KEY}"}


@pytest.fixture
def ingest() -> Iterator[Ingest]:
    with ingesting() as running:
        yield running


def test_an_envelope_s_parts() -> None:
    header, items = parse(BODY)
    assert header == {"event_id": "1"}
    assert [(item.kind, item.payload) for item in items] == [("event", {"message": "x"}), ("blob", b"a\nb")]
    with pytest.raises(ValueError, match="shorter"):
        parse(b'{}\n{"type": "event", "length": 99}\n{}')


@pytest.mark.parametrize("pack", [bytes, zlib.compress], ids=["plain", "packed"])
def test_a_recording(ingest: Ingest, pack) -> None:
    recording = b'{"segment_id":0}\n' + pack(b'[{"type": 4, "data": {"href": "\xc4\x8d"}}]')
    item = json.dumps({"type": "replay_recording", "length": len(recording)}).encode()
    body = b'{"event_id": "1"}\n' + item + b"\n" + recording
    assert httpx.post(ingest.url + PATH, params=QUERY, content=body).status_code == 200
    assert ingest.payloads("replay_recording") == [[{"type": 4, "data": {"href": "č"}}]]
    assert '"href": "č"' in ingest.text and '"event_id": "1"' in ingest.text


@pytest.mark.parametrize(
    ("coding", "encode"),
    [("", bytes), ("gzip", gzip.compress), ("br", brotli.compress), ("deflate", zlib.compress)],
)
@pytest.mark.parametrize(("auth", "given"), [("query", {"params": QUERY}), ("header", {"headers": HEADER})])
def test_both_ways_to_authenticate_and_every_coding(ingest: Ingest, coding: str, encode, auth: str, given) -> None:
    headers = {**given.get("headers", {}), **({"Content-Encoding": coding} if coding else {})}
    answer = httpx.post(ingest.url + PATH, params=given.get("params"), headers=headers, content=encode(BODY))
    assert (answer.status_code, answer.json()) == (200, {"id": "1"})
    assert answer.headers["access-control-allow-origin"] == "*"
    [envelope] = ingest.envelopes
    assert (envelope.auth, envelope.coding, ingest.events) == (auth, coding, [{"message": "x"}])


@pytest.mark.parametrize(
    ("path", "params", "body"),
    [(PATH, {}, BODY), (PATH, {"sentry_key": "x"}, BODY), ("/api/1/envelope/", QUERY, BODY), (PATH, QUERY, b"{")],
)
def test_invalid_requests_are_refused(ingest: Ingest, path: str, params: dict[str, str], body: bytes) -> None:
    assert httpx.post(ingest.url + path, params=params, content=body).status_code == 400
    assert len(ingest.refused) == 1 and ingest.envelopes == []


def test_failures(ingest: Ingest) -> None:
    ingest.status = 429
    answer = httpx.post(ingest.url + PATH, params=QUERY, content=BODY)
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "60")
    ingest.released.clear()
    with pytest.raises(httpx.ReadTimeout):
        httpx.post(ingest.url + PATH, params=QUERY, content=BODY, timeout=0.1)


def test_as_a_program() -> None:
    program = subprocess.Popen(
        [sys.executable, "-m", "tests.fakes.sentry"], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert program.stdout
    try:
        dsn = program.stdout.readline().strip().removeprefix("SENTRY_DSN=")
        origin = dsn.replace(f"{KEY}@", "").rpartition("/")[0]
        httpx.post(origin + PATH, params=QUERY, content=BODY)
        assert json.loads(program.stdout.readline()) == {"item": "event", "auth": "query", "payload": {"message": "x"}}
    finally:
        program.terminate()
        program.communicate(timeout=30)
