"""A module imports only from its own layer and lower layers. There are no import cycles."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path, PurePosixPath

import pytest

from app.folders import ROOT

TABLE = (ROOT / "docs/architecture.md").read_text().partition("\n## Layers\n")[2].partition("\n## ")[0]
LAYERS = [
    name.rstrip("/") for row in re.findall(r"^\| (`.*?) \|", TABLE, re.MULTILINE) for name in re.findall("`(.+?)`", row)
]
"""The layers in docs/architecture.md, from highest to lowest."""

JAVASCRIPT_IMPORT = re.compile(
    r"""(?:\bfrom|\bimport|\bimport\((?:\s*/\*.*?\*/)?|\brequire\()\s*["'](?P<name>[$.][^"']*)["']"""
)
FOLDERS = ("app", "builder", "pwa", "tools", "tests/support", "tests/fakes")
FOUNDATIONS = {"app/__init__.py", "builder/__init__.py", "pwa/__init__.py", "tools/__init__.py", "tests/__init__.py"}


def sources(suffix: str) -> list[str]:
    files = [file for folder in FOLDERS for file in (ROOT / folder).rglob(f"*{suffix}")]
    return sorted(file.relative_to(ROOT).as_posix() for file in [*files, *ROOT.glob(f"*{suffix}")])


def python_imports(path: str) -> Iterator[str]:
    for node in ast.walk(ast.parse((ROOT / path).read_text())):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
        else:
            continue
        for name in names:
            module = name.replace(".", "/")
            found = [file for file in (f"{module}.py", f"{module}/__init__.py") if (ROOT / file).is_file()]
            yield from (file for file in found if file not in FOUNDATIONS)


def javascript_imports(path: str) -> Iterator[str]:
    for found in JAVASCRIPT_IMPORT.finditer((ROOT / path).read_text()):
        name = found["name"]
        script = Path(name[2:]) if name.startswith("$/") else (ROOT / path).parent.joinpath(name).resolve()
        script = (ROOT / script).resolve().relative_to(ROOT)
        for file in (script, script.with_name(script.name + ".js")):
            if file.suffix == ".js" and (ROOT / file).is_file():
                yield file.as_posix()


@cache
def graph(suffix: str) -> Mapping[str, set[str]]:
    imports = python_imports if suffix == ".py" else javascript_imports
    return {path: set(imports(path)) - {path} for path in sources(suffix)}


def layer(path: str) -> int:
    above = {str(each) for each in PurePosixPath(path).parents} | {path}
    found = [name for name in LAYERS if name in above]
    assert found, f"{path} is in no layer: add it to the table in docs/architecture.md"
    return LAYERS.index(max(found, key=len))  # layers can be nested, so use the innermost one


LANGUAGES = pytest.mark.parametrize("suffix", [".py", ".js"])


@LANGUAGES
def test_imports_run_down(suffix: str) -> None:
    imports = graph(suffix)
    assert sum(map(len, imports.values())) > 100, "JAVASCRIPT_IMPORT or python_imports() no longer find imports"
    upward = [
        f"{path} imports {other}"
        for path, others in imports.items()
        if path not in FOUNDATIONS
        for other in others
        if layer(other) < layer(path)
    ]
    assert upward == []


@LANGUAGES
def test_imports_have_no_circle(suffix: str) -> None:
    try:
        TopologicalSorter(graph(suffix)).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_every_layer_exists() -> None:
    assert [name for name in LAYERS if not (ROOT / name).exists()] == []


def test_any_page_can_send_pending_inquiries_without_loading_the_form() -> None:
    folder = "app/extras/inquiry"
    needed = {f"{folder}/delivery.js"}
    while more := set().union(*(graph(".js")[path] for path in needed)) - needed:
        needed |= more
    assert f"{folder}/queue.js" in needed
    form = ("form", "form_input", "form_contents", "draft", "outcomes", "outcome_words")
    assert not {f"{folder}/{name}.js" for name in form} & needed
