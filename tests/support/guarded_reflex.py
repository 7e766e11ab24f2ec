"""Runs Reflex in the test process, behind `SocketGuard`, which rejects invalid websocket messages."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import uuid4

from starlette.applications import Starlette
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app import app as assembled
from app.members.frames import CLOSE_POLICY_VIOLATION, CONNECT, EVENT, NAMESPACE
from app.members.socket_guard import SocketGuard
from app.members.state import MembersState
from app.members.tabs import Tabs
from app.seam import events
from app.seam.handlers import allowed_events
from app.seam.states import AppStates
from app.settings import Settings, load

STATE = "reflex___state____state"
HYDRATE = f"{STATE}.hydrate"
ON_LOAD = f"{STATE}.reflex___state____on_load_internal_state.on_load_internal"
HYDRATED = f"{STATE}.set_is_hydrated"
ASK, OLDER = f"{MembersState.get_full_name()}.ask", f"{MembersState.get_full_name()}.older"
LIST = {"pathname": "/patreon/private", "query": {}, "asPath": "/patreon/private"}


def event_message(name: str = HYDRATE, token: str = "", payload: Any = None, router: Any = None, **more: Any) -> str:
    fields = {"token": token, "name": name, "router_data": router or LIST, "payload": payload or {}, **more}
    return EVENT + json.dumps(["event", fields])


class Client:
    """A websocket client. `received` lists the server's text messages, and `code` is the close code."""

    def __init__(self, **scope: Any) -> None:
        self.token = str(uuid4())
        self.received: list[str] = []
        self.accepted = False
        self.code: int | None = None
        self.scope = scope
        self._sent: asyncio.Queue[Message] = asyncio.Queue()
        self._news = asyncio.Condition()
        self.served: asyncio.Task[None] | None = None

    def opens(self, app: ASGIApp) -> "Client":
        self._sent.put_nowait({"type": "websocket.connect"})
        self.served = asyncio.create_task(app(self.scope, self._sent.get, self._receive))  # pyright: ignore
        return self

    async def joins(self, app: ASGIApp) -> "Client":
        self.opens(app).says(CONNECT)
        await self.until(lambda: any(text.startswith(CONNECT) for text in self.received))
        return self

    def says(self, text: str | None, **more: Any) -> None:
        self._sent.put_nowait({"type": "websocket.receive", "text": text, **more})

    def sends(self, name: str = HYDRATE, **fields: Any) -> None:
        self.says(event_message(name, self.token, **fields))

    def leaves(self) -> None:
        self._sent.put_nowait({"type": "websocket.disconnect", "code": 1006})

    @property
    def updates(self) -> list[dict[str, Any]]:
        return [json.loads(text[len(EVENT) :])[1] for text in self.received if text.startswith(f'{EVENT}["event"')]

    async def until(self, true: Any) -> None:
        async with asyncio.timeout(30), self._news:
            await self._news.wait_for(true)

    async def ends(self) -> None:
        assert self.served
        async with asyncio.timeout(30):
            await self.served

    async def _receive(self, message: Message) -> None:
        async with self._news:
            if message["type"] == "websocket.send":
                self.received.append(message["text"])
            elif message["type"] == "websocket.accept":
                self.accepted = True
            elif message["type"] == "websocket.close":
                self.code = message["code"]
            self._news.notify_all()


class GuardedReflex:
    """Reflex behind `SocketGuard`. `passed` lists the messages that the guard accepted."""

    def __init__(self, settings: Settings) -> None:
        self.app = assembled.app
        self.app._enable_state()
        events.take_over(self.app)
        assert self.app._api
        self.passed: list[str] = []
        self.tabs = Tabs(AppStates(self.app))
        session_of = assembled.socket_guard.keywords["session_of"]
        self.guard = SocketGuard(self._watched(self.app._api), settings, self.tabs, allowed_events, session_of)
        self.clients: list[Client] = []

    def client(self, address: str = "203.0.113.9", cookie: str = "", **headers: str) -> Client:
        given = {
            "host": "otisk.test",
            "cookie": cookie,
            **{name.replace("_", "-"): text for name, text in headers.items()},
        }
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": f"{NAMESPACE}/",
            "raw_path": f"{NAMESPACE}/".encode(),
            "root_path": "",
            "query_string": b"EIO=4&transport=websocket",
            "headers": [(name.encode(), text.encode()) for name, text in given.items() if text],
            "subprotocols": [],
            "client": (address, 40_000),
        }
        self.clients.append(Client(**scope))
        return self.clients[-1]

    async def joined(self, *given: str, **headers: str) -> Client:
        return await self.client(*given, **headers).joins(self.guard)

    @property
    def states(self) -> set[str]:
        manager: Any = self.app._state_manager
        return {*manager.states, *manager._states_locks}

    def _watched(self, backend: ASGIApp) -> ASGIApp:
        async def watch(scope: Scope, receive: Receive, send: Send) -> None:
            async def watched() -> Message:
                message = await receive()
                if message["type"] == "websocket.receive":
                    self.passed.append(message["text"])
                return message

            await backend(scope, watched, send)

        return watch

    async def close(self) -> None:
        for client in self.clients:
            client.leaves()
        await asyncio.gather(*(client.served for client in self.clients if client.served), return_exceptions=True)
        assert self.app.sio
        await self.app.sio.shutdown()


SERVING = ("_api", "_state", "sio", "_event_namespace", "_state_manager")
"""Attributes that Reflex sets on startup. `guarded_reflex()` temporarily resets them."""


@asynccontextmanager
async def guarded_reflex(**settings: Any) -> AsyncIterator[GuardedReflex]:
    before = {name: getattr(assembled.app, name) for name in SERVING}
    for name in SERVING:
        setattr(assembled.app, name, Starlette() if name == "_api" else None)
    house = GuardedReflex(load(_env_file=None, **settings))
    try:
        yield house
    finally:
        await house.close()
        for name, value in before.items():
            setattr(assembled.app, name, value)


async def load_page(client: Client) -> None:
    for name in (HYDRATE, ON_LOAD):
        known = len(client.updates)
        client.sends(name)
        await client.until(lambda known=known: len(client.updates) > known)


def shown_view(client: Client) -> dict[str, Any]:
    deltas = [delta for update in client.updates for delta in update["delta"].values() if "view" in delta]
    return deltas[-1]["view"] or {}


async def assert_refused(client: Client) -> None:
    await client.ends()
    assert client.code == CLOSE_POLICY_VIOLATION
