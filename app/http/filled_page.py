"""Inserts escaped text and field values into built pages, and marks invalid fields."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from html.parser import HTMLParser

from app.content.inquiry import FIELDS, field_id

MAX_CACHED_PAGES = 32

_SCRIPT = re.compile(r'<script\b[^>]*>.*?</script>|<link rel="preload"[^>]* as="script"[^>]*/?>', re.DOTALL)


@dataclass(frozen=True)
class Contents:
    """Contents to insert. `texts` is keyed by element ID; `values` and `problems` are keyed by field name."""

    texts: Mapping[str, str]
    values: Mapping[str, str] = field(default_factory=dict[str, str])
    problems: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def first_invalid(self) -> str | None:
        return next((name for name in FIELDS if name in self.problems), None)


Placeholder = Callable[[Contents], str]


def fill(html: str, contents: Contents, ids: tuple[str, ...], replaced: tuple[str, ...] = ()) -> str:
    """Returns the page `html` with the contents.

    An element with an ID in `ids` gets its text from `contents.texts`. Without such a text, the element stays hidden.
    Elements with an ID in `replaced` are hidden, because the inserted texts replace them.
    """
    return "".join(each if isinstance(each, str) else each(contents) for each in _sections(html, ids, replaced))


def without_scripts(html: str) -> str:
    """Removes scripts, script preloads and hydration data."""
    return _SCRIPT.sub("", html)


@lru_cache(maxsize=MAX_CACHED_PAGES)
def _sections(html: str, ids: tuple[str, ...], replaced: tuple[str, ...]) -> Sequence[str | Placeholder]:
    parser = _Parser(ids, replaced)
    parser.feed(html)
    parser.close()
    return parser.joined()


class _Parser(HTMLParser):
    def __init__(self, ids: Collection[str], replaced: Collection[str]) -> None:
        super().__init__(convert_charrefs=False)
        self._ids = ids
        self._replaced = replaced
        self._sections: list[str | Placeholder] = []
        self._select = ""
        self._options: list[str] = []

    def joined(self) -> list[str | Placeholder]:
        joined: list[str | Placeholder] = []
        for section in self._sections:
            if joined and isinstance(section, str) and isinstance(joined[-1], str):
                joined[-1] += section
            else:
                joined.append(section)
        return joined

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        raw, name, id = self.get_starttag_text() or "", given.get("name") or "", given.get("id") or ""
        if tag in ("input", "select", "textarea") and id == field_id(name):
            self._sections.append(_field(raw, tag, name))
            if tag == "select":
                self._select, self._options = name, []
                self._sections.append(_unchosen(name, self._options))
            if tag == "textarea":
                self._sections.append(lambda contents: _typed_text(contents, name))
        elif tag == "option" and self._select:
            self._options.append(given.get("value") or "")
            self._sections.append(_option(raw, self._select, self._options[-1]))
        elif id in self._ids:
            self._sections.append(_text(raw, id))
        elif id in self._replaced:
            self._sections.append(_with_attributes(raw, {"hidden": ""}))
        else:
            self._sections.append(raw)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""
        self._sections.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self._sections.append(data)

    def handle_entityref(self, name: str) -> None:
        self._sections.append(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self._sections.append(f"&#{name};")

    def handle_comment(self, data: str) -> None:
        self._sections.append(f"<!--{data}-->")

    def handle_decl(self, decl: str) -> None:
        self._sections.append(f"<!{decl}>")


def _field(raw: str, tag: str, name: str) -> Placeholder:
    def fill(contents: Contents) -> str:
        attributes: dict[str, str] = {}
        if tag == "input" and name in contents.values:
            attributes["value"] = contents.values[name]
        if name in contents.problems:
            attributes["aria-invalid"] = "true"
        if name == contents.first_invalid:
            attributes["autofocus"] = ""
        return _with_attributes(raw, attributes)

    return fill


def _typed_text(contents: Contents, name: str) -> str:
    # Adds a line feed, because browsers ignore the first one after `<textarea>`.
    return "\n" + escape(contents.values[name]) if name in contents.values else ""


def _option(raw: str, select: str, value: str) -> Placeholder:
    chosen = _with_attributes(raw, {"selected": ""})
    return lambda contents: chosen if contents.values.get(select) == value else raw


def _unchosen(select: str, options: Collection[str]) -> Placeholder:
    """Inserts an empty, selected option if the value is invalid and not in `options`."""

    def fill(contents: Contents) -> str:
        value = contents.values.get(select, "")
        is_lacking = select in contents.problems and not {value, ""} & {*options}
        return '<option value="" selected=""></option>' if is_lacking else ""

    return fill


def _text(raw: str, id: str) -> Placeholder:
    visible = raw.replace(' hidden=""', "", 1)

    def fill(contents: Contents) -> str:
        return visible + escape(contents.texts[id]) if id in contents.texts else raw

    return fill


def _with_attributes(raw: str, attributes: Mapping[str, str]) -> str:
    end = "/>" if raw.endswith("/>") else ">"
    return raw.removesuffix(end) + "".join(f' {name}="{escape(value)}"' for name, value in attributes.items()) + end
