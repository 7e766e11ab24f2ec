"""The page that says how to pay for a voucher. Emails link to this page, and the server fills in the text."""

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.components.html import Child
from app.components.layout import PRESSED, actions, band, button, facts, page_title
from app.content import voucher_orders as content
from app.content.voucher_orders import payment_id
from app.i18n import _

TEXT = "mt-4 max-w-prose text-lg leading-relaxed first:mt-0"
TITLES = {"CZK": _("Pay in crowns"), "EUR": _("Pay in euros")}
CODES = {
    "CZK": _("QR Platba: scan it with your Czech banking app"),
    "EUR": _("QR code for a SEPA transfer: scan it with your banking app"),
}


def meta() -> Meta:
    return Meta(
        title=_("Your order of a gift voucher"),
        description=_("What you have ordered, and how to pay for it: account, variable symbol, QR code."),
        picture="vouchers",
    )


def page() -> rx.Component:
    return h.fragment(
        page_title(_("Your voucher")),
        band(
            h.p(
                _("To see your order, open the link in our e-mail. Here you’ll find how to pay for it."),
                id=content.OTHERWISE,
                class_name=TEXT,
            ),
            h.p(id=content.LEAD, hidden=True, class_name="max-w-prose text-xl leading-relaxed md:text-2xl"),
            h.p(id=content.PROBLEM, hidden=True, role="alert", class_name=f"{TEXT} border-l-4 border-spot pl-4"),
            _summary(),
            _card(),
            h.p(id=content.FOLLOWS, hidden=True, class_name=f"{TEXT} border-l-4 border-spot pl-4"),
            *(_payment(currency) for currency in content.PAYMENT_FACTS),
            actions(button(_("Gift vouchers"), to="vouchers"), button(_("All contacts"), to="contact")),
            class_name="pt-4 md:pt-6 xl:pt-8",
        ),
    )


def _summary() -> rx.Component:
    return h.div(
        facts(
            (_("Order number"), _value(content.NUMBER)),
            (_("Voucher"), _value(content.KIND)),
            (_("Value"), _value(content.VALUE)),
            (_("Postage"), _value(content.POSTAGE)),
            (_("Total"), _value(content.TOTAL)),
        ),
        id=content.SUMMARY,
        hidden=True,
        class_name="max-w-2xl",
    )


def _card() -> rx.Component:
    return h.form(
        h.button(_("Pay by card"), type="submit", class_name=f"{PRESSED} cursor-pointer"),
        h.p(_("You pay on GoPay’s page, and come back here."), class_name="mt-2 text-ink-soft"),
        id=content.CARD,
        method="post",
        hidden=True,
        class_name="mt-8 print:hidden",
    )


def _payment(currency: str) -> rx.Component:
    shown = content.PAYMENT_FACTS[currency]
    rows = [
        (name, _value(payment_id(currency, fact))) for fact, name in content.PAYMENT_LABELS.items() if fact in shown
    ]
    code = h.figure(
        h.div(id=payment_id(currency, "qr"), role="img", aria_label=CODES[currency], class_name="w-56 max-w-full"),
        h.figcaption(CODES[currency], class_name="mt-2 text-ink-soft"),
        class_name="mt-8",
    )
    return h.section(
        h.h2(TITLES[currency], class_name="font-display text-4xl uppercase leading-tight"),
        h.div(facts(*rows), code, class_name="grid gap-x-12 lg:grid-cols-2"),
        id=payment_id(currency),
        hidden=True,
        class_name="mt-12",
    )


def _value(id: str) -> Child:
    return h.span(id=id)
