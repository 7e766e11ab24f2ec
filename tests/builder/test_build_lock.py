import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.folders import ROOT
from builder import build_lock
from builder.steps import BuildError

DEVELOPER = """
from pathlib import Path
from sys import argv
from builder import build_lock
build_lock.DEVELOPMENT, build_lock.ROOT = map(Path, argv[1:])
build_lock.lock_for_development("http://localhost:3210")
print("here", flush=True)
input()
"""
SENTENCE = "`make dev` is running in this folder, at http://localhost:3210: end it first"


@pytest.fixture
def lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(build_lock, "ROOT", tmp_path)
    monkeypatch.setattr(build_lock, "DEVELOPMENT", tmp_path / "web" / "development.lock")
    return build_lock.DEVELOPMENT


@contextmanager
def developer(lock: Path) -> Iterator[None]:
    with subprocess.Popen(
        [sys.executable, "-c", DEVELOPER, lock, lock.parents[1]],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout and process.stdout.readline() == b"here\n"
        try:
            yield
        finally:
            process.kill()


@pytest.mark.parametrize(
    "another",
    [build_lock.check_not_developing, lambda: build_lock.lock_for_development("http://localhost:3000")],
    ids=["build", "dev"],
)
def test_the_lock_is_exclusive(lock: Path, another: Callable[[], None]) -> None:
    with developer(lock), pytest.raises(BuildError, match=SENTENCE):
        another()


def test_a_killed_process_releases_the_lock(lock: Path) -> None:
    build_lock.check_not_developing()
    with developer(lock):
        pass
    build_lock.check_not_developing()
    with developer(lock):
        pass
