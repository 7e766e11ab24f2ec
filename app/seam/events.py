"""Overrides Reflex's event dispatch and console output."""

import logging
from functools import partial
from typing import Any

from reflex.app import App, EventNamespace
from reflex.istate.manager import StateManagerRedis
from reflex.state import StateUpdate
from reflex.utils import console

from app.http.websocket import MAX_MESSAGE_CHARS
from app.monitoring.server import own_trace
from app.seam.reflex_internals import expect, expect_parameters

expect(App, "_state_manager", "_event_namespace", "sio", "event_namespace")
expect(EventNamespace, "on_event", "emit_update")
expect(StateManagerRedis, "_redis_notify_keyspace_events_enabled")
expect_parameters(EventNamespace.on_event, "self", "sid", "data")
expect_parameters(EventNamespace.emit_update, "self", "update", "sid")

LEVELS = {"print": logging.INFO, "log": logging.INFO, "rule": logging.INFO} | {
    "warn": logging.WARNING,
    "error": logging.ERROR,
}
"""Log levels by name of the function in Reflex's console module."""
expect(console, *LEVELS)

logger = logging.getLogger("reflex")


class Events(EventNamespace):
    async def on_event(self, sid: str, data: Any) -> None:
        self._distrust_redis()
        try:
            with own_trace():
                await super().on_event(sid, data)
        except Exception:  # if re-raised, it would be logged twice and stop the page's events
            await self.emit_update(StateUpdate(final=True), sid)

    async def emit_update(self, update: StateUpdate, sid: str) -> None:
        if sid in self.sid_to_token:
            await super().emit_update(update, sid)

    def _distrust_redis(self) -> None:
        # Makes Reflex re-enable Redis's keyspace notifications, because a restart of Redis disables them. Without
        # notifications, each wait for a lock takes ten seconds.
        manager = self.app._state_manager
        if isinstance(manager, StateManagerRedis):
            manager._redis_notify_keyspace_events_enabled = False


def take_over(of: App) -> None:
    """Replaces the event namespace of a running application with `Events`."""
    assert of.sio and of.event_namespace
    expect(of.sio.eio, "max_http_buffer_size")
    of.sio.eio.max_http_buffer_size = MAX_MESSAGE_CHARS
    of._event_namespace = Events(of.event_namespace.namespace, of)
    of.sio.register_namespace(of._event_namespace)


def log_console() -> None:
    """Redirects Reflex's console output to the log, because Reflex's formatting takes quadratic time."""
    for name, level in LEVELS.items():
        setattr(console, name, partial(_log, level))


def _log(level: int, message: object, *_: object, **__: object) -> None:
    logger.log(level, "%s", message)
