"""`python -m tools.package --add NAME … --remove NAME …`: adds and removes npm packages for pages.

Changes pwa/package.json, the lock file and docs/packages.md. If a step fails, no file changes. NAME can contain a
version. The default is the version that Reflex uses, or else the latest version.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Collection, Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from app.folders import ROOT
from pwa.seam.workspace import PACKAGES, environment

MANIFEST, LOCK = (ROOT / "pwa" / name for name in PACKAGES)
NPMRC = ROOT / ".npmrc"
DOCS = ROOT / "docs" / "packages.md"
NAME = re.compile(r"(?P<name>(@[a-z0-9][\w.-]*/)?[a-z0-9][\w.-]*)(@(?P<version>[\w.^~-]+))?")
"""A package name, with or without a version, such as `@radix-ui/themes@3.2.1`."""
UNEXPLAINED = "TODO: say what it is for"
"""A placeholder in docs/packages.md. `make check` fails until the author replaces it."""
TESTED = ("recharts",)
"""Packages that tests need even if no page uses them."""
SECTIONS = ("dependencies", "devDependencies")
TABLE_END = "\n\nThe bundled icons"
USAGE = 'Which packages? For example: make package ADD="recharts", or REMOVE="recharts"'


class RefusedError(SystemExit):
    """Raised when packages cannot be added or removed. No file has been changed."""


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="make package", usage=USAGE)
    parser.add_argument("--add", nargs="*", default=[])
    parser.add_argument("--remove", nargs="*", default=[])
    options = parser.parse_args(arguments)
    if not options.add and not options.remove:
        sys.exit(USAGE)
    print("\n".join(change(options.add, options.remove)))


def change(added: Iterable[str], removed: Iterable[str]) -> list[str]:
    """Adds and removes packages. Returns a line for each change.

    Raises:
        RefusedError: a package is unknown or invalid, or a package to remove is in use.
    """
    manifest: dict[str, dict[str, str]] = json.loads(MANIFEST.read_text())
    requested = dict(map(_parsed, added))
    gone = [name for name, _version in map(_parsed, removed)]
    for name in gone:
        if name not in manifest["dependencies"]:
            raise RefusedError(f"pwa/package.json has no package {name}.")
        if user := _user(name):
            raise RefusedError(f"{name} is needed by {user}.")
    listed = _listed(manifest)
    wanted = _wanted(requested, listed)
    if not wanted and not gone:
        return [f"{name}: was there already" for name in requested]
    files = _locked(_edited(manifest, wanted, gone), wanted)
    docs = without_lines(with_lines(DOCS.read_text(), [name for name in wanted if name not in listed]), gone)
    MANIFEST.write_text(files[MANIFEST.name])
    LOCK.write_text(files[LOCK.name])
    DOCS.write_text(docs)
    exact = _listed(json.loads(files[MANIFEST.name]))
    task = f"added; say in {DOCS.relative_to(ROOT)} what it is for, and restart `make dev`"
    return [
        *(f"{name} {exact[name]}: {'updated' if name in listed else task}" for name in wanted),
        *(f"{name}: removed" for name in gone),
    ]


def _listed(manifest: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Returns the versions of packages, except of those that only tests need."""
    tools = {name: version for name, version in manifest["devDependencies"].items() if name not in TESTED}
    return {**manifest["dependencies"], **tools}


def _wanted(requested: Mapping[str, str], listed: Mapping[str, str]) -> dict[str, str]:
    """Returns the packages to add or update, with versions. In `requested`, "" is the default version."""
    changed = {
        name: version for name, version in requested.items() if name not in listed or version not in ("", listed[name])
    }
    defaults = versions_of_reflex() if changed else {}
    return {name: version or defaults.get(name, "latest") for name, version in changed.items()}


