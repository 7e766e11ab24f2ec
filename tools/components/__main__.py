"""`make components`: writes docs/components.md and its pictures.

`make components ONLY=band,grid` takes pictures of only these two components. `python -m tools.components text` takes
no pictures. `python -m tools.components check` fails if the document is out of date.
"""

import sys
from collections.abc import Collection, Iterator

from app.folders import ROOT
from app.settings import SettingsError
from tools.components import pictures
from tools.components.reference import FACELESS, IncompleteError, modules, text
from tools.formatting import formatted

PAGE = ROOT / "docs/components.md"
PICTURES = ROOT / "docs/components"


def main(arguments: list[str]) -> int:
    command = arguments[0] if arguments else ""
    try:
        current = formatted(text(), PAGE)
    except (IncompleteError, SettingsError) as error:
        sys.exit(str(error))
    expected = {component.name for module in modules() for component in module.components} - FACELESS
    if command == "check":
        problems = list(_problems(current, expected))
        print("\n".join(problems), file=sys.stderr, end="\n" if problems else "")
        return int(bool(problems))
    if command != "text":
        names = set(command.split(",")) if command else expected
        if names - expected:
            sys.exit(f"There is no picture of {', '.join(sorted(names - expected))}.")
        _take_pictures(names, expected)
    PAGE.write_text(current)
    return 0


def _problems(current: str, expected: Collection[str]) -> Iterator[str]:
    pictures = {file.stem for file in PICTURES.glob("*")}
    for name in sorted(set(expected) - pictures):
        yield f"docs/components/{name}.webp is missing: run `make components ONLY={name}`."
    for name in sorted(pictures - set(expected)):
        yield f"docs/components/{name}.webp shows no component: delete it."
    if not PAGE.exists() or PAGE.read_text() != current:
        yield "docs/components.md is out of date: run `.venv/bin/python -m tools.components text`."


def _take_pictures(names: Collection[str], expected: Collection[str]) -> None:
    pictures.take(names, FACELESS, PICTURES)
    for file in PICTURES.glob("*.webp"):
        if file.stem not in expected:
            file.unlink()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
