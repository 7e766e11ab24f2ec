"""The text of a voucher order's page, and the IDs of elements that the server fills in."""

from app.content.studio import STUDIO
from app.i18n import _

OTHERWISE, LEAD, SUMMARY, FOLLOWS = (f"voucher-order-{name}" for name in ("otherwise", "lead", "summary", "follows"))
NUMBER, KIND, VALUE, POSTAGE, TOTAL = (
    f"voucher-order-{name}" for name in ("number", "kind", "value", "postage", "total")
)
PAYMENT_LABELS = {
    "amount": _("Amount"),
    "account": _("Account"),
    "iban": _("IBAN"),
    "bic": _("BIC"),
    "holder": _("Account holder"),
    "symbol": _("Variable symbol"),
    "message": _("Message"),
}
PAYMENT_FACTS = {
    "CZK": ("amount", "account", "iban", "bic", "holder", "symbol", "message", "qr"),
    "EUR": ("amount", "iban", "bic", "holder", "symbol", "message", "qr"),
}

CARD, PROBLEM = "voucher-pay-card", "voucher-order-problem"

CODE, VERDICT = "voucher-code", "voucher-verdict"
CODE_FIELD = "code"
MAX_CODE = 100

UNKNOWN_LINK = _(
    "This link does not work: it is incomplete, or the order has been deleted. Use the link in our e-mail, or "
    "write to {email}."
).format(email=STUDIO.email)
DETAILS_FOLLOW = _("You’ll get the payment details by e-mail on the next working day.")

CARD_OPEN = _("Your card payment hasn’t reached us. Try again, or pay by transfer.")
CARD_UNKNOWN = _(
    "We can’t find out just now whether your payment has arrived. Please don’t pay again. Reload this page in a few "
    "minutes, or wait for our e-mail."
)
CARD_DIFFERS = _(
    "We have a payment by card that doesn’t match this order. Please don’t pay again, and write to {email}."
).format(email=STUDIO.email)
CARD_TRIES = _("None of your card payments has gone through. Please pay by transfer, or write to {email}.").format(
    email=STUDIO.email
)
CARDS_DOWN = _("Payment by card doesn’t work just now. Nothing was charged. Try again later, or pay by transfer.")


def payment_id(currency: str, fact: str = "") -> str:
    """Returns the ID of the element with the payment details for a currency. `fact` selects a single detail."""
    return f"voucher-pay-{currency.lower()}{f'-{fact}' if fact else ''}"
