"""Privacy notice: stored data, reasons and times."""

import reflex as rx

from app.components import html as h
from app.components.clauses import contents, document
from app.components.head import Meta
from app.components.layout import actions, facts, out_button, page_title
from app.content.privacy import KEPT, OFFICE_URL, PRIVACY, STORED, Kept, Stored
from app.i18n import _


def meta() -> Meta:
    """Returns title and description."""
    return Meta(
        title=_("Privacy notice"),
        description=_(
            "Which personal data Studio Otisk keeps, why, on which ground and for how long; cookies, who else sees "
            "it, and what you may ask of us."
        ),
    )


def page() -> rx.Component:
    """Returns the page."""
    return h.fragment(
        page_title(
            _("Your data"),
            _("We keep little about you, and nothing for longer than we need it. Plates excepted."),
            contents(PRIVACY),
        ),
        document(
            PRIVACY,
            ("kept", h.div(*(_kept(kept) for kept in KEPT), class_name="mt-8 grid gap-10 *:min-w-0")),
            ("browser", _stored()),
            (
                "rights",
                actions(out_button(_("Office for Personal Data Protection"), href=OFFICE_URL)),
            ),
        ),
    )


def _kept(kept: Kept) -> rx.Component:
    return h.div(
        h.h3(kept.occasion, class_name="font-display text-2xl leading-tight md:text-3xl"),
        facts((_("What"), kept.what), (_("Why"), kept.why), (_("How long"), kept.until)),
    )


def _stored() -> rx.Component:
    return facts(*((stored.name, _said_of(stored)) for stored in STORED))


def _said_of(stored: Stored) -> rx.Component:
    return h.fragment(stored.purpose, h.small(stored.until, class_name="block text-base text-ink-soft"))