def _edited(
    manifest: Mapping[str, Mapping[str, str]], wanted: Mapping[str, str], gone: Collection[str]
) -> dict[str, Mapping[str, str]]:
    """Returns the changed manifest. A removed package that tests need becomes a development dependency."""
    known = manifest["dependencies"]
    pages = {name: version for name, version in known.items() if name not in gone}
    tools = {**manifest["devDependencies"], **{name: known[name] for name in gone if name in TESTED}}
    for name, version in wanted.items():
        if name in tools and name not in TESTED:
            tools[name] = version
        else:
            pages[name] = version
            tools.pop(name, None)  # npm would treat packages in both sections as development dependencies
    return {**manifest, "dependencies": dict(sorted(pages.items())), "devDependencies": dict(sorted(tools.items()))}


def versions_of_reflex() -> dict[str, str]:
    spec = find_spec("reflex.components")
    assert spec and spec.submodule_search_locations
    folder = Path(spec.submodule_search_locations[0])
    sources = (file.read_text() for file in sorted(folder.rglob("*.py")))
    found = (re.findall(r"[\"']((?:@[\w.-]+/)?[\w.-]+)@(\d[\w.-]*)[\"'/]", source) for source in sources)
    return {name: version for pairs in found for name, version in pairs}


def with_lines(text: str, names: Iterable[str]) -> str:
    """Returns docs/packages.md with a new line for each package, which the author must complete."""
    lines = "".join(f"\n| `{name}` | {UNEXPLAINED} |" for name in names)
    head, found, tail = text.partition(TABLE_END)
    if not found:
        raise RefusedError(f"{DOCS.relative_to(ROOT)} has changed: expected {TABLE_END.strip()!r} after the table.")
    return f"{head}{lines}{found}{tail}"


def without_lines(text: str, names: Iterable[str]) -> str:
    for name in names:
        text = re.sub(rf"^\| `{re.escape(name)}` \|.*\n", "", text, flags=re.MULTILINE)
    return text


def _user(name: str) -> str:
    """Returns the path of a module that uses the package, or ""."""
    quoted = re.compile(rf"[\"'`]{re.escape(name)}[\"'`/]")
    files = (file for folder in ("app", "pwa") for file in sorted((ROOT / folder).rglob("*")))
    sources = (file for file in files if file.suffix in (".css", ".js", ".py"))
    return next((str(file.relative_to(ROOT)) for file in sources if quoted.search(file.read_text())), "")


def _parsed(written: str) -> tuple[str, str]:
    found = NAME.fullmatch(written)
    if not found:
        raise RefusedError(f"`{written}` is not the name of an npm package.")
    return found["name"], found["version"] or ""


def _locked(manifest: Mapping[str, object], wanted: Mapping[str, str]) -> dict[str, str]:
    """Locks the packages with npm. Returns the manifest with exact versions, and the lock file."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        for file in (LOCK, NPMRC):
            shutil.copy(file, folder)
        target = folder / MANIFEST.name
        target.write_text(_json(manifest))
        _npm(folder, wanted)
        lock = json.loads((folder / LOCK.name).read_text())["packages"]
        exact = json.loads(target.read_text())
        for section in SECTIONS:
            listed = [each for each in wanted if each in exact[section]]
            exact[section] |= {each: lock[f"node_modules/{each}"]["version"] for each in listed}
        if exact != json.loads(target.read_text()):
            target.write_text(_json(exact))
            _npm(folder, wanted)
        return {file: (folder / file).read_text() for file in PACKAGES}


def _npm(folder: Path, wanted: Mapping[str, str]) -> None:
    command = ["npm", "install", "--package-lock-only", "--ignore-scripts"]
    result = subprocess.run(command, cwd=folder, env=environment(), capture_output=True, text=True)
    if result.returncode:
        unknown = re.search(r"404.*?'((?:@[^/@]+/)?[^@']+)@", result.stderr)
        mismatch = re.search(r"No matching version found for (\S+?)\.?$", result.stderr, flags=re.MULTILINE)
        if mismatch:
            raise RefusedError(f"npm knows no version {mismatch[1]}.")
        if unknown:
            raise RefusedError(f"npm knows no package {unknown[1]}.")
        raise RefusedError(f"npm could not add {', '.join(wanted)}:\n{result.stderr.strip()}")


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    main(sys.argv[1:])
