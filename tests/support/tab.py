"""Simulates a browser tab that shows a members' page."""

import asyncio
import json
from typing import Any
from uuid import uuid4

from reflex.app import App, process
from reflex.event import Event
from reflex.state import StateUpdate

from app.members.handshake import cookie
from app.members.state import MembersState
from tests.support.guarded_reflex import HYDRATE, ON_LOAD

NAME = MembersState.get_full_name()
LIST, POST = "/en/patreon/private", "/en/patreon/private/[postId]"


class Tab:
    """A tab that sends events to Reflex. `view` and `outdated` are variables of the page's state."""

    def __init__(self, app: App, sent_by: str = "pavla") -> None:
        self.app, self.cookie, self.token = app, sent_by, str(uuid4())
        self.view: dict[str, Any] | None = None
        self.outdated = False
        self.received: list[str] = []
        self.failures: list[Exception] = []

    async def send(self, name: str, path: str = LIST, payload: dict[str, Any] | None = None, **query: str) -> None:
        """Sends an event, then the events that Reflex requests in response."""
        cookie.set(self.cookie)
        address = path.replace("[postId]", query.get("postId", ""))
        router = {"pathname": path, "query": query, "asPath": address}
        event = Event(token=self.token, name=name, router_data=router, payload=payload or {})
        updates = [update async for update in process(self.app, event, "sid", {}, "127.0.0.1")]
        for update in updates:
            self.take(update)
        while self.app._background_tasks:
            await asyncio.gather(*self.app._background_tasks)
        assert self.failures == []
        for following in [event for update in updates for event in update.events]:
            await self.send(following.name, path, following.payload, **query)

    async def opens(self, path: str = LIST, **query: str) -> None:
        await self.send(HYDRATE, path, None, **query)
        await self.send(ON_LOAD, path, None, **query)

    async def resumes(self, path: str, **query: str) -> None:
        """Requests the state again, like a tab after a network failure."""
        shown = {"person": self.view["person"], "shown": len(self.titles)} if self.view and self.view["person"] else {}
        await self.send(HYDRATE, path, {"resuming": True, **shown}, **query)

    async def asks(self, path: str = LIST, **query: str) -> None:
        await self.send(f"{NAME}.ask", path, None, **query)

    def take(self, update: StateUpdate) -> None:
        self.received.append(update.json())
        delta = json.loads(self.received[-1])["delta"].get(NAME, {})
        self.view = delta.get("view", self.view)
        self.outdated = delta.get("outdated", self.outdated)

    @property
    def titles(self) -> list[str]:
        assert self.view
        return [card["title"] for card in self.view["cards"]]
