"""Reads translation files (catalogs) and rejects damaged ones.

Babel does not report all damage. For example, it drops one of two entries with the same msgid. `make messages` would
then write an incomplete catalog.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileError, read_po

COMMENT = re.compile(r"#(?!~)")
FIELD = re.compile(r'(#~ *)?((?P<name>msgctxt|msgid|msgid_plural|msgstr(\[\d+\])?) +)?"([^"\\]|\\[\\"nrt])*"')


class PoError(Exception):
    """Raised when a catalog is damaged. The message has one line per fault."""


def read_catalog(file: Path, locale: str) -> Catalog:
    """Reads and checks a catalog.

    Raises:
        FileNotFoundError: the file does not exist.
        PoError: the file is damaged.
    """
    content = file.read_bytes()
    try:
        lines = [line.strip() for line in content.decode("utf-8-sig").split("\n")]
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise PoError(f"{file}:{line}: is not UTF-8: save the file as UTF-8") from error
    _reject(file, _invalid_lines(lines))
    try:
        catalog = read_po(lines, locale=locale, abort_invalid=True)
    except PoFileError as error:
        raise PoError(f"{file}:{error.lineno + 1}: {str(error).rpartition(' on ')[0]}") from error
    _reject(file, _doubled_entries(lines, catalog))
    return catalog


def _reject(file: Path, faults: Iterator[tuple[int, str]]) -> None:
    message = "\n".join(f"{file}:{line}: {fault}" for line, fault in faults)
    if message:
        raise PoError(message)


def _invalid_lines(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Yields the number and the fault of each line that Babel would misread or ignore."""
    if not any(lines):
        yield 1, "is empty: restore the file, or delete it"
    has_msgid = False
    for number, line in enumerate(lines, 1):
        if not line or COMMENT.match(line):
            continue
        found = FIELD.fullmatch(line)
        if not found:
            yield number, f"not valid in a catalog: {line}"
        elif found["name"] == "msgid":
            has_msgid = True
        elif found["name"] in ("msgstr", "msgstr[0]"):
            if not has_msgid:
                yield number, f"has no msgid: {line}"
            has_msgid = False


def _doubled_entries(lines: list[str], catalog: Catalog) -> Iterator[tuple[int, str]]:
    read = {message.lineno for message in (*catalog, *catalog.obsolete.values())}
    msgids = [number for number, line in enumerate(lines, 1) if re.match(r"(#~ *)?msgid ", line)]
    for number in msgids[1:]:  # the first entry is the header
        if number not in read:
            yield number, "has the same msgid as another entry: delete one of the two"
