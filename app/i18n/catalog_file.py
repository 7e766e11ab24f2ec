"""Reads translation files (catalogs) and rejects damaged ones.

Babel does not report damage. For example, it drops one of two entries with the same msgid. `make messages` would then
write an incomplete catalog.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileError, read_po

CONFLICT = re.compile(r"(<<<<<<<|\|\|\|\|\|\|\||=======|>>>>>>>)( |$)")
FIELD = re.compile(r"(?P<name>msgctxt|msgid_plural|msgid|msgstr)(\[(?P<index>\d+)\])?(?:\s(?P<text>.*))?")
QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
UNKNOWN_ESCAPE = re.compile(r'(?:[^\\]|\\[\\"nrt])*?(\\[^\\"nrt])')
CHARSET = re.compile(r"charset=([\w-]+)", re.IGNORECASE)
OTHER_ENCODINGS = ("cp1250", "cp1252", "latin-1")
PLAUSIBLE = re.compile(r"[\0-\u017f\u2000-\u22ff]*")
"""Matches text that contains only Latin letters and punctuation."""
FOLLOWERS = {
    "": ("msgctxt", "msgid"),
    "msgctxt": ("msgid",),
    "msgid": ("msgid_plural", "msgstr"),
    "msgid_plural": ("msgstr[0]",),
}
"""The fields that can follow each field of an entry. Every entry ends with a `msgstr`."""


class PoError(Exception):
    """Raised when a catalog is damaged. The message has a line for each fault."""


@dataclass
class Entry:
    """An entry whose fields are still being read. `last` is the name of the latest field, such as `msgstr[0]`."""

    line: int
    obsolete: bool
    last: str = ""
    texts: dict[str, str] = field(default_factory=dict)

    @property
    def is_complete(self) -> bool:
        return self.last.startswith("msgstr")

    def followers(self) -> tuple[str, ...]:
        if self.last.startswith("msgstr["):
            return (f"msgstr[{int(self.last[7:-1]) + 1}]",)
        return FOLLOWERS.get(self.last, ())


def read_catalog(file: Path, locale: str) -> Catalog:
    """Reads and checks a catalog.

    Raises:
        FileNotFoundError: the file does not exist.
        PoError: the file is damaged.
    """
    content = file.read_bytes()
    catalog = Catalog(locale=locale)
    found = sorted(damage(content, catalog.num_plurals))
    if found:
        raise PoError("\n".join(f"{file}:{line}: {fault}" for line, fault in found))
    try:
        return read_po(BytesIO(content), locale=locale, abort_invalid=True)
    except PoFileError as error:
        raise PoError(f"{file}:{error.lineno + 1}: not valid in a catalog: {error.line}") from error


def damage(content: bytes, plurals: int) -> Iterator[tuple[int, str]]:
    """Yields each fault's line number and description. `plurals` is the language's number of plural forms."""
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        yield content.count(b"\n", 0, error.start) + 1, "is not UTF-8: save the file as UTF-8"
        return
    if text.startswith("\ufeff"):
        yield 1, "starts with a byte order mark: save the file as UTF-8 without it"
        return
    lines = [line.strip() for line in text.split("\n")]
    conflicts = [(number, line) for number, line in enumerate(lines, 1) if CONFLICT.match(line)]
    if conflicts:
        yield from ((number, f"has a conflict marker: {line}") for number, line in conflicts)
        return
    entries: list[Entry] = []
    yield from _syntax(lines, entries)
    yield from _header(entries)
    yield from _duplicates(entries)
    for entry in entries:
        yield from _wrong_texts(entry, plurals)


def _syntax(lines: Iterable[str], entries: list[Entry]) -> Iterator[tuple[int, str]]:
    """Parses the entries and appends them to `entries`. Yields the syntax errors."""
    entry: Entry | None = None
    number = 0
    for number, line in enumerate(lines, 1):
        obsolete = line.startswith("#~") and not line.startswith("#~|")
        content = line[2:].strip() if obsolete else line
        if not content:
            continue
        found = None if content.startswith(("#", '"')) else FIELD.fullmatch(content)
        name = _name(found) if found else ""
        if content.startswith("#") or (found and name not in (entry.followers() if entry else ())):
            if entry and not entry.is_complete:
                yield entry.line, f"has no msgstr before line {number}: lines are missing, or in another order"
            entry = None
        if content.startswith("#"):
            continue
        if found and entry is None:
            entry = Entry(number, obsolete)
            if name in FOLLOWERS[""]:
                entries.append(entry)
            else:
                yield number, f"has {name} without the lines that come before it"
        if not found and (not content.startswith('"') or not (entry and entry.last)):
            yield number, f"not valid in a catalog: {line}"
            if entry:
                entry.last = "msgstr"  # prevents a second error about a missing msgstr
            continue
        assert entry is not None
        entry.last = name or entry.last
        quoted = (found["text"] or "").strip() if found else content
        fault = _quoting(quoted)
        if fault:
            yield number, f"{fault}: {line}"
        entry.texts[entry.last] = entry.texts.get(entry.last, "") + quoted[1:-1]
    if entry and not entry.is_complete:
        yield number, f"ends in the middle of the entry of line {entry.line}: the file is cut off"


def _name(found: re.Match[str]) -> str:
    return found["name"] if found["index"] is None else f"{found['name']}[{int(found['index'])}]"


def _quoting(quoted: str) -> str:
    if not quoted.startswith('"') or len(quoted) < 2:
        return "has a text without quotation marks"
    if not QUOTED.fullmatch(quoted):
        return 'lacks a quotation mark at the end, or has one inside that is not written \\"'
    unknown = UNKNOWN_ESCAPE.match(quoted)
    return f"has the unknown escape {unknown[1]}" if unknown else ""


def _header(entries: list[Entry]) -> Iterator[tuple[int, str]]:
    if not entries:
        yield 1, "has no entries: restore the file, or delete it"
        return
    charset = CHARSET.search(entries[0].texts.get("msgstr", "")) if not entries[0].texts.get("msgid") else None
    if charset and charset[1].lower() not in ("utf-8", "utf8"):
        yield entries[0].line, "names another charset than utf-8 in its header"


def _duplicates(entries: list[Entry]) -> Iterator[tuple[int, str]]:
    first: dict[tuple[bool, str | None, str], int] = {}
    for entry in entries:
        key = (entry.obsolete, entry.texts.get("msgctxt"), entry.texts.get("msgid", ""))
        line = first.setdefault(key, entry.line)
        if line != entry.line:
            yield entry.line, f"has the same msgid as line {line}: delete one of the two entries"


def _wrong_texts(entry: Entry, plurals: int) -> Iterator[tuple[int, str]]:
    for name, text in entry.texts.items():
        if name.startswith("msgstr[") and int(name[7:-1]) >= plurals:
            yield entry.line, f"has {name}, but the language has only {plurals} plural forms"
        if "\ufffd" in text or _is_misread(text):
            yield entry.line, f"has letters that were read in the wrong encoding: {text}"


def _is_misread(text: str) -> bool:
    """Whether UTF-8 text was decoded with another encoding, as in `pÅ™Ã­klad`."""
    if text.isascii():
        return False
    for encoding in OTHER_ENCODINGS:
        try:
            decoded = text.encode(encoding).decode()
        except UnicodeError:
            continue
        if PLAUSIBLE.fullmatch(decoded):  # correct text such as “zvlášť” can be decoded, too, but not to Latin letters
            return True
    return False
