"""Events of members' pages on their way to the handler, and what Reflex says while it handles them."""

import logging
from functools import partial
from typing import Any

from reflex.app import App, EventNamespace
from reflex.istate.manager import StateManagerRedis
from reflex.state import StateUpdate
from reflex.utils import console

from app.members.frames import MAX_MESSAGE_CHARS
from app.monitoring.server import own_trace
from pwa.seam.expect import expect, expect_parameters

expect(App, "_state_manager", "_event_namespace", "sio", "event_namespace")
expect(EventNamespace, "on_event", "emit_update")
expect(StateManagerRedis, "_redis_notify_keyspace_events_enabled")
expect_parameters(EventNamespace.on_event, "self", "sid", "data")
expect_parameters(EventNamespace.emit_update, "self", "update", "sid")

LEVELS = {"print": logging.INFO, "log": logging.INFO, "rule": logging.INFO} | {
    "warn": logging.WARNING,
    "error": logging.ERROR,
}
"""What of Reflex's console all the rest of it goes through, and how much each matters."""
expect(console, *LEVELS)

logger = logging.getLogger("reflex")


class Events(EventNamespace):
    """Reflex's way of events to their handlers. One that has failed is done with, and the page hears of it."""

    async def on_event(self, sid: str, data: Any) -> None:
        """Handles an event. Whatever has failed is logged by now."""
        self._distrust_redis()
        try:
            with own_trace():
                await super().on_event(sid, data)
        except Exception:  # Socket.IO would log it once more, and the page send nothing until it is loaded anew
            await self.emit_update(StateUpdate(final=True), sid)

    async def emit_update(self, update: StateUpdate, sid: str) -> None:
        """Sends an update to a page, unless it has gone."""
        if sid in self.sid_to_token:
            await super().emit_update(update, sid)

    def _distrust_redis(self) -> None:
        # Reflex has Redis tell when the lock of a tab is free, and asks for that once. A Redis that was started anew
        # has forgotten it, and who waits would wait until the lock expires, ten seconds each time.
        manager = self.app._state_manager
        if isinstance(manager, StateManagerRedis):
            manager._redis_notify_keyspace_events_enabled = False


def take_over(of: App) -> None:
    """Has the events of an application go this way; it has to be serving, as before it has no socket."""
    assert of.sio and of.event_namespace
    expect(of.sio.eio, "max_http_buffer_size")
    of.sio.eio.max_http_buffer_size = MAX_MESSAGE_CHARS
    of._event_namespace = Events(of.event_namespace.namespace, of)
    of.sio.register_namespace(of._event_namespace)


def say_it_in_the_log() -> None:
    """Has Reflex's console go into the log. It formats what it prints, in a time that grows with the square of the
    length, on as many lines as it takes."""
    for name, level in LEVELS.items():
        setattr(console, name, partial(_log, level))


def _log(level: int, message: object, *_: object, **__: object) -> None:
    logger.log(level, "%s", message)
