import asyncio
from dataclasses import replace
from types import SimpleNamespace

import pytest
import reflex as rx
from reflex.istate.data import RouterData
from reflex.middleware.hydrate_middleware import HydrateMiddleware
from reflex.state import StateManager, StateUpdate

from app import app as assembled
from app.members import state
from app.members.models import Listing, Session
from app.members.patreon_api import PatreonUnavailableError
from app.members.state import MembersState, SessionMiddleware
from app.members.view import LIST_PAGE_SIZE, MAX_LISTED_POSTS
from tests.support.fake_club import LETTERS, PAVLA, SECRET, FakeClub
from tests.support.guarded_reflex import HYDRATE, ON_LOAD
from tests.support.tab import LIST, NAME, POST, Tab

pytestmark = pytest.mark.anyio


@pytest.fixture
def tab(fake_club: FakeClub, monkeypatch: pytest.MonkeyPatch) -> Tab:
    app = assembled.app
    tab = Tab(app)
    monkeypatch.setattr(app, "backend_exception_handler", tab.failures.append)
    monkeypatch.setattr(app, "_state_manager", StateManager.create(state=rx.State))

    async def emit_update(update: StateUpdate, sid: str) -> None:
        tab.take(update)

    async def emit(*_args: object, **_options: object) -> None:
        raise AssertionError("an event preceded hydration")

    monkeypatch.setattr(app, "_event_namespace", SimpleNamespace(emit_update=emit_update, emit=emit))
    return tab


async def test_older_posts(tab: Tab) -> None:
    await tab.opens()
    assert tab.view and tab.view["more"]
    await tab.send(f"{NAME}.older")
    assert tab.titles == [post.title for post in LETTERS]
    assert not tab.view["more"]


async def test_the_list_s_length_survives_a_reload_by_the_same_member(tab: Tab) -> None:
    await tab.opens()
    await tab.send(f"{NAME}.older")
    await tab.opens()
    assert len(tab.titles) == len(LETTERS)
    tab.cookie = "edvard"
    await tab.opens()
    assert len(tab.titles) == LIST_PAGE_SIZE


async def test_the_list_is_still_there_after_a_post(tab: Tab) -> None:
    await tab.opens()
    await tab.send(ON_LOAD, POST, postId="2")
    assert tab.view and tab.view["post"] and len(tab.titles) == LIST_PAGE_SIZE
    await tab.send(ON_LOAD)
    assert tab.view["post"] is None


async def test_a_changed_membership_clears_the_list(tab: Tab, fake_club: FakeClub) -> None:
    await tab.opens()
    fake_club.tiers = frozenset()
    await tab.send(ON_LOAD, POST, postId="2")
    assert tab.titles == []


async def test_patreon_fails_and_comes_back(tab: Tab, fake_club: FakeClub) -> None:
    fake_club.failure = PatreonUnavailableError()
    await tab.opens()
    assert tab.view and (tab.view["access"], tab.view["greeting"]) == ("unavailable", "Signed in as Pavla")
    fake_club.failure = None
    await tab.asks()
    assert tab.view["access"] == "in" and tab.titles


EVENTS = (HYDRATE, ON_LOAD, f"{NAME}.ask", f"{NAME}.older")


@pytest.mark.parametrize("event", EVENTS)
async def test_after_a_revocation_no_event_sends_contents(tab: Tab, fake_club: FakeClub, event: str) -> None:
    await tab.opens()
    await tab.send(ON_LOAD, POST, postId="1")
    assert SECRET in "".join(tab.received)
    fake_club.sessions.clear()
    tab.received.clear()
    await tab.send(event, POST, postId="1")
    assert tab.view == {**tab.view, "access": "out", "cards": [], "post": None, "greeting": ""}  # pyright: ignore
    assert SECRET not in "".join(tab.received)
    assert LETTERS[0].title not in "".join(tab.received)


