"""What a member's tab knows."""

import pytest
import reflex as rx
from reflex.istate.data import RouterData

from app.members.state import MembersState


@pytest.fixture
def tab() -> MembersState:
    """The state of a new tab."""
    root = rx.State(_reflex_internal_init=True)  # pyright: ignore[reportCallIssue]
    state = root.substates[MembersState.get_name()]
    assert isinstance(state, MembersState)
    return state


def visit(tab: MembersState, **params: str) -> None:
    assert tab.parent_state
    tab.parent_state.router = RouterData({"query": params})
    tab.visit()


def test_a_new_tab_has_seen_nothing(tab):
    assert (tab.visits, tab.post) == (0, "")


def test_visits_are_counted_and_the_post_is_remembered(tab):
    visit(tab, postId="first")
    assert (tab.visits, tab.post) == (1, "first")
    visit(tab)
    assert (tab.visits, tab.post) == (2, "")
