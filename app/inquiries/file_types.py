"""Detects a file's type by its signature. Never parses or decompresses a file, because parsing could be unsafe."""

import re
from collections.abc import Iterator
from typing import BinaryIO

from app.inquiries import limits

BLOCK_BYTES = 64 * 1024
"""The number of bytes per search step. Larger steps would block other threads for longer."""
OVERLAP_BYTES = 5_000
"""The number of bytes that consecutive blocks share, to find matches across a block boundary."""

_SIGNATURES = {
    "png": re.compile(rb"\x89PNG\r\n\x1a\n"),
    "jpg": re.compile(rb"\xff\xd8\xff"),
    "tif": re.compile(rb"II[*+]\0|MM\0[*+]"),
    "heic": re.compile(rb".{4}ftyp(?:hei[cfmsx]|hev[cmsx]|mif1|msf1)", re.DOTALL),
    # Only white space is allowed before `%PDF`, so that executables with an embedded PDF are rejected.
    "pdf": re.compile(rb"(?:\xef\xbb\xbf)?[\s\0]{0,1024}%PDF-\d"),
    "eps": re.compile(rb"\x04?%!PS-Adobe-\d|\xc5\xd0\xd3\xc6"),
}
_ILLUSTRATOR = "ai"
_ILLUSTRATOR_TYPES = ("pdf", "eps")

_BYTE_ORDER_MARKS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
_SPACES = re.compile(r"[ \t\r\n]*")
_SVG = re.compile(r"<(?:[\w.-]{1,64}:)?svg[\s/>]", re.ASCII)
_DOCTYPE_TOKEN = re.compile(r"""["'\[\]>]|<!--|<\?""")
_ACTIVE = re.compile(
    # A namespace prefix can have any length and alphabet, so only its colon is matched.
    rb"[<:](?:script|handler|i?frame|embed|object|applet|form|button|input|base|meta|link|set|animate)[\s/>]"
    rb"|<\?xml-stylesheet\b|[\s\"'/]on[a-z]{2,32}(?:\s{0,64}=|\s{64})|javascript\s{0,64}:"
    # Character references in a URL can spell `javascript:`. Names such as `formaction` match, too.
    rb"|(?:href|action|src)(?:\s{64}|\s{0,63}=(?:\s{64}|\s{0,63}[\"'](?:\s{64}|[^\"'>:]{0,128}&(?!amp;))))"
    # In ISO-2022-JP, this invisible sequence can hide inside a word.
    rb"|\x1b\("
    # Matches default values of attributes, which can be event handlers, and entities, which can contain scripts. Does
    # not match Illustrator's entities, which are short texts without markup.
    rb"|<!ATTLIST\b|<!ENTITY(?!\s{1,64}[\w.-]{1,64}\s{1,64}(?:\"[^\"<&%]{0,1024}\"|'[^'<&%]{0,1024}')\s{0,64}>)",
    re.IGNORECASE,
)


def file_type(file: BinaryIO, name: str = "") -> str | None:
    """Returns the extension for a file's type, or None if the type is not accepted. Rewinds the file.

    Only the extension in `name` distinguishes Illustrator files from other PDF and PostScript files.
    """
    file.seek(0)
    head = file.read(limits.MAX_SCANNED_BYTES)
    file.seek(0)
    found = next((ending for ending, signature in _SIGNATURES.items() if signature.match(head)), None)
    if found is None:
        return "svg" if _is_svg(_decoded(head)) else None
    is_illustrator = found in _ILLUSTRATOR_TYPES and name.lower().endswith(f".{_ILLUSTRATOR}")
    return _ILLUSTRATOR if is_illustrator else found


def has_active_contents(file: BinaryIO) -> bool:
    """Whether an SVG might run a script or load a document in a browser."""
    return any(_ACTIVE.search(block) for block in _blocks(file))


def _blocks(file: BinaryIO) -> Iterator[bytes]:
    """Yields overlapping blocks. Removes null bytes, so that UTF-16 markup looks like ASCII."""
    before = b""
    while block := file.read(BLOCK_BYTES):
        plain = block.replace(b"\0", b"")
        yield before + plain
        before = plain[-OVERLAP_BYTES:]


def _decoded(head: bytes) -> str:
    """Decodes markup. Non-ASCII letters might be decoded incorrectly, but `_is_svg` ignores them."""
    for mark, encoding in _BYTE_ORDER_MARKS.items():
        if head.startswith(mark):
            return head.decode(encoding, "ignore")
    if head.startswith((b"<\0", b"\0<")):
        return head.decode("utf-16-le" if head[0] else "utf-16-be", "ignore")
    return head.decode("latin-1")


def _is_svg(text: str) -> bool:
    at = _after_spaces(text, 0)
    while at >= 0 and not _SVG.match(text, at):
        if text.startswith("<!--", at):
            at = _after(text, "-->", at + 4)
        elif text.startswith("<?", at):
            at = _after(text, "?>", at + 2)
        elif text.startswith("<!DOCTYPE", at):
            at = _after_doctype(text, at)
        else:
            return False
        at = _after_spaces(text, at)
    return at >= 0


def _after(text: str, end: str, start: int) -> int:
    found = text.find(end, start) if start >= 0 else -1
    return found + len(end) if found >= 0 else -1


def _after_spaces(text: str, at: int) -> int:
    spaces = _SPACES.match(text, at) if at >= 0 else None
    return spaces.end() if spaces else -1


def _after_doctype(text: str, at: int) -> int:
    is_inside = False
    while at >= 0 and (token := _DOCTYPE_TOKEN.search(text, at)):
        at = token.end()
        match token[0]:
            case '"' | "'" as quote:
                at = _after(text, quote, at)
            case "<!--":
                at = _after(text, "-->", at)
            case "<?":
                at = _after(text, "?>", at)
            case "[" | "]" as bracket:
                is_inside = bracket == "["
            case ">" if not is_inside:
                return at
            case _:
                pass
    return -1
