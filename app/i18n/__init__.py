"""The site's languages. Translates messages, improves their typography, and formats numbers and dates."""

from app.i18n.languages import DEFAULT, LANGUAGES, PUBLIC, Language, language_of
from app.i18n.messages import Text, _, current, ngettext, typeset, typeset_value, use

__all__ = [
    "DEFAULT",
    "LANGUAGES",
    "PUBLIC",
    "Language",
    "Text",
    "_",
    "current",
    "language_of",
    "ngettext",
    "typeset",
    "typeset_value",
    "use",
]
