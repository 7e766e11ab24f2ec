"""Creates Patreon clients with fake responses."""

import asyncio
import json
import logging
from collections.abc import Callable

import httpx
import pytest

from app.members import documents
from app.members.creator import DAY_SECONDS, MAX_TOKEN_TTL_SECONDS, Creator
from app.members.patreon import Patreon
from app.members.patreon_api import Api
from app.members.session import Sealer
from app.members.store import MemoryStore, Records, RedisStore, Store
from app.settings import Settings
from tests.support.clock import Clock
from tests.support.members import KEY, Network

BACK = "http://otisk.test/patreon/callback"
DAYS = MAX_TOKEN_TTL_SECONDS // DAY_SECONDS


def client_answering(settings, answer: httpx.Response | object) -> Patreon:
    response = answer if isinstance(answer, httpx.Response) else httpx.Response(200, content=json.dumps(answer))
    content, headers = response.content, {"content-type": "application/json", **response.headers}
    transport = httpx.MockTransport(lambda _: httpx.Response(response.status_code, content=content, headers=headers))
    return client_with(settings, transport, Clock())


def client_with(settings, transport: httpx.AsyncBaseTransport, time: Clock, store: Store | None = None) -> Patreon:
    store = store or MemoryStore(clock=time)
    api = Api(settings.patreon_url, store, transport, time)
    return Patreon(settings, api, Creator(settings, api, store, store, Sealer([KEY]), time))


async def no_turn() -> None:
    pass


async def every_post(client: Patreon) -> list[documents.RawPost]:
    return [post async for page in client.posts(no_turn) for post in page]


def client_by_path(settings, **answers: object) -> Patreon:
    """Returns a client with fake responses. `answers` maps parts of paths to JSON; other paths return 404."""

    def answer(request: httpx.Request) -> httpx.Response:
        found = next((found for part, found in answers.items() if part in request.url.path), None)
        return httpx.Response(404, json={}) if found is None else httpx.Response(200, json=found)

    return client_with(settings, httpx.MockTransport(answer), Clock())


class Process:
    """A simulated server process that uses the creator token. Several processes can share `records` and `store`."""

    def __init__(
        self,
        settings: Settings,
        network: httpx.AsyncBaseTransport,
        time: Clock,
        records: Records | None = None,
        store: MemoryStore | RedisStore | None = None,
        key: str = KEY,
    ) -> None:
        self.store = store or MemoryStore(clock=time)
        self.records = records or self.store
        self.api = Api(settings.patreon_url, self.store, network, time)
        self.creator = Creator(settings, self.api, self.records, self.store, Sealer(key.split(",")), time, self._nap)
        self.patreon = Patreon(settings, self.api, self.creator)

    async def _nap(self, seconds: float) -> None:
        await asyncio.sleep(0)

    async def read_as_creator(self) -> None:
        assert await self.patreon.tiers()

    def last_token(self, network: Network) -> str:
        return network.requests[-1].headers["authorization"].removeprefix("Bearer ")


StartProcess = Callable[..., Process]


def logged_errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
