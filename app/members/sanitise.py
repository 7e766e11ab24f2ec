"""Makes the HTML of posts safe. Only text, pictures from Patreon, and videos from YouTube and Vimeo remain.

First, the library nh3 repairs the HTML. Then `_Adapter` changes headings, videos and links. Finally, nh3
removes everything that the tables below do not allow. Only the last step makes the HTML safe.
"""

import re
from collections.abc import Iterable
from html import escape, unescape
from html.parser import HTMLParser
from typing import Literal

import nh3

from app.members.sources import is_from, joined, picture_sources, player, player_sources

TEXT = {"p", "br", "hr", "strong", "b", "em", "i", "u", "s", "del", "ins", "sub", "sup", "code", "pre", "blockquote"}
BLOCKS = {"ul", "ol", "li", "figure", "figcaption", "table", "thead", "tbody", "tr", "th", "td"}
HEADINGS = {"h1": "h2", "h2": "h3", "h3": "h4", "h4": "h5", "h5": "h6", "h6": "h6"}
TAGS = TEXT | BLOCKS | set(HEADINGS.values()) | {"a", "img", "iframe"}
ATTRIBUTES = {
    "a": {"href"},
    "img": {"src", "alt", "width", "height"},
    "iframe": {"src", "title"},
    "ol": {"start"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan"},
}
ALWAYS = {
    "a": {"target": "_blank"},
    "img": {"loading": "lazy", "decoding": "async", "referrerpolicy": "no-referrer"},
    "iframe": {"loading": "lazy", "allow": "fullscreen; picture-in-picture"},
}
NUMBERS = {"width", "height", "start", "colspan", "rowspan"}
LINKS = {"http", "https", "mailto"}
INLINE = {"strong", "b", "em", "i", "u", "s", "del", "ins", "sub", "sup", "code", "a"}
WRAPPERS = {
    *("address", "article", "aside", "center", "dd", "details", "div", "dl", "dt", "fieldset", "footer", "form"),
    *("header", "hgroup", "legend", "main", "menu", "nav", "section", "summary"),
}
"""Block elements whose tags are removed. Between two texts, a line break replaces the tags."""
MEDIA = {"svg", "math", "object", "audio", "video"}
DROPPED = {"script", "style", "template", "noscript", "select", "textarea", "title"} | MEDIA
"""Elements that are removed with their contents. Other forbidden elements lose only their tags."""
VOID = {"br", "hr", "img"}
MAX_EXCERPT_CHARS = 220

_INVISIBLE = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]+")
_SPACES = re.compile(" {2,}")
_BLOCK = re.compile(r"(?i)</?(?:br|hr|p|h\d|ul|ol|li|blockquote|figure|figcaption|pre|table|tr|td|th)\b[^>]*>")
_CUT = re.compile(r"\s+\S*$")


def content(html: str, patreon_url: str, embeds: Iterable[str] = ()) -> str:
    """Returns safe HTML for a post, including the videos and links in `embeds`."""
    well_formed = nh3.clean(
        html,
        tags=TAGS | WRAPPERS | {"h1"},
        clean_content_tags=DROPPED,
        attributes=ATTRIBUTES,
        link_rel=None,
        url_schemes=LINKS,
    )
    adapter = _Adapter(patreon_url)
    adapter.feed(well_formed)
    adapter.close()
    return _filter(adapter.result(embeds), patreon_url)


def plain(text: str, max_chars: int = 300) -> str:
    return _SPACES.sub(" ", _INVISIBLE.sub(" ", text)).strip()[:max_chars].rstrip()


def excerpt(html: str) -> str:
    text = plain(unescape(nh3.clean(_BLOCK.sub(r" \g<0> ", html), tags=set())), MAX_EXCERPT_CHARS * 4)
    if len(text) <= MAX_EXCERPT_CHARS:
        return text
    return _CUT.sub("", text[:MAX_EXCERPT_CHARS]).rstrip(" ,;:–") + "…"


def _filter(html: str, patreon_url: str) -> str:
    pictures, players = picture_sources(patreon_url), player_sources()

    def allowed(tag: str, attribute: str, value: str) -> str | None:
        if attribute == "src":
            return value if is_from(value, pictures if tag == "img" else players) else None
        if attribute in NUMBERS and not re.fullmatch(r"\d{1,5}", value):
            return None
        return value

    return nh3.clean(
        html,
        tags=TAGS,
        clean_content_tags=DROPPED,
        attributes=ATTRIBUTES,
        attribute_filter=allowed,
        set_tag_attribute_values=ALWAYS,
        link_rel="noopener noreferrer nofollow",
        url_schemes=LINKS,
        url_relative="deny",
    )


class _Adapter(HTMLParser):
    """Changes heading levels, embeds videos, and makes links absolute. Removes media from unknown sources."""

    def __init__(self, patreon_url: str) -> None:
        super().__init__()
        self._patreon_url = patreon_url
        self._pictures = picture_sources(patreon_url)
        self._out: list[str] = []
        self._players: set[str] = set()
        self._in_frame = False
        self._line: Literal["empty", "open", "ended"] = "empty"  # "ended": the next text needs a `<br>` before it

    def result(self, embeds: Iterable[str]) -> str:
        for address in dict.fromkeys(embeds):
            found = player(address)
            if found is None:
                self._out.append(f'<p><a href="{escape(address)}">{escape(plain(address, 80))}</a></p>')
            elif found not in self._players:
                self._out.append(self._frame(found))
        return "".join(self._out)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._in_frame:
            return
        if tag in WRAPPERS:
            self._end_line()
            return
        given = {name: value or "" for name, value in attrs}
        if tag == "iframe":
            self._in_frame = True
            found = player(joined("https://www.youtube.com/", given.get("src", "")))
            self._out.append(self._frame(found) if found else "")
            return
        if tag == "img":
            src = given.get("src", "")
            given = {"alt": "", **given, "src": joined(self._patreon_url, src) if src.startswith("/") else src}
            if not is_from(given["src"], self._pictures):
                return
        if "href" in given:
            given["href"] = joined(self._patreon_url, given["href"])
        if tag not in INLINE:
            self._line = "empty"
        attributes = "".join(f' {name}="{escape(value)}"' for name, value in given.items())
        self._out.append(f"<{HEADINGS.get(tag, tag)}{attributes}>")

    def handle_endtag(self, tag: str) -> None:
        if tag == "iframe":
            self._in_frame = False
        elif tag in WRAPPERS:
            self._end_line()
        elif tag not in VOID and not self._in_frame:
            if tag not in INLINE:
                self._line = "empty"
            self._out.append(f"</{HEADINGS.get(tag, tag)}>")

    def handle_data(self, data: str) -> None:
        if self._in_frame:
            return
        if data.strip():
            if self._line == "ended":
                self._out.append("<br>")
            self._line = "open"
        self._out.append(escape(data))

    def _end_line(self) -> None:
        if self._line == "open":
            self._line = "ended"

    def _frame(self, address: str) -> str:
        self._players.add(address)
        self._line = "empty"
        title = "YouTube" if "youtube" in address else "Vimeo"
        return f'<iframe src="{escape(address)}" title="{title}"></iframe>'
