"""The inquiry form with its price estimate."""

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.components.layout import band, page_title, title_picture
from app.components.link import outward
from app.content.destination import destination, is_mail
from app.content.privacy import INQUIRY_DAYS
from app.content.studio import STUDIO
from app.extras.inquiry import inquiry
from app.i18n import Text, _
from app.settings import settings

PAPER = _("Cotton paper with torn edges")


def meta() -> Meta:
    return Meta(
        title=_("Letterpress quotes, vouchers and workshops"),
        description=_(
            "Cards, invitations, posters: an estimate at once, and an answer within two working days. Order gift "
            "vouchers and paper samples, or book a workshop."
        ),
        picture="pricing",
    )


def page() -> rx.Component:
    return h.fragment(
        page_title(
            _("Get a letterpress quote"),
            _(
                "Cards, invitations or posters? You see an estimate at once, and get one final price within two "
                "working days. You can also order vouchers and paper samples here, and book workshop places."
            ),
            photograph=title_picture("paper", PAPER, "aspect-5/2 lg:aspect-auto"),
        ),
        band(
            inquiry(),
            h.p(
                _("Rather write or call?"),
                " ",
                outward(STUDIO.email, href=STUDIO.email_url, class_name="underline"),
                ", ",
                outward(STUDIO.phone, href=STUDIO.phone_url, class_name="underline"),
                class_name="mt-10 max-w-prose text-lg",
            ),
            h.p(_privacy(destination(settings())), class_name="mt-4 max-w-prose text-ink-soft"),
        ),
    )


def _privacy(address: str | None) -> Text:
    if is_mail(address):
        return _(
            "Your mail program sends what you write to us, and to nobody else. A draft stays in your browser until "
            "you clear it, or until your first visit after 30 days."
        )
    if address:
        return _(
            "A form service takes what you write and passes it on to us. A draft stays in your browser until you send "
            "or clear it, or until your first visit after 30 days."
        )
    return _(
        "Only the two of us read it, and we pass it on to nobody but those whom the privacy notice names. If it "
        "doesn’t become an order, we keep it for {n} days at most (from a workshop’s date, if you book one). A "
        "voucher’s details stay until it’s used up or has expired. A draft stays in your browser until you send or "
        "clear it, or until your first visit after 30 days."
    ).format(n=INQUIRY_DAYS)
