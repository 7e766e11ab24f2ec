"""Which modules a changed file concerns: those that import it, however indirectly, or have a text that was translated
anew."""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from app.folders import ROOT
from builder.sources import Source, module, sources

PICTURES = "assets/pictures"
DERIVING = "app/components/pictures.py"
"""The file of the module that derives from pictures what pages show of them."""
CATALOG = "messages.po"
REFERENCE = re.compile(r"^#: (.+)", re.MULTILINE)
"""Where a catalog says which files have an entry's text."""


class Sources:
    """The project's modules and catalogs as they were when `concerned` was called last."""

    def __init__(self) -> None:
        self._entries = {file: _entries(file) for file in sorted((ROOT / "locales").rglob(CATALOG))}

    def concerned(self, files: Iterable[str]) -> set[str]:
        """The names of the modules that changed files concern, by paths from the project's folder."""
        changed = {*files, *(named for file in files if file.endswith(CATALOG) for named in self._translated(file))}
        if any(file.startswith(PICTURES) for file in files):
            changed.add(DERIVING)
        return _importers({module(file) for file in changed if file.endswith(".py")}, sources())

    def _translated(self, file: str) -> Iterator[str]:
        """The files with texts whose entries have changed, come or gone."""
        before, after = self._entries.get(ROOT / file, frozenset()), _entries(ROOT / file)
        self._entries[ROOT / file] = after
        for entry in before ^ after:
            for line in REFERENCE.findall(entry):
                yield from line.split()


def _entries(catalog: Path) -> frozenset[str]:
    return frozenset(catalog.read_text().split("\n\n")) if catalog.exists() else frozenset()


def _importers(modules: set[str], project: Mapping[str, Source]) -> set[str]:
    """`modules`, and all that import one of them, however indirectly."""
    found: set[str] = set()
    while modules:
        found |= modules
        modules = {name for name, source in project.items() if source.imports & modules} - found
    return found
