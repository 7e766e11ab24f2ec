"""Writes content lines in the format of vCard (RFC 2426) and iCalendar (RFC 5545)."""

from collections.abc import Iterable

FOLD = 75
"""The maximum length of a line in bytes."""


def content_lines(pairs: Iterable[tuple[str, str]]) -> str:
    return "".join(fold(f"{name}:{value}") + "\r\n" for name, value in pairs)


def escape(value: str) -> str:
    """Escapes special characters (RFC 2426, section 5; RFC 5545, section 3.3.11)."""
    return value.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def fold(line: str) -> str:
    """Folds a long line without splitting characters (RFC 2426, section 2.6; RFC 5545, section 3.1)."""
    folded, room = "", FOLD
    for character in line:
        size = len(character.encode())
        if size > room:
            folded, room = folded + "\r\n ", FOLD - 1
        folded, room = folded + character, room - size
    return folded