@pytest.mark.parametrize("event", EVENTS)
async def test_a_tab_s_token_does_not_give_its_contents_to_others(tab: Tab, fake_club: FakeClub, event: str) -> None:
    await tab.opens(POST, postId="1")
    fake_club.entitled = {"edvard": frozenset()}
    tab.cookie = "edvard"
    tab.received.clear()
    await tab.send(event, POST, postId="1")
    assert SECRET not in "".join(tab.received)


async def test_a_resumed_tab_keeps_its_view_without_getting_it(tab: Tab) -> None:
    await tab.opens(POST, postId="1")
    tab.received.clear()
    await tab.resumes(POST, postId="1")
    assert SECRET not in "".join(tab.received)
    assert tab.view and tab.view["access"] == "in"


async def test_a_resumed_tab_keeps_its_post_until_the_post_is_loaded_again(tab: Tab, fake_club: FakeClub) -> None:
    await tab.opens(POST, postId="1")
    shown: list[object] = []
    fake_club.meanwhile = lambda: shown.append(members(tab).view)
    await tab.resumes(POST, postId="1")
    await tab.send(ON_LOAD, POST, postId="1")
    assert [view and view.post and view.post.html for view in shown] == [LETTERS[0].html]  # pyright: ignore
    assert tab.view and tab.view["post"]["html"] == LETTERS[0].html


async def test_another_post_is_locked_while_patreon_tells_no_membership(tab: Tab, fake_club: FakeClub) -> None:
    await tab.opens(POST, postId="1")
    fake_club.status, fake_club.tiers = "unknown", frozenset()
    await tab.send(ON_LOAD, POST, postId="1")
    assert tab.view and tab.outdated
    await tab.send(ON_LOAD, POST, postId="2")
    assert not tab.outdated and not tab.view["post"]["readable"] and tab.view["status"] == "unknown"


async def test_older_posts_that_cannot_be_loaded_leave_the_list(tab: Tab, fake_club: FakeClub) -> None:
    await tab.opens()
    listed = tab.titles
    fake_club.failure = PatreonUnavailableError()
    await tab.send(f"{NAME}.older")
    assert tab.outdated and tab.titles == listed


async def test_another_post_replaces_an_open_post_at_once(tab: Tab, fake_club: FakeClub) -> None:
    await tab.opens(POST, postId="1")
    shown: list[object] = []
    fake_club.meanwhile = lambda: shown.append(members(tab).view)
    await tab.send(ON_LOAD, POST, postId="2")
    assert [view and view.post for view in shown] == [None]  # pyright: ignore
    assert tab.view and tab.view["post"]["html"] == LETTERS[1].html


def lose_state(tab: Tab) -> None:
    tab.app.state_manager.states.clear()  # pyright: ignore[reportAttributeAccessIssue]


async def test_a_resumed_tab_whose_state_is_lost_keeps_its_post(tab: Tab) -> None:
    await tab.opens(POST, postId="1")
    lose_state(tab)
    tab.received.clear()
    await tab.resumes(POST, postId="1")
    assert tab.view and tab.view["post"]["html"] == LETTERS[0].html
    assert SECRET not in "".join(tab.received)


@pytest.mark.parametrize("failing", ["no posts", "no membership"])
@pytest.mark.parametrize("lost", [False, True])
async def test_a_resumed_tab_keeps_its_post_while_patreon_fails(
    tab: Tab, fake_club: FakeClub, failing: str, lost: bool
) -> None:
    await tab.opens(POST, postId="1")
    if lost:
        lose_state(tab)
    before = fake_club.status, fake_club.tiers
    if failing == "no posts":
        fake_club.failure = PatreonUnavailableError()
    else:
        fake_club.status, fake_club.tiers = "unknown", frozenset()
    tab.received.clear()
    for _ in range(2):
        await tab.resumes(POST, postId="1")
        await tab.send(ON_LOAD, POST, postId="1")
        assert tab.view and tab.outdated and tab.view["post"]["html"] == LETTERS[0].html
    assert not lost or SECRET not in "".join(tab.received)
    fake_club.failure, (fake_club.status, fake_club.tiers) = None, before
    await tab.asks(POST, postId="1")
    assert tab.view and not tab.outdated and tab.view["post"]["html"] == LETTERS[0].html


