"""`python -m tools.untranslated`: finds hard-coded page text, which has no translation.

Renders each page with marks around translated text. Reports unmarked strings that are the same in all languages. Names
in `app/content/` are exempt.
"""

import ast
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, NamedTuple
from unittest.mock import patch

import reflex as rx
from babel.messages.catalog import Catalog

from app import content
from app.components import picture
from app.folders import ROOT
from app.i18n import LANGUAGES, Language, Text, use
from app.i18n.catalogs.template import extract
from app.i18n.typography import NBSP
from app.layouts import LAYOUTS
from app.pages.error import error_page
from app.pages.offline import offline_page
from app.routes import Place, places
from app.seam import texts
from tests.support.site_texts import picture_without_master

NAMES = frozenset({"Google Maps", "Mapy.com", "OpenStreetMap", "Patreon", "PDF", "SVG", "Web"})
"""Names that are the same in every language, but are not `str` fields in `app/content/`."""
VISIBLE = re.compile(
    r"alt|title|placeholder|label|labels|text|texts|message|summary|dangerouslySetInnerHTML"
    r"|aria-(?:label|description|roledescription|valuetext|placeholder)"
)
"""Attributes that are visible or read by screen readers."""
START, END = "\ue000", "\ue001"
LITERAL = re.compile(r'"(?:[^"\\]|\\.)*"')
KEY = re.compile(r'\[("(?:[^"\\]|\\.)*")\]')
TAG = re.compile(r"<[^<>]*>")
WORD = re.compile(r"[^\W\d_]{2,}")
HINT = (
    'Write _("…") (from app.i18n import _) and run `make messages`, which finds only literal texts: '
    '_("… {name}").format(name=name), not _(f"… {name}") or _(name). A name belongs to a `str` field in app/content/ '
    "or to NAMES in tools/untranslated.py; a text in another language, to an element with `lang`."
)
BLANK = re.compile(r"%%\w+%%")
UNIT = re.compile(r"\d[\s\u00a0]*(?:Kč|CZK|EUR|kB|MB|GB|g|kg|mm|cm|m|pt|px)\b")


class Found(NamedTuple):
    """An untranslated string. `page` is the path of the page's module."""

    page: str
    text: str


def main() -> int:
    texts.support()
    found = on_all_pages()
    for file, line, text in sorted((*position(each), each.text) for each in found):
        print(f"{file}:{line}: {text!r} is not translatable")
    print(HINT if found else "Every visible text is translatable.")
    return bool(found)


def on_all_pages() -> list[Found]:
    """Renders all pages. Returns unmarked strings that are the same in all languages."""
    by_language = {language: [*_of_language(language)] for language in LANGUAGES}
    return in_every_language(by_language)


def plain_strings(component: rx.Component) -> Iterator[str]:
    """Yields a component's untranslated strings. Create the component in a `with marking()` block."""
    for text in _visible(component.render()):
        if _is_plain(text):
            yield _untranslated(text)


@contextmanager
def marking() -> Iterator[None]:
    """Marks each line of translated text during the `with` block. Variables remain unmarked.

    Text that `extract()` does not find, such as `_(f"…")`, also remains unmarked, because no catalog contains it.
    """
    translate = Text.__str__

    def marked(text: Text) -> str:
        if text.msgid not in _extracted():
            return translate(text)
        values = {
            name: f"{END}{value}{START}" if isinstance(value, rx.Var) else value for name, value in text.values.items()
        }
        lines = translate(replace(text, values=values)).split("\n")
        return "\n".join(f"{START}{line}{END}" for line in lines)

    with patch.object(Text, "__str__", marked):
        yield


def position(found: Found) -> tuple[str, int]:
    """Returns the file and line of the string that best matches `found`."""
    candidates = [
        (text != found.text, file != found.page, -len(text), file, line)
        for file, line, text in _constants()
        if text == found.text or (WORD.search(text) and text in found.text)
    ]
    return min(candidates)[-2:] if candidates else (found.page, 1)


