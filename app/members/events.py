"""Events of members' pages that fail before their handler is reached: in a middleware, or as Redis is down."""

from typing import Any

from reflex.app import App, EventNamespace
from reflex.state import StateUpdate


class Events(EventNamespace):
    """Reflex's way of events to their handlers. One that has failed is done with, and the page hears of it."""

    async def on_event(self, sid: str, data: Any) -> None:
        """Handles an event. Whatever has failed is logged by now, unless it was a message that no page sends."""
        try:
            await super().on_event(sid, data)
        except Exception:  # Socket.IO would log it once more, and the page send nothing until it is loaded anew
            await self.emit_update(StateUpdate(final=True), sid)


def take_over(of: App) -> None:
    """Has the events of an application go this way; it has to be serving, as before it has no socket."""
    assert of.sio and of.event_namespace
    of._event_namespace = Events(of.event_namespace.namespace, of)
    of.sio.register_namespace(of._event_namespace)
