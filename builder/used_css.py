"""Finds the CSS rules that pages use."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from html.parser import HTMLParser
from typing import Any, NamedTuple

import tinycss2

PRINT = "@media print"
HOVER = "@media (hover:hover)"
GROUPS = ("@media", "@supports", "@layer", "@container", "@starting-style")
"""CSS rules that contain other rules."""
CONTROLS = {"input", "select", "textarea"}
CONTROL_PARTS = re.compile(r"::(file-selector|placeholder|-webkit-(search|date|calendar|inner|outer))|:-moz-ui-invalid")
"""A pattern for pseudo-elements and pseudo-classes that only form controls (`CONTROLS`) have."""
UNREADABLE = "the style sheet contains code that builder/used_css.py cannot read"
MATCHING = {"is", "where", "has"}
"""Pseudo-classes that match only if one of their arguments matches."""


class Rule(NamedTuple):
    """A CSS rule or a declaration. A declaration has no `body`."""

    head: str
    body: "list[Rule] | None"


def element_names(html: str) -> set[str]:
    """Returns the tag names and classes on a page. Classes start with a dot."""
    names = _Names()
    names.feed(html)
    return names.found


def parse(css: str) -> list[Rule]:
    """Parses a style sheet, ignoring comments.

    Raises:
        ValueError: `write()` would not reproduce the style sheet.
    """
    rules = list(_rules(tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True)))
    if write(rules) != re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL):
        raise ValueError(UNREADABLE)
    return rules


def write(rules: Iterable[Rule]) -> str:
    written = "".join(f"{head};" if body is None else f"{head}{{{write(body)}}}" for head, body in rules)
    return written.removesuffix(";")


def used(rules: Iterable[Rule], names: set[str]) -> Iterator[Rule]:
    """Yields the rules for the elements and classes in `names`. Empty layers remain, because their order matters."""
    for head, body in rules:
        if body is None or (head.startswith("@") and not head.startswith(GROUPS)):
            yield Rule(head, body)
        elif head.startswith("@"):
            inner = list(used(body, names))
            if inner or head.startswith("@layer"):
                yield Rule(head, inner)
        elif selectors := [tinycss2.serialize(each) for each in _selectors(head) if _matches(each, names)]:
            yield Rule(",".join(selectors), body)


def print_rules(rules: Iterable[Rule]) -> Iterator[Rule]:
    for head, body in rules:
        if head == PRINT:
            yield Rule(head, body)
        elif inner := list(print_rules(body or ())):
            yield Rule(head, inner)


def screen_rules(rules: Iterable[Rule]) -> Iterator[Rule]:
    for head, body in rules:
        if head not in (PRINT, HOVER):
            yield Rule(head, body and list(screen_rules(body)))


def without_unread_variables(rules: list[Rule]) -> list[Rule]:
    read = set(re.findall(r"var\((--[-\w]+)", write(rules)))
    left = list(_without_unread(rules, read))
    return rules if left == rules else without_unread_variables(left)


def _without_unread(rules: Iterable[Rule], read: set[str]) -> Iterator[Rule]:
    for head, body in rules:
        name = head.removeprefix("@property ").partition(":")[0]
        inner = body and list(_without_unread(body, read))
        is_emptied = body and not inner
        if not is_emptied and (not name.startswith("--") or name in read):
            yield Rule(head, inner)


def _rules(nodes: Iterable[Any]) -> Iterator[Rule]:
    for node in nodes:
        if node.type in ("at-rule", "qualified-rule"):
            keyword = f"@{node.at_keyword}" if node.type == "at-rule" else ""
            contents = node.content and tinycss2.parse_blocks_contents(node.content, True, True)
            yield Rule(keyword + tinycss2.serialize(node.prelude), None if contents is None else [*_rules(contents)])
        elif node.type == "error":
            raise ValueError(UNREADABLE)
        else:
            yield Rule(node.serialize(), None)


@cache
def _selectors(head: str) -> list[list[Any]]:
    selectors: list[list[Any]] = [[]]
    for token in tinycss2.parse_component_value_list(head):
        if token == ",":  # noqa: S105
            selectors.append([])
        else:
            selectors[-1].append(token)
    return selectors


def _matches(selector: list[Any], names: set[str]) -> bool:
    """Whether elements and classes in `names` can match `selector`."""
    if CONTROL_PARTS.search(tinycss2.serialize(selector)):
        return bool(names & CONTROLS)
    before = ""
    for token in selector:
        if token.type == "ident" and before != ":":
            if (f".{token.value}" if before == "." else token.value) not in names:
                return False
        elif (
            token.type == "function"
            and token.lower_name in MATCHING
            and "," not in token.arguments
            and not _matches(token.arguments, names)
        ):
            return False
        before = token.value if token.type == "literal" else ""
    return True


class _Names(HTMLParser):
    """Collects the names of elements and classes outside dialogs, because dialogs are closed when a page opens."""

    def __init__(self):
        super().__init__()
        self.found: set[str] = set()
        self._dialogs = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self._dialogs:
            self.found.add(tag)
        self._dialogs += tag == "dialog"
        if not self._dialogs:
            self.found |= {f".{name}" for name in (dict(attrs).get("class") or "").split()}

    def handle_endtag(self, tag: str) -> None:
        self._dialogs -= tag == "dialog"
