"""The Reflex state of members' pages."""

from dataclasses import dataclass, replace
from typing import cast

import reflex as rx
from reflex.app import App
from reflex.event import Event
from reflex.middleware.middleware import Middleware
from reflex.state import BaseState, StateUpdate

from app.i18n import Language, language_of
from app.members.club import club
from app.members.handshake import cookie
from app.members.models import Session
from app.members.resume import is_reload, is_resuming
from app.members.view import LIST_PAGE_SIZE, MAX_LISTED_POSTS, View, view_for


@dataclass(frozen=True)
class Address:
    language: Language
    path: str
    post_id: str


async def session_of(cookie_header: str) -> Session | None:
    print_club = club()
    return await print_club.session(cookie_header) if print_club else None


async def current_session() -> Session | None:
    return await session_of(cookie.get())


class MembersState(rx.State):
    """The state of members' pages. Browsers can call all methods whose names do not start with an underscore."""

    view: View | None = None
    outdated: bool = False  # whether the page shows old contents because loading failed
    _owner: str = ""
    _path: str = ""  # the path of the page that the browser shows, even if `view` was lost
    _shown: int = LIST_PAGE_SIZE

    def _admit(self, session: Session | None, *, is_reload: bool = False) -> None:
        """Resets the state if the session has changed. After a reload in the same session, clears only `view`."""
        known = self._belongs_to(session)
        if is_reload or not known:
            self._clear()
        if not known:
            self._owner, self._shown = session.id if session else "", LIST_PAGE_SIZE
        if club() is None:
            self.view = View("unconfigured")
        elif session is None:
            self.view = View("out")

    def _resume(self, session: Session | None, person: str, shown: int) -> None:
        """Clears the contents if they belong to another person. A new session of the same person retains the contents.

        The browser sends `person`, which identifies the person whose contents the page shows, and `shown`, the number
        of posts. These values decide only what stays on the page, not what the server sends.
        """
        print_club = club()
        own = print_club.person(session) if print_club and session else ""
        if not session or person != own or (self.view and self.view.person != own):
            self._clear()
        else:
            if self.view is None:
                self._path = self._address().path
                self._shown = min(max(shown, LIST_PAGE_SIZE), MAX_LISTED_POSTS)
            self._owner = session.id

    @rx.event(background=True)
    async def ask(self) -> None:
        """Loads the contents of the page in the background, because Patreon might be slow."""
        session_before = await current_session()
        async with self:
            if not self._belongs_to(session_before):
                return
            address, shown = self._address(), self._shown
            if address.path != self._path:  # keeps the contents after a reconnection to the same page
                self._clear_single_page()
            if self.view and self.view.access == "unavailable":
                self._clear()
        view = await self._load_view(session_before, address, shown)
        session = await current_session()  # the session might have become invalid during loading
        async with self:
            if not self._belongs_to(session_before):
                return  # the page has been reloaded with another session
            self._admit(session)
            if view and session and address == self._address():
                self._show(view, address)

    @rx.event
    def older(self) -> "rx.event.EventHandler":
        self._shown = min(self._shown + LIST_PAGE_SIZE, MAX_LISTED_POSTS)
        return MembersState.ask  # pyright: ignore[reportReturnType]

    def _belongs_to(self, session: Session | None) -> bool:
        return self._owner == (session.id if session else "")

    async def _load_view(self, session: Session | None, address: Address, shown: int) -> View | None:
        print_club = club()
        if not print_club or not session:
            return None
        return await view_for(print_club, session, address.language, address.path, address.post_id, shown)

    def _address(self) -> Address:
        page = self.router.page
        params = cast("dict[str, str]", page.params)  # pyright: ignore[reportUnknownMemberType]
        return Address(language_of(page.path), page.raw_path.split("?")[0].split("#")[0], params.get("postId", ""))

    def _clear(self) -> None:
        self.view, self._path = None, ""

    def _clear_single_page(self) -> None:
        """Removes the shown post, but retains the list of posts for the Back button."""
        if self.view is None and self._path:
            self._clear()  # sends None, because the browser may still have the contents
        elif self.view and (self.view.post or self.view.missing):
            self.view = replace(self.view, post=None, missing="")

    def _show(self, view: View, address: Address) -> None:
        """Shows `view`. If loading failed, the page keeps its contents, which might exist only in the browser."""
        was_unknown = self.view is not None and self.view.status == "unknown"
        has_failed = view.access == "unavailable" or (view.status == "unknown" and not was_unknown)
        has_contents = self.view is None or self.view.access == "in"
        self.outdated = has_failed and has_contents and address.path == self._path
        if not self.outdated:
            self.view = self._with_list(view) if address.post_id else view
            self._path = address.path
        elif self.view:
            self.view = self.view  # sends the contents again, because the browser might not have received them

    def _with_list(self, view: View) -> View:
        """Returns `view` with the previous view's list of posts if the language, status and tier are unchanged."""
        old = self.view
        same = old and (old.language, old.status, old.tier) == (view.language, view.status, view.tier)
        return replace(view, listed=old.listed, cards=old.cards, more=old.more) if old and same else view


class SessionMiddleware(Middleware):
    """Checks the session before each event, so that responses contain only data for this session.

    This middleware must run before Reflex's own middleware, which sends the complete state.
    """

    async def preprocess(self, app: App, state: BaseState, event: Event) -> StateUpdate | None:
        members = await state.get_state(MembersState)
        session = await current_session()
        if is_resuming(event) and (person := event.payload.get("person")):
            members._resume(session, person, event.payload.get("shown", 0))  # pyright: ignore[reportPrivateUsage]
        members._admit(session, is_reload=is_reload(state, event))  # pyright: ignore[reportPrivateUsage]
