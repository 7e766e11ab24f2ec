"""`make release`: which releases there are, and with `TO=previous` or the beginning of a name another one to serve.

The server goes over to it when it is told to reload (docs/operations.md).
"""

import sys

from app.http import releases

LEGEND = """* is what servers start with, and go over to when they are told to reload (docs/operations.md).
Another one: make release TO=previous, or TO= with the beginning of a name."""


def main(wanted: str | None) -> int:
    """Prints the releases, the latest first, after switching to the wanted one; the exit code."""
    kept = list(releases.stored())
    current = releases.CURRENT.resolve()
    if wanted:
        older = kept[kept.index(current) + 1 :] if current in kept else []
        found = older[:1] if wanted == "previous" else [each for each in kept if each.name.startswith(wanted)]
        if len(found) != 1:
            print(f"{len(found)} releases fit {wanted!r}: name one of them.", file=sys.stderr)
            return 1
        [current] = found
        releases.switch(current)
    for each in kept:
        print(f"{'*' if each == current else ' '} {each.name}")
    print(LEGEND)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2] or [None]))
