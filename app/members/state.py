"""What a member's tab knows. It lives in the Python process and reaches the page by websocket."""

from dataclasses import dataclass, replace

import reflex as rx
from reflex.app import App
from reflex.event import Event, get_hydrate_event
from reflex.middleware.middleware import Middleware
from reflex.state import BaseState, StateUpdate

from app.i18n import Language, language_of
from app.members.club import club
from app.members.handshake import cookie
from app.members.models import Session
from app.members.view import PAGE, View, look

MOST = 1000
"""Posts that the list of one tab may have."""


@dataclass(frozen=True)
class Address:
    """Where a tab is: the language, the path, and the id of the post on the page of one."""

    language: Language
    path: str
    post_id: str


async def session_of(cookie_header: str) -> Session | None:
    """Who sent these cookies: None when nobody (still) is signed in."""
    there = club()
    return await there.session(cookie_header) if there else None


async def reader() -> Session | None:
    """Who is at the other end of the websocket whose event is being handled: None when nobody (still) is signed in."""
    return await session_of(cookie.get())


class MembersState(rx.State):
    """What a tab shows of the members' pages; None until it is known. A browser may call whatever has a public name.

    `_owner` is the id of the session that it was made for, `_shown` how many posts the list has.
    """

    view: View | None = None
    _owner: str = ""
    _shown: int = PAGE

    def _admit(self, session: Session | None, *, anew: bool = False) -> None:
        """Leaves what is here to the session that it was made for, and to nobody else.

        With `anew` to none at all: what a page that is loaded anew shows is asked for anew.
        """
        known = self._is_of(session)
        if anew or not known:
            self.view = None
        if not known:
            self._owner, self._shown = session.id if session else "", PAGE
        if club() is None:
            self.view = View("unconfigured")
        elif session is None:
            self.view = View("out")

    @rx.event(background=True)
    async def ask(self) -> None:
        """Somebody opened a members' page, or tries again. Patreon may take its time: the tab is not held up by it."""
        begun = await reader()
        async with self:
            if not self._is_of(begun):
                return
            self._clear_the_desk()
            address, shown = self._address(), self._shown
        view = await self._look(begun, address, shown)
        session = await reader()  # somebody may have signed out in the meantime
        async with self:
            if not self._is_of(begun):
                return  # the tab was loaded anew by somebody else, and has its own answer
            self._admit(session)
            if view and session and address == self._address():
                self.view = self._with_list(view) if address.post_id else view

    @rx.event
    def older(self) -> "rx.event.EventHandler":
        """The list shall go on."""
        self._shown = min(self._shown + PAGE, MOST)
        return MembersState.ask  # pyright: ignore[reportReturnType]

    def _is_of(self, session: Session | None) -> bool:
        """Whether this tab was last admitted for this session."""
        return self._owner == (session.id if session else "")

    async def _look(self, session: Session | None, address: Address, shown: int) -> View | None:
        there = club()
        if not there or not session:
            return None
        return await look(there, session, address.language, address.path, address.post_id, shown)

    def _address(self) -> Address:
        page = self.router.page
        return Address(language_of(page.path), page.raw_path.split("?")[0].split("#")[0], page.params.get("postId", ""))

    def _clear_the_desk(self) -> None:
        """Puts away what one page alone shows; the list stays, for whoever comes back to it."""
        if self.view and self.view.access == "unavailable":
            self.view = None
        elif self.view and (self.view.post or self.view.missing):
            self.view = replace(self.view, post=None, missing="")

    def _with_list(self, view: View) -> View:
        """A post's view with the list that the tab has, where nothing has changed that it depends on."""
        had = self.view
        same = had and (had.language, had.status, had.tier) == (view.language, view.status, view.tier)
        return replace(view, listed=had.listed, cards=had.cards, more=had.more) if had and same else view


class Doorkeeper(Middleware):
    """Asks for the session before Reflex handles an event, so that no answer has anything of members' that is not (any
    more) for whoever gets it. It has to stand before Reflex's own middleware, which sends the whole state."""

    async def preprocess(self, app: App, state: BaseState, event: Event) -> StateUpdate | None:
        """Goes on with the event, whoever it is."""
        members = await state.get_state(MembersState)
        members._admit(await reader(), anew=event.name == get_hydrate_event(state))
