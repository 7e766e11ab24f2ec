"""Translatable messages.

`str()` translates a message such as `_("Hello")`:

    with use(language):
        str(_("Hello"))

The msgids are in English. The English catalog can override them.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Message
from babel.messages.mofile import write_mo
from babel.numbers import format_decimal

from app.i18n.catalog_file import read_catalog
from app.i18n.languages import DEFAULT, Language
from app.i18n.placeholders import agree, forms
from app.i18n.typography import polish

LOCALES = Path(__file__).resolve().parents[2] / "locales"
SOURCE = "en"

_current: ContextVar[Language] = ContextVar("language", default=DEFAULT)


def current() -> Language:
    return _current.get()


@contextmanager
def use(language: Language) -> Iterator[None]:
    """Sets the current language for the `with` block."""
    token = _current.set(language)
    try:
        yield
    finally:
        _current.reset(token)


@dataclass(frozen=True)
class Text:
    """A translatable message. `number` selects a plural form."""

    msgid: str
    plural: str | None = None
    number: int = 0
    values: Mapping[str, object] = field(default_factory=dict, hash=False)

    def format(self, **values: object) -> "Text":
        """Fills in the `{placeholders}`. Values can also be translatable messages."""
        return replace(self, values={**self.values, **values})

    def __str__(self) -> str:
        catalog = translations(current().code)
        if self.plural is not None:
            form = catalog.ngettext(self.msgid, self.plural, self.number)
            return form.format(n=format_decimal(self.number, locale=current().locale), **self.values)
        text = catalog.gettext(self.msgid)
        return text.format(**self.values) if self.values else text


def _(msgid: str) -> Text:
    return Text(msgid)


def ngettext(singular: str, plural: str, number: int) -> Text:
    if hasattr(number, "_js_expr"):
        raise TypeError(
            "ngettext() needs a number, not a state variable; choose the form with rx.match (docs/reflex.md)"
        )
    return Text(singular, plural, number)


def typeset(text: Text | str) -> str:
    """Returns `text` in the current language, with non-breaking spaces."""
    return polish(str(text), current().code)


def typeset_value(value: object) -> str:
    """Typesets a value. Returns a `str` unchanged, because a visitor may have typed it."""
    return value if isinstance(value, str) else polish(str(value), current().code)


def po_file(code: str, locales: Path = LOCALES) -> Path:
    return locales / code / "LC_MESSAGES" / "messages.po"


@cache
def translations(code: str) -> NullTranslations:
    try:
        catalog = read_catalog(po_file(code), code)
    except FileNotFoundError:
        raise FileNotFoundError(f"There is no catalog {po_file(code)} yet: `make messages` creates it") from None
    for message in [*catalog]:
        if message.id and not _is_shown(message, code):
            catalog.delete(message.id)
    compiled = BytesIO()
    write_mo(compiled, catalog, use_fuzzy=True)
    compiled.seek(0)
    found = GNUTranslations(compiled)
    if code != SOURCE:
        found.add_fallback(translations(SOURCE))
    return found


def _is_shown(message: Message, code: str) -> bool:
    """Whether the site uses a translation.

    A fuzzy translation is used if its placeholders match, except in English. English pages show the msgid instead.
    """
    if message.fuzzy and (code == SOURCE or not agree(message.id, message.string)):
        return False
    return all(forms(message.string))
