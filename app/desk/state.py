"""The Reflex state of the staff pages (the desk). Handlers check the session, because browsers can call any handler."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar, cast, get_args

import reflex as rx
from reflex.app import App
from reflex.event import Event, EventSpec
from reflex.middleware.middleware import Middleware
from reflex.state import BaseState, StateUpdate

from app.content.inquiry import WHAT
from app.database.errors import StoreError
from app.desk import view as views
from app.desk.access import DeskSession
from app.desk.desk import Desk, desk
from app.desk.texts import (
    CANCELLED_NOW,
    CONFIRMED_NOW,
    FAILED,
    IMPOSSIBLE,
    IMPOSSIBLE_FOR_VOUCHERS,
    MARKED,
    MOVED_NOW,
    USED_NOW,
    deleted_text,
    paid_text,
)
from app.desk.view import DeskView, Opened, Verb
from app.i18n import Text, language_of, ngettext, typeset, use
from app.inquiries import actions
from app.inquiries.actions import ActionError, Reason
from app.inquiries.search import MAX_SEARCH_CHARS, STATES, Search, State
from app.inquiries.seats import capacity
from app.members.handshake import cookie
from app.members.resume import is_reload
from app.members.state import session_of as member_session_of
from app.members.tabs import SessionUnknownError, SignedIn
from app.vouchers.orders import Reason as VoucherReason
from app.vouchers.orders import VoucherError

MAX_PAGE = 100_000
SAID = "desk-said"
"""The ID of the element that shows the result of the last action."""
T = TypeVar("T")


async def desk_session_of(cookie_header: str) -> DeskSession | None:
    its_desk = desk()
    return await its_desk.session(cookie_header) if its_desk else None


async def session_of(cookie_header: str) -> SignedIn | None:
    """Returns the staff session or member session of a request. Raises SessionUnknownError if the database fails."""
    try:
        return await desk_session_of(cookie_header) or await member_session_of(cookie_header)
    except StoreError as error:
        raise SessionUnknownError from error


REPEATED: Mapping[str, Reason | VoucherReason] = {
    "confirm": "booked",
    "cancel": "cancelled",
    "move": "same-date",
    "delete": "missing",
    "pay": "paid",
    "use": "used",
}
"""The reasons for refusing a repeated action, keyed by action."""


class DeskState(rx.State):
    view: DeskView | None = None
    busy: bool = False
    _owner: str = ""
    _chosen_state: State = "all"
    _chosen_what: str = ""
    _searched: str = ""
    _page: int = 0
    _done: str = ""  # the last successful action
    _result: str = ""  # the result text of the action in `_done`

    def __getstate__(self) -> dict[str, Any]:
        """Omits `view` from the state: Redis may save the state to disk, where deleted inquiries would remain."""
        stored = super().__getstate__()
        stored["__dict__"]["view"] = None
        return stored

    @rx.event
    async def show(self) -> None:
        """Shows the inquiry whose ID is in the URL. Without an ID, shows the list of inquiries."""
        self.busy = False  # a lost connection may have dropped the last action's final update
        await self._show()

    @rx.event
    async def choose_state(self, state: str) -> None:
        self._chosen_state, self._page = cast(State, state) if state in STATES else "all", 0
        await self._show()

    @rx.event
    async def choose_what(self, what: str) -> None:
        self._chosen_what, self._page = what if what in WHAT else "", 0
        await self._show()

    @rx.event
    async def search(self, text: str) -> None:
        self._searched, self._page = text[:MAX_SEARCH_CHARS], 0
        await self._show()

    @rx.event
    async def turn_to(self, page: int) -> None:
        self._page = min(max(page, 0), MAX_PAGE)
        await self._show()

    @rx.event
    async def ask(self, verb: str, workshop: str) -> EventSpec | None:
        self._done = ""
        await self._show()
        if not self.view or verb not in get_args(Verb):
            return None
        if opened := self.view.opened:
            with use(language_of(self._path())):
                asked = views.question(opened, cast(Verb, verb), workshop)
                said = "" if asked else typeset(IMPOSSIBLE[_refusal(opened, verb, workshop)])
            self.view = replace(self.view, question=asked, said=said)
            if asked:
                return None
        return rx.set_focus(SAID)

    @rx.event
    async def keep(self) -> None:
        """Cancels the action that awaits the user's confirmation."""
        await self._show()
        if self.view:
            self.view = replace(self.view, returned=True)

    @rx.event
    def mark(self, inquiry: str, answered: bool) -> AsyncGenerator[EventSpec | None]:
        return self._act(
            f"mark {inquiry} {answered}",
            lambda its_desk: actions.mark_answered(its_desk.store, inquiry, answered=answered),
            MARKED[answered],
        )

    @rx.event
    def confirm(self, inquiry: str) -> AsyncGenerator[EventSpec | None]:
        return self._act(
            f"confirm {inquiry}",
            lambda its_desk: actions.confirm_booking(its_desk.store, inquiry, mailed=True),
            CONFIRMED_NOW,
        )

    @rx.event
    def delete(self, inquiry: str, expected: str | None = None) -> AsyncGenerator[EventSpec | None]:
        """Deletes an inquiry if its state is `expected`, or if a page of an earlier release sends no `expected`."""
        return self._act(
            f"delete {inquiry}",
            lambda its_desk: actions.delete(its_desk.store, inquiry, expected=expected),
            deleted_text,
        )

    @rx.event
    def cancel(self, inquiry: str, expected: str | None = None) -> AsyncGenerator[EventSpec | None]:
        """Cancels a booking if its workshop is `expected`, or if a page of an earlier release sends no `expected`."""
        return self._act(
            f"cancel {inquiry}",
            lambda its_desk: actions.cancel_booking(its_desk.store, inquiry, expected=expected, mailed=True),
            CANCELLED_NOW,
        )

    @rx.event
    def move(self, inquiry: str, workshop: str, expected: str | None = None) -> AsyncGenerator[EventSpec | None]:
        return self._act(
            f"move {inquiry} {workshop}",
            lambda its_desk: actions.move_booking(its_desk.store, inquiry, workshop, expected=expected, mailed=True),
            MOVED_NOW,
        )

    @rx.event
    def pay(self, number: int) -> AsyncGenerator[EventSpec | None]:
        return self._act(f"pay {number}", lambda its_desk: its_desk.vouchers.mark_paid(number, mailed=True), paid_text)

    @rx.event
    def use(self, number: int) -> AsyncGenerator[EventSpec | None]:
        return self._act(f"use {number}", lambda its_desk: its_desk.vouchers.mark_used(number), USED_NOW)

    @rx.event
    def send_again(self, inquiry: str) -> AsyncGenerator[EventSpec | None]:
        return self._act(f"send {inquiry}", lambda its_desk: actions.send_again(its_desk.store, inquiry), _mails_due)

    def _admit(self, session: DeskSession | None, *, is_reload: bool = False) -> None:
        """Clears the state if the session has changed. If the page reloads in the same session, clears only `view`.

        Does nothing for members' events, because members have no staff session.
        """
        owner = session.id if session else ""
        if self._owner != owner:
            self._owner, self._chosen_state, self._chosen_what, self._searched, self._page = owner, "all", "", "", 0
            self.view, self.busy = None if session else self._signed_out(), False
            self._done = self._result = ""
        elif is_reload and self.view is not None:
            self.view = None

    async def _desk(self) -> Desk | None:
        """Returns the `Desk` if the visitor is signed in as staff. Otherwise, shows the reason and returns None."""
        try:
            session = await desk_session_of(cookie.get())
        except StoreError:
            self.view = DeskView("down")
            return None
        self._admit(session)
        if session is None:
            self.view = self._signed_out()
        return desk() if session else None

    async def _act(
        self, name: str, action: Callable[[Desk], T], says: Text | Callable[[T], Text]
    ) -> AsyncGenerator[EventSpec | None]:
        """Performs an action and shows its result. If the same action has just succeeded, shows its result again."""
        its_desk = await self._desk()
        if its_desk is None:
            return
        self.busy = True
        yield
        try:
            result = await asyncio.to_thread(action, its_desk)
            with use(language_of(self._path())):
                said = str(says if isinstance(says, Text) else says(result))
            self._done, self._result = name, said
        except ActionError as error:
            said = self._result if self._is_repeated(name, error.reason) else IMPOSSIBLE[error.reason]
        except VoucherError as error:
            said = self._result if self._is_repeated(name, error.reason) else IMPOSSIBLE_FOR_VOUCHERS[error.reason]
        except StoreError:
            said = FAILED
        finally:
            self.busy = False
        await self._show(said)
        if not (self.view and self.view.opened):
            yield rx.set_focus(SAID)  # the button that had the focus is gone

    def _is_repeated(self, name: str, reason: str) -> bool:
        return self._done == name and REPEATED.get(name.partition(" ")[0]) == reason

    async def _show(self, said: Text | str = "") -> None:
        its_desk = await self._desk()
        if its_desk is None:
            return
        path, id = self._path(), self._inquiry_id()
        search, page = Search(self._chosen_state, self._chosen_what, self._searched), self._page
        try:
            view = await asyncio.to_thread(_load, its_desk, path, id, search, page)
        except StoreError:
            view = DeskView("down")
        if not await self._desk():  # the session might be invalid by now
            return
        with use(language_of(path)):
            text = typeset(said)
        self._page = view.listed.page if view.listed else self._page
        language, old = language_of(path).code, self.view
        if view.opened and old and old.language == language:
            view = replace(view, listed=old.listed)  # Back can restore the scroll position only if the list remains
        self.view = replace(view, path=path, language=language, said=text, returned=bool(said))

    def _signed_out(self) -> DeskView:
        return DeskView("out", self._inquiry_id())

    def _path(self) -> str:
        return self.router.page.raw_path.split("?")[0].split("#")[0]

    def _inquiry_id(self) -> str:
        return cast("dict[str, str]", self.router.page.params).get("inquiryId", "")  # pyright: ignore[reportUnknownMemberType]


