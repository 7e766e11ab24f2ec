"""Translatable texts.

`_("Hello")` is translated lazily, into the language in use when it is shown, so content modules can hold texts as data:

    with use(language):
        str(_("Hello"))

The msgids are English. Every language has a gettext catalog in `locales/`, English too: what that words anew stands in
place of the msgid. `make messages` updates them (`app.i18n.catalogs`).
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
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from app.i18n.languages import DEFAULT, Language
from app.i18n.placeholders import agree, forms

LOCALES = Path(__file__).resolve().parents[2] / "locales"
SOURCE = "en"
"""The language of the msgids."""

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
    """A language's catalog, compiled in memory from its .po file. A text that it lacks is English.

    Raises:
        FileNotFoundError: the language has no catalog.
    """
    try:
        with po_file(code).open("rb") as source:
            catalog = read_po(source, locale=code)
    except FileNotFoundError:
        raise FileNotFoundError(f"There is no catalog {po_file(code)} yet: `make messages` begins it") from None
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
    """Whether an entry is translated. A translation of a text that was reworded since is better than English, if their
    placeholders are the same; but English of its own is not better than a newer msgid."""
    if message.fuzzy and (code == SOURCE or not agree(message.id, message.string)):
        return False
    return all(forms(message.string))
