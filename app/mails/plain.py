"""Writes an email as plain text that mail programs can wrap (`format=flowed`, RFC 3676)."""

import textwrap
from collections.abc import Iterator

from app.content.people import FirstNames
from app.content.studio import COMPANY, STUDIO
from app.i18n import Text, _
from app.mails.message import Block, Code, Link, Message, Paragraph, Picture, Quote, Rows

COLUMNS = 72
QUOTE = "> "
"""Marks text that somebody has typed, so that it cannot pass for the site's own text."""


def signature() -> Text:
    return _("{names}, {studio}\n{street}, {city}, {phone}\n{company}").format(
        names=FirstNames(),
        studio=STUDIO.name,
        street=STUDIO.street,
        city=STUDIO.city,
        phone=STUDIO.phone,
        company=COMPANY,
    )


def plain(message: Message) -> str:
    paragraphs = [*map(_text, message.blocks), *([_flowed(str(signature()))] if message.is_signed else [])]
    return "\n\n".join(paragraphs) + "\n"


def _text(block: Block) -> str:
    match block:
        case Paragraph():
            return _flowed(str(block.text))
        case Code():
            return _stuffed(block.text)  # one line, so that the recipient can copy it
        case Quote():
            return _quoted(block.text)
        case Link():
            return _flowed(f"{block.label}:\n{block.url}")
        case Rows():
            return "\n".join(_lines(block))
        case Picture():
            return _flowed(f"[{block.alt}: {block.name}]")


def _lines(rows: Rows) -> Iterator[str]:
    if str(rows.title):
        yield _flowed(f"{rows.title}:")
    for name, value in (*rows.rows, *([rows.total] if rows.total else [])):
        text = str(value)
        yield f"{_flowed(f'{name}:')}\n{_quoted(text)}" if len(text.splitlines()) > 1 else _flowed(f"{name}: {text}")


def _flowed(text: str) -> str:
    """Wraps lines. A trailing space marks a line that continues on the next line."""
    return "\n".join(" \n".join(map(_stuffed, _wrapped(line, COLUMNS))) for line in text.split("\n"))


def _quoted(text: str) -> str:
    lines = (_wrapped(line, COLUMNS - len(QUOTE)) or [""] for line in text.splitlines())
    return "\n".join(" \n".join(f"{QUOTE}{each}".rstrip() for each in line) for line in lines)


def _wrapped(line: str, columns: int) -> list[str]:
    return textwrap.wrap(
        line.rstrip(),
        columns,
        expand_tabs=False,
        replace_whitespace=False,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _stuffed(line: str) -> str:
    return f" {line}" if line.startswith((" ", ">", "From ")) else line
