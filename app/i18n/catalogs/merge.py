"""Merges the code's messages into the catalogs and retains all translations.

- A new msgid gets the translation of the most similar removed msgid. The entry is fuzzy and stores the removed msgid.
- All other removed msgids become obsolete (`#~`). If they return to the code, their translations are restored.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path

from babel.messages.catalog import Catalog, Message

from app.i18n.catalogs import po
from app.i18n.catalogs.template import TEMPLATE, extract
from app.i18n.languages import LANGUAGES, Language
from app.i18n.messages import LOCALES, SOURCE, po_file
from app.i18n.placeholders import forms

MIN_SIMILARITY = 0.5
"""The minimum similarity of two msgids for reusing a translation, from 0 to 1 (`difflib`)."""


@dataclass
class Merged:
    catalog: Catalog
    new: list[Message] = field(default_factory=list)
    reworded: list[Message] = field(default_factory=list)
    removed: list[tuple[str, ...]] = field(default_factory=list)


def update(locales: Path = LOCALES) -> list[str]:
    """Writes the template and the catalogs. Returns descriptions of the changes.

    Raises:
        PoError: a catalog cannot be read.
    """
    files, report = merged_files(extract(), locales)
    for file, content in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return report


def merged_files(texts: Catalog, locales: Path) -> tuple[dict[Path, bytes], list[str]]:
    """Returns each file's new contents, and descriptions of the changes. `texts` are the messages in the code.

    Raises:
        PoError: a catalog is damaged.
    """
    files = {locales / TEMPLATE: po.written(texts)}
    report: list[str] = []
    for language in LANGUAGES:
        file = po_file(language.code, locales)
        exists = file.is_file()
        old = po.read(file, language) if exists else po.empty(language)
        merged = merge(old, texts, language)
        files[file] = po.written(merged.catalog)
        lines = (*(_changes(merged, language) if exists else ()), _counts(merged.catalog, language))
        report += (f"{language.code}: {line}" for line in lines)
    return files, report


def merge(old: Catalog, texts: Catalog, language: Language) -> Merged:
    merged = Merged(po.empty(language))
    unused = {_source_of(entry): entry for entry in _translated(old) if entry.id not in texts}
    spare = {_source_of(entry): entry for entry in _translated(old.obsolete.values())} | unused
    used = set()
    for text in texts:
        if not text.id:
            continue
        message = text.clone()
        known = old.get(text.id)
        entry = known or spare.get(forms(text.id)) or _nearest(text, unused.values())
        if entry is None:
            merged.new.append(message)
        else:
            used.add(_source_of(entry))
            _translate(message, entry)
            if message.previous_id and not (known and known.previous_id):
                merged.reworded.append(message)
        _fit(message, merged.catalog.num_plurals)
        merged.catalog[message.id] = message
    for source in filter(lambda source: source not in used, spare):
        _make_obsolete(spare[source], source, merged.catalog)
    merged.removed += (source for source in unused if source not in used)
    return merged


def _translated(messages: Iterable[Message]) -> Iterator[Message]:
    return (message for message in messages if message.id and any(forms(message.string)))


def _source_of(entry: Message) -> tuple[str, ...]:
    """Returns the msgid that was translated: a fuzzy entry's previous msgid if known, otherwise the entry's msgid."""
    return forms(entry.previous_id or entry.id)


def _nearest(text: Message, entries: Iterable[Message]) -> Message | None:
    """Returns the entry with the most similar msgid, or None.

    Babel's own search misses long msgids, because `difflib` by default ignores frequent letters of long texts.
    """
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(forms(text.id)[0].lower())
    best, nearest = MIN_SIMILARITY, None
    for entry in entries:
        matcher.set_seq1(_source_of(entry)[0].lower())
        if matcher.real_quick_ratio() > best and matcher.quick_ratio() > best and matcher.ratio() > best:
            best, nearest = matcher.ratio(), entry
    return nearest


def _translate(message: Message, entry: Message) -> None:
    source = _source_of(entry)
    message.string = entry.string
    message.user_comments = entry.user_comments
    if not any(forms(entry.string)):
        return
    if source != forms(message.id):
        message.previous_id = list(source)
    if message.previous_id or (entry.fuzzy and not entry.previous_id):
        message.flags.add("fuzzy")


def _fit(message: Message, plurals: int) -> None:
    """Pads or truncates a translation to the language's number of plural forms."""
    found = forms(message.string)
    message.string = (*found, *[""] * plurals)[:plurals] if message.pluralizable else found[-1]


def _make_obsolete(entry: Message, source: tuple[str, ...], catalog: Catalog) -> None:
    singular, *plural = source
    message = Message(source if plural else singular, entry.string, user_comments=entry.user_comments)
    _fit(message, catalog.num_plurals)
    catalog.obsolete[singular] = message


def _changes(merged: Merged, language: Language) -> Iterator[str]:
    if language.code != SOURCE:
        yield from (f"new: {forms(message.id)[0]!r}" for message in merged.new)
    for message in merged.reworded:
        old, new = _source_of(message), forms(message.id)
        yield f"reworded: {old[0]!r} → {new[0]!r}"
    yield from (f"removed: {source[0]!r}" for source in merged.removed)


def _counts(catalog: Catalog, language: Language) -> str:
    translated = list(_translated(catalog))
    fuzzy = sum(message.fuzzy for message in translated)
    done = "reworded" if language.code == SOURCE else "translated"
    return (
        f"{len(catalog)} texts, {len(translated) - fuzzy} {done}, {fuzzy} to confirm, {len(catalog.obsolete)} obsolete"
    )
