"""Members' posts. Until members can sign in, the page says so; it is the first that talks to the Python process."""

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.components.layout import actions, band, button, page_title
from app.components.sign_in import sign_in_notice
from app.i18n import _
from app.members.state import MembersState


def meta() -> Meta:
    """Title and description."""
    return Meta(
        title=_("Members’ posts"),
        description=_(
            "What the press room writes to members of the print club: proofs, mistakes, "
            "and the stories of finished work."
        ),
    )


def page() -> rx.Component:
    """The page."""
    return h.fragment(
        page_title(_("Members’ posts"), _("Notes from the press room, for the people who keep it running.")),
        band(connection(), sign_in_notice(), actions(button(_("About the print club"), to="patreon"))),
    )


def connection() -> rx.Component:
    """Says whether this tab is connected, and which visit it is."""
    visits = h.span(MembersState.visits, id="visits", class_name="tabular-nums")
    return h.p(
        rx.cond(
            rx.State.is_hydrated,
            h.span(_("Connected to the press room. Visit number in this tab: "), visits, id="connected"),
            h.span(_("Connecting to the press room…")),
        ),
        role="status",
        class_name="mb-6 min-h-[2lh] text-ink-soft sm:min-h-0",
    )
