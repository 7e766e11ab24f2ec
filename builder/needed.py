"""What of a minified style sheet pages need: rules for their elements and classes, and the variables that these read.

A selector that is too intricate to judge is kept.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from html.parser import HTMLParser
from typing import NamedTuple

PRINT = "@media print"
HOVER = "@media (hover:hover)"
CONTROLS = {"input", "select", "textarea"}
"""Elements that have the parts in `_PART`."""

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|url\([^")]*\)|\\.|[{};]|[^{};"\\u]+|.', re.DOTALL)
_GROUP = re.compile(r"@(media|supports|layer|container|starting-style)\b")
_PART = re.compile(r"::(file-selector|placeholder|-webkit-(search|date|calendar|inner|outer))|:-moz-ui-invalid")
_CODE_POINT = re.compile(r"\\[0-9a-f]")
_SPECIAL = re.compile(r"([^-\w])")
_ESCAPED = re.compile(r"\\(.)")
_ASIDE = re.compile(
    r":not\([^()]*\)|:nth-[-\w]+\([^()]*\)|\([^()]*,[^()]*\)|\[[^]]*\]|::?(?!not\()[-\w]+|#[-\w]+"  # says nothing sure
)
_NAME = re.compile(r"\.?[-\w\ue000-\uf8ff]+")
_VARIABLE = re.compile(r"(?:@property )?(--[-\w]+)")
_READ = re.compile(r"var\((--[-\w]+)")


class Rule(NamedTuple):
    """What stands before braces and what is in them; or a declaration, which has none."""

    head: str
    body: "list[Rule] | None"


class Names(HTMLParser):
    """The elements of pages, and their classes with a dot. What is in a dialog is shown only by scripts."""

    def __init__(self):
        super().__init__()
        self.found: set[str] = set()
        self._dialogs = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self._dialogs:
            self.found.add(tag)
        self._dialogs += tag == "dialog"
        if not self._dialogs:
            self.found |= {f".{_plain(name)}" for name in (dict(attrs).get("class") or "").split()}

    def handle_endtag(self, tag: str) -> None:
        self._dialogs -= tag == "dialog"


def parse(css: str) -> list[Rule]:
    """The rules of a minified style sheet, without its comments.

    Raises:
        ValueError: they would not be written as they were.
    """
    css = _COMMENT.sub("", css)
    rules = _block(iter(_TOKEN.findall(css)))
    if write(rules) != css:
        raise ValueError("the style sheet has something in it that builder/needed.py cannot read")
    return rules


def write(rules: Iterable[Rule]) -> str:
    """The rules as a minified style sheet."""
    written = "".join(f"{head};" if body is None else f"{head}{{{write(body)}}}" for head, body in rules)
    return written.removesuffix(";")


def needed(rules: Iterable[Rule], names: set[str]) -> Iterator[Rule]:
    """The rules that pages of these elements and classes may need (`Names`), and every layer, as their order counts."""
    for head, body in rules:
        if body is None or (head.startswith("@") and not _GROUP.match(head)):
            yield Rule(head, body)
        elif head.startswith("@"):
            inner = list(needed(body, names))
            if inner or head.startswith("@layer"):
                yield Rule(head, inner)
        elif selectors := [selector for selector in _selectors(head) if _is_needed(selector, names)]:
            yield Rule(",".join(selectors), body)


def printed(rules: Iterable[Rule]) -> Iterator[Rule]:
    """The rules for paper, each in the layer in which it stands."""
    for head, body in rules:
        if head == PRINT:
            yield Rule(head, body)
        elif inner := list(printed(body or ())):
            yield Rule(head, inner)


def shown(rules: Iterable[Rule]) -> Iterator[Rule]:
    """All rules but those for paper, and those for what a pointer rests on."""
    for head, body in rules:
        if head not in (PRINT, HOVER):
            yield Rule(head, body and list(shown(body)))


def without_unread(rules: list[Rule]) -> list[Rule]:
    """The rules without variables that none of them reads."""
    kept = list(_read(rules, set(_READ.findall(write(rules)))))
    return rules if kept == rules else without_unread(kept)


def _read(rules: Iterable[Rule], variables: set[str]) -> Iterator[Rule]:
    for head, body in rules:
        variable = _VARIABLE.match(head)
        inner = body and list(_read(body, variables))
        is_emptied = body and not inner
        if not is_emptied and (not variable or variable[1] in variables):
            yield Rule(head, inner)


def _block(tokens: Iterator[str]) -> list[Rule]:
    """The rules up to the brace that closes them."""
    rules, head = list[Rule](), ""
    for token in tokens:
        if token == "}":
            break
        if token in "{;":
            rules.append(Rule(head, _block(tokens) if token == "{" else None))
            head = ""
        else:
            head += token
    return [*rules, Rule(head, None)] if head else rules


def _selectors(head: str) -> list[str]:
    """The selectors that commas separate, but not those in parentheses."""
    selectors, depth = [""], 0
    for piece in re.findall(r"\\.|.", head):
        depth += (piece in "([") - (piece in ")]")
        if piece == "," and not depth:
            selectors.append("")
        else:
            selectors[-1] += piece
    return selectors


def _is_needed(selector: str, names: set[str]) -> bool:
    if _PART.search(selector):
        return bool(names & CONTROLS)
    rest, before = _ESCAPED.sub(_letter, selector), ""
    while rest != before:
        rest, before = _ASIDE.sub("", rest), rest
    return ":not(" in rest or bool(_CODE_POINT.search(selector)) or names.issuperset(_NAME.findall(rest))


@cache
def _plain(name: str) -> str:
    """A class with a letter in place of each character that a style sheet escapes."""
    return _SPECIAL.sub(_letter, name)


def _letter(special: re.Match[str]) -> str:
    return chr(0xE000 + ord(special[1]))
