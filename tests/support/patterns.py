"""Finds the regular expressions of a module."""

import ast
import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from app.folders import ROOT

FUNCTIONS = {"compile", "match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer"}
SLOW_STRINGS = [
    *("a", "a-", "a.", "a@", "@a", "a@a.", "%40", "token", "token=", "token ", "eyJ-", "basic ", "bearer\n", "e-mail"),
    *("?", "?a", "?a=", "#a=", "a1", "1", "=", ":", "'", '"', "&", ";", ",", ".", "-", "_", "/", "\\", "[", "{", "<"),
    *("0x", "en;q=0.1,", "bytes=", "1-2,", ",127.0.0.1", ",::1", "../", "%2e%2e/", "%00"),
    *(" ", "\t", "é", "\u202e", "\x1b[31m", "\xff"),
]
"""Strings that might slow down parsers and regular expressions when repeated."""


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
