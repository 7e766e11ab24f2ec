"""Finds the modules that a change affects."""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from app.folders import ROOT, WEB, is_stray
from builder.sources import Source, module, sources

PICTURES = "assets/pictures"
READERS = {
    PICTURES: "app/components/pictures.py",
    "app/components/icon/bundled.json": "app/components/icon/collection.py",
}
"""The modules that read certain files, keyed by the start of the files' paths."""
ALL_PAGES = "app.all_pages"
OUTDATED = WEB / "pages.outdated"
"""A file that exists until all pages have been compiled after a change to `ALL_PAGES`."""
CATALOG = "messages.po"
REFERENCE = re.compile(r"^#: (.+)", re.MULTILINE)
"""A pattern for catalog comments, which list a message's source files."""


class ChangeTracker:
    """Remembers catalog entries, to find the modules whose translations have changed."""

    def __init__(self) -> None:
        self._entries = {file: _entries(file) for file in sorted((ROOT / "locales").rglob(CATALOG))}

    def affected_modules(self, files: Iterable[str]) -> set[str]:
        """Returns the modules affected by changes to `files`. Paths are relative to the project."""
        changed = {*files, *(each for file in files if file.endswith(CATALOG) for each in self._changed_texts(file))}
        changed.update(reader for file in files for start, reader in READERS.items() if file.startswith(start))
        return importers({module(file) for file in changed if file.endswith(".py")}, sources())

    def _changed_texts(self, file: str) -> Iterator[str]:
        before, after = self._entries.get(ROOT / file, frozenset()), _entries(ROOT / file)
        self._entries[ROOT / file] = after
        for entry in before ^ after:
            for line in REFERENCE.findall(entry):
                yield from line.split()


def changed_files(folders: Iterable[str], since: float) -> set[str]:
    """Returns the files in `folders` modified since the Unix time `since`. Paths are relative to the project."""
    files = (file for folder in folders for file in (ROOT / folder, *(ROOT / folder).rglob("*")))
    return {
        file.relative_to(ROOT).as_posix()
        for file in files
        if file.is_file() and file.suffix != ".pyc" and not is_stray(file) and file.stat().st_mtime >= since
    }


def _entries(catalog: Path) -> frozenset[str]:
    return (
        frozenset(catalog.read_text(encoding="utf-8", errors="replace").split("\n\n"))
        if catalog.exists()
        else frozenset()
    )


def importers(modules: set[str], project: Mapping[str, Source]) -> set[str]:
    """Returns `modules` and all modules that import them, directly or indirectly."""
    found: set[str] = set()
    while modules:
        found |= modules
        modules = {name for name, source in project.items() if source.imports & modules} - found
    return found
