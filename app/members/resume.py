"""Resends Reflex states after a page's websocket has reconnected."""

from collections.abc import Iterable

from reflex.app import App
from reflex.event import Event, get_hydrate_event
from reflex.middleware.hydrate_middleware import HydrateMiddleware
from reflex.state import BaseState, StateUpdate


def is_resuming(event: Event) -> bool:
    return bool(event.payload.get("resuming"))


def is_reload(state: BaseState, event: Event) -> bool:
    """Whether `event` is the first event after the document was loaded."""
    return event.name == get_hydrate_event(state) and not is_resuming(event)


class ResumeMiddleware(HydrateMiddleware):
    """Sends a page's states after the page has reconnected.

    Omits states in `private` unless the session check has changed them: `on_load` sends private contents after it has
    checked permissions. Until then, the page shows its old private contents.
    """

    def __init__(self, private: Iterable[type[BaseState]]) -> None:
        self._private = tuple(private)

    async def preprocess(self, app: App, state: BaseState, event: Event) -> StateUpdate | None:
        if not is_resuming(event):
            return None
        private = [await state.get_state(each) for each in self._private]
        unchanged = [each.get_full_name() for each in private if all(name.startswith("_") for name in each.dirty_vars)]
        update = await super().preprocess(app, state, event)
        if update:
            for name in unchanged:
                update.delta.pop(name, None)
        return update
