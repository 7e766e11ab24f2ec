import asyncio

import pytest
from starlette.types import Message

from app.http import draining
from app.http.draining import Body, Drain

pytestmark = pytest.mark.anyio

PART = b"x" * 1000
CUSTOMER = ["203.0.113.9"]


class Sender:
    """A client that splits a body into ASGI messages (`parts`). If `ends` is true, the last message completes the
    body.
    """

    def __init__(self, parts: int, *, ends: bool = True) -> None:
        self.left = parts
        self.ends = ends
        self.body = Body(self.receive)

    async def receive(self) -> Message:
        if not self.left:
            await asyncio.Event().wait()
        self.left -= 1
        return {"type": "http.request", "body": PART, "more_body": self.left > 0 or not self.ends}


async def test_the_rest_is_read_to_its_end() -> None:
    sender = Sender(5)
    await sender.body.receive()
    await Drain(1, (1,)).take(sender.body, CUSTOMER)
    assert sender.left == 0


async def test_a_complete_body_is_not_read_again() -> None:
    sender = Sender(1)
    await sender.body.receive()
    await asyncio.wait_for(Drain(1, (1,)).take(sender.body, CUSTOMER), draining.MAX_SECONDS / 2)


async def test_a_disconnect_ends_the_draining() -> None:
    async def gone() -> Message:
        return {"type": "http.disconnect"}

    await asyncio.wait_for(Drain(1, (1,)).take(Body(gone), CUSTOMER), draining.MAX_SECONDS / 2)


async def test_draining_stops_after_the_limit_of_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draining, "MAX_BYTES", 3 * len(PART))
    sender = Sender(5)
    await Drain(1, (1,)).take(sender.body, CUSTOMER)
    assert sender.left == 2


async def test_draining_stops_after_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draining, "MAX_SECONDS", 0.05)
    sender = Sender(2, ends=False)
    await Drain(1, (1,)).take(sender.body, CUSTOMER)
    assert sender.left == 0


async def test_only_so_many_bodies_are_drained_at_once() -> None:
    drain = Drain(1, (1,))
    first, second, third = Sender(2, ends=False), Sender(2), Sender(2)
    taking = asyncio.create_task(drain.take(first.body, CUSTOMER))
    while first.left:
        await asyncio.sleep(0)
    await drain.take(second.body, ["198.51.100.7"])
    assert second.left == 2
    taking.cancel()
    await asyncio.wait([taking])
    await drain.take(third.body, CUSTOMER)
    assert third.left == 0


async def test_only_so_many_bodies_of_a_network_are_drained_at_once() -> None:
    drain = Drain(2, (1,))
    first, second, other = Sender(2, ends=False), Sender(2), Sender(2)
    taking = asyncio.create_task(drain.take(first.body, ["198.51.100.7"]))
    while first.left:
        await asyncio.sleep(0)
    await drain.take(second.body, ["198.51.100.7"])
    await drain.take(other.body, CUSTOMER)
    assert (second.left, other.left) == (2, 0)
    taking.cancel()
    await asyncio.wait([taking])
