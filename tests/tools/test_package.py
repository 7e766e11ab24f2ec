"""`make package` changes the manifest, the lock file and the docs. If a step fails, no file changes."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tools import package, prose
from tools.package import RefusedError, change

NPM_404 = "npm error 404  'no-such-ink@latest' is not in this registry."


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copies of the files that the command changes, and a fake npm that accepts any package."""
    for name in ("MANIFEST", "LOCK", "DOCS"):
        copy = tmp_path / getattr(package, name).name
        shutil.copy(getattr(package, name), copy)
        monkeypatch.setattr(package, name, copy)
    monkeypatch.setattr(package, "ROOT", tmp_path)
    monkeypatch.setattr(package.subprocess, "run", locking)
    return tmp_path


def locking(command: list[str], *, cwd: Path, **_: object) -> subprocess.CompletedProcess[str]:
    """Simulates npm: writes a lock file with the manifest's versions, but replaces `latest` with 9.9.9."""
    manifest = json.loads((cwd / "package.json").read_text())
    listed = manifest["dependencies"] | manifest["devDependencies"]
    versions = {name: version.replace("latest", "9.9.9") for name, version in listed.items()}
    lock = {"packages": {f"node_modules/{name}": {"version": version} for name, version in versions.items()}}
    (cwd / "package-lock.json").write_text(json.dumps(lock))
    return subprocess.CompletedProcess(command, 0, "", "")


def failing(message: str) -> Callable[..., subprocess.CompletedProcess[str]]:
    return lambda command, **_: subprocess.CompletedProcess(command, 1, "", message)


def contents(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text() for file in folder.iterdir()}


def test_packages_get_the_versions_that_reflex_names(project: Path) -> None:
    printed = change(["recharts", "@glideapps/glide-data-grid", "letterpress"], [])
    added = json.loads((project / "package.json").read_text())["dependencies"]
    versions = package.versions_of_reflex()
    assert added["recharts"] == versions["recharts"] == "2.15.3"
    assert added["@glideapps/glide-data-grid"] == versions["@glideapps/glide-data-grid"]
    assert added["letterpress"] == "9.9.9" and list(added) == sorted(added)
    assert "recharts" not in json.loads((project / "package.json").read_text())["devDependencies"]
    lock = json.loads((project / "package-lock.json").read_text())["packages"]
    assert lock["node_modules/letterpress"]["version"] == "9.9.9"
    assert printed[0] == "recharts 2.15.3: added; say in packages.md what it is for, and restart `make dev`"


def test_a_package_that_tests_need_stays_for_them(project: Path) -> None:
    before = (project / "package.json").read_text()
    change(["recharts"], [])
    change([], ["recharts"])
    assert (project / "package.json").read_text() == before


def test_a_new_version_stays_in_its_section(project: Path) -> None:
    docs = (project / "packages.md").read_text()
    assert change(["eslint@11.0.0", "next@15.5.30"], []) == ["eslint 11.0.0: updated", "next 15.5.30: updated"]
    manifest = json.loads((project / "package.json").read_text())
    assert (manifest["devDependencies"]["eslint"], manifest["dependencies"]["next"]) == ("11.0.0", "15.5.30")
    assert "eslint" not in manifest["dependencies"] and "next" not in manifest["devDependencies"]
    assert (project / "packages.md").read_text() == docs


def test_a_new_line_of_the_docs_has_to_be_completed(project: Path) -> None:
    change(["recharts"], [])
    text = (project / "packages.md").read_text()
    assert text.count(f"| `recharts` | {package.UNEXPLAINED} |\n") == 1
    faults = list(prose.faults(prose.read("docs/packages.md", text)))
    assert len(faults) == 1 and "is unfinished" in faults[0]


def test_a_removed_package_leaves_nothing(project: Path) -> None:
    before = {name: text for name, text in contents(project).items() if name != "package-lock.json"}
    change(["react-player"], [])
    assert change([], ["react-player"]) == ["react-player: removed"]
    assert {name: text for name, text in contents(project).items() if name != "package-lock.json"} == before


def test_a_known_package_changes_nothing(project: Path) -> None:
    before = contents(project)
    assert change(["next"], []) == ["next: was there already"]
    assert contents(project) == before


@pytest.mark.parametrize(
    ("npm", "added", "removed", "said"),
    [
        (failing(NPM_404), ["recharts", "no-such-ink"], [], "npm knows no package no-such-ink."),
        (failing("npm error notarget No matching version found for recharts@99."), ["recharts@99"], [], "recharts@99"),
        (failing("ENOTFOUND"), ["recharts"], [], "npm could not add recharts:\nENOTFOUND"),
        (locking, ["../evil"], [], "`../evil` is not the name of an npm package."),
        (locking, ["recharts; rm"], [], "is not the name of an npm package."),
        (locking, [], ["recharts"], "pwa/package.json has no package recharts."),
    ],
    ids=["unknown", "version", "network", "path", "command", "absent"],
)
def test_nothing_changes_after_a_failure(
    project: Path,
    monkeypatch: pytest.MonkeyPatch,
    npm: Callable[..., subprocess.CompletedProcess[str]],
    added: list[str],
    removed: list[str],
    said: str,
) -> None:
    before = contents(project)
    monkeypatch.setattr(package.subprocess, "run", npm)
    with pytest.raises(RefusedError) as refused:
        change(added, removed)
    assert said in str(refused.value)
    assert contents(project) == before


def test_a_package_that_the_project_uses_is_not_removed() -> None:
    before = package.MANIFEST.read_bytes()
    with pytest.raises(RefusedError, match=r"fullpage\.js is needed by app/extras/fullpage/"):
        change([], ["fullpage.js"])
    assert package.MANIFEST.read_bytes() == before


def test_no_name_is_an_error() -> None:
    with pytest.raises(SystemExit, match="Which packages"):
        package.main([])