def in_every_language(found: Mapping[Language, Iterable[Found]]) -> list[Found]:
    common = set.intersection(*(set(each) for each in found.values()))
    unique = {each.text: each for each in sorted(common, reverse=True)}
    return sorted(unique.values())


def _of_language(language: Language) -> Iterator[Found]:
    with use(language), marking(), patch.object(picture, "derive", picture_without_master):
        for place in places():
            if place.language == language:
                module = import_module(place.route.page)
                file = Path(module.__file__ or "").relative_to(ROOT).as_posix()
                for text in _strings_of(place, module):
                    yield Found(file, text)
        for name, page in {"error": error_page(language), "offline": offline_page(language, ())}.items():
            for text in plain_strings(page()):
                yield Found(f"app/pages/{name}.py", text)


def _strings_of(place: Place, module: ModuleType) -> Iterator[str]:
    meta = module.meta(**place.params)
    for text in (str(meta.title), str(meta.description)):
        if _is_plain(text):
            yield _untranslated(text)
    yield from plain_strings(LAYOUTS[place.route.layout](place, module.page(**place.params)))


def _visible(node: Any) -> Iterator[str]:
    """Yields a rendered component's strings that are visible or read by screen readers.

    Omits elements with a `lang` attribute: their language is intentional.
    """
    if isinstance(node, list | tuple):
        for each in node:
            yield from _visible(each)
    if not isinstance(node, Mapping) or any(str(prop).startswith('lang:"') for prop in node.get("props", ())):
        return
    yield from _literals(str(node.get("contents") or ""))
    for prop in node.get("props", ()):
        name, _colon, value = str(prop).partition(":")
        if VISIBLE.fullmatch(name.strip('"')):
            yield from _literals(value)
    for name, value in node.items():
        if name not in ("contents", "props"):
            yield from _visible(value)


def _literals(script: str) -> Iterator[str]:
    """Yields a script's string literals, but not keys such as `["name"]`."""
    for found in LITERAL.findall(KEY.sub("", script)):
        yield TAG.sub(" ", json.loads(found))


def _untranslated(text: str) -> str:
    depth, rest = 0, ""
    for character in text:
        depth += (character == START) - (character == END)
        if depth <= 0 and character != END:
            rest += character
    return " ".join(rest.split())


def _is_plain(text: str) -> bool:
    """Whether a string contains untranslated words other than names."""
    rest = _untranslated(text)
    if rest in _content_strings():
        return False
    for pattern in (_names(), UNIT, BLANK):
        rest = pattern.sub("", rest)
    return bool(WORD.search(rest))


@cache
def _extracted() -> Catalog:
    return extract()


@cache
def _content_strings() -> frozenset[str]:
    modules = (import_module(f"{content.__name__}.{module.name}") for module in iter_modules(content.__path__))
    values = [value for module in modules for value in vars(module).values() if not isinstance(value, str)]
    return frozenset(text for value in values for text in _strings_in(value))


@cache
def _names() -> re.Pattern[str]:
    """Returns a pattern for names of people, works and languages."""
    names = NAMES | {language.name for language in LANGUAGES}
    names |= {text for text in _content_strings() if any(map(str.isupper, text)) or "@" in text}
    return re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in sorted(names, key=len, reverse=True)))


def _strings_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield from value.replace(NBSP, " ").split("\n")
    elif isinstance(value, tuple | list):
        for each in value:
            yield from _strings_in(each)
    elif is_dataclass(value) and not isinstance(value, type | Text):
        for each in fields(value):
            if "Text" not in str(each.type):
                yield from _strings_in(getattr(value, each.name))


@cache
def _constants() -> tuple[tuple[str, int, str], ...]:
    """Returns all strings in `app/` except docstrings, each with its file and line."""
    found = []
    for file in sorted((ROOT / "app").rglob("*.py")):
        nodes = [*ast.walk(ast.parse(file.read_text()))]
        docs = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        for node in nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
                name = file.relative_to(ROOT).as_posix()
                found += [(name, node.lineno, line.strip()) for line in node.value.split("\n") if line.strip()]
    return tuple(found)


if __name__ == "__main__":
    sys.exit(main())
