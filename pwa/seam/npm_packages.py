"""Finds the npm packages that components import."""

import json
import re
from collections.abc import Iterable
from functools import cache

from app.folders import ROOT

MANIFEST = ROOT / "pwa" / "package.json"
IMPORT = re.compile(r"(?P<package>(?:@[\w.-]+/)?\w[\w.-]*)(?:@[^/]+)?(?P<path>/.*)?")


def package(module: str) -> str:
    """Returns the npm package of a module, or an empty string if the module is a project file."""
    found = IMPORT.fullmatch(module)
    return found["package"] if found else ""


def module_name(module: str) -> str:
    found = IMPORT.fullmatch(module)
    return found["package"] + (found["path"] or "") if found else module


@cache
def installed() -> frozenset[str]:
    return frozenset(json.loads(MANIFEST.read_text())["dependencies"])


def missing(modules: Iterable[str]) -> list[str]:
    names = dict.fromkeys(map(package, modules))
    return [name for name in names if name and name not in installed()]