async def test_a_resumed_tab_whose_state_is_lost_keeps_its_post_on_no_other_page(tab: Tab, fake_club: FakeClub) -> None:
    await tab.opens(POST, postId="1")
    lose_state(tab)
    fake_club.failure = PatreonUnavailableError()
    await tab.resumes(POST, postId="1")
    await tab.send(ON_LOAD, POST, postId="1")
    shown: list[object] = []
    fake_club.meanwhile = lambda: shown.append(tab.view)
    await tab.send(ON_LOAD, POST, postId="2")
    assert shown == [None], "the old post is removed at once"
    assert tab.view and tab.view["access"] == "unavailable" and not tab.outdated


async def test_after_a_reload_a_failure_is_shown(tab: Tab, fake_club: FakeClub) -> None:
    await tab.opens(POST, postId="1")
    fake_club.failure = PatreonUnavailableError()
    for _ in range(2):
        await tab.opens(POST, postId="1")
        assert tab.view and tab.view["access"] == "unavailable" and not tab.outdated
        await tab.asks(POST, postId="1")
        assert tab.view["access"] == "unavailable" and not tab.outdated


async def test_contents_that_the_browser_lacks_are_sent_again_while_patreon_fails(
    tab: Tab, fake_club: FakeClub
) -> None:
    await tab.opens(POST, postId="1")
    tab.view = None  # the connection was lost before the answer
    fake_club.failure = PatreonUnavailableError()
    await tab.resumes(POST, postId="1")
    await tab.send(ON_LOAD, POST, postId="1")
    assert tab.view and tab.outdated and tab.view["post"]["html"] == LETTERS[0].html


