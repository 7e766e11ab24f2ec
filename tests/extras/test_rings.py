"""Every extra (optional feature) has an error boundary. docs/rings.md lists all extras."""

import re
from importlib import import_module
from inspect import getmembers, isclass

import pytest
import reflex as rx

from app.folders import ROOT

EXTRAS = ROOT / "app/extras"
FOLDERS = ("app", "app/monitoring", "app/navigation")
SCRIPTS = [
    *EXTRAS.rglob("*.js"),
    ROOT / "app/i18n/dynamic.js",
    *(script for folder in FOLDERS for script in (ROOT / folder).glob("*.js")),
]
NAMED = re.compile(r"""\b(?:useExtra|withBoundary|extra)\(\s*"([\w-]+)"|<Extra name="([\w-]+)\"""")
STARTED = re.compile(r"""\bguarded\(\s*"([\w-]+)\"""")
REPORTED = re.compile(r"""\breportOnce\("([\w-]+)\"""")


def names(pattern: re.Pattern[str], text: str) -> set[str]:
    return {name for found in pattern.finditer(text) for name in found.groups() if name}


def components() -> list[type[rx.Component]]:
    modules = [import_module(f"app.extras.{file.parent.name}") for file in EXTRAS.glob("*/__init__.py")]
    return [
        member
        for module in modules
        for _, member in getmembers(module, isclass)
        if issubclass(member, rx.Component) and member.__module__ == module.__name__ and member.create().library
    ]


@pytest.mark.parametrize("component", components(), ids=lambda component: component.__name__)
def test_every_component_of_an_extra_has_a_boundary(component: type[rx.Component]) -> None:
    shown = component.create()
    script = (ROOT / str(shown.library).removeprefix("$/")).read_text()
    assert re.search(rf"^export const {shown.tag} = withBoundary\(", script, re.MULTILINE)


def test_every_folder_contains_an_extra() -> None:
    folders = [file.parent for file in EXTRAS.glob("*/__init__.py") if file.parent.name != "notice"]
    started = [folder for folder in folders if any(names(NAMED, each.read_text()) for each in folder.glob("*.js"))]
    assert folders and started == folders


def test_the_docs_list_all_extras() -> None:
    described = set(re.findall(r"^\| `([\w-]+)` \|", (ROOT / "docs/rings.md").read_text(), re.MULTILINE))
    guarded = [*(ROOT / "app/browser").glob("*.js"), ROOT / "app/components/members/channel.js"]
    used = {name for script in [*SCRIPTS, *guarded] for name in names(NAMED, script.read_text())}
    used |= {name for script in (ROOT / "app/start").glob("*.js") for name in names(STARTED, script.read_text())}
    reported = {name for script in [*SCRIPTS, *guarded] for name in names(REPORTED, script.read_text())}
    assert used | reported == described
