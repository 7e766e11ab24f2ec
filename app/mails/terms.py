"""The terms of business, for emails that conclude a contract. The law requires a copy that the customer can store."""

from app.content.clauses import WITHDRAWAL_DAYS
from app.content.terms import terms_file
from app.i18n import _
from app.mails.message import Attachment

WITHDRAWAL = _(
    "If you are a consumer, you can withdraw from the contract within {n} days of receiving your order, without giving "
    "a reason; an e-mail is enough. The details, and a form for it, are in our terms of business, which are attached."
).format(n=WITHDRAWAL_DAYS)
ATTACHED = _("Our terms of business are attached.")


def terms_attachment() -> Attachment:
    return Attachment.of(str(_("terms-of-business.txt")), "text/plain; charset=utf-8", terms_file().encode())
