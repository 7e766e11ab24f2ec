"""An event that fails is done with: the page hears of it, and Socket.IO does not."""

from types import SimpleNamespace
from typing import Any

import pytest
from redis.asyncio import Redis
from reflex.app import EventNamespace
from reflex.istate.manager import StateManager, StateManagerRedis
from reflex.state import State, StateUpdate

from app.members import events
from app.members.events import Events

pytestmark = pytest.mark.anyio


def app_of(manager: StateManager | None = None) -> Any:
    return SimpleNamespace(_state_manager=manager)


async def test_the_page_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[StateUpdate, str]] = []

    async def fail(self: EventNamespace, sid: str, data: Any) -> None:
        raise ConnectionError

    async def emit_update(self: EventNamespace, update: StateUpdate, sid: str) -> None:
        told.append((update, sid))

    monkeypatch.setattr(EventNamespace, "on_event", fail)
    monkeypatch.setattr(EventNamespace, "emit_update", emit_update)
    await Events("/_event", app=app_of()).on_event("tab", {})
    assert told == [(StateUpdate(delta={}, events=[], final=True), "tab")]


async def test_redis_is_asked_again_to_tell_of_free_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []

    async def handle(self: Events, sid: str, data: Any) -> None:
        asked.append(not manager._redis_notify_keyspace_events_enabled)

    manager = StateManagerRedis(state=State, redis=Redis())
    manager._redis_notify_keyspace_events_enabled = True
    monkeypatch.setattr(EventNamespace, "on_event", handle)
    await Events("/_event", app=app_of(manager)).on_event("tab", {})
    assert asked == [True]


def test_it_is_the_way_that_events_go() -> None:
    registered: list[EventNamespace] = []
    app: Any = SimpleNamespace(
        event_namespace=SimpleNamespace(namespace="/_event"), sio=SimpleNamespace(register_namespace=registered.append)
    )
    events.take_over(app)
    assert registered == [app._event_namespace] and isinstance(registered[0], Events)
    assert (registered[0].namespace, registered[0].app) == ("/_event", app)
