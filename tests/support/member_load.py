"""Many members at once, without browsers: each signs in and opens members' pages as a browser does.

Talks to Reflex's event socket (Socket.IO 5 in Engine.IO 4) with the websocket client that python-socketio brings along.
"""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import httpx
from reflex import constants
from simple_websocket import AioClient

from app.i18n import DEFAULT, Language
from app.members.state import MembersState
from app.routes import url_for

NAMESPACE = str(constants.Endpoint.EVENT)
HYDRATE = "reflex___state____state.hydrate"
ON_LOAD = "reflex___state____state.reflex___state____on_load_internal_state.on_load_internal"
MEMBERS = MembersState.get_full_name()
MAX_CONCURRENT_SIGN_INS = 20
"""Signing in at the same time."""

View = dict[str, Any]


class Tab:
    """A tab on members' pages. `view` is its current view, `received` every message from the server."""

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
        """A tab with the site's origin, or another one, and these cookies."""
        socket = await AioClient.connect(
            f"ws{site.removeprefix('http')}{NAMESPACE}/?EIO=4&transport=websocket",
            subprotocols=[constants.Reflex.VERSION],
            headers={"Origin": origin or site, "Cookie": cookies},
        )
        tab = cls(socket)
        # At once: what came together with the handshake, the client finds only when more comes.
        await socket.send(f"40{NAMESPACE},")
        assert (await tab._message()).startswith("0{")
        assert (await tab._message()).startswith(f"40{NAMESPACE},{{")
        return tab

    async def loads(self, until: Callable[[View], Any], post: str = "", language: Language = DEFAULT) -> View:
        """Loads the list or a post's page, and returns its view once the condition is true."""
        self._goes(post, language)
        self.view = None
        return await self._does(until, HYDRATE, ON_LOAD)

    async def turns(self, until: Callable[[View], Any], post: str = "", language: Language = DEFAULT) -> View:
        """Follows a link there without loading a document."""
        self._goes(post, language)
        return await self._does(until, ON_LOAD)

    async def close(self) -> None:
        """Closes the tab."""
        await self._socket.close()
        await self._socket.wsock.wait_closed()

    def _goes(self, post: str, language: Language) -> None:
        pattern = url_for("patreon-private", language) + ("/[postId]" if post else "")
        query = {"postId": post} if post else {}
        self._router = {"pathname": pattern, "query": query, "asPath": pattern.replace("[postId]", post)}

    async def _does(self, until: Callable[[View], Any], *names: str) -> View:
        """Sends events, and those that follow from them, until the view fulfils the condition."""
        self._events.extend({"name": name, "payload": {}} for name in names)
        await self._next()
        while not (self.view and until(self.view)):
            await self._update()
        return self.view

    async def _next(self) -> None:
        """Sends the next event once the previous one is finished."""
        if self._events and not self._busy:
            self._busy = True
            event = {**self._events.popleft(), "token": self.token, "router_data": self._router}
            await self._socket.send(f"42{NAMESPACE},{json.dumps(['event', event])}")

    async def _update(self) -> None:
        """Handles the server's next message as Reflex's state.js does."""
        kind, update = json.loads((await self._message()).removeprefix(f"42{NAMESPACE},"))
        assert kind == "event", kind
        self.view = update["delta"].get(MEMBERS, {}).get("view", self.view)
        self._busy = not update["final"]
        self._events.extend(update["events"])
        await self._next()

    async def _message(self) -> str:
        while True:
            message = str(await self._socket.receive())
            if message != "2":
                self.received.append(message)
                return message
            await self._socket.send("3")


@dataclass
class Member:
    """Somebody who is signed in on `site`, by their key at the fake Patreon, and their one tab."""

    key: str
    site: str
    cookies: str
    tab: Tab


@asynccontextmanager
async def signed_in_members(site: str, patreon: str, keys: Iterable[str]) -> AsyncIterator[list[Member]]:
    """Signs in these people of the fake at `patreon`, each with an open tab during the block."""
    few = asyncio.Semaphore(MAX_CONCURRENT_SIGN_INS)
    # As many connections as there are sign-ins: the client looks through all that it has whenever it needs one.
    limits = httpx.Limits(max_connections=MAX_CONCURRENT_SIGN_INS, max_keepalive_connections=MAX_CONCURRENT_SIGN_INS)
    async with httpx.AsyncHTTPTransport(verify=False, limits=limits) as network:

        async def comes(key: str) -> Member:
            async with few:
                cookies = await _sign_in(network, site, patreon, key)
            return Member(key, site, cookies, await Tab.connect(site, cookies))

        members = await asyncio.gather(*(comes(key) for key in keys))
    try:
        yield members
    finally:
        await asyncio.gather(*(member.tab.close() for member in members))


async def _sign_in(network: httpx.AsyncBaseTransport, site: str, patreon: str, key: str) -> str:
    """The Cookie header of somebody who has signed in."""
    browser = httpx.AsyncClient(transport=network, timeout=60)  # not closed: that would close the network
    away = await browser.get(f"{site}/patreon/login")
    state = parse_qs(urlsplit(away.headers["location"]).query)
    asked = {"redirect_uri": state["redirect_uri"][0], "state": state["state"][0], "person": key}
    agreed = await browser.get(f"{patreon}/oauth2/agree", params=asked)
    back = await browser.get(agreed.headers["location"])
    assert back.headers["location"] == url_for("patreon-private", DEFAULT), back.headers["location"]
    return "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
