"""Explains errors that occur while Next renders pages. Each explanation names the page, the component and the line."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby, takewhile
from typing import NamedTuple

from reflex.app import App
from reflex.components.base.bare import Bare
from reflex.components.component import Component
from reflex.utils import prerequisites

from app.folders import WEB
from app.seam.reflex_internals import expect
from pwa.seam import component_names
from pwa.seam.created_components import Written, created_by
from pwa.seam.development import route

expect(App, "_unevaluated_pages")
expect(Component, "_get_vars")

FAILED = re.compile(r'^Error occurred prerendering page "([^"]+)".*\n', re.MULTILINE)
FRAME = re.compile(r"^ +at (?:async )?(?:(?P<function>[^\s(]+) )?\(?(?P<file>\S+?):(?P<line>\d+):\d+\)?$")
MEMO = re.compile(r"_[0-9a-f]{32}$")
"""A pattern for the suffix that Reflex adds to the names of components with state."""
QUOTED = re.compile(r"`(\w+)`")


class Failure(NamedTuple):
    """An error while Next renders a page. `functions` is the call stack. `code` is the failing line without spaces."""

    path: str
    message: str
    functions: tuple[str, ...]
    code: str


def failures(log: str) -> list[Failure]:
    _before, *parts = FAILED.split(log)
    return [_failure(path, output) for path, output in zip(parts[::2], parts[1::2], strict=True)]


def sentences(failures: Iterable[Failure]) -> Iterator[str]:
    """Yields a message for each cause of errors, with the lines that create the failing components.

    Calls the pages' functions to find these lines.
    """
    app, _ = prerequisites.get_and_validate_app()
    said = sorted((_reason(failure, app), failure.path) for failure in failures)
    for reason, group in groupby(said, key=lambda pair: pair[0]):
        yield f"{' and '.join(path for _, path in group)} cannot be rendered: {reason}"


def causes(failure: Failure, created: Iterable[tuple[Written, Component]]) -> list[Written]:
    """Returns the components that the error mentions.

    If there are none, returns components whose variables occur in the failing line.
    """
    components = [*created]
    names = {*failure.functions, *QUOTED.findall(failure.message)}
    named = (written for written, component in components if names & _names(component))
    using = (written for written, component in components if any(code in failure.code for code in _codes(component)))
    return [*dict.fromkeys(named)] or [*dict.fromkeys(using)]


def _failure(path: str, output: str) -> Failure:
    lines = output.splitlines()
    start = next((number for number, line in enumerate(lines) if FRAME.match(line)), 1)
    message = "\n".join(lines[:start])
    frames = [*takewhile(bool, map(FRAME.match, lines[start:]))]
    functions = (MEMO.sub("", frame["function"] or "") for frame in frames if frame)
    code = _code(frames[0]) if frames and frames[0] else ""
    return Failure(path, message.strip(), tuple(filter(None, functions)), code)


def _code(frame: re.Match[str]) -> str:
    file = WEB / frame["file"]
    if not file.is_file():
        return ""
    return _without_spaces(file.read_text().splitlines()[int(frame["line"]) - 1])


def _reason(failure: Failure, app: App) -> str:
    page = app._unevaluated_pages.get(route(failure.path))
    found = causes(failure, created_by(page.component)) if page and callable(page.component) else []
    if not found:
        return f"{failure.message} (in {failure.functions[0]})" if failure.functions else failure.message
    lines = " or ".join(dict.fromkeys(written.line for written in found if written.line))
    return f"`{component_names.name(found[0].component)}` failed with {failure.message} ({lines})"


def _names(component: Component) -> set[str]:
    if not component.tag or component.tag.islower():
        return set()  # HTML elements do not appear on the stack
    return {name for name in (type(component).__name__, component.tag, component.alias) if name}


def _codes(component: Component) -> Iterator[str]:
    """Yields variables that depend on state or hooks, as JavaScript with whitespace removed."""
    texts = (child for child in component.children if isinstance(child, Bare))
    for var in (var for part in (component, *texts) for var in part._get_vars()):
        data = var._get_all_var_data()
        if data and (data.state or data.hooks):
            yield _without_spaces(str(var))


def _without_spaces(code: str) -> str:
    return re.sub(r"\s+", "", code)
