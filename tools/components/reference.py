"""Finds the components in the code and writes their reference in Markdown."""

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from app.folders import ROOT
from tools.components import examples

LAYERS = ("app/components", "app/extras", "app/layouts")
OMITTED = ("app/components/html.py", "app/extras/inquiry/fields.py")
"""Modules that docs/components.md omits: HTML elements and parts of the inquiry form."""
SHOWN = re.compile(r"\b(Component|Child)\b")
PREFIX = "of_"
SUMMARY_END = re.compile(r"(?<=\.)\s|\n\n")

FACELESS = {"gallery", "worker"}
"""Components that docs/components.md lists without a picture."""

HEAD = """# Components

The components of the site, with their signatures, examples and pictures. Components of a single page or layout are
omitted. `make components` writes this page from the code, and `make check` fails if it is out of date.

HTML elements are functions of `app/components/html.py`, imported by `from app.components import html as h`. `h.p(…)`
creates Reflex's `rx.el.p(…)`. It also accepts texts to translate (`_("…")`), numbers, lists, and None or False, which
show nothing. Numbers have no separators between thousands; `number()`, `price()` and `day()` of
`app/i18n/formats.py` format others.

Pyright and editors know the attributes and events of every element and component, so `class_nam=` or `tone="snk"`
fails `make check`. Names are as in Reflex: `class_name`, `html_for`, `aria_label`, `on_click`. After the first use of a
`data_…` attribute, run `make stubs`; `custom_attrs={"data-…": …}` takes any name. `h.form`, `h.input`, `h.select` and
`h.textarea` need no JavaScript, so they have no `on_submit` or `on_change`: use `rx.el.form(on_submit=…)` and
`rx.el.input(on_change=…)` for state ([reflex.md](reflex.md)).

Pictures show a phone (390 px), or a window of 1040 px reduced to 780. Tall ones are cut off. Components without a
picture consist only of a script.
"""


class IncompleteError(Exception):
    """Raised when the documentation of a component is incomplete."""


@dataclass(frozen=True)
class Component:
    """A component in `module`. `source` is the code of its signature."""

    name: str
    module: str
    source: str
    purpose: str
    example: str

    @property
    def picture(self) -> str | None:
        return None if self.name in FACELESS else f"components/{self.name}.webp"


@dataclass(frozen=True)
class Module:
    name: str
    purpose: str
    components: Sequence[Component]


def text() -> str:
    """Returns the contents of docs/components.md.

    Raises:
        IncompleteError: a component has no docstring, or two components have the same name.
    """
    found = modules()
    names = [component.name for module in found for component in module.components]
    if len(set(names)) < len(names):
        twice = ", ".join(sorted({name for name in names if names.count(name) > 1}))
        raise IncompleteError(f"Two components have one name: {twice}")
    unused = {name for name in _examples() if name not in names} | FACELESS - set(names)
    if unused:
        raise IncompleteError(f"There is no such component: {', '.join(sorted(unused))} (tools/components)")
    contents = ["| Module | Components |\n|---|---|", *map(_row, found)]
    return "\n".join([HEAD, "\n".join(contents), *(part for module in found for part in _section(module))])


def modules() -> Sequence[Module]:
    files = [file for layer in LAYERS for file in sorted((ROOT / layer).rglob("*.py"))]
    found = [_module(file) for file in files if str(file.relative_to(ROOT)) not in OMITTED]
    return [module for module in found if module.components]


def _module(file: Path) -> Module:
    source = file.read_text()
    tree = ast.parse(source)
    parts = file.relative_to(ROOT).with_suffix("").parts
    name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    components = [_component(node, name, source) for node in tree.body if _is_component(node)]
    return Module(name, _summary(tree, name) if components else "", components)


def _is_component(node: ast.stmt) -> bool:
    returned = isinstance(node, ast.FunctionDef) and node.name in _examples() and node.returns
    return bool(returned and SHOWN.search(ast.unparse(returned)))


def _component(node: ast.stmt, module: str, source: str) -> Component:
    assert isinstance(node, ast.FunctionDef)
    signature = "\n".join(source.splitlines()[node.lineno - 1 : node.body[0].lineno - 1]).rstrip(":")
    return Component(node.name, module, signature, _summary(node, node.name), _code(_examples()[node.name]))


def _summary(node: ast.Module | ast.FunctionDef, name: str) -> str:
    docstring = ast.get_docstring(node)
    if not docstring:
        raise IncompleteError(f"`{name}` needs a docstring, whose first sentence says what it is for")
    return " ".join(SUMMARY_END.split(docstring, maxsplit=1)[0].split())


@cache
def _examples() -> dict[str, Callable[[], object]]:
    return {name.removeprefix(PREFIX): value for name, value in vars(examples).items() if name.startswith(PREFIX)}


def _code(example: Callable[[], object]) -> str:
    """Returns an example's code with imports and without `return`."""
    body = textwrap.dedent("".join(inspect.getsourcelines(example)[0][1:])).strip()
    code = re.sub(r"^return ", "", body, flags=re.MULTILINE)
    needed = _names(ast.parse(code))
    constants = [source for name, source in _constants().items() if name in needed]
    needed |= _names(ast.parse("\n".join(constants)))
    imports = [line for node in _tree().body for line in _import(node, needed)]
    return "\n".join([*imports, "", *constants, *([""] if constants else []), code])


def _names(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


@cache
def _tree() -> ast.Module:
    return ast.parse(inspect.getsource(examples))


@cache
def _constants() -> dict[str, str]:
    assigned = [node for node in _tree().body if isinstance(node, ast.Assign)]
    return {ast.unparse(node.targets[0]): _source(node) for node in assigned}


def _source(node: ast.Assign) -> str:
    return ast.get_source_segment(inspect.getsource(examples), node) or ""


def _import(node: ast.stmt, needed: set[str]) -> Iterator[str]:
    if isinstance(node, ast.Import | ast.ImportFrom):
        names = [alias for alias in node.names if (alias.asname or alias.name) in needed]
        if names and isinstance(node, ast.ImportFrom):
            yield ast.unparse(ast.ImportFrom(node.module, names, node.level))
        elif names:
            yield ast.unparse(ast.Import(names))


def _row(module: Module) -> str:
    links = ", ".join(f"[{component.name}](#{component.name})" for component in module.components)
    return f"| `{module.name}` | {links} |"


def _section(module: Module) -> Iterator[str]:
    yield f"\n## {module.name}\n\n{module.purpose}"
    for component in module.components:
        yield f"\n### {component.name}\n\n{component.purpose}\n\n```python\n{component.source}\n```"
        yield f"\n```python\n{component.example}\n```"
        if component.picture:
            yield f"\n![`{component.name}` as the example shows it]({component.picture})"
    yield ""
