"""Translatable texts.

`_("Hello")` is translated lazily, into the language in use when it is shown, so content modules can hold texts as data:

    with use(language):
        str(_("Hello"))

The msgids are English; every other language has a gettext catalog in `locales/`. `make messages` extracts and updates
them.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from app.i18n.languages import DEFAULT, Language

LOCALES = Path(__file__).resolve().parents[2] / "locales"
SOURCE = "en"
"""The language of the msgids; it needs no catalog."""

_current: ContextVar[Language] = ContextVar("language", default=DEFAULT)


def current() -> Language:
    """The language in use."""
    return _current.get()


@contextmanager
def use(language: Language) -> Iterator[None]:
    """Makes `language` the language in use during the block."""
    token = _current.set(language)
    try:
        yield
    finally:
        _current.reset(token)


@dataclass(frozen=True)
class Text:
    """A catalog message, which `str()` translates into the language in use.

    With `plural`, `number` selects the plural form and fills the placeholder `{n}`.
    """

    msgid: str
    plural: str | None = None
    number: int = 0
    values: Mapping[str, object] = field(default_factory=dict, hash=False)

    def format(self, **values: object) -> "Text":
        """The same text with its `{placeholders}` filled; values may be texts themselves."""
        return replace(self, values={**self.values, **values})

    def __str__(self) -> str:
        catalog = translations(current().code)
        if self.plural is not None:
            form = catalog.ngettext(self.msgid, self.plural, self.number)
            return form.format(n=format_decimal(self.number, locale=current().locale), **self.values)
        text = catalog.gettext(self.msgid)
        return text.format(**self.values) if self.values else text


def _(msgid: str) -> Text:
    """A translatable text, by its English wording."""
    return Text(msgid)


def ngettext(singular: str, plural: str, number: int) -> Text:
    """A text with plural forms; they may contain `number` as `{n}`."""
    return Text(singular, plural, number)


def po_file(code: str, locales: Path = LOCALES) -> Path:
    """The path of a language's catalog."""
    return locales / code / "LC_MESSAGES" / "messages.po"


@cache
def translations(code: str) -> NullTranslations:
    """A language's catalog, compiled in memory from its .po file.

    Raises:
        FileNotFoundError: the language has no catalog.
    """
    if code == SOURCE:
        return NullTranslations()
    with po_file(code).open("rb") as source:
        catalog = read_po(source, locale=code)
    compiled = BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return GNUTranslations(compiled)
