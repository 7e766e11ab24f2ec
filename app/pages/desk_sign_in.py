"""The page where the studio requests a sign-in link for the desk. The page never shows who receives the link."""

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.components.layout import PRESSED, band, page_title
from app.i18n import Text, _


def meta() -> Meta:
    return Meta(
        title=_("Sign in to the desk"),
        description=_("For the studio only: a link for signing in goes to the studio’s own mailbox, and nowhere else."),
    )


def page() -> rx.Component:
    return h.fragment(
        page_title(_("The desk"), _("This is where the two of us read what you write to us. We sign in by e-mail.")),
        band(form(_("E-mail us a link")), class_name="pt-4 md:pt-6 xl:pt-8"),
    )


def form(text: Text) -> rx.Component:
    return h.form(h.button(text, type="submit", class_name=f"{PRESSED} cursor-pointer"), method="post")