def _load(its_desk: Desk, path: str, id: str, search: Search, page: int) -> DeskView:
    with use(language_of(path)):
        if not id:
            return DeskView("in", listed=views.listed_view(its_desk.store, search, page))
        opened = views.opened_view(its_desk.store, id)
        return DeskView("in", opened=opened, missing=opened is None)


def _refusal(opened: Opened, verb: str, workshop: str) -> Reason:
    """Returns the reason why `views.question` returned None."""
    if verb != "move" or not opened.can_change:
        return "changed"
    if opened.workshop == workshop:
        return "same-date"
    return "unknown-date" if capacity(workshop) is None else "full"


def _mails_due(count: int) -> Text:
    return ngettext("{n} e-mail is on its way.", "{n} e-mails are on their way.", count)


class DeskMiddleware(Middleware):
    """Checks the session before each event, so that responses never contain data from an ended session.

    Must run before Reflex's middleware, which sends the complete state.
    """

    async def preprocess(self, app: App, state: BaseState, event: Event) -> StateUpdate | None:
        desk_state = await state.get_state(DeskState)
        try:
            session = await desk_session_of(cookie.get())
        except StoreError:
            desk_state.view = DeskView("down")
            return
        desk_state._admit(session, is_reload=is_reload(state, event))  # pyright: ignore[reportPrivateUsage]
