"""Czech and English, the two languages that the tests use."""

from app.i18n import LANGUAGES

_BY_CODE = {language.code: language for language in LANGUAGES}
CZECH, ENGLISH = _BY_CODE["cs"], _BY_CODE["en"]
BOTH = (CZECH, ENGLISH)
