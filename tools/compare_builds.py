"""`python -m tools.compare_builds BEFORE AFTER`: what two builds of the site differ in, page by page.

For a change that must not be seen: HTML has to be the same but for the names of hashed files, styles and pictures byte
for byte, and JavaScript no larger. The folders are two `dist/`; keep the first with `cp -r dist /tmp/before`.
"""

import gzip
import re
import sys
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

SAME = ("*.avif", "*.webp", "*.jpg", "*.png", "*.svg", "*.ico", "*.xml", "*.txt", "*.vcf", "*.webmanifest")
"""Files of which every byte has to be the same; their names may carry another hash."""
TEXTS = ("*.html", "*.css")
"""Files that name others: they have to be the same but for the hashes in them."""
HASH = re.compile(r"(?<=[-./])[0-9a-f]{8,32}(?=[./\"'\\]|$)")
"""A hash in a file's name, or the build's id in an address."""
ID = re.compile(r'(?<="buildId":")[^"]+')
LINES = 12
"""Lines that are shown of a difference."""


def main(before: Path, after: Path) -> int:
    """Prints what differs; the exit code, 1 where something does."""
    faults = [*_different_texts(before, after), *_different_files(before, after), *_larger_scripts(before, after)]
    print("\n".join(faults) or "The builds are the same, but for the names of hashed files.")
    return bool(faults)


def _different_texts(before: Path, after: Path) -> Iterator[str]:
    old, new = (_texts(folder / "site") for folder in (before, after))
    yield from (f"only in one build: {name}" for name in sorted(old.keys() ^ new.keys()))
    for name in sorted(old.keys() & new.keys()):
        if old[name] != new[name]:
            lines = unified_diff(_lines(old[name]), _lines(new[name]), n=0)
            yield "\n  ".join([name, *(line[:200] for line, _ in zip(lines, range(LINES), strict=False))])


def _lines(html: str) -> list[str]:
    return html.replace("><", ">\n<").splitlines()


def _texts(site: Path) -> dict[str, str]:
    """Pages and styles by their path, both without what names a build."""
    files = (file for pattern in TEXTS for file in site.rglob(pattern))
    return {_nameless(file.relative_to(site).as_posix()): _nameless(file.read_text()) for file in files}


def _nameless(text: str) -> str:
    return ID.sub("", HASH.sub("", text))


def _different_files(before: Path, after: Path) -> Iterator[str]:
    for pattern in SAME:
        old, new = (_contents(folder / "site", pattern) for folder in (before, after))
        yield from (f"{name} differs" for name in sorted(old.keys() | new.keys()) if old.get(name) != new.get(name))


def _contents(site: Path, pattern: str) -> dict[str, bytes]:
    """The bytes of the files of one kind, by their path without a hash."""
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
    """The gzip sizes of all scripts, by their path without a hash."""
    sizes: dict[str, int] = {}
    for file in site.rglob("*.js"):
        name = _nameless(file.relative_to(site).as_posix())
        sizes[name] = sizes.get(name, 0) + len(gzip.compress(file.read_bytes(), mtime=0))
    return sizes


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*map(Path, sys.argv[1:])))
