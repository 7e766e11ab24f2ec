"""`make upgrade TO="reflex==0.8.0 next@15.5.28"`: tests other package versions in a copy of the project."""

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
from tools.project_files import copy_project_files

PYTHON, NPM = "requirements-dev.txt", "pwa/package.json"
COMPANIONS = {"react": ("react", "react-dom")}
SLOW_TO_BUILD = (WEB / "fonts", WEB / "pictures")
IMPORTS = "".join(
    f"import {folder.replace('/', '.')}.{file.stem}\n"
    for folder in ("app/seam", "pwa/seam")
    for file in sorted((ROOT / folder).glob("[!_]*.py"))
)
TESTS = ("tests/seam", "tests/pwa/seam", "tests/members/test_frames.py", "tests/members/test_tabs.py")
CHECKS = {
    "Importing the seam": ("-c", f"{IMPORTS}import rxconfig"),
    "Installing JavaScript packages and building": ("-m", "builder"),
    "The seam's tests": ("-m", "pytest", "-q", *TESTS),
}
ERROR_MESSAGE = re.compile(
    r"(?<=ChangedError: ).*|(?<=Error: )\S.* changed: .*|^(FAILED|ERROR) tests/.*"
    r"|(?<=^ERROR: )(No matching|Cannot install).*|^ +(\S+ \S+ depends on|The user requested) .*"
)
MAX_OUTPUT_LINES = 15


class UpgradeError(Exception): ...


def parse_versions(arguments: Sequence[str]) -> tuple[dict[str, str], dict[str, str]]:
    python: dict[str, str] = {}
    npm: dict[str, str] = {}
    for argument in arguments or ("",):
        if found := re.fullmatch(r"([\w.-]+)==([\w.]+)", argument):
            python[found[1]] = found[2]
        elif found := re.fullmatch(r"((?:@[\w.-]+/)?[\w.-]+)@([\w.-]+)", argument):
            npm |= dict.fromkeys(COMPANIONS.get(found[1], (found[1],)), found[2])
        else:
            raise UpgradeError(f'Write make upgrade TO="reflex==0.8.0" or TO="next@15.5.28", not "{argument}".')
    return python, npm


def with_python(lock: str, versions: Mapping[str, str]) -> str:
    """Returns the lock file with new versions and without hashes, because the new versions' hashes are unknown."""
    locked = re.findall(r"^([\w.-]+)==([^\s\\]+)((?: ; [^\\\n]+)?)", lock, re.MULTILINE)
    _check_known(versions, {name for name, _, _ in locked}, PYTHON)
    return "".join(f"{name}=={versions.get(name, version)}{marker.rstrip()}\n" for name, version, marker in locked)


def with_npm(packages: str, versions: Mapping[str, str]) -> str:
    described = json.loads(packages)
    groups = described["dependencies"], described["devDependencies"]
    _check_known(versions, {name for group in groups for name in group}, NPM)
    for group in groups:
        group |= {name: version for name, version in versions.items() if name in group}
    return json.dumps(described, indent=2) + "\n"


def _check_known(versions: Mapping[str, str], names: set[str], file: str) -> None:
    if unknown := versions.keys() - names:
        raise UpgradeError(f"{file} has no {' and no '.join(sorted(unknown))}.")


def error_messages(output: str) -> list[str]:
    """Returns the error messages in a command's output, or else its last lines."""
    lines = [line.rstrip() for line in output.splitlines() if line.strip()]
    found = [match[0] for line in lines if (match := ERROR_MESSAGE.search(line))]
    return list(dict.fromkeys(found)) or lines[-MAX_OUTPUT_LINES:]


def copy_project(target: Path, texts: Mapping[str, str]) -> None:
    """Copies the project to `target`. `texts` maps some files to new contents."""
    copy_project_files(target)
    for folder in filter(Path.is_dir, SLOW_TO_BUILD):
        shutil.copytree(folder, target / folder.relative_to(ROOT))
    for name, text in texts.items():
        (target / name).write_text(text)


def install(project: Path) -> Path:
    python = project / ".venv/bin/python"
    _run(sys.executable, "-m", "venv", ".venv", folder=project)
    ran = _run(python, "-m", "pip", "install", "-r", PYTHON, folder=project)
    if ran.returncode:
        raise UpgradeError("\n".join(["The packages cannot be installed:", *error_messages(ran.stdout + ran.stderr)]))
    return python


def failures(project: Path, python: Path) -> Iterator[str]:
    for name, arguments in CHECKS.items():
        with step(name):
            ran = _run(python, *arguments, folder=project)
        if ran.returncode:
            yield "\n  ".join([f"{name} failed:", *error_messages(ran.stdout + ran.stderr)])


def _run(*command: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    wide = {**os.environ, "COLUMNS": "240"}  # prevents pytest from shortening lines
    return subprocess.run(command, cwd=folder, env=wide, capture_output=True, text=True)


def main(arguments: Sequence[str]) -> int:
    """Prints failed checks. Returns 1 if a check fails, or 2 if the versions cannot be installed."""
    try:
        python, npm = parse_versions(arguments)
        texts = {PYTHON: with_python((ROOT / PYTHON).read_text(), python), NPM: with_npm((ROOT / NPM).read_text(), npm)}
        with tempfile.TemporaryDirectory() as folder:
            project, executable = Path(folder), Path(sys.executable)
            with step("Copying the project"):
                copy_project(project, texts)
            if python:
                with step("Installing Python packages"):
                    executable = install(project)
            broken = list(failures(project, executable))
    except UpgradeError as error:
        print(error, file=sys.stderr)
        return 2
    print("\n".join(broken) or "Nothing breaks. See pwa/seam/README.md for adopting the new version.")
    return int(bool(broken))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
