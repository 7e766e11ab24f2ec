"""A page that handles service worker events."""

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.components.layout import band, page_title
from app.extras.worker import worker
from app.i18n import _


class Updates(rx.State):
    events: list[str] = []
    waiting: str = ""

    @rx.event
    def note(self, name: str) -> None:
        self.events.append(name)

    @rx.event
    def offer(self, build: str) -> None:
        self.events.append("waiting")
        self.waiting = build


def meta() -> Meta:
    return Meta(title=_("Updates"), description=_("What the service worker says: an example of a component's events."))


def page() -> rx.Component:
    return h.fragment(
        page_title(_("Updates")),
        band(
            worker(
                on_installed=Updates.note("installed"),
                on_waiting=Updates.offer,
                on_activated=Updates.note("activated"),
                on_offline_ready=Updates.note("offline-ready"),
            ),
            h.ul(rx.foreach(Updates.events, lambda event: h.li(event)), id="events"),
            h.p(Updates.waiting, id="waiting"),
        ),
    )
