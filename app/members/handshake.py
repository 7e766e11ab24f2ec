"""Removes private data from the HTTP request that opens a websocket.

Reflex would copy the headers into the page's state, where scripts could read protected cookies.
"""

import re
from contextvars import ContextVar

from starlette.types import Scope

cookie: ContextVar[str] = ContextVar("cookie", default="")
"""The Cookie header of the client that sent the current event. Without a valid session, it is empty."""

HEADERS = [(b"upgrade", b"websocket"), (b"connection", b"upgrade")]
QUERY = b"EIO=4&transport=websocket"

_VERSION = re.compile(r"[\w.+-]{1,32}", re.ASCII)


def strip_client_data(scope: Scope) -> Scope:
    """Returns the request without private data. Retains the subprotocol, because the response must repeat it."""
    own = {name: value for name, value in scope.items() if name != "client"}
    versions = [version for version in scope.get("subprotocols", []) if _VERSION.fullmatch(version)]
    return {**own, "headers": list(HEADERS), "query_string": QUERY, "subprotocols": versions[:1]}
