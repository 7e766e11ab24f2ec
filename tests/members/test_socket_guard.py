import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from app.members import socket_guard as module
from app.members.frames import NAMESPACE
from tests.support.guarded_reflex import ASK, HYDRATED, GuardedReflex, assert_refused, load_page, shown_view

pytestmark = pytest.mark.anyio


async def test_a_page_is_loaded(guarded: GuardedReflex) -> None:
    tab = await guarded.joined(cookie="pavla")
    await load_page(tab)
    tab.sends(ASK)
    await tab.until(lambda: shown_view(tab).get("listed"))
    assert shown_view(tab)["cards"] and "pavla" not in "".join(tab.received)
    tab.sends(HYDRATED, payload={"value": True})
    await tab.until(lambda: any({"is_hydrated": True} in update["delta"].values() for update in tab.updates))


async def test_the_state_contains_nothing_of_the_handshake(guarded: GuardedReflex) -> None:
    tab = await guarded.joined(
        "198.51.100.7", "pavla", authorization="s3cret", x_forwarded_for="s3cret", user_agent="s3cret", origin="s3cret"
    )
    await load_page(tab)
    received = "".join(tab.received)
    assert not [secret for secret in ("s3cret", "198.51", "otisk.test") if secret in received]
    router_data = guarded.app.state_manager.states[tab.token].router_data  # pyright: ignore
    assert not [secret for secret in ("s3cret", "198.51", "otisk.test", "pavla") if secret in json.dumps(router_data)]


@pytest.mark.parametrize("path", [NAMESPACE, f"{NAMESPACE}/x", f"{NAMESPACE}//", "/", "/ping"])
async def test_another_path_has_no_socket(guarded: GuardedReflex, path: str) -> None:
    client = guarded.client()
    client.scope["path"] = path
    client.opens(guarded.guard)
    await assert_refused(client)
    assert not client.accepted


async def test_a_long_handshake_is_refused(guarded: GuardedReflex) -> None:
    client = guarded.client(x_unheard_of="a" * module.MAX_HANDSHAKE_BYTES).opens(guarded.guard)
    await assert_refused(client)
    assert not client.accepted
    assert (await guarded.joined(user_agent="a" * (module.MAX_HANDSHAKE_BYTES // 2))).accepted


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/_event/?EIO=4&transport=polling"), ("POST", "/_event/"), ("PUT", "/_event/x")]
)
async def test_polling_is_refused_without_reading_a_body(guarded: GuardedReflex, method: str, path: str) -> None:
    async def never() -> AsyncIterator[bytes]:
        await asyncio.Event().wait()
        yield b""

    asked = 0

    async def app(scope: Any, receive: Any, send: Any) -> None:
        async def counted() -> Any:
            nonlocal asked
            asked += 1
            return await receive()

        await guarded.guard(scope, counted, send)

    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://otisk.test") as client:
        answer = await client.request(method, path)
    assert (answer.status_code, answer.headers["upgrade"], asked) == (426, "websocket", 0)


async def test_other_requests_reach_the_backend(guarded: GuardedReflex) -> None:
    async def backend(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["type"])

    seen: list[str] = []
    guarded.guard.app = backend
    for kind in ("http", "lifespan"):
        await guarded.guard({"type": kind, "path": "/ping", "headers": []}, None, None)  # pyright: ignore
    assert seen == ["http", "lifespan"]
