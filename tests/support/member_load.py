"""Simulates many members without browsers. Each tab uses python-socketio's websocket client."""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from reflex import constants
from simple_websocket import AioClient, ConnectionClosed

from app.i18n import DEFAULT, Language
from app.members.state import MembersState
from app.routes import url_for
from tests.support.members_site import cookie_header, session_cookies

NAMESPACE = str(constants.Endpoint.EVENT)
HYDRATE = "reflex___state____state.hydrate"
ON_LOAD = "reflex___state____state.reflex___state____on_load_internal_state.on_load_internal"
MEMBERS = MembersState.get_full_name()

View = dict[str, Any]


class Tab:
    """A tab with a members' page. `view` is the page's current data, and `received` lists the server's messages."""

    def __init__(self, socket: AioClient) -> None:
        self.token = str(uuid4())
        self.view: View | None = None
        self.received: list[str] = []
        self._socket = socket
        self._events: deque[dict[str, Any]] = deque()
        self._busy = False
        self._router: dict[str, Any] = {}

    @classmethod
    async def connect(cls, site: str, cookies: str = "", origin: str = "") -> "Tab":
        socket = await AioClient.connect(
            f"ws{site.removeprefix('http')}{NAMESPACE}/?EIO=4&transport=websocket",
            subprotocols=[constants.Reflex.VERSION],
            headers={"Origin": origin or site, "Cookie": cookies},
        )
        tab = cls(socket)
        # AioClient reads only after it has sent a message, so send one first.
        await socket.send(f"40{NAMESPACE},")
        assert (await tab._receive()).startswith("0{")
        assert (await tab._receive()).startswith(f"40{NAMESPACE},{{")
        return tab

    async def loads(self, until: Callable[[View], Any], post: str = "", language: Language = DEFAULT) -> View:
        """Loads a post, or the list if `post` is empty. Returns the first page data that satisfies `until`."""
        self._set_page(post, language)
        self.view = None
        return await self._send(until, HYDRATE, ON_LOAD)

    async def turns(self, until: Callable[[View], Any], post: str = "", language: Language = DEFAULT) -> View:
        self._set_page(post, language)
        return await self._send(until, ON_LOAD)

    async def close(self) -> None:
        with suppress(ConnectionClosed):  # the server closes the socket when the member signs out
            await self._socket.close()
        await self._socket.wsock.wait_closed()

    def _set_page(self, post: str, language: Language) -> None:
        pattern = url_for("patreon-private", language) + ("/[postId]" if post else "")
        query = {"postId": post} if post else {}
        self._router = {"pathname": pattern, "query": query, "asPath": pattern.replace("[postId]", post)}

    async def _send(self, until: Callable[[View], Any], *names: str) -> View:
        self._events.extend({"name": name, "payload": {}} for name in names)
        await self._send_next()
        while not (self.view and until(self.view)):
            await self._handle_update()
        return self.view

    async def _send_next(self) -> None:
        if self._events and not self._busy:
            self._busy = True
            event = {**self._events.popleft(), "token": self.token, "router_data": self._router}
            await self._socket.send(f"42{NAMESPACE},{json.dumps(['event', event])}")

    async def _handle_update(self) -> None:
        """Handles the server's next message as Reflex's `state.js` does."""
        kind, update = json.loads((await self._receive()).removeprefix(f"42{NAMESPACE},"))
        assert kind == "event", kind
        self.view = update["delta"].get(MEMBERS, {}).get("view", self.view)
        self._busy = not update["final"]
        self._events.extend(update["events"])
        await self._send_next()

    async def _receive(self) -> str:
        while True:
            message = str(await self._socket.receive())
            if message != "2":
                self.received.append(message)
                return message
            await self._socket.send("3")


@dataclass
class Member:
    """A signed-in member with one tab. `key` identifies a test account of the fake Patreon."""

    key: str
    site: str
    cookies: str
    tab: Tab


@asynccontextmanager
async def signed_in_members(site: str, patreon: str, keys: Sequence[str]) -> AsyncIterator[list[Member]]:
    # Open sockets only after all members have signed in, because an open socket must respond to the server's pings.
    signing_in = [asyncio.to_thread(session_cookies, site, patreon, key) for key in keys]
    cookies = [cookie_header(each) for each in await asyncio.gather(*signing_in)]
    tabs = [await Tab.connect(site, each) for each in cookies]
    members = [Member(key, site, cookie, tab) for key, cookie, tab in zip(keys, cookies, tabs, strict=True)]
    try:
        yield members
    finally:
        await asyncio.gather(*(member.tab.close() for member in members))
