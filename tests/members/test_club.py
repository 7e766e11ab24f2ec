"""The club of a process: it ends with the server."""

import asyncio

import pytest

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
    assert club._patreon._http.is_closed
    await asyncio.gather(asking, return_exceptions=True)


async def test_without_a_club_there_is_nothing_to_close() -> None:
    async with closing(None):
        pass


async def test_it_ends_with_the_server(club: Club, export: Export, settings, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"club": lambda: club, "settings": lambda: settings}.items():
        monkeypatch.setattr(asgi, name, value)
    monkeypatch.setattr(asgi.Export, "load", lambda: export)
    monkeypatch.setattr("app.app.app", reflex)
    async with asgi.members():
        assert not club._patreon._http.is_closed
    assert club._patreon._http.is_closed
