"""Bounds of what a websocket receives."""

from starlette.types import Message, Receive, Send

MAX_MESSAGE_CHARS = 4096
"""Of a message: four times the longest that our pages send, with the query that trackers add to a link."""
CLOSE_TOO_BIG = 1009
"""A websocket close code (RFC 6455)."""


def bounded(receive: Receive, send: Send) -> Receive:
    """Returns a `receive` that closes the websocket instead of passing a longer message on: to copy megabytes from one
    process to another holds up both."""

    async def received() -> Message:
        message = await receive()
        if len(message.get("text") or "") <= MAX_MESSAGE_CHARS and not message.get("bytes"):
            return message
        await send({"type": "websocket.close", "code": CLOSE_TOO_BIG})
        return {"type": "websocket.disconnect", "code": CLOSE_TOO_BIG}

    return received
