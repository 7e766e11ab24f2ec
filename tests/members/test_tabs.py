"""What tabs have shown is there as long as they are, and a while longer."""

import asyncio
import sys
from dataclasses import dataclass, field
from typing import Any

import pytest
import reflex as rx
from reflex.state import StateManagerMemory
from reflex.utils.prerequisites import get_and_validate_app

from app import app as assembled
from app.members import tabs
from app.members.tabs import EVERY, KEPT, ClosedTabs, ShortPath, forgetting_closed_tabs
from tests.members.conftest import Time

pytestmark = pytest.mark.anyio


@dataclass
class Events:
    """Reflex's event namespace, as far as it knows who is connected."""

    sid_to_token: dict[str, str] = field(default_factory=dict)
    token_to_sid: dict[str, str] = field(default_factory=dict)


class Site:
    """An application with tabs."""

    def __init__(self, clock: Time) -> None:
        self._state_manager = StateManagerMemory(state=rx.State)
        self.event_namespace = Events()
        self.closed = ClosedTabs(clock)
        self.clock = clock

    async def opens(self, token: str) -> None:
        """A tab's event."""
        self.connects(token)
        async with self._state_manager.modify_state(f"{token}_state"):
            pass

    def connects(self, token: str) -> None:
        self.event_namespace.sid_to_token[f"sid of {token}"] = token
        self.event_namespace.token_to_sid[token] = f"sid of {token}"

    def leaves(self, token: str) -> None:
        """A tab loses its connection."""
        self.event_namespace.sid_to_token.pop(f"sid of {token}")

    def waits(self, seconds: float) -> None:
        """Time passes, with a look each minute."""
        for _ in range(int(seconds / EVERY)):
            self.clock.passes(EVERY)
            self.closed.sweep(self)  # pyright: ignore[reportArgumentType]

    @property
    def known(self) -> set[str]:
        """The tabs of which anything is known."""
        manager, events = self._state_manager, self.event_namespace
        return {*manager.states, *manager._states_locks, *events.token_to_sid, *self.closed._since}


@pytest.fixture
def site() -> Site:
    return Site(Time())


async def test_a_closed_tab_is_forgotten_after_a_while(site: Site) -> None:
    await site.opens("gone")
    await site.opens("here")
    site.leaves("gone")
    site.waits(KEPT)
    assert "gone" in site._state_manager.states, "it may come back"
    site.waits(EVERY)
    assert site.known == {"here"}


async def test_a_tab_that_came_back_is_not(site: Site) -> None:
    await site.opens("tab")
    state = site._state_manager.states["tab"]
    site.leaves("tab")
    site.waits(KEPT)
    site.connects("tab")
    site.waits(EVERY)
    site.leaves("tab")
    site.waits(KEPT)
    assert site._state_manager.states["tab"] is state


async def test_one_connection_holds_one_tab(site: Site) -> None:
    """Else somebody could have any number of states kept, each under a token of its own."""
    for number in range(3):
        await site.opens(str(number))
        site.event_namespace.sid_to_token = {"the only": str(number)}
    site.waits(KEPT + EVERY)
    assert site.known == {"2"}


async def test_redis_forgets_by_itself(site: Site) -> None:
    site._state_manager = None  # pyright: ignore[reportAttributeAccessIssue]
    site.waits(EVERY)


async def test_the_application_looks_as_long_as_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[Any] = []
    looked = asyncio.Event()

    def sweep(_self: ClosedTabs, app: rx.App) -> None:
        looks.append(app)
        looked.set()

    monkeypatch.setattr(tabs, "EVERY", 0)
    monkeypatch.setattr(ClosedTabs, "sweep", sweep)
    (task,) = (task for task in assembled.app.lifespan_tasks if getattr(task, "func", None) is forgetting_closed_tabs)
    others = asyncio.all_tasks()
    async with task():  # pyright: ignore[reportCallIssue, reportGeneralTypeIssues]
        await looked.wait()
    assert looks[0] is assembled.app
    assert asyncio.all_tasks() == others


async def test_the_path_of_modules_stays_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    lengths = set()
    for _ in range(5):
        for middleware in assembled.app._middlewares:
            if isinstance(middleware, ShortPath):
                await middleware.preprocess(*[None] * 3)  # pyright: ignore[reportArgumentType]
        get_and_validate_app()  # as at every load of a page
        lengths.add(len(sys.path))
    assert len(lengths) <= 2 and max(lengths) - min(lengths) <= 1
