"""Writes an email as plain text that mail programs can wrap (`format=flowed`, RFC 3676)."""

import textwrap
from collections.abc import Iterator

from app.content.people import FirstNames
from app.content.studio import COMPANY, STUDIO
from app.i18n import Text, _
from app.mails.message import Block, Code, Link, Message, Paragraph, Picture, Quote, Rows

COLUMNS = 72


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
    paragraphs = [*map(_text, message.blocks), *([str(signature())] if message.is_signed else [])]
    return "\n".join(map(_flowed, "\n\n".join(paragraphs).split("\n"))) + "\n"


def _text(block: Block) -> str:
    match block:
        case Paragraph() | Quote() | Code():
            return str(block.text)
        case Link():
            return f"{block.label}:\n{block.url}"
        case Rows():
            return "\n".join(_lines(block))
        case Picture():
            return f"[{block.alt}: {block.name}]"


def _lines(rows: Rows) -> Iterator[str]:
    if str(rows.title):
        yield f"{rows.title}:"
    yield from (f"{name}: {value}" for name, value in rows.rows)
    if rows.total:
        name, value = rows.total
        yield f"{name}: {value}"


def _flowed(line: str) -> str:
    """Wraps a line. A space at the end marks a line that continues on the next line."""
    wrapped = textwrap.wrap(
        line.rstrip(),
        COLUMNS,
        expand_tabs=False,
        replace_whitespace=False,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return " \n".join(_stuffed(each) for each in wrapped)


def _stuffed(line: str) -> str:
    return f" {line}" if line.startswith((" ", ">", "From ")) else line
