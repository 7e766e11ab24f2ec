"""What a page does behind the gate, and what it gets."""

from typing import Any

from app.members.frames import CLOSE_POLICY_VIOLATION
from tests.support.gatehouse import HYDRATE, ON_LOAD, Client


async def loads(client: Client) -> None:
    """Loads a page, as Reflex's client does it."""
    for name in (HYDRATE, ON_LOAD):
        known = len(client.updates)
        client.sends(name)
        await client.until(lambda known=known: len(client.updates) > known)


def view(client: Client) -> dict[str, Any]:
    """What the page shows; empty until something is known."""
    deltas = [delta for update in client.updates for delta in update["delta"].values() if "view" in delta]
    return deltas[-1]["view"] or {}


async def refused(client: Client) -> None:
    """Waits until the gate has closed the connection, as of somebody who has sent what no page sends."""
    await client.ends()
    assert client.code == CLOSE_POLICY_VIOLATION
