"""The terms of business: orders, payment, returns, complaints and disputes."""

import reflex as rx

from app.components import html as h
from app.components.clauses import contents, document
from app.components.head import Meta
from app.components.layout import BUTTON, actions, button, out_button, page_title
from app.content.clauses import WITHDRAWAL_DAYS
from app.content.terms import ADR, ADR_URL, TERMS, TITLE
from app.content.withdrawal import form_path
from app.i18n import _, current


def meta() -> Meta:
    return Meta(
        title=_("Terms of business and complaints"),
        description=_(
            "How an order becomes a contract, when it is paid, what can be returned within {n} days and what cannot, "
            "and how complaints are settled."
        ).format(n=WITHDRAWAL_DAYS),
    )


def page() -> rx.Component:
    return h.fragment(
        page_title(
            TITLE,
            _("What we agree on when you order from us. It’s short, because we’d rather print."),
            contents(TERMS),
        ),
        document(
            TERMS,
            ("price", actions(button(_("Delivery and payment"), to="delivery"))),
            ("approval", actions(button(_("How to prepare a file"), to="print-ready"))),
            ("form", actions(_form_file())),
            ("disputes", actions(out_button(ADR, href=ADR_URL))),
        ),
    )


def _form_file() -> rx.Component:
    path = form_path(current())
    return h.a(_("Download as text"), href=f"/{path}", download=path.rpartition("/")[2], class_name=BUTTON)