async def test_two_failures_at_once_give_one_notice(
    tab: Tab, fake_club: FakeClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = asyncio.Barrier(2)

    async def listing(_post_id: str) -> Listing:
        await both.wait()
        raise PatreonUnavailableError

    monkeypatch.setattr(fake_club, "listing", listing)
    await tab.send(HYDRATE)
    await asyncio.gather(tab.asks(), tab.asks())
    assert tab.view and tab.view["access"] == "unavailable" and not tab.outdated


async def test_a_resumed_tab_whose_state_is_lost_keeps_the_length_of_its_list(tab: Tab) -> None:
    await tab.opens()
    await tab.send(f"{NAME}.older")
    lose_state(tab)
    await tab.resumes(LIST)
    await tab.send(ON_LOAD)
    assert tab.titles == [post.title for post in LETTERS]


@pytest.mark.parametrize("lost", [False, True])
async def test_a_resumed_tab_keeps_its_post_in_a_new_session_of_the_person(
    tab: Tab, fake_club: FakeClub, lost: bool
) -> None:
    await tab.opens(POST, postId="1")
    if lost:
        lose_state(tab)
    fake_club.sessions = {"new": replace(PAVLA, id="new")}
    tab.cookie = "new"
    tab.received.clear()
    await tab.resumes(POST, postId="1")
    assert tab.view and tab.view["post"] and SECRET not in "".join(tab.received)
    await tab.send(ON_LOAD, POST, postId="1")
    assert tab.view["post"]["html"] == LETTERS[0].html and members(tab)._owner == "new"


@pytest.mark.parametrize("lost", [False, True])
async def test_a_resumed_tab_of_another_person_is_cleared(tab: Tab, lost: bool) -> None:
    await tab.opens(POST, postId="1")
    if lost:
        lose_state(tab)
    tab.cookie = "edvard"
    tab.received.clear()
    await tab.resumes(POST, postId="1")
    assert tab.view is None and SECRET not in "".join(tab.received)


async def test_a_tab_that_missed_the_change_of_the_person_is_cleared(tab: Tab) -> None:
    await tab.opens(POST, postId="1")
    shown = tab.view
    tab.cookie = "edvard"
    await tab.opens(POST, postId="1")
    tab.view = shown  # the connection was lost before the answers
    await tab.resumes(POST, postId="1")
    assert tab.view is None and members(tab).view is None


async def test_a_false_claim_gets_no_contents(tab: Tab) -> None:
    await tab.opens(POST, postId="1")
    tab.cookie = "edvard"
    tab.received.clear()
    await tab.send(HYDRATE, POST, {"resuming": True, "person": "key of 102", "shown": 10**9}, postId="1")
    assert members(tab).view is None and SECRET not in "".join(tab.received)
    lose_state(tab)
    await tab.send(HYDRATE, POST, {"resuming": True, "person": "key of 102", "shown": 10**9}, postId="1")
    assert members(tab)._shown == MAX_LISTED_POSTS


async def test_a_resumed_tab_without_its_session_is_signed_out(tab: Tab, fake_club: FakeClub) -> None:
    await tab.opens(POST, postId="1")
    fake_club.sessions.clear()
    tab.received.clear()
    await tab.resumes(POST, postId="1")
    assert tab.view and tab.view["access"] == "out"
    assert SECRET not in "".join(tab.received)


@pytest.mark.parametrize("event", [ON_LOAD, f"{NAME}.ask", HYDRATE])
async def test_lost_access_hides_an_open_post(tab: Tab, fake_club: FakeClub, event: str) -> None:
    await tab.opens(POST, postId="1")
    fake_club.tiers = frozenset()
    tab.received.clear()
    await tab.send(event, POST, postId="1")
    assert SECRET not in "".join(tab.received)


async def test_a_late_answer_after_signing_out_is_discarded(tab: Tab, fake_club: FakeClub) -> None:
    fake_club.meanwhile = fake_club.sessions.clear
    await tab.opens(POST, postId="1")
    assert tab.view and tab.view["access"] == "out"
    assert SECRET not in "".join(tab.received)


async def test_a_late_answer_for_another_page_is_discarded(tab: Tab, fake_club: FakeClub) -> None:
    await tab.opens()

    def turn() -> None:
        found = tab.app.state_manager.states[tab.token]  # pyright: ignore[reportAttributeAccessIssue]
        found.router = RouterData({**found.router_data, "pathname": POST, "query": {"postId": "2"}})

    fake_club.meanwhile = turn
    await tab.asks(POST, postId="1")
    assert tab.view and tab.view["post"] is None


def members(tab: Tab) -> MembersState:
    states = tab.app.state_manager.states  # pyright: ignore[reportAttributeAccessIssue]
    return states[tab.token].get_substate(NAME.split("."))


async def test_a_late_answer_for_another_session_is_discarded(tab: Tab, fake_club: FakeClub) -> None:
    await tab.opens(POST, postId="1")

    def load_anew() -> None:
        members(tab)._admit(fake_club.sessions["edvard"], is_reload=True)
        tab.received.clear()

    fake_club.meanwhile = load_anew
    await tab.asks(POST, postId="1")
    assert SECRET not in "".join(tab.received) and "Pavla" not in "".join(tab.received)
    assert (members(tab)._owner, members(tab).view) == ("another", None)


async def test_a_replaced_session_loads_no_view(tab: Tab, fake_club: FakeClub, monkeypatch: pytest.MonkeyPatch) -> None:
    await tab.opens(POST, postId="1")
    fake_club.asked.clear()
    asked: list[Session] = []

    async def current_session() -> Session:
        asked.append(PAVLA)
        if len(asked) == 2:  # the first call is from the middleware, the second from the event handler
            members(tab)._admit(replace(PAVLA, id="another"), is_reload=True)
        return PAVLA

    monkeypatch.setattr(state, "current_session", current_session)
    await tab.asks(POST, postId="1")
    assert fake_club.asked == [] and members(tab)._owner == "another"


def test_the_session_middleware_precedes_hydration() -> None:
    kinds = [type(middleware) for middleware in assembled.app._middlewares]
    assert kinds.index(SessionMiddleware) < kinds.index(HydrateMiddleware)


def test_the_initial_state_is_empty() -> None:
    assert MembersState(_reflex_internal_init=True).dict(initial=True)[NAME] == {"view": None, "outdated": False}  # pyright: ignore
