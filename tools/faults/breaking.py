"""Inserts a fault into a function, class or constant of a source file.

In Python, definitions have qualified names, such as `Server.answer`. In other files, a definition's name is the start
of its first line, such as `function List`, and the definition includes the indented lines below.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

UNBROKEN = "_unbroken"


class ChangedError(Exception):
    """Raised when the definition or the text to replace does not occur exactly once in the source."""


@dataclass(frozen=True)
class Replaced:
    """A replacement of `old` with `new`.

    In Python, `old` is an expression or keyword argument, and whitespace does not matter.
    """

    old: str
    new: str


@dataclass(frozen=True)
class Followed:
    """Code to add after the definition. Python code can call the original definition as `_unbroken`."""

    code: str


Change = Replaced | Followed


def broken(file: str, source: str, name: str, change: Change) -> str:
    """Returns the source code with `change` applied to the definition `name`.

    Raises:
        ChangedError: the definition or `change.old` does not occur exactly once.
    """
    is_python = file.endswith(".py")
    first, last = _lines_of_python(source, name) if is_python else _lines_of_block(source, name)
    lines = source.splitlines(keepends=True)
    before, definition, after = lines[: first - 1], lines[first - 1 : last], lines[last:]
    if isinstance(change, Replaced):
        found = list(_expressions(definition, change.old) if is_python else _texts(definition, change.old))
        if len(found) != 1:
            raise ChangedError(f"{file}: {name} has {change.old!r} {len(found)} times, not once")
        text = "".join(definition)
        [(start, end)] = found
        return "".join([*before, text[:start], change.new, text[end:], *after])
    indent = re.match(r"\s*", definition[0])[0]  # pyright: ignore[reportOptionalSubscript]
    code = f"{UNBROKEN} = {name.rpartition('.')[2]}\n{change.code}" if is_python else change.code
    added = [f"{indent}{line}\n" for line in code.strip().splitlines()]
    return "".join([*before, *definition, *added, *after])


def _lines_of_python(source: str, name: str) -> tuple[int, int]:
    body = ast.parse(source).body
    found: list[ast.stmt] = []
    for part in name.split("."):
        found = [statement for statement in body if part in _names(statement)]
        body = [inner for statement in found if isinstance(statement, ast.ClassDef) for inner in statement.body]
    if len(found) != 1:
        raise ChangedError(f"{name} is defined {len(found)} times, not once")
    [statement] = found
    decorators = getattr(statement, "decorator_list", [])
    return min(each.lineno for each in (statement, *decorators)), statement.end_lineno or statement.lineno


def _names(statement: ast.stmt) -> list[str]:
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [statement.name]
    targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
    return [each.id for each in targets if isinstance(each, ast.Name)]


def _lines_of_block(source: str, name: str) -> tuple[int, int]:
    lines = source.splitlines()
    beginnings = [
        number for number, line in enumerate(lines, 1) if line.strip().removeprefix("export ").startswith(name)
    ]
    if len(beginnings) != 1:
        raise ChangedError(f"{name} begins {len(beginnings)} lines, not one")
    [first] = beginnings
    depth = _depth(lines[first - 1])
    last = first
    for number, line in enumerate(lines[first:], first + 1):
        is_closing = line.strip()[:1] in ("}", ")", "]") and _depth(line) == depth
        if line.strip() and _depth(line) <= depth and not is_closing:
            break
        if line.strip():
            last = number
    return first, last


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _texts(definition: list[str], old: str) -> Iterator[tuple[int, int]]:
    yield from (found.span() for found in re.finditer(re.escape(old), "".join(definition)))


def _expressions(definition: list[str], old: str) -> Iterator[tuple[int, int]]:
    call = ast.parse(f"f({old})", mode="eval").body
    assert isinstance(call, ast.Call)
    [wanted] = [*call.args, *call.keywords]
    # `ast` parses indented code only inside a block, so this adds a line that `_offset()` subtracts.
    tree = ast.parse("if True:\n" + "".join(definition) if definition[0][0].isspace() else "\n" + "".join(definition))
    for node in ast.walk(tree):
        if type(node) is type(wanted) and ast.dump(node) == ast.dump(wanted):
            assert isinstance(node, ast.expr | ast.keyword)
            yield (
                _offset(definition, node.lineno, node.col_offset),
                _offset(definition, node.end_lineno or 0, node.end_col_offset or 0),
            )


def _offset(definition: list[str], line: int, column: int) -> int:
    """Converts a line and byte from `ast` to a character offset. Ignores the line that `_expressions()` adds."""
    before = sum(map(len, definition[: line - 2]))
    return before + len(definition[line - 2].encode()[:column].decode())
