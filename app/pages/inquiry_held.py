"""The page that asks the customer to confirm a new workshop booking."""

import reflex as rx

from app.components.head import Meta
from app.i18n import _
from app.inquiries.limits import HOLD_HOURS
from app.pages.inquiry_thanks import received


def meta() -> Meta:
    return Meta(
        title=_("Please confirm your booking"),
        description=_("Your booking is held for up to {n} hours. Confirm it with the link in our e-mail.").format(
            n=HOLD_HOURS
        ),
        picture="pricing",
    )


def page() -> rx.Component:
    return received(
        _("Your booking is held"),
        _(
            "We hold it for {n} hours, or until the end of the day before the workshop if that is sooner. An "
            "e-mail with a link is on its way: open it, press the button, and you are booked. Without that, the "
            "hold ends."
        ).format(n=HOLD_HOURS),
    )
