"""Simulates hostile clients: `python -m tests.support.hostile_clients URL COUNT`.

Runs COUNT clients at the same time until standard input closes.
"""

import asyncio
import sys
from contextlib import suppress

from simple_websocket import AioClient, ConnectionClosed, ConnectionError

from app.http.websocket import MAX_MESSAGE_CHARS
from app.members.frames import CONNECT
from app.members.socket_guard import SOCKET_PATH
from tests.support.guarded_reflex import ASK, HYDRATE, LIST, event_message

CONNECT_TIMEOUT_SECONDS = 120
EVENTS = f"{SOCKET_PATH}?EIO=4&transport=websocket"


async def attack(url: str, number: int, sent: list[int]) -> None:
    tab = {"token": f"{number:08x}-0000-4000-8000-000000000000"}
    long = "a" * (MAX_MESSAGE_CHARS - 400)
    message = [
        event_message(HYDRATE, **tab, router={**LIST, "query": {"a": long}}),
        event_message(ASK, **tab),
        event_message(long, **tab),
        "x" * 1_000_000,
    ][number % 4]
    while True:
        with suppress(OSError, ConnectionClosed, ConnectionError):
            client = await open_socket(url, number, Cookie=f"session={'a' * 4000}", **{"User-Agent": "a" * 8000})
            while True:
                await client.send(message)
                sent.append(number)
                await client.receive()


async def open_socket(url: str, number: int, **headers: str) -> AioClient:
    """Opens a websocket to Reflex. `number` determines the sender's IP address."""
    own = {"Origin": url, "X-Forwarded-For": f"198.51.{number // 250}.{number % 250}"}
    client = await AioClient.connect(f"ws{url.removeprefix('http')}{EVENTS}", headers={**own, **headers})
    await client.send(CONNECT)
    await client.receive()
    await client.receive()
    return client


async def attack_all(url: str, count: int) -> None:
    """Runs `count` hostile clients until standard input closes. Prints a line once they have sent `count` messages.

    Raises:
        TimeoutError: the clients have sent too few messages within `CONNECT_TIMEOUT_SECONDS`.
    """
    sent: list[int] = []
    attackers = [asyncio.create_task(attack(url, number, sent)) for number in range(count)]
    async with asyncio.timeout(CONNECT_TIMEOUT_SECONDS):
        while len(sent) <= count:
            await asyncio.sleep(0.05)
    print("All are connected.", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for each in attackers:
        each.cancel()


if __name__ == "__main__":
    asyncio.run(attack_all(sys.argv[1], int(sys.argv[2])))
