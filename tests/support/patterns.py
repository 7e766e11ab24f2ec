"""Finds regular expressions that can be extremely slow for some strings."""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from re import _constants as op  # pyright: ignore[reportAttributeAccessIssue]
from re import _parser as parser  # pyright: ignore[reportAttributeAccessIssue]
from types import ModuleType
from typing import Any

from app.folders import ROOT

MANY = 10
"""Repetitions with at least this upper bound count as unlimited."""
ALPHABET = frozenset(map(chr, [*range(0x180), 0x2028, 0x3000, 0xFEFF, 0x1F600]))
"""A sample of characters that stands for all of Unicode."""
REPEATS = (op.MAX_REPEAT, op.MIN_REPEAT)
FUNCTIONS = {"compile", "match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer"}
CATEGORIES = {
    op.CATEGORY_DIGIT: r"\d",
    op.CATEGORY_NOT_DIGIT: r"\D",
    op.CATEGORY_SPACE: r"\s",
    op.CATEGORY_NOT_SPACE: r"\S",
    op.CATEGORY_WORD: r"\w",
    op.CATEGORY_NOT_WORD: r"\W",
}

Item = tuple[Any, Any]
Items = Sequence[Item]


def faults(pattern: str | bytes, flags: int = 0) -> list[str]:
    """Returns the reasons why a regular expression can be extremely slow."""
    text = pattern.decode("latin-1") if isinstance(pattern, bytes) else pattern
    return sorted(set(_faults(list(parser.parse(text, flags)), [[]], [])))


def _faults(items: Items, after: Sequence[Items], loops: Sequence[tuple[Items, Items]]) -> Iterator[str]:
    """Yields the reasons why `items`, a sequence of regex nodes, can be slow to match.

    - `after`: the sequences that can follow `items`
    - `loops`: for each enclosing repetition, the nodes that follow `items` inside it, and all of its nodes
    """
    for place, (kind, value) in enumerate(items):
        rest = list(items[place + 1 :])
        following = [[*rest, *each] for each in after]
        around = [([*rest, *each], whole) for each, whole in loops]
        for body in _bodies(kind, value):
            if _is_many(kind, value):
                own = _first(body)
                if any(own & _first(whole) and _may_be_of(own, each) for each, whole in around):
                    yield "nested repetitions that can match the same characters"
                others = (_first([each]) for sequence in following for each in _next_repetitions(sequence))
                if any(own & other and _may_be_of(other, body) for other in others):
                    yield "consecutive repetitions that can match the same characters"
                yield from _faults(body, [body, *following], [([], body), *around])
            elif kind in (op.ASSERT, op.ASSERT_NOT):
                yield from _faults(body, [[]], [])
            elif kind not in (op.ATOMIC_GROUP, op.POSSESSIVE_REPEAT):  # atomic and possessive groups never backtrack
                yield from _faults(body, following, around)


def _may_be_of(characters: frozenset[str], items: Items) -> bool:
    """Whether `items` can match a string made up only of `characters`."""
    return all(characters & _first_of(*each) for each in items if not _is_nullable(*each))


def _bodies(kind: Any, value: Any) -> list[Items]:
    if kind == op.BRANCH:
        return [list(each) for each in value[1]]
    if kind in (*REPEATS, op.POSSESSIVE_REPEAT):
        return [list(value[2])]
    if kind == op.SUBPATTERN:
        return [list(value[3])]
    if kind in (op.ASSERT, op.ASSERT_NOT):
        return [list(value[1])]
    if kind == op.GROUPREF_EXISTS:
        return [list(each) for each in value[1:] if each]
    return [list(value)] if kind == op.ATOMIC_GROUP else []


def _is_many(kind: Any, value: Any) -> bool:
    return kind in REPEATS and value[1] >= MANY


def _next_repetitions(items: Items) -> Iterator[Item]:
    """Yields the unlimited repetitions that can come first in a match of `items`."""
    for kind, value in items:
        if _is_many(kind, value):
            yield kind, value
        elif kind in (op.SUBPATTERN, op.BRANCH, *REPEATS):
            for body in _bodies(kind, value):
                yield from _next_repetitions(body)
        if not _is_nullable(kind, value):
            return


def _first(items: Items) -> frozenset[str]:
    found: frozenset[str] = frozenset()
    for kind, value in items:
        found |= _first_of(kind, value)
        if not _is_nullable(kind, value):
            break
    return found


def _first_of(kind: Any, value: Any) -> frozenset[str]:
    if kind == op.LITERAL:
        return frozenset(chr(value))
    if kind == op.NOT_LITERAL:
        return ALPHABET - {chr(value)}
    if kind == op.ANY:
        return ALPHABET
    if kind == op.IN:
        return _set(value)
    if kind in (op.AT, op.ASSERT, op.ASSERT_NOT):
        return frozenset()
    if kind == op.GROUPREF:
        return ALPHABET
    return frozenset().union(*map(_first, _bodies(kind, value)))


def _set(members: Iterable[Item]) -> frozenset[str]:
    found: set[str] = set()
    negated = False
    for kind, value in members:
        if kind == op.NEGATE:
            negated = True
        elif kind == op.LITERAL:
            found.add(chr(value))
        elif kind == op.RANGE:
            found |= {each for each in ALPHABET if value[0] <= ord(each) <= value[1]}
        elif kind == op.CATEGORY:
            found |= {each for each in ALPHABET if re.match(CATEGORIES[value], each)}
    return ALPHABET - found if negated else frozenset(found)


def _is_nullable(kind: Any, value: Any) -> bool:
    if kind in (op.LITERAL, op.NOT_LITERAL, op.ANY, op.IN):
        return False
    if kind in (*REPEATS, op.POSSESSIVE_REPEAT) and value[0] == 0:
        return True
    bodies = _bodies(kind, value)
    if kind in (op.ASSERT, op.ASSERT_NOT) or not bodies:
        return True
    return any(all(_is_nullable(*each) for each in body) for body in bodies)


def patterns(file: Path) -> Iterator[tuple[str | bytes, int]]:
    module = import_module(".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))
    yield from ((each.pattern, each.flags) for each in _compiled(vars(module).values()))
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Call) and _is_of_re(node.func) and node.args:
            written = _evaluated(node.args[0], module)
            if isinstance(written, (str, bytes)):
                flags = (_evaluated(each, module) for each in (*node.args[1:], *(word.value for word in node.keywords)))
                yield written, sum(each for each in flags if isinstance(each, re.RegexFlag))


def _compiled(values: Iterable[object]) -> Iterator[re.Pattern[Any]]:
    for value in values:
        if isinstance(value, re.Pattern):
            yield value
        elif isinstance(value, (list, tuple)):
            yield from _compiled(value)
        elif isinstance(value, dict) or type(value).__name__ == "mappingproxy":
            yield from _compiled(value.values())  # pyright: ignore[reportAttributeAccessIssue]


def _is_of_re(function: ast.expr) -> bool:
    match function:
        case ast.Attribute(value=ast.Name(id="re"), attr=name):
            return name in FUNCTIONS
    return False


def _evaluated(node: ast.expr, module: ModuleType) -> object:
    try:
        return eval(compile(ast.Expression(node), "pattern", "eval"), dict(vars(module)))
    except Exception:
        return None
