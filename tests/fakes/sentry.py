"""A fake Sentry that stores reports. `python -m tests.fakes.sentry [PORT]` prints them."""

import gzip
import json
import re
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from threading import Event
from typing import Any
from urllib.parse import parse_qs, urlsplit

import brotli

from tests.fakes.loopback import respond, serving

KEY = "0123456789abcdef0123456789abcdef"
PROJECT = "42"
PATH = f"/api/{PROJECT}/envelope/"
CORS = {
    "access_control_allow_origin": "*",
    "access_control_allow_headers": "*",
    "access_control_expose_headers": "x-sentry-rate-limits, retry-after",
}
DECODERS: dict[str, Callable[[bytes], bytes]] = {
    "": lambda body: body,
    "br": brotli.decompress,
    "gzip": gzip.decompress,
}


@dataclass(frozen=True)
class Item:
    """An item of a Sentry envelope. JSON is decoded, and a replay recording becomes a list of events."""

    kind: str
    header: dict[str, Any]
    payload: Any


@dataclass(frozen=True)
class Envelope:
    """A message to Sentry. `auth` is the location of the message's key: "query" or "header"."""

    header: dict[str, Any]
    items: list[Item]
    auth: str
    coding: str


@dataclass
class Ingest:
    """A fake Sentry project.

    - `status`: the status of all responses
    - `released`: responses wait until this event is set
    - `envelopes`: the valid messages
    - `refused`: the errors in invalid messages
    """

    url: str = ""
    status: int = 200
    released: Event = field(default_factory=Event)
    envelopes: list[Envelope] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    @property
    def dsn(self) -> str:
        return f"{self.url.replace('://', f'://{KEY}@')}/{PROJECT}"

    def payloads(self, kind: str) -> list[Any]:
        """Returns the contents of all items of a type, such as `event` or `session`."""
        return [item.payload for envelope in list(self.envelopes) for item in envelope.items if item.kind == kind]

    @property
    def events(self) -> list[dict[str, Any]]:
        return self.payloads("event")

    @property
    def text(self) -> str:
        parts = [(envelope.header, [vars(item) for item in envelope.items]) for envelope in list(self.envelopes)]
        return json.dumps(parts, ensure_ascii=False, default=bytes.decode)

    @property
    def messages(self) -> list[str]:
        return [event["exception"]["values"][-1]["value"] for event in self.events]


def parse(body: bytes) -> tuple[dict[str, Any], list[Item]]:
    header, _, rest = body.partition(b"\n")
    items = []
    while rest.strip(b"\n"):
        line, _, rest = rest.lstrip(b"\n").partition(b"\n")
        described = json.loads(line)
        length = described.get("length", (rest + b"\n").index(b"\n"))
        payload, rest = rest[:length], rest[length:]
        if len(payload) != length:
            raise ValueError("an item is shorter than its header says")
        items.append(Item(described["type"], described, _decoded(described["type"], payload)))
    return json.loads(header), items


def _decoded(kind: str, payload: bytes) -> Any:
    if kind == "replay_recording":
        _segment, _, events = payload.partition(b"\n")
        return json.loads(events if events.startswith(b"[") else zlib.decompress(events))
    try:
        return json.loads(payload)
    except ValueError:
        return payload


@contextmanager
def ingesting(
    status: int = 200, port: int = 0, on_envelope: Callable[[Envelope], object] = lambda envelope: None
) -> Iterator[Ingest]:
    ingest = Ingest(status=status)
    ingest.released.set()

    class Handler(BaseHTTPRequestHandler):
        def do_OPTIONS(self) -> None:
            self.answer(200, b"")

        def do_POST(self) -> None:
            ingest.asked.append(self.path)
            # Get the lists now, because the next test might replace them before this request ends.
            envelopes, refused = ingest.envelopes, ingest.refused
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            ingest.released.wait()
            try:
                envelope = self.envelope(body)
            except (ValueError, KeyError, OSError, zlib.error, brotli.error) as error:
                refused.append(f"{type(error).__name__}: {error}")
                self.answer(400, b"{}")
                return
            envelopes.append(envelope)
            on_envelope(envelope)
            self.answer(ingest.status, json.dumps({"id": envelope.header.get("event_id")}).encode())

        def envelope(self, body: bytes) -> Envelope:
            address = urlsplit(self.path)
            if address.path != PATH:
                raise ValueError(f"no such project: {address.path}")
            query = parse_qs(address.query)
            header = dict(re.findall(r"(sentry_\w+)=([^,\s]+)", self.headers.get("X-Sentry-Auth", "")))
            auth = "query" if "sentry_key" in query else "header"
            given = query.get("sentry_key", [header.get("sentry_key")])[0]
            if given != KEY:
                raise ValueError(f"unknown key: {given}")
            coding = self.headers.get("Content-Encoding", "")
            return Envelope(*parse(DECODERS[coding](body)), auth=auth, coding=coding)

        def answer(self, status: int, body: bytes) -> None:
            limit = {"retry_after": "60"} if status == 429 else {}
            with suppress(OSError):  # the client has disconnected
                respond(self, status, body, **CORS, **limit)

    with serving(Handler, port) as ingest.url:
        try:
            yield ingest
        finally:
            ingest.released.set()


def _print(envelope: Envelope) -> None:
    for item in envelope.items:
        payload = item.payload if isinstance(item.payload, dict) else f"{len(item.payload)} bytes"
        print(json.dumps({"item": item.kind, "auth": envelope.auth, "payload": payload}), flush=True)


if __name__ == "__main__":
    with ingesting(port=int(sys.argv[1]) if len(sys.argv) > 1 else 0, on_envelope=_print) as running:
        print(f"SENTRY_DSN={running.dsn}", flush=True)
        with suppress(KeyboardInterrupt):
            Event().wait()
