"""`python -m tools.compare_builds BEFORE AFTER`: checks that a refactoring does not change the site.

HTML must be identical except for the hashes in file names. JavaScript must not become larger.
To save a release for comparison, run `cp -rL dist/current /tmp/before`.
"""

import gzip
import re
import sys
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

IDENTICAL_FILES = (
    "*.avif", "*.webp", "*.jpg", "*.png", "*.svg", "*.ico", "*.xml", "*.txt", "*.vcf", "*.webmanifest", "*.ics",
    "*.pdf",
)  # fmt: skip
COMPARED_TEXTS = ("*.html", "*.css")
HASH = re.compile(r"(?<=[-./])[0-9a-f]{8,32}(?=[./\"'\\]|$)|(?<=/chunks/)\d+(?=-)")
"""A pattern for chunk numbers, build IDs, and hashes in file names."""
ID = re.compile(r'(?<="buildId":")[^"]+')
MAX_DIFF_LINES = 12


def main(before: Path, after: Path) -> int:
    for folder in (before, after):
        if not (folder / "site").is_dir():
            sys.exit(f"{folder} is not a release, as it has no folder `site`. Try dist/current.")
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
    files = (file for pattern in COMPARED_TEXTS for file in site.rglob(pattern))
    return {_without_hashes(file.relative_to(site).as_posix()): _without_hashes(file.read_text()) for file in files}


def _without_hashes(text: str) -> str:
    return ID.sub("", HASH.sub("", text))


def _different_files(before: Path, after: Path) -> Iterator[str]:
    for pattern in IDENTICAL_FILES:
        old, new = (_contents(folder / "site", pattern) for folder in (before, after))
        yield from (f"{name} differs" for name in sorted(old.keys() | new.keys()) if old.get(name) != new.get(name))


def _contents(site: Path, pattern: str) -> dict[str, bytes]:
    return {_without_hashes(file.relative_to(site).as_posix()): file.read_bytes() for file in site.rglob(pattern)}


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
    sizes: dict[str, int] = {}
    for file in site.rglob("*.js"):
        name = _without_hashes(file.relative_to(site).as_posix())
        sizes[name] = sizes.get(name, 0) + len(gzip.compress(file.read_bytes(), mtime=0))
    return sizes


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*map(Path, sys.argv[1:])))
