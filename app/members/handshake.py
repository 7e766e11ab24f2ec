"""The handshake of Reflex's event socket: what is known of who opened it, and what of that Reflex gets to see.

Reflex puts a handshake's headers and address into the state of a tab, and the state into the page (and into Redis): a
cookie that scripts must not read would be read by the first that looks.
"""

import re
from contextvars import ContextVar

from starlette.datastructures import Headers
from starlette.types import Scope

cookie: ContextVar[str] = ContextVar("cookie", default="")
"""The Cookie header of the handshake whose events are being handled. Socket.IO handles each in a task of its own, which
has the context of the connection."""

HEADERS = [(b"upgrade", b"websocket"), (b"connection", b"upgrade")]
"""All that Engine.IO looks at."""
QUERY = b"EIO=4&transport=websocket"

_VERSION = re.compile(r"[\w.+-]{1,32}", re.ASCII)


def cookies(scope: Scope) -> str:
    """The Cookie header of a request, in one piece."""
    return "; ".join(Headers(scope=scope).getlist("cookie"))


def bare(scope: Scope) -> Scope:
    """The handshake as Reflex gets it: nothing of what the client says, but the version of Reflex that its page was
    made with, which the answer has to repeat."""
    kept = {name: value for name, value in scope.items() if name != "client"}
    versions = [version for version in scope.get("subprotocols", []) if _VERSION.fullmatch(version)]
    return {**kept, "headers": list(HEADERS), "query_string": QUERY, "subprotocols": versions[:1]}
