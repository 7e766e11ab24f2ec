"""Checks translations: typography, placeholders, plurals and completeness."""

from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message

from app.i18n.catalogs import po
from app.i18n.catalogs.merge import merged_files
from app.i18n.catalogs.template import extract
from app.i18n.languages import LANGUAGES, Language
from app.i18n.messages import LOCALES, SOURCE, po_file
from app.i18n.placeholders import Forms, forms
from app.i18n.typography import faults

VERBATIM = frozenset({"We're sorry, something went wrong."})
"""Messages that must contain a straight apostrophe (docs/contract.md)."""


def problems(locales: Path = LOCALES) -> list[str]:
    """Returns a line for each problem. Languages that are not marked `complete` may lack translations.

    Raises:
        PoError: a catalog cannot be read.
    """
    texts = extract()
    found = [*_stale(texts, locales)]
    for text in texts:
        found += (f"{_position(text)}: {SOURCE}: {_short(text)} {fault}" for fault in _untidy(text, text.id, SOURCE))
    for language, catalog in _catalogs(locales):
        if language.complete:
            found += _missing(language, catalog, texts, locales)
        for message in catalog:
            if message.id in texts:
                found += (_report(message, language, texts, locales, fault) for fault in _faults(message, language))
    return found


def missing(locales: Path = LOCALES) -> list[str]:
    """Returns a line for each missing or fuzzy translation."""
    texts = extract()
    return [line for language, catalog in _catalogs(locales) for line in _missing(language, catalog, texts, locales)]


def counts(locales: Path = LOCALES) -> list[str]:
    """Returns a line for each incomplete catalog, with the numbers of missing and fuzzy translations."""
    return [line for language, catalog in _catalogs(locales) for line in _counts(language, catalog)]


def _catalogs(locales: Path) -> Iterator[tuple[Language, Catalog]]:
    for language in LANGUAGES:
        file = po_file(language.code, locales)
        if file.is_file():
            yield language, po.read(file, language)


def _stale(texts: Catalog, locales: Path) -> Iterator[str]:
    files, _lines = merged_files(texts, locales)
    stale = [file for file, content in files.items() if not file.is_file() or file.read_bytes() != content]
    if stale:
        names = ", ".join(file.relative_to(locales).as_posix() for file in stale)
        yield f"run `make messages`: it would change {names}"


def _missing(language: Language, catalog: Catalog, texts: Catalog, locales: Path) -> Iterator[str]:
    for message in _untranslated(language, catalog):
        yield _report(message, language, texts, locales, "is not translated")
    for message in _unconfirmed(catalog):
        fault = "is not confirmed: remove `#, fuzzy` if the words are right"
        yield _report(message, language, texts, locales, fault)


def _counts(language: Language, catalog: Catalog) -> Iterator[str]:
    empty, fuzzy = len(_untranslated(language, catalog)), len(_unconfirmed(catalog))
    if empty or fuzzy:
        note = "" if language.complete else " (the language is incomplete)"
        yield f"{language.code}: {empty} of {len(catalog)} texts are not translated, {fuzzy} are not confirmed{note}"


def _untranslated(language: Language, catalog: Catalog) -> list[Message]:
    return [each for each in catalog if each.id and language.code != SOURCE and not any(forms(each.string))]


def _unconfirmed(catalog: Catalog) -> list[Message]:
    return [each for each in catalog if each.id and each.fuzzy and any(forms(each.string))]


def _faults(message: Message, language: Language) -> Iterator[str]:
    translations = forms(message.string)
    if message.fuzzy or not any(translations):
        return
    if not all(translations):
        yield "lacks a plural"
    yield from _untidy(message, translations, language.code)


def _untidy(message: Message, translations: Forms, language: str) -> Iterator[str]:
    if message.id not in VERBATIM:
        found = (fault for form in forms(translations) for fault in faults(form, language))
        yield from (f"has {fault}" for fault in dict.fromkeys(found))


def _report(message: Message, language: Language, texts: Catalog, locales: Path, fault: str) -> str:
    entry = f"{locales.name}/{po_file(language.code, locales).relative_to(locales)}:{message.lineno}"
    return f"{_position(texts.get(message.id) or message)}: {language.code}: {_short(message)} {fault} ({entry})"


def _position(message: Message) -> str:
    file, line = message.locations[0] if message.locations else ("app", None)
    return f"{file}:{line}" if line else file


def _short(message: Message) -> str:
    text = forms(message.id)[0]
    return repr(text if len(text) <= 60 else text[:59] + "…")
