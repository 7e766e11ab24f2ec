"""A process that looks after the creator's token."""

import asyncio
import logging
from collections.abc import Callable

import httpx
import pytest

from app.members.creator import DAY_SECONDS, MAX_TOKEN_TTL_SECONDS, Creator
from app.members.patreon import Patreon
from app.members.patreon_api import Api
from app.members.session import Sealer
from app.members.store import MemoryStore, Records, RedisStore
from app.settings import Settings
from tests.support.members import KEY, Network, Time

DAYS = MAX_TOKEN_TTL_SECONDS // DAY_SECONDS
"""How long a token is good at the most."""


class Process:
    """A process of the site, as far as the creator's token goes; it may share `records` and `store` with another."""

    def __init__(
        self,
        settings: Settings,
        network: httpx.AsyncBaseTransport,
        time: Time,
        records: Records | None = None,
        store: MemoryStore | RedisStore | None = None,
        key: str = KEY,
    ) -> None:
        self.store = store or MemoryStore(clock=time)
        self.records = records or self.store
        self.api = Api(settings.patreon_url, self.store, network, time)
        self.creator = Creator(settings, self.api, self.records, self.store, Sealer([key]), time, self._nap)
        self.patreon = Patreon(settings, self.api, self.creator)

    async def _nap(self, seconds: float) -> None:
        await asyncio.sleep(0)

    async def reads(self) -> None:
        """Asks Patreon something, as the creator."""
        assert await self.patreon.tiers()

    def used(self, network: Network) -> str:
        """The token that Patreon was asked with last."""
        return network.requests[-1].headers["authorization"].removeprefix("Bearer ")


Starts = Callable[..., Process]
"""Starts a process (the fixture `starts`)."""


def said(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The errors in the log."""
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
