"""The two languages that tests rely on, even if the site gets more languages."""

from app.i18n import LANGUAGES

_BY_CODE = {language.code: language for language in LANGUAGES}
CZECH, ENGLISH = _BY_CODE["cs"], _BY_CODE["en"]
BOTH = (CZECH, ENGLISH)
