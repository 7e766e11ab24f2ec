"""Helpers for the members' tests: a network with faults, sign-ins and webhooks."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from urllib.parse import parse_qs, urlsplit

import httpx
from cryptography.fernet import Fernet

from app.members.store import MemoryStore
from tests.fakes.patreon import WEBHOOK_SECRET, Fake, webhook_signature

PATREON = "http://patreon.test"
SITE = "http://otisk.test"
KEY, OTHER_KEY = Fernet.generate_key().decode(), Fernet.generate_key().decode()


class Network(httpx.AsyncBaseTransport):
    """An httpx transport to the fake Patreon. `fault` can replace the response or raise an error."""

    def __init__(self, fake: Fake) -> None:
        self._fake = httpx.ASGITransport(fake.app)
        self.requests: list[httpx.Request] = []
        self.fault: Callable[[httpx.Request], Awaitable[httpx.Response | None]] | None = None

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = await self.fault(request) if self.fault else None
        return answer or await self._fake.handle_async_request(request)

    def breaks(self, error: type[httpx.HTTPError], times: int = 1_000) -> None:
        left = [times]

        async def fault(request: httpx.Request) -> None:
            left[0] -= 1
            if left[0] >= 0:
                raise error("a secret of the network")

        self.fault = fault

    def hangs(self) -> None:
        async def fault(_request: httpx.Request) -> None:
            await asyncio.Event().wait()

        self.fault = fault

    def delays(self, released: asyncio.Event, part: str = "") -> None:
        """Delays responses until the event `released` is set. Affects only paths that contain `part`."""

        async def fault(request: httpx.Request) -> httpx.Response:
            answer = await self._fake.handle_async_request(request)
            if part in request.url.path:
                await released.wait()
            return answer

        self.fault = fault

    def asked(self, part: str) -> int:
        return sum(part in request.url.path for request in self.requests)


class FullStore(MemoryStore):
    is_full = True

    async def set(self, key: str, value: bytes, ttl: float) -> bool:
        return not self.is_full and await super().set(key, value, ttl)


class Visit:
    def __init__(self, client: httpx.AsyncClient, fake: Fake, prefix: str = "") -> None:
        self.client = client
        self.fake = fake
        self.prefix = prefix

    async def leaves(self, next: str | None = None) -> str:
        """Starts a sign-in. Returns the OAuth state."""
        params = {} if next is None else {"next": next}
        answer = await self.client.get(f"{self.prefix}/patreon/login", params=params)
        assert answer.status_code == 302
        assert answer.headers["location"].startswith(f"{PATREON}/oauth2/authorize?")
        return query(answer)["state"]

    async def returns(self, **params: str) -> httpx.Response:
        return await self.client.get(f"{self.prefix}/patreon/callback", params=params)

    def code(self, key: str) -> str:
        return self.fake.code(key, f"{SITE}{self.prefix}/patreon/callback")

    async def signs_in(self, key: str, next: str | None = None) -> httpx.Response:
        return await self.returns(state=await self.leaves(next), code=self.code(key))


def query(answer: httpx.Response) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(answer.headers["location"]).query).items()}


def cookies(client: httpx.AsyncClient) -> str:
    return "; ".join(f"{name}={value}" for name, value in client.cookies.items())


def problem(answer: httpx.Response) -> dict[str, str]:
    """Asserts that the sign-in failed. Returns the query parameters of the redirect."""
    assert answer.status_code == 303
    assert answer.headers["cache-control"] == "no-store"
    assert not any(
        cookie.startswith(("session=", "__Host-session=")) for cookie in answer.headers.get_list("set-cookie")
    )
    assert answer.headers["location"].startswith(("/patreon/callback?", "/en/patreon/callback?"))
    return query(answer)


async def webhook(
    client: httpx.AsyncClient, event: str, id: str, secret: str = WEBHOOK_SECRET, **more: object
) -> httpx.Response:
    body = json.dumps({"data": {"id": id, "type": "x", **more}}, indent=3).encode()
    headers = {"x-patreon-event": event, "x-patreon-signature": webhook_signature(body, secret)}
    return await client.post("/patreon/webhook", content=body, headers=headers)
