"""Finds code in pages that would show the build's date as today's date, or lead visitors to another language."""

import ast
from collections.abc import Iterator
from pathlib import Path

from app.routes import match

FOLDERS = ("app/components", "app/extras", "app/layouts", "app/pages", "app/structured_data")
"""Folders whose modules run during a build."""
CLOCKS = {"date.today", "datetime.now", "datetime.today", "datetime.utcnow", "time.time"}
FROZEN = (
    "the build would freeze {code} in the page: write the date into app/content/, or set a variable in a handler "
    "(docs/how-to.md#add-a-page)"
)
ONE_LANGUAGE = (
    'the path "{path}" leads to one language: write link(to="{route}") or url_for("{route}", current()) '
    "(docs/reflex.md#a-page-with-state)"
)


def problems(root: Path) -> Iterator[str]:
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*.py")):
            for node, problem in _found(ast.parse(file.read_text())):
                yield f"{file.relative_to(root)}:{node.lineno}: {problem}"


def _found(node: ast.AST, *, in_method: bool = False) -> Iterator[tuple[ast.Call, str]]:
    for child in ast.iter_child_nodes(node):
        is_function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
        if isinstance(child, ast.Call):
            yield from ((child, problem) for problem in _paths(child))
            if not in_method and (code := _clock(child)):
                yield child, FROZEN.format(code=code)
        # Methods may use dates, because event handlers run after the build.
        yield from _found(child, in_method=in_method or (is_function and isinstance(node, ast.ClassDef)))


def _clock(call: ast.Call) -> str | None:
    name = ".".join(ast.unparse(call.func).split(".")[-2:])
    return f"{name}()" if name in CLOCKS else None


def _paths(call: ast.Call) -> Iterator[str]:
    """Yields a problem for each literal path in `href=` or `rx.redirect(…)`."""
    targets = [keyword.value for keyword in call.keywords if keyword.arg == "href"]
    if ast.unparse(call.func).split(".")[-1] == "redirect":
        targets += [*call.args[:1], *(keyword.value for keyword in call.keywords if keyword.arg == "path")]
    for target in targets:
        if isinstance(target, ast.Constant) and isinstance(target.value, str) and target.value.startswith("/"):
            path = target.value.partition("#")[0].partition("?")[0].rstrip("/") or "/"
            if found := match(path):
                yield ONE_LANGUAGE.format(path=target.value, route=found.place.route.name)
