"""Inquiries for tests: sites that take them and their mail, and forms that are filled in."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from app.folders import ROOT
from app.inquiries.database import opened
from app.inquiries.store import Store, StoredInquiry
from tests.fakes.smtp import Mailbox, receiving
from tests.support.public import WITHOUT_REFLEX
from tests.support.serving import Server, serving

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
"""A form with nothing wrong in it."""
JSON = {"accept": "application/json"}
FAST_CLOCK = """{
    const real = Date.now.bind(Date), first = real();
    Date.now = () => real() + (real() - first) * 30;
}"""
"""A script by which time goes by faster in a page, as somebody who writes would take some."""


@dataclass
class InquirySite:
    """A site that takes inquiries, its mailbox, and what it has kept."""

    server: Server
    mailbox: Mailbox
    store: Store

    @property
    def url(self) -> str:
        return self.server.url

    def stored(self) -> list[StoredInquiry]:
        return self.store.all() if self.store.file.exists() else []

    def clear(self) -> None:
        """Forgets everything, so that no limit is reached."""
        for kept in self.stored():
            with opened(self.store.file) as connection:
                connection.execute("DELETE FROM inquiries WHERE id = ?", [kept.inquiry.id])
        self.mailbox.mails.clear()


@contextmanager
def serving_inquiries(folder: Path, **environment: str) -> Iterator[InquirySite]:
    """The built site with a mail server, and without members' pages."""
    file = folder / "inquiries.db"
    with receiving(Mailbox()) as mailbox:
        environment |= {"INQUIRIES": str(file), **mailbox.settings}
        with serving(ROOT, WITHOUT_REFLEX, **environment) as server:
            yield InquirySite(server, mailbox, Store(file))


def until(condition: Callable[[], object], what: str, seconds: float = 20) -> None:
    """Waits until a condition holds; raises an AssertionError when it never does."""
    for _ in range(int(seconds / 0.02)):
        if condition():
            return
        time.sleep(0.02)
    raise AssertionError(f"waited in vain for {what}")


def post(url: str, fields: dict[str, str] | None = None, *files: tuple[str, bytes], **headers: str) -> httpx.Response:
    """Sends a form as a script does."""
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
