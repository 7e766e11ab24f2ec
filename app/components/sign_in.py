"""The way in for members of the print club."""

import reflex as rx

from app.components import html as h
from app.i18n import _


def sign_in_notice() -> rx.Component:
    """Says that members cannot sign in here yet, and where the posts are in the meantime."""
    return h.p(
        _("Signing in is not set up on this site yet. Members read the posts on Patreon in the meantime."),
        class_name="max-w-prose border-l-4 border-spot pl-4 text-lg leading-relaxed",
    )
