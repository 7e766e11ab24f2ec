"""The thank-you page, shown after an inquiry is stored."""

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.components.layout import actions, button, page_title
from app.content.inquiry import REFERENCE
from app.i18n import _


def meta() -> Meta:
    return Meta(
        title=_("Thank you for your enquiry"),
        description=_("Your enquiry has arrived. We answer within two working days."),
        picture="pricing",
    )


def page() -> rx.Component:
    return h.fragment(
        page_title(
            _("It has arrived"),
            _(
                "Your enquiry is on our desk, and a confirmation is on its way to your inbox. You’ll have an "
                "answer within two working days, with one number in it."
            ),
            h.p(id=REFERENCE, hidden=True, class_name="mt-6 text-xl"),
            actions(button(_("See our work"), to="portfolio", pressed=True), button(_("All contacts"), to="contact")),
        ),
    )
