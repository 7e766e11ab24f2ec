"""Finds the regular expressions in a module of the project."""

import ast
import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

from app.folders import ROOT

FUNCTIONS = {"compile", "match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer"}
"""The functions of `re` whose first argument is a pattern."""


def patterns_in(file: Path) -> Iterator[tuple[str | bytes, int]]:
    """Yields the patterns in a module with their flags: those in its variables and in its calls of `re`."""
    module = import_module(".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))
    yield from ((each.pattern, each.flags) for each in _compiled(vars(module).values()))
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Call) and _is_of_re(node.func) and node.args:
            pattern = _evaluated(node.args[0], module)
            if isinstance(pattern, (str, bytes)):
                others = [*node.args[1:], *(keyword.value for keyword in node.keywords)]
                options = [_evaluated(each, module) for each in others]
                yield pattern, sum(each for each in options if isinstance(each, re.RegexFlag))


def _compiled(values: Iterable[object]) -> Iterator[re.Pattern[Any]]:
    for value in values:
        if isinstance(value, re.Pattern):
            yield value
        elif isinstance(value, (list, tuple)):
            yield from _compiled(value)
        elif isinstance(value, (dict, MappingProxyType)):
            yield from _compiled(value.values())


def _is_of_re(function: ast.expr) -> bool:
    match function:
        case ast.Attribute(value=ast.Name(id="re"), attr=name):
            return name in FUNCTIONS
    return False


def _evaluated(node: ast.expr, module: ModuleType) -> object:
    """Returns the value of an expression, or None if it depends on local variables."""
    try:
        return eval(compile(ast.Expression(node), "pattern", "eval"), dict(vars(module)))
    except Exception:
        return None
