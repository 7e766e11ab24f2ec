"""Determines whether a page uses Reflex state."""

from reflex.components.component import Component

from app.seam.reflex_internals import expect

expect(Component, "_get_vars", "_has_stateful_event_triggers")


def uses_state(page: Component) -> bool:
    """Whether a page shows a variable of a state, or sends events to the server."""
    if page._has_stateful_event_triggers():
        return True
    return any((data := var._get_all_var_data()) and data.state for var in page._get_vars(include_children=True))
