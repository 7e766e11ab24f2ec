"""The handshake of Reflex's event socket: what is known about the client, and how little of it Reflex sees.

Reflex copies a handshake's headers and address into the tab's state, and that into the page (and into Redis). So an
HttpOnly cookie would become readable for scripts.
"""

import re
from contextvars import ContextVar

from starlette.types import Scope

cookie: ContextVar[str] = ContextVar("cookie", default="")
"""The Cookie header of the connection whose event is being handled. Socket.IO handles each event in a task that
inherits the connection's context."""

HEADERS = [(b"upgrade", b"websocket"), (b"connection", b"upgrade")]
"""The only ones that Engine.IO reads."""
QUERY = b"EIO=4&transport=websocket"

_VERSION = re.compile(r"[\w.+-]{1,32}", re.ASCII)


def bare(scope: Scope) -> Scope:
    """The handshake as Reflex gets it: without anything from the client but the Reflex version of its page, which the
    answer must repeat as the subprotocol."""
    kept = {name: value for name, value in scope.items() if name != "client"}
    versions = [version for version in scope.get("subprotocols", []) if _VERSION.fullmatch(version)]
    return {**kept, "headers": list(HEADERS), "query_string": QUERY, "subprotocols": versions[:1]}
