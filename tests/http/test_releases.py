"""Servers use the selected release. Unused old releases are deleted."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.http import releases

HOLDER = "import sys; from app.http import releases; releases.hold(sys.argv[1]); print(flush=True); sys.stdin.read()"
"""A program that uses a release until its standard input is closed."""


@pytest.fixture(autouse=True)
def dist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    dist = tmp_path / "dist"
    for name in ("RELEASES", "CURRENT", "FRESH"):
        monkeypatch.setattr(releases, name, dist / getattr(releases, name).name)
    monkeypatch.setattr(releases, "FOLDER", dist)
    monkeypatch.delenv(releases.SERVED, raising=False)
    return dist


def release(name: str) -> Path:
    releases.FRESH.mkdir(parents=True)
    (releases.FRESH / "page").write_text(name)
    return releases.publish(name)


def current() -> str:
    return (releases.CURRENT / "page").read_text()


def test_the_last_release_is_the_current_one() -> None:
    first = release("first")
    assert current() == "first" and releases.served() == first
    second = release("second")
    assert current() == "second" and releases.served() == second
    assert list(releases.stored()) == [second, first]


def test_a_server_stays_with_its_release(monkeypatch: pytest.MonkeyPatch) -> None:
    first = release("first")
    monkeypatch.setenv(releases.SERVED, str(first))
    release("second")
    assert releases.served() == first


def test_an_older_release_can_be_switched_to() -> None:
    first, _second = release("first"), release("second")
    releases.switch(first)
    assert current() == "first"


def test_three_releases_are_stored() -> None:
    made = [release(str(number)) for number in range(5)]
    assert list(releases.stored()) == made[:1:-1]


def test_a_served_release_is_not_removed() -> None:
    first = release("first")
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(first)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout and holder.stdout.readline()
        made = [release(str(number)) for number in range(4)]
        assert list(releases.stored()) == [*made[:0:-1], first]
    last = release("last")
    assert list(releases.stored()) == [last, *made[:1:-1]]


def test_other_files_are_removed(dist: Path) -> None:
    (dist / "site").mkdir(parents=True)
    (dist / "index.json").touch()
    (dist / "current.123").symlink_to("nowhere")
    release("first")
    assert {file.name for file in dist.iterdir()} == {"current", "releases"}


def test_a_copy_in_progress_stays_for_a_day(dist: Path) -> None:
    for name in ("new", "old"):
        (dist / f"{releases.INCOMING}{name}/site").mkdir(parents=True)
    os.utime(dist / f"{releases.INCOMING}old", (0, 0))
    release("first")
    assert {file.name for file in dist.iterdir()} == {"current", "releases", "incoming-new"}


def test_there_are_no_releases_without_a_build() -> None:
    assert list(releases.stored()) == []
