"""`make stubs`: writes app/components/html.pyi, the types of HTML elements.

Attributes and events come from Reflex. Names of `data_*` attributes come from the project's code. pyright reports all
other names, for example misspelled ones, until `make stubs` runs again.

`python -m tools.stubs check` fails if the file is out of date.
"""

import ast
import importlib.util
import inspect
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import reflex as rx
from reflex.components.el.elements import forms
from reflex.components.el.elements.base import BaseHTML

from app.components import html
from app.folders import ROOT
from tools.formatting import formatted

SOURCE = ROOT / "app/components/html.py"
STUB = SOURCE.with_suffix(".pyi")
USAGE = "Either `python -m tools.stubs`, which writes the stub, or `python -m tools.stubs check`."
HEAD = '''"""Types of the elements in html.py, for editors and pyright. Written by `make stubs`."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, Literal, TypedDict, Unpack

import reflex as rx
from reflex.components.el.elements.base import BaseHTML
from reflex.event import EventType
from reflex.vars.base import Var

from app.i18n import Text
'''
IMPORTED = {"Any", "EventType", "Literal", "Mapping", "Sequence", "Var"}
"""Names that html.pyi imports, for the types of parameters."""

TEXT = "Text | Var[str] | str | None"
SIZE = "Var[int] | int | str | None"
PLAIN = "Text | Var[Any] | str | float | bool | None"
CHOSEN = {
    "class_name": "Var[Any] | str | Sequence[Var[Any] | str] | None",
    "id": "Var[str] | str | None",
    "ref": "Var[Any] | None",
    "style": "Sequence[Mapping[str, Any]] | Mapping[str, Any] | Var[Mapping[str, Any]] | None",
    "key": "Var[Any] | str | int | None",
}
"""Types of attributes whose types in Reflex are imprecise."""

ARIA = (
    "activedescendant atomic autocomplete braillelabel brailleroledescription busy checked colcount colindex "
    "colindextext colspan controls current describedby description details disabled errormessage expanded flowto "
    "haspopup hidden invalid keyshortcuts label labelledby level live modal multiline multiselectable orientation owns "
    "placeholder posinset pressed readonly relevant required roledescription rowcount rowindex rowindextext rowspan "
    "selected setsize sort valuemax valuemin valuenow valuetext"
)
"""The attributes of WAI-ARIA 1.3 that are not deprecated."""

LACKING: Mapping[str, Mapping[str, str]] = {
    "img": {"width": SIZE, "height": SIZE, "fetch_priority": 'Literal["high", "low", "auto"] | None'},
    "meta": {"property": TEXT, "media": TEXT},
}
"""HTML attributes that Reflex lacks, keyed by element."""

STATIC: Mapping[type[rx.Component], type[rx.Component]] = {
    html.Form: forms.Form,
    html.Input: forms.Input,
    html.Select: forms.Select,
    html.Textarea: forms.Textarea,
}
"""Plain form elements, and the Reflex components with the same attributes."""
SCRIPTED = {"auto_height", "enter_key_submit", "handle_submit_unique_name", "reset_on_submit"}
"""Attributes that plain form elements lack, because they need Reflex's JavaScript."""

Attributes = dict[str, str]


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["check"]):
        sys.exit(USAGE)
    current = stub()
    if not arguments:
        STUB.write_text(current)
    elif STUB.read_text() != current:
        print(f"{STUB.relative_to(ROOT)} is out of date: run `make stubs`.", file=sys.stderr)
        return 1
    return 0


def stub() -> str:
    code = "\n\n".join([*_helpers(), *_global_types(), *_elements()])
    return formatted("\n\n".join([HEAD, *_with_aliases(code)]), STUB)


def _with_aliases(code: str) -> Iterator[str]:
    """Yields aliases for long types, then the code with these aliases."""
    for found in re.finditer(r"^    (\w+):.*?(Literal\[[^]]{50,}\])", code, re.MULTILINE):
        name, kind = f"{found[1].title().replace('_', '')}Value", found[2]
        if kind in code:
            code = code.replace(kind, name)
            yield f"{name} = {kind}"
    yield code


def _helpers() -> Iterator[str]:
    for node in ast.parse(SOURCE.read_text()).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "Child":
            yield ast.unparse(node)
        elif isinstance(node, ast.ClassDef):
            yield f"class {node.name}({', '.join(map(ast.unparse, node.bases))}): ..."
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            yield f"def {node.name}({ast.unparse(node.args)}) -> {ast.unparse(node.returns or ast.Constant(None))}: ..."


