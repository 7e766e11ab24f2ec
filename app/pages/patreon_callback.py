"""Where people land when they come back from Patreon."""

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.components.layout import actions, band, button, out_button, page_title
from app.components.sign_in import sign_in_notice
from app.content.club import CLUB_URL
from app.i18n import _


def meta() -> Meta:
    """Title and description."""
    return Meta(
        title=_("Back from Patreon"),
        description=_(
            "This is where you come back to after signing in with Patreon. If you got here by yourself, the page about "
            "the print club is a better place to be."
        ),
    )


def page() -> rx.Component:
    """The page."""
    return h.fragment(
        page_title(_("Back from Patreon"), _("The door is here, only the lock is still at the locksmith’s.")), _way_on()
    )


def _way_on() -> rx.Component:
    return band(
        sign_in_notice(),
        actions(
            button(_("Back to the print club"), to="patreon", pressed=True),
            out_button(_("Our page on Patreon"), href=CLUB_URL),
        ),
    )
