"""Payments by bank transfer, with QR codes for Czech banks (QR Platba, SPAYD 1.0) and for euros (EPC069-12)."""

import re
import unicodedata
from dataclasses import dataclass
from decimal import ROUND_UP, Decimal
from io import BytesIO

import segno
from babel.numbers import format_currency
from segno.helpers import make_epc_qr

from app.content.studio import STUDIO, Account
from app.i18n import current
from app.i18n.formats import price
from app.vouchers.orders import Order

MESSAGE = "VOUCHER {number}"
MAX_NAME, MAX_MESSAGE = 35, 60
PNG_SCALE = 6


@dataclass(frozen=True)
class Payment:
    """A bank transfer. Czech banks identify payments by `symbol`, the variable symbol."""

    account: Account
    currency: str
    amount: Decimal
    symbol: int

    @property
    def message(self) -> str:
        return MESSAGE.format(number=self.symbol)

    @property
    def qr(self) -> segno.QRCode:
        return _epc(self) if self.currency == "EUR" else segno.make_qr(spayd(self), error="m", boost_error=False)

    def png(self) -> bytes:
        made = BytesIO()
        self.qr.save(made, kind="png", scale=PNG_SCALE, border=4)
        return made.getvalue()

    def svg(self) -> str:
        return self.qr.svg_inline(border=4, light="#fff", omitsize=True, svgclass=None, lineclass=None)


def payments(number: int, crowns: int, euro_rate: Decimal) -> tuple[Payment, ...]:
    """Returns an order's bank transfers, one for each of the studio's accounts (crowns, euros)."""
    found: list[Payment] = []
    if STUDIO.account:
        found.append(Payment(STUDIO.account, "CZK", Decimal(crowns), number))
    if STUDIO.euro_account:
        euros = (crowns / euro_rate).quantize(Decimal("0.01"), ROUND_UP)
        found.append(Payment(STUDIO.euro_account, "EUR", euros, number))
    return tuple(found)


def amount_text(payment: Payment) -> str:
    if payment.currency == "CZK":
        return price(int(payment.amount))
    return format_currency(payment.amount, payment.currency, locale=current().locale)


def in_euros(order: Order) -> str:
    """Returns the total in euros, such as ` / 79,60 €`, or "" if the studio has no account in euros."""
    ways = payments(order.number, order.choice.total, order.choice.euro_rate)
    return "".join(f" / {amount_text(way)}" for way in ways if way.currency == "EUR")


def payment_facts(payment: Payment) -> dict[str, str | None]:
    """Returns what customers need for a bank transfer, keyed as in `PAYMENT_LABELS`."""
    return {
        "amount": amount_text(payment),
        "account": payment.account.domestic,
        "iban": payment.account.grouped,
        "bic": payment.account.bic,
        "holder": STUDIO.legal_name,
        "symbol": str(payment.symbol),
        "message": payment.message,
    }


def spayd(payment: Payment) -> str:
    """Returns the text of a QR Platba code. Capital letters without accents make the QR code smaller."""
    fields = {
        "ACC": f"{payment.account.iban}+{payment.account.bic}",
        "AM": f"{payment.amount:.2f}",
        "CC": payment.currency,
        "X-VS": str(payment.symbol),
        "RN": _plain(STUDIO.legal_name)[:MAX_NAME],
        "MSG": _plain(payment.message)[:MAX_MESSAGE],
    }
    return "*".join(("SPD", "1.0", *(f"{name}:{value}" for name, value in fields.items())))


def _epc(payment: Payment) -> segno.QRCode:
    account = payment.account
    return make_epc_qr(
        STUDIO.legal_name, account.iban, payment.amount, text=payment.message, bic=account.bic, encoding="utf-8"
    )


def _plain(text: str) -> str:
    # QR codes store capital letters and digits most compactly. `*` separates fields, so it is removed.
    bare = unicodedata.normalize("NFKD", text).upper()
    return re.sub(r"[^0-9A-Z $%+./:-]", "", bare)
