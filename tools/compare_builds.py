"""`python -m tools.compare_builds BEFORE AFTER`: the differences between two builds of the site, page by page.

For refactorings: HTML must be the same except for names of hashed files, styles and pictures must be identical, and
JavaScript no larger. The folders are two releases; keep the first with `cp -rL dist/current /tmp/before`.
"""

import gzip
import re
import sys
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

SAME_BYTES = (
    "*.avif",
    "*.webp",
    "*.jpg",
    "*.png",
    "*.svg",
    "*.ico",
    "*.xml",
    "*.txt",
    "*.vcf",
    "*.webmanifest",
    "*.ics",
    "*.pdf",
)
"""Files that must be identical; the hashes in their names may differ."""
TEXTS = ("*.html", "*.css")
"""Files that refer to others: they must be the same except for the hashes in them."""
HASH = re.compile(r"(?<=[-./])[0-9a-f]{8,32}(?=[./\"'\\]|$)|(?<=/chunks/)\d+(?=-)")
"""A hash in a file name, the number of a chunk, or the build's id in a URL."""
ID = re.compile(r'(?<="buildId":")[^"]+')
MAX_DIFF_LINES = 12
"""Shown of one file's difference."""


def main(before: Path, after: Path) -> int:
    """Prints the differences; the exit code, 1 if there are any.

    Raises:
        SystemExit: one of the folders is no release.
    """
    for folder in (before, after):
        if not (folder / "site").is_dir():
            sys.exit(f"{folder} is no release: it has no folder `site`. The newest one is dist/current.")
    faults = [*_different_texts(before, after), *_different_files(before, after), *_larger_scripts(before, after)]
    print("\n".join(faults) or "The builds are the same, but for the names of hashed files.")
    return bool(faults)


def _different_texts(before: Path, after: Path) -> Iterator[str]:
    old, new = (_texts(folder / "site") for folder in (before, after))
    yield from (f"only in one build: {name}" for name in sorted(old.keys() ^ new.keys()))
    for name in sorted(old.keys() & new.keys()):
        if old[name] != new[name]:
            lines = unified_diff(_lines(old[name]), _lines(new[name]), n=0)
            yield "\n  ".join([name, *(line[:200] for line, _ in zip(lines, range(MAX_DIFF_LINES), strict=False))])


def _lines(html: str) -> list[str]:
    return html.replace("><", ">\n<").splitlines()


def _texts(site: Path) -> dict[str, str]:
    """Pages and styles by path, both without hashes and build ids."""
    files = (file for pattern in TEXTS for file in site.rglob(pattern))
    return {_nameless(file.relative_to(site).as_posix()): _nameless(file.read_text()) for file in files}


def _nameless(text: str) -> str:
    return ID.sub("", HASH.sub("", text))


def _different_files(before: Path, after: Path) -> Iterator[str]:
    for pattern in SAME_BYTES:
        old, new = (_contents(folder / "site", pattern) for folder in (before, after))
        yield from (f"{name} differs" for name in sorted(old.keys() | new.keys()) if old.get(name) != new.get(name))


def _contents(site: Path, pattern: str) -> dict[str, bytes]:
    """The bytes of the files that match a pattern, by path without hashes."""
    return {_nameless(file.relative_to(site).as_posix()): file.read_bytes() for file in site.rglob(pattern)}


def _larger_scripts(before: Path, after: Path) -> Iterator[str]:
    old, new = (_scripts(folder / "site") for folder in (before, after))
    print(f"JavaScript: {sum(old.values())} bytes gzip before, {sum(new.values())} after")
    if sum(new.values()) > sum(old.values()):
        yield "JavaScript is larger:"
        yield from (
            f"  {name}: {old.get(name, 0)} -> {new.get(name, 0)}"
            for name in sorted(old.keys() | new.keys())
            if new.get(name, 0) > old.get(name, 0)
        )


def _scripts(site: Path) -> dict[str, int]:
    """The gzip sizes of all scripts in bytes, by path without hashes."""
    sizes: dict[str, int] = {}
    for file in site.rglob("*.js"):
        name = _nameless(file.relative_to(site).as_posix())
        sizes[name] = sizes.get(name, 0) + len(gzip.compress(file.read_bytes(), mtime=0))
    return sizes


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*map(Path, sys.argv[1:])))
