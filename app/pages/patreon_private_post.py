"""One post for members. Which one is known only in the browser."""

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.components.layout import actions, band, button, page_title
from app.components.sign_in import sign_in_notice
from app.i18n import _
from app.members.state import MembersState
from app.pages.patreon_private import connection


def meta() -> Meta:
    """Title and description."""
    return Meta(
        title=_("A post for members"),
        description=_(
            "One post from the press room, for members of the print club. Sign in with Patreon to read the whole of it."
        ),
    )


def page() -> rx.Component:
    """The page."""
    return h.fragment(
        page_title(_("A post for members")),
        band(
            connection(),
            h.p(_("Post number "), h.span(MembersState.post, id="post"), class_name="mb-6 text-ink-soft"),
            sign_in_notice(),
            actions(button(_("All posts"), to="patreon-private")),
        ),
    )
