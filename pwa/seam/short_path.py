"""Keeps `sys.path` as short as it was: Reflex lengthens it at every load of a page."""

import sys

from reflex.app import App
from reflex.event import Event
from reflex.middleware.middleware import Middleware
from reflex.state import BaseState, StateUpdate


class ShortPath(Middleware):
    """Takes from `sys.path` what Reflex has put before it.

    It does so at every load of a page. Each import of what is not there, such as httpcore's of sniffio several times a
    request, would take longer and longer: after 200 loads, signing in took ten times as long.
    """

    async def preprocess(self, app: App, state: BaseState, event: Event) -> StateUpdate | None:
        """Goes on with the event."""
        while sys.path[:1] == sys.path[1:2]:
            del sys.path[0]
