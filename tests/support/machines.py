"""Runs two servers with one PostgreSQL database behind nginx and simulates customers."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import httpx

from app.database.database import Database
from app.folders import ROOT
from app.inquiries.seats import capacity
from app.inquiries.store import Store
from tests.fakes.smtp import Mailbox, receiving
from tests.support.databases import settings_of
from tests.support.inquiries import FILLED, JSON
from tests.support.nginx import running_nginx
from tests.support.server_process import Server, running_server
from tests.support.server_without_reflex import WITHOUT_REFLEX


@dataclass
class Machines:
    url: str
    servers: Sequence[Server]
    store: Store
    mailbox: Mailbox


@contextmanager
def running_machines(database: Database, folder: Path) -> Iterator[Machines]:
    mailbox = Mailbox()
    settings = settings_of(database) | mailbox.settings | {"TRUSTED_PROXIES": "127.0.0.1"}
    with receiving(mailbox), ExitStack() as stack:
        servers = [
            stack.enter_context(running_server(ROOT, WITHOUT_REFLEX, **settings | {"DATA_DIR": str(folder / name)}))
            for name in ("a", "b")
        ]
        nginx = stack.enter_context(running_nginx(*(server.url for server in servers)))
        yield Machines(nginx.url, servers, Store(database, capacity), mailbox)


class Customer:
    def __init__(self, number: int) -> None:
        self.email = f"{number}@example.com"
        self._network = httpx.HTTPTransport(local_address=f"127.1.{number // 250}.{number % 250 + 1}", verify=False)

    def send(self, url: str, **fields: str) -> httpx.Response:
        """Retries after connection errors, server errors and status 429."""
        form = FILLED | {"id": str(uuid4()), "email": self.email, **fields}
        with httpx.Client(transport=self._network, headers=JSON, timeout=60) as client:
            while True:
                try:
                    answer = client.post(f"{url}/en/inquiries", data=form, files=[("files", ("", b""))])
                except httpx.TransportError:
                    continue
                if answer.status_code not in (429, 500, 502, 503, 504):
                    return answer


def copies(mailbox: Mailbox) -> Mapping[str, int]:
    ids = [str(mail["Message-ID"]) for mail in mailbox.mails]
    return {id: ids.count(id) for id in ids}
