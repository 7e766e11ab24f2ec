"""Events of members' pages on their way to the handler: some fail before it, in a middleware or as Redis is down."""

from typing import Any

from reflex.app import App, EventNamespace
from reflex.istate.manager import StateManagerRedis
from reflex.state import StateUpdate

from app.monitoring.server import own_trace


class Events(EventNamespace):
    """Reflex's way of events to their handlers. One that has failed is done with, and the page hears of it."""

    async def on_event(self, sid: str, data: Any) -> None:
        """Handles an event. Whatever has failed is logged by now, unless it was a message that no page sends."""
        self._distrust_redis()
        try:
            with own_trace():
                await super().on_event(sid, data)
        except Exception:  # Socket.IO would log it once more, and the page send nothing until it is loaded anew
            await self.emit_update(StateUpdate(final=True), sid)

    def _distrust_redis(self) -> None:
        # Reflex has Redis tell when the lock of a tab is free, and asks for that once. A Redis that was started anew
        # has forgotten it, and who waits would wait until the lock expires, ten seconds each time.
        manager = self.app._state_manager
        if isinstance(manager, StateManagerRedis):
            manager._redis_notify_keyspace_events_enabled = False


def take_over(of: App) -> None:
    """Has the events of an application go this way; it has to be serving, as before it has no socket."""
    assert of.sio and of.event_namespace
    of._event_namespace = Events(of.event_namespace.namespace, of)
    of.sio.register_namespace(of._event_namespace)