def _global_types() -> Iterator[str]:
    plain = global_attributes()
    style = {name: plain.pop(name) for name in ("class_name", "style")}
    plain |= {f"aria_{name}": PLAIN for name in ARIA.split()} | dict.fromkeys(data_names(_modules()), PLAIN)
    yield _typed_dict("UnstyledAttributes", "TypedDict", plain)
    yield _typed_dict("GlobalAttributes", "UnstyledAttributes", style)


def _elements() -> Iterator[str]:
    for name, component in elements().items():
        own = own_attributes(name, component)
        kind = f"{name.capitalize()}Attributes" if own else "GlobalAttributes"
        if component is rx.Fragment:  # fragments have no attributes
            yield f"def {name}(*children: Child, key: {CHOSEN['key']} = None) -> rx.Component: ..."
            continue
        if own:
            yield _typed_dict(kind, "GlobalAttributes", own)
        yield f"def {name}(*children: Child, **attributes: Unpack[{kind}]) -> rx.Component: ..."


def elements() -> dict[str, type[rx.Component]]:
    """Returns the Reflex components of HTML elements, keyed by the name of the element's function in html.py."""
    made = {name: value for name, value in vars(html).items() if getattr(value, "__name__", "") == "build"}
    return {name: inspect.getclosurevars(value).nonlocals["component"] for name, value in sorted(made.items())}


def own_attributes(name: str, component: type[rx.Component]) -> Attributes:
    static = component in STATIC
    shared = _parameters(BaseHTML)
    own = {
        attribute: _type(parameter)
        for attribute, parameter in _parameters(STATIC.get(component, component)).items()
        if attribute not in shared and not (static and (attribute in SCRIPTED or attribute.startswith("on_")))
    }
    return own | dict(LACKING.get(name, {}))


def global_attributes() -> Attributes:
    return {name: _type(parameter) for name, parameter in _parameters(BaseHTML).items()}


def _parameters(component: type[rx.Component]) -> Mapping[str, ast.arg]:
    """Returns a Reflex component's parameters.

    Raises:
        LookupError: Reflex's type stub has an unknown structure.
    """
    if component.__module__ == html.__name__:
        return {}
    for node in ast.walk(_parsed(component.__module__)):
        if isinstance(node, ast.ClassDef) and node.name == component.__name__:
            create = next(each for each in node.body if isinstance(each, ast.FunctionDef) and each.name == "create")
            return {each.arg: each for each in create.args.kwonlyargs}
    raise LookupError(f"Reflex's stub of {component.__module__} lacks {component.__name__} (tools/stubs.py)")


def _parsed(module: str) -> ast.Module:
    spec = importlib.util.find_spec(module)
    if not spec or not spec.origin or not (file := Path(spec.origin).with_suffix(".pyi")).is_file():
        raise LookupError(f"Reflex has no stub for {module} (tools/stubs.py)")
    return ast.parse(file.read_text())


def _type(parameter: ast.arg) -> str:
    """Returns a parameter's type. Types that allow strings also allow translated text (`Text`)."""
    if parameter.arg in CHOSEN:
        return CHOSEN[parameter.arg]
    annotation = parameter.annotation
    names = {each.id for each in ast.walk(annotation) if isinstance(each, ast.Name)} if annotation else set()
    unknown = names - IMPORTED - {"bool", "dict", "float", "int", "list", "str"}
    if not annotation or unknown:
        raise LookupError(f"Reflex's stubs use unknown types for {parameter.arg}: {unknown} (tools/stubs.py)")
    return ("Text | " if "str" in _members(annotation) else "") + ast.unparse(annotation)


def _members(annotation: ast.expr) -> list[str]:
    if isinstance(annotation, ast.BinOp):
        return [*_members(annotation.left), *_members(annotation.right)]
    return [ast.unparse(annotation)]


def data_names(sources: Iterable[str]) -> list[str]:
    calls = (node for source in sources for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    names = {keyword.arg for call in calls for keyword in call.keywords if keyword.arg}
    return sorted(name for name in names if name.startswith("data_"))


def _modules() -> Iterator[str]:
    for folder in ("app", "docs/examples"):
        yield from (file.read_text() for file in sorted((ROOT / folder).rglob("*.py")))


def _typed_dict(name: str, base: str, attributes: Attributes) -> str:
    lines = "\n".join(f"    {attribute}: {kind}" for attribute, kind in attributes.items())
    return f"class {name}({base}, total=False):\n{lines}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
