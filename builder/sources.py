"""Parses the project's Python modules."""

import ast
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.util import resolve_name
from typing import NamedTuple

from app.folders import ROOT

FOLDERS = ("app", "builder", "pwa")


class Source(NamedTuple):
    """A module's imports, strings and hash. If the module has a syntax error, only the hash is set."""

    imports: frozenset[str]
    texts: frozenset[str]
    digest: str


def sources() -> Mapping[str, Source]:
    return {module(file): _parsed((ROOT / file).read_bytes(), _package(file)) for file in _files()}


def module(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _package(file: str) -> str:
    return file.rpartition("/")[0].replace("/", ".")


def _files() -> Iterator[str]:
    files = (file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py"))
    # Some editors create hidden lock files, which are dangling symlinks.
    return (str(file.relative_to(ROOT)) for file in files if not file.name.startswith(".") and file.is_file())


@cache
def _parsed(code: bytes, package: str) -> Source:
    try:
        nodes = list(ast.walk(ast.parse(code)))
    except SyntaxError:
        nodes = []
    return Source(
        frozenset(name for node in nodes for name in _imported(node, package)),
        frozenset(node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)),
        sha256(code).hexdigest(),
    )


def _imported(node: ast.AST, package: str) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        with suppress(ImportError):  # ignores relative imports with too many dots
            name = resolve_name("." * node.level + (node.module or ""), package)
            yield name
            yield from (f"{name}.{alias.name}" for alias in node.names)
