"""Renders an email as HTML for mail programs, with inline styles and tables, and without remote resources."""

from html import escape

from app.content.people import FirstNames
from app.content.studio import COMPANY, STUDIO
from app.i18n import Text, current, typeset, typeset_value
from app.mails.look import CODE, DISPLAY, TEXT, colors, style_sheet
from app.mails.message import Block, Code, Link, Message, Paragraph, Picture, Quote, Row, Rows

WIDTH = 600

_LAYOUT = "width:100%;border-collapse:collapse;border-spacing:0"
# A table limits the width in Outlook for Windows, which ignores `max-width`.
_FOR_OUTLOOK = (
    f'<!--[if mso]><table role="presentation" align="center" width="{WIDTH}"><tr><td><![endif]-->',
    "<!--[if mso]></td></tr></table><![endif]-->",
)


def html(message: Message) -> str:
    """Returns HTML in the current language. Pictures have URLs of the form `cid:name`."""
    before, after = _FOR_OUTLOOK
    return (
        f'<!DOCTYPE html>\n<html lang="{current().code}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        '<meta name="color-scheme" content="light dark">\n'
        '<meta name="supported-color-schemes" content="light dark">\n'
        f"<title>{_typeset(message.subject)}</title>\n<style>{style_sheet()}</style>\n</head>\n"
        f"<body {_styled('sunk', 'margin:0;padding:0')}>\n<main>\n"
        f'<table role="presentation" {_styled("sunk", _LAYOUT)}>\n<tr><td style="padding:16px 8px">\n{before}\n'
        f'<table role="presentation" {_styled("paper", f"{_LAYOUT};max-width:{WIDTH}px;margin:0 auto")}>\n'
        f'<tr><td style="padding:24px 20px 32px;font:17px/1.5 {TEXT};overflow-wrap:anywhere">\n'
        f"{_head(message)}\n{chr(10).join(map(_block, message.blocks))}\n{_foot() if message.is_signed else ''}"
        f"</td></tr>\n</table>\n{after}\n</td></tr>\n</table>\n</main>\n</body>\n</html>\n"
    )


def _head(message: Message) -> str:
    ring = "display:inline-block;width:9px;height:9px;border:5px solid;border-radius:50%;vertical-align:middle"
    mark = f'<span aria-hidden="true" {_styled("spot", f"{ring};margin-right:9px")}></span>'
    wordmark = f"margin:0;font:700 15px/1.3 {DISPLAY};letter-spacing:.08em;text-transform:uppercase"
    heading = f"margin:28px 0 20px;font:700 26px/1.1 {DISPLAY};text-transform:uppercase"
    reference = f" <span {_styled('soft', 'font-weight:400')}>· {escape(message.reference)}</span>"
    return (
        f"<p {_styled('ink', wordmark)}>{mark}{escape(STUDIO.name)}"
        f"{reference if message.reference else ''}</p>\n"
        f"<h1 {_styled('ink', heading, 'title')}>{_typeset(message.title)}</h1>"
    )


def _foot() -> str:
    style = "margin:32px 0 0;padding:16px 0 0;border-top:1px solid;font-size:15px"
    links = ((STUDIO.phone_url, STUDIO.phone.replace(" ", "\u00a0")), (STUDIO.email_url, STUDIO.email))
    shown = ", ".join(
        f'<a href="{url}" {_styled("soft", "text-decoration:underline")}>{text}</a>' for url, text in links
    )
    address = f"{STUDIO.street}, {STUDIO.postcode} {STUDIO.city}"
    return (
        f"<p {_styled('soft', style)}>{_typeset(str(FirstNames()))}, {escape(STUDIO.name)}<br>{_typeset(address)}<br>"
        f"{shown}<br>{_typeset(COMPANY)}</p>\n"
    )


def _block(block: Block) -> str:
    match block:
        case Paragraph():
            return f"<p {_styled('soft' if block.is_note else 'ink', 'margin:0 0 16px')}>{_typeset(block.text)}</p>"
        case Link():
            return _link(block)
        case Rows():
            return _table(block)
        case Quote():
            style = "margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid;white-space:pre-wrap"
            return f"<blockquote {_styled('ink', style)}>{_lines(block.text)}</blockquote>"
        case Code():
            return f"<p {_styled('ink', f'margin:0 0 16px;font:14px/1.5 {CODE}')}><code>{escape(block.text)}</code></p>"
        case Picture():
            style = f"display:block;width:{block.width}px;max-width:100%;height:auto;margin:0 0 16px;border:0"
            source = escape(f"cid:{block.name}")
            return f'<img src="{source}" alt="{_typeset(block.alt)}" width="{block.width}" style="{style}">'


def _link(link: Link) -> str:
    label, url = _typeset(link.label), escape(link.url)
    if not link.is_button:
        style = _styled("spot", "text-decoration:underline")
        return f'<p style="margin:0 0 16px"><a href="{url}" {style}>{label}</a></p>'
    padding = "display:inline-block;padding:12px 22px;font-weight:700;text-decoration:none"
    return (
        f'<table role="presentation" style="border-collapse:collapse;margin:0 0 20px"><tr>'
        f'<td {_styled("button", "")}><a href="{url}" {_styled("button", padding)}>{label}</a></td></tr></table>'
    )


def _table(rows: Rows) -> str:
    caption = f"padding:0 0 6px;font:700 20px/1.2 {DISPLAY};text-transform:uppercase;text-align:left"
    title = f"<caption {_styled('ink', caption)}>{_typeset(rows.title)}</caption>\n" if str(rows.title) else ""
    lines = [_row(row, is_amount=bool(rows.total)) for row in rows.rows]
    if rows.total:
        lines.append(_row(rows.total, is_amount=True, is_total=True))
    style = f"{_LAYOUT};margin:20px 0 24px"
    return f'<table style="{style}">\n{title}{chr(10).join(lines)}\n</table>'


def _row(row: Row, *, is_amount: bool, is_total: bool = False) -> str:
    name, value = row
    weight = "font-weight:700" if is_total else "font-weight:400"
    cell = f"padding:7px 0;border-top:1px solid;vertical-align:top;{weight}"
    name_style = (
        f"{cell};text-align:left;padding-right:12px;overflow-wrap:break-word{'' if is_amount else ';width:36%'}"
    )
    value_style = "text-align:right;overflow-wrap:break-word;padding-left:12px" if is_amount else "text-align:left"
    return (
        f'<tr><th scope="row" {_styled("soft", name_style)}>{_typeset(name)}</th>'
        f"<td {_styled('ink', f'{cell};{value_style}')}>{_lines(typeset_value(value))}</td></tr>"
    )


def _styled(name: str, style: str, other: str = "") -> str:
    classes = f"{name} {other}".rstrip()
    return f'class="{classes}" style="{style}{";" if style else ""}{colors(name)}"'


def _typeset(text: Text | str) -> str:
    return _lines(typeset(text))


def _lines(text: str) -> str:
    return escape(text).replace("\n", "<br>")
