"""The privacy notice: which data is stored, why, and for how long."""

import reflex as rx

from app.components import html as h
from app.components.clauses import contents, document
from app.components.head import Meta
from app.components.layout import actions, facts, out_button, page_title
from app.content.privacy import BROWSER_DATA, OFFICE_URL, PERSONAL_DATA, PRIVACY, BrowserData, PersonalData
from app.content.studio import STUDIO
from app.i18n import _


def meta() -> Meta:
    return Meta(
        title=_("Privacy notice"),
        description=_(
            "Which personal data {name} keeps, why, on what legal basis and for how long; cookies, who "
            "else sees it, and what you may ask of us."
        ).format(name=STUDIO.name),
    )


def page() -> rx.Component:
    return h.fragment(
        page_title(
            _("Your data"),
            _("We keep little about you, and nothing for longer than we need it. Plates excepted."),
            contents(PRIVACY),
        ),
        document(
            PRIVACY,
            ("kept", h.div(*(_personal_data(each) for each in PERSONAL_DATA), class_name="mt-8 grid gap-10 *:min-w-0")),
            ("browser", _browser_data()),
            ("rights", actions(out_button(_("Office for Personal Data Protection"), href=OFFICE_URL))),
        ),
    )


def _personal_data(data: PersonalData) -> rx.Component:
    return h.div(
        h.h3(data.occasion, class_name="font-display text-2xl leading-tight md:text-3xl"),
        facts((_("What"), data.what), (_("Why"), data.why), (_("How long"), data.until)),
    )


def _browser_data() -> rx.Component:
    return facts(*((data.name, _purpose(data)) for data in BROWSER_DATA))


def _purpose(data: BrowserData) -> rx.Component:
    return h.fragment(data.purpose, h.small(data.until, class_name="block text-base text-ink-soft"))
