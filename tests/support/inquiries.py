"""Helpers for tests of inquiries: sites, a mail server, and a valid form."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import httpx

from app.content.inquiry import PERSON, WHAT
from app.content.inquiry_values import asked
from app.folders import ROOT
from app.http.export import Export
from app.inquiries import actions
from app.inquiries.store import Store, StoredFile, StoredInquiry
from app.server.compose import compose
from app.settings import Settings
from tests.fakes.smtp import Mailbox, receiving
from tests.support.databases import execute, settings_of, sqlite_database
from tests.support.server_process import Server, running_server
from tests.support.server_without_reflex import WITHOUT_REFLEX
from tests.support.small_site import reflex

PDF = b"%PDF-1.7\n" + b"a plate" * 100
FILLED = {
    "what": "cards",
    "pieces": "200",
    "colours": "2",
    "paper": "listed",
    "name": "Jana Nováková",
    "email": "jana@example.com",
    "message": "Vizitky, prosím.\nDvě barvy.",
}
VOUCHER = {
    "what": "voucher",
    "voucher": "weddings-5000",
    "recipient": "Eva",
    "delivery": "post",
    "name": "Jana Nováková",
    "email": "jana@example.com",
    "address": "Krátká 1, Brno",
}
"""An order with fields that the form shows only after certain choices."""
CHOICES: list[dict[str, str]] = [{"what": what} for what in WHAT] + [
    {"what": "cards", "stationery": "desk"},
    {"what": "invitations", "package": "suite"},
    {"what": "voucher", "voucher": "amount", "delivery": "post"},
]
"""Choices that make the form show different fields."""
JSON = {"accept": "application/json"}
QUEUE = """new Promise((done) => {
    const opening = indexedDB.open("inquiries", 1);
    opening.onupgradeneeded = () => ["entries", "contents"].forEach((name) => opening.result.createObjectStore(name));
    opening.onsuccess = () => {
        const transaction = opening.result.transaction(["entries", "contents"], "readwrite");
        const [entries, contents] = ["entries", "contents"].map((name) => transaction.objectStore(name));
        const request = %s;
        transaction.oncomplete = () => { opening.result.close(); done(request.result); };
    };
})"""
"""JavaScript that sends a request to the browser's database of inquiries and returns the result."""
FAST_CLOCK = """{
    const real = Date.now.bind(Date), first = real();
    Date.now = () => real() + (real() - first) * 30;
}"""
"""JavaScript that speeds up the page's clock, because the server rejects forms sent too soon."""


@dataclass
class InquirySite:
    server: Server
    mailbox: Mailbox
    store: Store

    @property
    def url(self) -> str:
        return self.server.url

    def stored(self) -> list[StoredInquiry]:
        return self.store.all()

    def clear(self) -> None:
        """Deletes inquiries, vouchers and emails, so that tests do not reach rate limits."""
        execute(self.store.database, "DELETE FROM inquiries")
        execute(self.store.database, "DELETE FROM vouchers")
        self.mailbox.mails.clear()


_built_site = cache(Export.load)


def open_site(settings: Settings, **parts: Any) -> httpx.AsyncClient:
    """Runs the built site in the test process, without email. Returns a client for the site."""
    transport = httpx.ASGITransport(compose(settings, _built_site(), **parts)(reflex()))
    return httpx.AsyncClient(transport=transport, base_url=settings.site_url)


@contextmanager
def serving_inquiries(folder: Path, **environment: str) -> Iterator[InquirySite]:
    """Runs the site with a mail server, but without members' pages."""
    database = sqlite_database(folder)
    with receiving(Mailbox()) as mailbox:
        environment |= {**settings_of(database), **mailbox.settings}
        with running_server(ROOT, WITHOUT_REFLEX, **environment) as server:
            yield InquirySite(server, mailbox, Store(database))


def fields_of(choices: dict[str, str]) -> set[str]:
    return {"what"} | {each.name for each in (*PERSON, *asked(choices))}


def contents_of(file: StoredFile) -> bytes:
    with file.open() as opened:
        return opened.read()


def seats_left(store: Store, workshop: str) -> int:
    [seats] = actions.seats(store, [workshop])
    return seats.free


def until(condition: Callable[[], object], what: str, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.02)
    raise AssertionError(f"timed out waiting for {what}")


def post(url: str, fields: dict[str, str] | None = None, *files: tuple[str, bytes], **headers: str) -> httpx.Response:
    parts = [("files", (name, content)) for name, content in files] or [("files", ("", b""))]
    return httpx.post(
        url,
        data=FILLED | (fields or {}),
        files=parts,
        headers=JSON | headers,
        trust_env=False,
        verify=False,
        timeout=60,
    )
