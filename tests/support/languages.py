"""The two languages whose texts the tests know. The site may have more languages."""

from app.i18n import LANGUAGES

_BY_CODE = {language.code: language for language in LANGUAGES}
CZECH, ENGLISH = _BY_CODE["cs"], _BY_CODE["en"]
BOTH = (CZECH, ENGLISH)
