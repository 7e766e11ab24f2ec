"""The model withdrawal form (section 1820 of the Czech Civil Code, regulation 363/2013)."""

from app.content.studio import STUDIO
from app.i18n import Language, Text, _

FORM: tuple[Text, ...] = (
    _("Notice of withdrawal from a contract"),
    _("To: {name}, {street}, {postcode} {city}, {email}").format(
        name=STUDIO.legal_name, street=STUDIO.street, postcode=STUDIO.postcode, city=STUDIO.city, email=STUDIO.email
    ),
    _("I hereby give notice that I withdraw from my contract for these goods or this service:"),
    _("Ordered on / received on:"),
    _("Name and address of the consumer:"),
    _("Account number for the refund:"),
    _("Date, and signature if sent on paper:"),
)
"""The lines of the form. Consumers complete the lines that end with a colon."""


def form_path(language: Language) -> str:
    return f"{language.prefix}/withdrawal-form.txt".lstrip("/")


def form_file() -> str:
    return "".join(f"{line}\n\n\n" if str(line).endswith(":") else f"{line}\n\n" for line in FORM)
