"""The two languages for which tests know the texts. The site may have more."""

from app.i18n import LANGUAGES

_BY_CODE = {language.code: language for language in LANGUAGES}
CZECH, ENGLISH = _BY_CODE["cs"], _BY_CODE["en"]
BOTH = (CZECH, ENGLISH)
