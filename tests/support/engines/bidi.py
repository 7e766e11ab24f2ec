"""Controls a browser through the WebDriver BiDi protocol (w3.org/TR/webdriver-bidi)."""

import json
from collections.abc import Callable
from itertools import count
from typing import Any

from websockets.sync.client import ClientConnection

from tests.support.engines.engine import EngineError

REPLY_SECONDS = 60
Receive = Callable[[str, dict[str, Any]], None]


class Connection:
    """A connection that calls `receive(method, params)` for each event from the browser."""

    def __init__(self, socket: ClientConnection, receive: Receive) -> None:
        self._socket = socket
        self._ids = count(1)
        self._receive = receive

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        """Sends a command and returns the result.

        Raises:
            EngineError: the browser responds with an error.
        """
        id = next(self._ids)
        self._socket.send(json.dumps({"id": id, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.recv(timeout=REPLY_SECONDS))
            if message.get("type") == "event":
                self._receive(message["method"], message["params"])
            elif message.get("id") == id:
                if message["type"] == "error":
                    raise EngineError(f"{method}: {message['error']}: {message['message']}")
                return message["result"]
