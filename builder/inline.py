"""Calculates hashes of inline styles and scripts for the Content-Security-Policy header."""

from base64 import b64encode
from dataclasses import dataclass
from hashlib import sha256
from html.parser import HTMLParser


@dataclass(frozen=True)
class Inline:
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()


def inline_sources(html: str) -> Inline:
    parser = _Parser()
    parser.feed(html)
    return Inline(_sources(parser.styles), _sources(parser.scripts))


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.styles: list[str] = []
        self.scripts: list[str] = []
        self._texts: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if style := given.get("style"):
            self.styles.append(style)
        if tag == "style":
            self._texts = self.styles
            self._texts.append("")
        elif tag == "script" and not given.keys() & {"src", "type"}:  # JSON scripts have a `type` and need no hash
            self._texts = self.scripts
            self._texts.append("")

    def handle_data(self, data: str) -> None:
        if self._texts is not None:
            self._texts[-1] += data

    def handle_endtag(self, tag: str) -> None:
        self._texts = None


def _sources(texts: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(_source, filter(None, texts))))


def _source(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
