from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import TYPE_CHECKING

import httpx
import pytest

from app.database.database import Database
from app.desk.desk import Desk
from app.inquiries.store import Store
from app.settings import Settings, load
from tests.fakes.smtp import Mailbox
from tests.support.clock import Clock
from tests.support.databases import overrides_of
from tests.support.desk_site import link_in
from tests.support.inquiries import open_site
from tests.support.members import KEY

if TYPE_CHECKING:
    from tests.support.guarded_reflex import GuardedReflex

SITE = "http://otisk.test"


@dataclass
class Studio:
    desk: Desk
    settings: Settings
    time: Clock
    mailbox: Mailbox
    client: httpx.AsyncClient = field(default_factory=httpx.AsyncClient)

    @property
    def store(self) -> Store:
        return self.desk.store

    async def ask(self, inquiry: str = "", prefix: str = "") -> list[str]:
        query = {"inquiry": inquiry} if inquiry else {}
        answer = await self.client.post(f"{prefix}/desk/sign-in", params=query)
        assert (answer.status_code, answer.headers["location"]) == (303, f"{prefix}/desk/sign-in/sent")
        return self.links

    @property
    def mails(self) -> list[EmailMessage]:
        return [mail for mail in self.mailbox.mails if link_in(mail)]

    @property
    def links(self) -> list[str]:
        return [link.removeprefix(SITE) for mail in self.mails for link in link_in(mail)]

    async def sign_in(self, inquiry: str = "") -> httpx.Response:
        before = len(self.links)
        links = await self.ask(inquiry)
        assert len(links) == before + 1
        self.time.passes(61)
        return await self.client.post(links[-1])

    async def cookie(self) -> str:
        await self.sign_in()
        return f"{self.desk.cookie}={self.client.cookies[self.desk.cookie]}"


@pytest.fixture
def time() -> Clock:
    return Clock()


@pytest.fixture
def desk_settings(monkeypatch: pytest.MonkeyPatch, database: Database, mailbox: Mailbox) -> Settings:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    mail = {name.lower(): value for name, value in mailbox.settings.items()}
    return load(_env_file=None, site_url=SITE, session_keys=KEY, **overrides_of(database), **mail)


@pytest.fixture
async def studio(built: None, desk_settings: Settings, time: Clock, mailbox: Mailbox) -> AsyncIterator[Studio]:
    desk = Desk(desk_settings, clock=time)
    async with open_site(desk_settings, desk=desk) as client:
        yield Studio(desk, desk_settings, time, mailbox, client)


@pytest.fixture
async def guarded(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> "AsyncIterator[GuardedReflex]":
    from app.desk import state
    from app.members import state as members_state
    from tests.support.guarded_reflex import guarded_reflex

    monkeypatch.setattr(state, "desk", lambda: studio.desk)
    monkeypatch.setattr(members_state, "club", lambda: None)
    async with guarded_reflex() as guarded:
        yield guarded
