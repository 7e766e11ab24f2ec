"""The thank-you page after an inquiry."""

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.components.layout import actions, band, button, page_title
from app.content.inquiry import REFERENCE
from app.i18n import Text, _


def meta() -> Meta:
    return Meta(
        title=_("Thank you: it has arrived"),
        description=_("What you sent has arrived. You’ll hear from us by e-mail."),
        picture="pricing",
    )


def page() -> rx.Component:
    return received(
        _("It has arrived"),
        _(
            "It’s on our desk, and you’ll hear from us by e-mail. If you asked for a quote, you’ll have one final "
            "price within two working days."
        ),
    )


def received(title: Text, text: Text) -> rx.Component:
    return h.fragment(
        page_title(title, text, h.p(id=REFERENCE, hidden=True, class_name="mt-6 text-xl lining-nums")),
        band(actions(button(_("See our work"), to="portfolio", pressed=True), button(_("All contacts"), to="contact"))),
    )
