"""Determines whether a page uses Reflex state."""

from reflex.components.component import Component
from reflex.state import State
from reflex.vars.base import Var

from app.seam.memo_contents import with_memo_contents
from app.seam.reflex_internals import expect

expect(Component, "_get_vars", "_has_stateful_event_triggers")

EVENT = f'Event("{State.get_full_name()}.'
"""The start of an event in JavaScript code. Dropzones, and triggers with `rx.cond`, contain events only as code."""


def uses_state(page: Component) -> bool:
    """Whether a page shows a variable of a state, or sends events to the server."""
    return any(
        part._has_stateful_event_triggers() or any(map(_is_of_state, part._get_vars(include_children=True)))
        for part in with_memo_contents(page)
    )


def _is_of_state(var: Var) -> bool:
    data = var._get_all_var_data()
    return EVENT in str(var) or bool(data and (data.state or any(EVENT in hook for hook in data.hooks)))
