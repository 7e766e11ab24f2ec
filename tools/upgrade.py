"""`make upgrade TO="next@15.5.30"`: tries other versions of packages in a copy of the project, and says what breaks.

Python's packages are written `reflex==0.7.15`, npm's `next@15.5.30`; react includes react-dom. The copy installs its
own packages, imports the seam, builds the site and runs the seam's tests. The project itself is not changed.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from app.folders import ROOT, WEB
from builder.steps import step

PYTHON, NPM = "requirements-dev.txt", "pwa/package.json"
"""The files that name the versions."""
TOGETHER = {"react": ("react", "react-dom")}  # packages of equal version
MADE = (WEB / "fonts", WEB / "pictures")
"""Slow to make, and independent of the packages to try."""
IMPORTS = "".join(f"import pwa.seam.{file.stem}\n" for file in sorted((ROOT / "pwa/seam").glob("[!_]*.py")))
TESTS = ("tests/pwa/seam", "tests/members/test_frames.py", "tests/members/test_tabs.py")
CHECKS = {
    "Importing the seam": ("-c", f"{IMPORTS}import rxconfig"),
    "Installing JavaScript packages and building": ("-m", "builder"),
    "The seam's tests": ("-m", "pytest", "-q", *TESTS),
}
"""The checks that run in the copy, as arguments of Python."""
SENTENCE = re.compile(
    r"(?<=ChangedError: ).*|(?<=Error: )\S.* changed: .*|^(FAILED|ERROR) tests/.*"
    r"|(?<=^ERROR: )(No matching|Cannot install).*|^ +(\S+ \S+ depends on|The user requested) .*"
)
"""Messages of the seam about a change, of pytest about a failed test, of pip about what it cannot install."""
MAX_OUTPUT_LINES = 15


class UpgradeError(Exception):
    """The versions cannot be tried; `str(error)` says why."""


def wanted(arguments: Sequence[str]) -> tuple[dict[str, str], dict[str, str]]:
    """The versions to try: of Python's packages, and of npm's.

    Raises:
        UpgradeError: an argument is not a package with a version, or there is none.
    """
    python: dict[str, str] = {}
    npm: dict[str, str] = {}
    for argument in arguments or ("",):
        if found := re.fullmatch(r"([\w.-]+)==([\w.]+)", argument):
            python[found[1]] = found[2]
        elif found := re.fullmatch(r"((?:@[\w.-]+/)?[\w.-]+)@([\w.-]+)", argument):
            npm |= dict.fromkeys(TOGETHER.get(found[1], (found[1],)), found[2])
        else:
            raise UpgradeError(f'Write make upgrade TO="reflex==0.7.15" or TO="next@15.5.30", and not "{argument}".')
    return python, npm


def with_python(lock: str, versions: Mapping[str, str]) -> str:
    """The lock of Python's packages with these versions; without hashes, as theirs are not known."""
    locked = re.findall(r"^([\w.-]+)==([^\s\\]+)((?: ; [^\\\n]+)?)", lock, re.MULTILINE)
    _check_known(versions, {name for name, _, _ in locked}, PYTHON)
    return "".join(f"{name}=={versions.get(name, version)}{marker.rstrip()}\n" for name, version, marker in locked)


def with_npm(packages: str, versions: Mapping[str, str]) -> str:
    """`package.json` with these versions."""
    described = json.loads(packages)
    groups = described["dependencies"], described["devDependencies"]
    _check_known(versions, {name for group in groups for name in group}, NPM)
    for group in groups:
        group |= {name: version for name, version in versions.items() if name in group}
    return json.dumps(described, indent=2) + "\n"


def _check_known(versions: Mapping[str, str], names: set[str], file: str) -> None:
    if unknown := versions.keys() - names:
        raise UpgradeError(f"There is no {' and no '.join(sorted(unknown))} in {file}.")


def sentences(output: str) -> list[str]:
    """The messages in a failed check's output: the seam's own and failed tests, or else the last lines."""
    lines = [line.rstrip() for line in output.splitlines() if line.strip()]
    found = [match[0] for line in lines if (match := SENTENCE.search(line))]
    return list(dict.fromkeys(found)) or lines[-MAX_OUTPUT_LINES:]


def copy_project(target: Path, texts: Mapping[str, str]) -> None:
    """Copies the tracked files as they are now, except for `texts` by path, and the folders in `MADE`."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(lambda name: (ROOT / name).is_file(), listed.splitlines()):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target / name)
    for folder in filter(Path.is_dir, MADE):
        shutil.copytree(folder, target / folder.relative_to(ROOT))
    for name, text in texts.items():
        (target / name).write_text(text)


def install(project: Path) -> Path:
    """Installs the lock's packages into a virtual environment in the copy; the path of its Python.

    Raises:
        UpgradeError: pip failed.
    """
    python = project / ".venv/bin/python"
    _run(sys.executable, "-m", "venv", ".venv", folder=project)
    ran = _run(python, "-m", "pip", "install", "-r", PYTHON, folder=project)
    if ran.returncode:
        raise UpgradeError("\n".join(["The packages cannot be installed:", *sentences(ran.stdout + ran.stderr)]))
    return python


def faults(project: Path, python: Path) -> Iterator[str]:
    """A paragraph for each check that fails in the copy."""
    for name, arguments in CHECKS.items():
        with step(name):
            ran = _run(python, *arguments, folder=project)
        if ran.returncode:
            yield "\n  ".join([f"{name} failed:", *sentences(ran.stdout + ran.stderr)])


def _run(*command: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    wide = {**os.environ, "COLUMNS": "240"}  # otherwise pytest truncates its lines
    return subprocess.run(command, cwd=folder, env=wide, capture_output=True, text=True)


def main(arguments: Sequence[str]) -> int:
    """Prints what breaks; the exit code: 0 if nothing does, 1 if something does, 2 if the versions cannot be tried."""
    try:
        python, npm = wanted(arguments)
        texts = {PYTHON: with_python((ROOT / PYTHON).read_text(), python), NPM: with_npm((ROOT / NPM).read_text(), npm)}
        with tempfile.TemporaryDirectory() as folder:
            project, executable = Path(folder), Path(sys.executable)
            with step("Copying the project"):
                copy_project(project, texts)
            if python:
                with step("Installing Python packages"):
                    executable = install(project)
            broken = list(faults(project, executable))
    except UpgradeError as error:
        print(error, file=sys.stderr)
        return 2
    print("\n".join(broken) or "Nothing breaks. pwa/seam/README.md says how to keep the new version.")
    return int(bool(broken))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
