"""Reads and writes catalogs in Babel's format, without dates."""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import generate_po, normalize, read_po

from app.i18n.catalog_file import PoError, read_catalog
from app.i18n.languages import Language
from app.i18n.placeholders import agree, forms

WIDTH = 120
PLACEHOLDERS = "has other {placeholders} than its text, or a brace without its counterpart"


def empty(language: Language) -> Catalog:
    return Catalog(locale=language.tag.replace("-", "_"), charset="utf-8", fuzzy=False)


def read(file: Path, language: Language) -> Catalog:
    """Reads a catalog. A fuzzy entry's `previous_id` is the previous msgid.

    Raises:
        FileNotFoundError: the file does not exist.
        PoError: the file is damaged, or a translation and its msgid have different placeholders.
    """
    catalog = read_catalog(file, str(empty(language).locale))
    wrong = [message for message in catalog if not message.fuzzy and not agree(message.id, message.string)]
    if wrong:
        raise PoError("\n".join(f"{file}:{message.lineno}: {PLACEHOLDERS}" for message in wrong))
    for message in catalog:
        old = [comment.removeprefix("|") for comment in message.user_comments if comment.startswith("|")]
        message.user_comments = [comment for comment in message.user_comments if not comment.startswith("|")]
        message.previous_id = _previous(old) if message.fuzzy else []
    return catalog


def written(catalog: Catalog) -> bytes:
    return "".join((*_header(catalog), *_entries(catalog))).encode()


def _previous(lines: list[str]) -> list[str]:
    """Reads the previous msgid from `#|` comments, which Babel ignores."""
    entry = read_po(StringIO("\n".join((*lines, 'msgstr ""'))))
    return [form for message in entry for form in forms(message.id) if form]


def _header(catalog: Catalog) -> Iterator[str]:
    yield 'msgid ""\nmsgstr ""\n'
    yield '"Project-Id-Version: Studio Otisk\\n"\n'
    if catalog.locale:
        yield f'"Language: {catalog.locale}\\n"\n'
        yield f'"Plural-Forms: {catalog.plural_forms}\\n"\n'
    yield '"MIME-Version: 1.0\\n"\n'
    yield '"Content-Type: text/plain; charset=utf-8\\n"\n'
    yield '"Content-Transfer-Encoding: 8bit\\n"\n\n'


def _entries(catalog: Catalog) -> Iterator[str]:
    """Yields the lines of all entries. Creates the `#|` comments without Babel, which would wrap them."""
    previous = {_line("msgid", forms(message.id)[0]): message for message in catalog if message.previous_id}
    for line in generate_po(catalog, width=WIDTH, omit_header=True, include_lineno=False):
        if line in previous:
            yield from _reworded(previous[line])
        yield line


def _reworded(message: Message) -> Iterator[str]:
    for keyword, form in zip(("msgid", "msgid_plural"), message.previous_id, strict=False):
        yield "".join(f"#| {line}\n" for line in _line(keyword, form).splitlines())


def _line(keyword: str, text: str) -> str:
    return f"{keyword} {normalize(text, width=WIDTH)}\n"
