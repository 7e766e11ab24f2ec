"""Limits the size of websocket messages."""

from starlette.types import Message, Receive, Send

MAX_MESSAGE_CHARS = 64 * 1024
"""The maximum length of a message, enough for a form with long text."""
CLOSE_TOO_BIG = 1009
"""The close code for oversized messages (RFC 6455, section 7.4.1)."""


def bounded(receive: Receive, send: Send) -> Receive:
    """Closes the websocket after a binary or oversized message."""

    async def received() -> Message:
        message = await receive()
        if len(message.get("text") or "") <= MAX_MESSAGE_CHARS and not message.get("bytes"):
            return message
        await send({"type": "websocket.close", "code": CLOSE_TOO_BIG})
        return {"type": "websocket.disconnect", "code": CLOSE_TOO_BIG}

    return received
