"""Hashes inline styles for content security policies."""

from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser


def inline_styles(html: str) -> tuple[str, ...]:
    found = _Styles()
    found.feed(html)
    return tuple(dict.fromkeys(_source(style) for style in found.styles))


class _Styles(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.styles: list[str] = []
        self._in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.styles += [value for name, value in attrs if name == "style" and value]
        self._in_style = tag == "style"

    def handle_data(self, data: str) -> None:
        if self._in_style:
            self.styles.append(data)

    def handle_endtag(self, tag: str) -> None:
        self._in_style = False


def _source(style: str) -> str:
    return f"'sha256-{b64encode(sha256(style.encode()).digest()).decode()}'"
