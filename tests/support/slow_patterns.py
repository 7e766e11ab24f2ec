"""Finds regular expressions that can be extremely slow for some strings.

A repetition backtracks: it tries fewer characters, and leaves the others to the rest of the pattern. This is slow if
another repetition can match them too, because Python then tries every way to divide the characters between the two.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from re import _constants as op  # pyright: ignore[reportAttributeAccessIssue]
from re import _parser as parser  # pyright: ignore[reportAttributeAccessIssue]
from typing import Any, NamedTuple

NESTED = "nested repetitions that can match the same characters"
CONSECUTIVE = "consecutive repetitions that can match the same characters"
UNLIMITED = 10
"""Repetitions with at least this upper bound count as unlimited."""
ALPHABET = frozenset(map(chr, [*range(0x180), 0x2028, 0x3000, 0xFEFF, 0x1F600]))
"""A sample of characters that stands for all of Unicode."""
CATEGORIES = {
    op.CATEGORY_DIGIT: r"\d",
    op.CATEGORY_NOT_DIGIT: r"\D",
    op.CATEGORY_SPACE: r"\s",
    op.CATEGORY_NOT_SPACE: r"\S",
    op.CATEGORY_WORD: r"\w",
    op.CATEGORY_NOT_WORD: r"\W",
}
SINGLE_CHARACTERS = (op.LITERAL, op.NOT_LITERAL, op.ANY, op.IN)
BACKTRACKING_REPEATS = (op.MAX_REPEAT, op.MIN_REPEAT)
REPEATS = (*BACKTRACKING_REPEATS, op.POSSESSIVE_REPEAT)
LOOKAROUNDS = (op.ASSERT, op.ASSERT_NOT)
WITHOUT_BACKTRACKING = (op.ATOMIC_GROUP, op.POSSESSIVE_REPEAT)

Characters = frozenset[str]
Nodes = tuple["Node", ...]


@dataclass(frozen=True)
class Node:
    """A node of a parsed pattern, for example a character or a repetition. `value` depends on `kind`."""

    kind: Any
    value: Any

    @property
    def bodies(self) -> list[Nodes]:
        """The patterns in this node: the alternatives of `a|b`, the contents of a group or repetition."""
        match self.kind, self.value:
            case op.BRANCH, (_, alternatives):
                return [_nodes(each) for each in alternatives]
            case op.GROUPREF_EXISTS, (_, *alternatives):
                return [_nodes(each) for each in alternatives if each]
            case op.ATOMIC_GROUP, body:
                return [_nodes(body)]
            case kind, (*_, body) if kind in (*REPEATS, *LOOKAROUNDS, op.SUBPATTERN):
                return [_nodes(body)]
        return []

    @property
    def is_unlimited(self) -> bool:
        """Whether this is a repetition that backtracks and has no low upper bound."""
        return self.kind in BACKTRACKING_REPEATS and self.value[1] >= UNLIMITED

    @property
    def is_nullable(self) -> bool:
        """Whether this node can match the empty string."""
        if self.kind in SINGLE_CHARACTERS:
            return False
        if self.kind in LOOKAROUNDS or (self.kind in REPEATS and self.value[0] == 0):
            return True
        bodies = self.bodies
        return not bodies or any(all(node.is_nullable for node in body) for body in bodies)

    @property
    def first_characters(self) -> Characters:
        """The characters with which a match of this node can start."""
        if self.kind == op.LITERAL:
            return frozenset(chr(self.value))
        if self.kind == op.NOT_LITERAL:
            return ALPHABET - {chr(self.value)}
        if self.kind in (op.ANY, op.GROUPREF):
            return ALPHABET
        if self.kind == op.IN:
            return _characters_of_set(self.value)
        if self.kind in LOOKAROUNDS:
            return frozenset()
        return frozenset().union(*map(_first_characters, self.bodies))


class Loop(NamedTuple):
    """A repetition around a node. `rest` contains the nodes after that node in the repetition's `body`."""

    rest: Nodes
    body: Nodes


def faults(pattern: str | bytes, flags: int = 0) -> list[str]:
    """Returns the reasons why a regular expression can be extremely slow."""
    text = pattern.decode("latin-1") if isinstance(pattern, bytes) else pattern
    return sorted(set(_faults(_nodes(parser.parse(text, flags)), [()], [])))


def _faults(nodes: Nodes, continuations: Sequence[Nodes], loops: Sequence[Loop]) -> Iterator[str]:
    """Yields the reasons why `nodes` can be slow to match. One of `continuations` follows them, and `loops` are the
    repetitions around them.
    """
    for position, node in enumerate(nodes, start=1):
        rest = nodes[position:]
        following = [rest + each for each in continuations]
        around = [Loop(rest + loop.rest, loop.body) for loop in loops]
        for body in node.bodies:
            if node.is_unlimited:
                if _repeats_in(body, around):
                    yield NESTED
                if _repeats_before(body, following):
                    yield CONSECUTIVE
                yield from _faults(body, [body, *following], [Loop((), body), *around])
            elif node.kind in LOOKAROUNDS:
                yield from _faults(body, [()], [])
            elif node.kind not in WITHOUT_BACKTRACKING:
                yield from _faults(body, following, around)


def _repeats_in(body: Nodes, loops: Sequence[Loop]) -> bool:
    """Whether characters that a repetition of `body` leaves over can start another round of a loop around it."""
    characters = _first_characters(body)
    return any(characters & _first_characters(loop.body) and _can_match(loop.rest, characters) for loop in loops)


def _repeats_before(body: Nodes, following: Sequence[Nodes]) -> bool:
    """Whether a following repetition can match the characters that a repetition of `body` leaves over."""
    characters = _first_characters(body)
    others = (_first_characters((node,)) for nodes in following for node in _leading_repetitions(nodes))
    return any(characters & other and _can_match(body, other) for other in others)


def _can_match(nodes: Nodes, characters: Characters) -> bool:
    """Whether `nodes` can match a string that contains only `characters`."""
    return all(characters & node.first_characters for node in nodes if not node.is_nullable)


def _leading_repetitions(nodes: Nodes) -> Iterator[Node]:
    """Yields the unlimited repetitions that can come first in a match of `nodes`."""
    for node in nodes:
        if node.is_unlimited:
            yield node
        elif node.kind in (op.SUBPATTERN, op.BRANCH, *BACKTRACKING_REPEATS):
            for body in node.bodies:
                yield from _leading_repetitions(body)
        if not node.is_nullable:
            return


def _first_characters(nodes: Nodes) -> Characters:
    found: Characters = frozenset()
    for node in nodes:
        found |= node.first_characters
        if not node.is_nullable:
            break
    return found


def _characters_of_set(members: Iterable[tuple[Any, Any]]) -> Characters:
    """Returns the characters of a set such as `[a-z]` or `[^,]`."""
    found: set[str] = set()
    is_negated = False
    for kind, value in members:
        if kind == op.NEGATE:
            is_negated = True
        elif kind == op.LITERAL:
            found.add(chr(value))
        elif kind == op.RANGE:
            found |= {each for each in ALPHABET if value[0] <= ord(each) <= value[1]}
        elif kind == op.CATEGORY:
            found |= {each for each in ALPHABET if re.match(CATEGORIES[value], each)}
    return ALPHABET - found if is_negated else frozenset(found)


def _nodes(parsed: Iterable[tuple[Any, Any]]) -> Nodes:
    return tuple(Node(kind, value) for kind, value in parsed)
