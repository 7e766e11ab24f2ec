"""Overrides Reflex's event handling and console output."""

import logging
from collections import OrderedDict
from collections.abc import Callable
from contextvars import ContextVar
from functools import partial
from typing import Any, NamedTuple

from reflex.app import App, EventNamespace
from reflex.event import Event
from reflex.istate.manager import StateManagerRedis
from reflex.middleware.middleware import Middleware
from reflex.state import BaseState, StateUpdate
from reflex.utils import console

from app.http.websocket import MAX_MESSAGE_CHARS
from app.i18n import Language, language_of, use
from app.monitoring.server import own_trace
from app.seam.reflex_internals import expect, expect_parameters
from app.seam.states import AppStates

expect(App, "_state_manager", "_event_namespace", "sio", "event_namespace")
expect(EventNamespace, "on_event", "emit_update", "on_disconnect")
expect_parameters(EventNamespace.__init__, "self", "namespace", "app")
expect(StateManagerRedis, "_redis_notify_keyspace_events_enabled")
expect(BaseState, "_was_touched")
expect_parameters(EventNamespace.on_event, "self", "sid", "data")
expect_parameters(EventNamespace.emit_update, "self", "update", "sid")

LEVELS = {"print": logging.INFO, "log": logging.INFO, "rule": logging.INFO} | {
    "warn": logging.WARNING,
    "error": logging.ERROR,
}
"""Log levels for the functions of Reflex's `console` module."""
expect(console, *LEVELS)

MAX_REMEMBERED = 10_000
"""The maximum number of remembered connections. A busy site opens hundreds per minute."""
PROCESSED, MAX_PROCESSED = "__processed_events", 20
"""The attribute that stores the IDs of a tab's latest events, and the maximum number of IDs."""

logger = logging.getLogger("reflex")

_event_id: ContextVar[str | None] = ContextVar("event_id", default=None)


class Tab(NamedTuple):
    token: str
    identity: str
    """A string that identifies the visitor, such as the Cookie header. It changes when the visitor signs out."""


class RepeatMiddleware(Middleware):
    """Ignores events that were processed before, even by another process.

    The page repeats an event if the response was lost. The state contains the IDs of processed events, so that Redis
    stores state and IDs together.
    """

    async def preprocess(self, app: App, state: BaseState, event: Event) -> StateUpdate | None:
        id, processed = _event_id.get(), vars(state).get(PROCESSED, ())
        if id in processed:
            return StateUpdate(final=True)  # the page also requests the state, so this response can be empty
        if id:
            vars(state)[PROCESSED] = (*processed[1 - MAX_PROCESSED :], id)
            state._was_touched = True  # makes Reflex store the state in Redis
        return None


class Events(EventNamespace):
    """Handles events in the page's language. Responds on the newest connection of the tab."""

    def __init__(self, namespace: str, app: App, identity: Callable[[], str] = str) -> None:
        super().__init__(namespace, app)
        self._identity = identity
        self._tabs: OrderedDict[str, Tab] = OrderedDict()

    async def on_event(self, sid: str, data: Any) -> None:
        self._distrust_redis()
        token = str(data.get("token"))
        self._tabs[sid] = Tab(token, self._identity())
        self._tabs.move_to_end(sid)
        if len(self._tabs) > MAX_REMEMBERED:
            self._tabs.popitem(last=False)
        _event_id.set(data.get("id"))
        try:
            with own_trace(), use(_language(data)):
                await super().on_event(sid, data)
        except Exception as error:
            # Logs errors outside the event's handler, such as failed JSON conversions.
            self.app.backend_exception_handler(error)
            # Without an update, the page would send no more events.
            await self.emit_update(StateUpdate(final=True), sid)
        # Waits last, because Reflex loses unhandled events if the socket closes during the wait.
        await AppStates(self.app).renew(token)

    def on_disconnect(self, sid: str) -> None:
        token = self.sid_to_token.get(sid)
        successor = self.token_to_sid.get(token) if token else None
        super().on_disconnect(sid)
        if token and successor and successor != sid:
            self.token_to_sid[token] = successor  # restores the newer connection, which Reflex has deleted

    async def emit_update(self, update: StateUpdate, sid: str) -> None:
        current = sid if sid in self.sid_to_token else self._successor(sid)
        if current:
            await super().emit_update(update, current)

    def _successor(self, sid: str) -> str | None:
        """Returns a newer connection of the same tab and visitor, or None."""
        tab = self._tabs.get(sid)
        successor = self.token_to_sid.get(tab.token) if tab else None
        return successor if successor and self._tabs.get(successor) == tab else None

    def _distrust_redis(self) -> None:
        # Makes Reflex enable Redis notifications again, because a restart of Redis disables them. Without
        # notifications, each wait for a lock takes ten seconds.
        manager = self.app._state_manager
        if isinstance(manager, StateManagerRedis):
            manager._redis_notify_keyspace_events_enabled = False


def _language(data: dict[str, Any]) -> Language:
    return language_of(str(data.get("router_data", {}).get("pathname", "")))


def take_over(of: App, identity: Callable[[], str] = str) -> None:
    """Installs `Events` in a running application. `identity` returns a string that identifies the visitor."""
    assert of.sio and of.event_namespace
    expect(of.sio.eio, "max_http_buffer_size")
    of.sio.eio.max_http_buffer_size = MAX_MESSAGE_CHARS
    of._event_namespace = Events(of.event_namespace.namespace, of, identity)
    of.sio.register_namespace(of._event_namespace)


def log_console() -> None:
    """Redirects Reflex's messages to the log. Reflex's own formatting is very slow for long messages."""
    for name, level in LEVELS.items():
        setattr(console, name, partial(_log, level))


def _log(level: int, message: object, *_: object, **__: object) -> None:
    logger.log(level, "%s", message)
