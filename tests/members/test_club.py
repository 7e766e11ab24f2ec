"""The club of a process: it ends with the server."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from starlette.types import ASGIApp

from app.members.club import Club, closing
from app.server import asgi
from app.server.export import Export
from tests.server.conftest import reflex

pytestmark = pytest.mark.anyio


async def test_closing_ends_what_goes_on(club: Club, network) -> None:
    async def never(_request) -> None:
        await asyncio.Event().wait()

    network.fault = never
    async with closing(club):
        asking = asyncio.ensure_future(club.listing())
        while not network.requests:
            await asyncio.sleep(0)
        going_on = set(club._posts._tasks)
        assert going_on
    assert all(task.cancelled() for task in going_on)
    assert club._api._http.is_closed
    await asyncio.gather(asking, return_exceptions=True)


async def test_without_a_club_there_is_nothing_to_close() -> None:
    async with closing(None):
        pass


class Backend:
    """Reflex's application, as far as it is told what belongs to its lifetime."""

    def __init__(self) -> None:
        self.registered: dict[Callable, dict[str, Any]] = {}

    def register_lifespan_task(self, task: Callable, **given: Any) -> None:
        self.registered[task] = given

    def __call__(self) -> ASGIApp:
        return reflex()


async def test_it_ends_with_the_server(club: Club, export: Export, settings, monkeypatch: pytest.MonkeyPatch) -> None:
    backend = Backend()
    for name, value in {"reflex": backend, "club": lambda: club, "settings": lambda: settings}.items():
        monkeypatch.setattr(asgi, name, value)
    monkeypatch.setattr(asgi.Export, "load", lambda: export)
    asgi.create()
    assert backend.registered[closing] == {"club": club}
