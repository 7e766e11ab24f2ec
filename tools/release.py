"""`make release` lists the releases. `make release TO=NAME` switches to another release.

NAME is `previous`, or the start of a release's name.
"""

import sys

from app.http import releases

LEGEND = """* is the current release: servers start with it, and switch to it on a reload (docs/operations.md).
To select another: make release TO=previous, or TO= with the start of a name."""


def main(wanted: str | None) -> int:
    stored = releases.stored()
    current = releases.CURRENT.resolve()
    if wanted:
        older = stored[stored.index(current) + 1 :] if current in stored else []
        found = older[:1] if wanted == "previous" else [each for each in stored if each.name.startswith(wanted)]
        if len(found) != 1:
            print(f"{len(found)} releases fit {wanted!r}: name one of them.", file=sys.stderr)
            return 1
        [current] = found
        releases.switch(current)
    for each in stored:
        print(f"{'*' if each == current else ' '} {each.name}")
    print(LEGEND)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2] or [None]))
