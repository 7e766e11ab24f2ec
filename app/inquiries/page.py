"""The form's page with what a visitor has typed and what is wrong with it: the built page, filled in.

The page is parsed once. What is filled in comes from strangers, and is escaped wherever it goes.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from html.parser import HTMLParser

from app.content.inquiry import ESTIMATE, FIELDS, REASON, field_id, problem_id

_TYPED = FIELDS[:-1]  # a browser takes no files from a page
_SCRIPT = re.compile(r'<script\b[^>]*>.*?</script>|<link rel="preload"[^>]* as="script"[^>]*/?>', re.DOTALL)


@dataclass(frozen=True)
class Contents:
    """What is filled in: texts by field, sentences about problems by field, and texts by an element's id."""

    values: Mapping[str, str]
    problems: Mapping[str, str]
    texts: Mapping[str, str]

    @property
    def first_wrong(self) -> str | None:
        return next((name for name in FIELDS if name in self.problems), None)


Slot = Callable[[Contents], str]
"""Returns the HTML of a part of the page that depends on the contents."""


class Template:
    """A built page of the form, split where it can be filled in."""

    def __init__(self, html: str) -> None:
        parser = _Parser()
        parser.feed(html)
        parser.close()
        self._parts = parser.joined()

    def fill(self, values: Mapping[str, str], problems: Mapping[str, str], reason: str = "", estimate: str = "") -> str:
        """Returns the page with `values` in its fields, `problems` beside them, and above the form the `reason` why it
        was refused."""
        texts = {REASON: reason, ESTIMATE: estimate, **{problem_id(name): text for name, text in problems.items()}}
        contents = Contents({name: values[name] for name in _TYPED if values.get(name)}, problems, texts)
        return "".join(part if isinstance(part, str) else part(contents) for part in self._parts)


def without_scripts(html: str) -> str:
    """Returns a built page without its scripts."""
    return _SCRIPT.sub("", html)


class _Parser(HTMLParser):
    """Splits a page into parts."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self._parts: list[str | Slot] = []
        self._select = ""

    def joined(self) -> list[str | Slot]:
        """Returns the parts, neighbouring texts as one."""
        joined: list[str | Slot] = []
        for part in self._parts:
            if joined and isinstance(part, str) and isinstance(joined[-1], str):
                joined[-1] += part
            else:
                joined.append(part)
        return joined

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        raw, name, id = self.get_starttag_text() or "", given.get("name") or "", given.get("id") or ""
        if tag in ("input", "select", "textarea") and id == field_id(name):
            self._parts.append(_field(raw, tag, name))
            self._select = name if tag == "select" else self._select
            if tag == "textarea":
                self._parts.append(lambda contents: _typed_text(contents, name))
        elif tag == "option" and self._select:
            self._parts.append(_option(raw, self._select, given.get("value") or ""))
        elif id in _TEXTS:
            self._parts.append(_text(raw, id))
        else:
            self._parts.append(raw)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""
        self._parts.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self._parts.append(data)

    def handle_entityref(self, name: str) -> None:
        self._parts.append(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self._parts.append(f"&#{name};")

    def handle_comment(self, data: str) -> None:
        self._parts.append(f"<!--{data}-->")

    def handle_decl(self, decl: str) -> None:
        self._parts.append(f"<!{decl}>")


_TEXTS = frozenset((REASON, ESTIMATE, *(problem_id(name) for name in FIELDS)))
"""The ids of elements that a text is filled into."""


def _field(raw: str, tag: str, name: str) -> Slot:
    def fill(contents: Contents) -> str:
        attributes: dict[str, str] = {}
        if tag == "input" and name in contents.values:
            attributes["value"] = contents.values[name]
        if name in contents.problems:
            attributes["aria-invalid"] = "true"
        if name == contents.first_wrong:
            attributes["autofocus"] = ""
        return _with(raw, attributes)

    return fill


def _typed_text(contents: Contents, name: str) -> str:
    # The first line feed after the tag is not part of the text.
    return "\n" + escape(contents.values[name]) if name in contents.values else ""


def _option(raw: str, select: str, value: str) -> Slot:
    chosen = _with(raw, {"selected": ""})
    return lambda contents: chosen if contents.values.get(select) == value else raw


def _text(raw: str, id: str) -> Slot:
    visible = raw.replace(' hidden=""', "", 1)

    def fill(contents: Contents) -> str:
        text = contents.texts.get(id)
        return visible + escape(text) if text else raw

    return fill


def _with(raw: str, attributes: Mapping[str, str]) -> str:
    """Returns a tag with further attributes."""
    end = "/>" if raw.endswith("/>") else ">"
    return raw.removesuffix(end) + "".join(f' {name}="{escape(value)}"' for name, value in attributes.items()) + end
