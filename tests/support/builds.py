"""Builds copies of the site and switches servers between builds."""

import re
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import psutil
import pytest

from app.folders import ROOT
from builder import index, precache
from builder.inputs import DIST
from tests.fakes.loopback import free_port
from tests.support.server_process import Server
from tests.support.server_without_reflex import WITHOUT_REFLEX

SOURCES = ("app", "builder", "locales", "pwa", "rxconfig.py")
TEXT = {".html", ".js"}
CHUNK = re.compile(r"(pages(?:/|\\u002F)[\w/\\-]+)-([0-9a-f]{8})\.js")
"""A pattern for the path of a page's script. In the build manifest, the slashes are escaped."""


class Deployment:
    """A server that can switch to another build at the same URL."""

    def __init__(self, project: Path) -> None:
        for name in SOURCES:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
            copy(ROOT / name, project / name)
        for name in ("assets", ".web", "tests"):
            (project / name).symlink_to(ROOT / name)
        self.project = project
        self.port = str(free_port())
        self.server: Server | None = None

    @property
    def dist(self) -> Path:
        return self.project / "dist/current"

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def deploy(self, dist: Path) -> None:
        self.stop()
        shutil.rmtree(self.dist, ignore_errors=True)
        shutil.copytree(dist, self.dist)
        self.start()

    def publish(self, number: int, build: Path) -> Path:
        release = self.project / f"dist/releases/{number}-{build_id(build)}"
        shutil.copytree(build, release)
        link = self.project / "dist/link"
        link.symlink_to(release.relative_to(link.parent))
        link.replace(self.dist)
        return release

    def start(self) -> None:
        self.server = Server(self.project, WITHOUT_REFLEX, PORT=self.port, OTISK_ENV_FILE=str(self.project / ".env"))

    def switch(self) -> None:
        assert self.server
        old = psutil.Process(self.server.process.pid).children()
        self.server.process.send_signal(signal.SIGHUP)
        _, still_running = psutil.wait_procs(old, timeout=120)
        assert not still_running, f"{still_running} did not exit:\n{self.server.output}"

    def stop(self) -> None:
        if self.server:
            self.server.stop()


@contextmanager
def deployment(project: Path) -> Iterator[Deployment]:
    """Yields a deployment whose server has not started yet."""
    deployed = Deployment(project)
    try:
        yield deployed
    finally:
        deployed.stop()


def build_id(dist: Path) -> str:
    [manifest] = (dist / "site/_next/static").glob("*/_buildManifest.js")
    return manifest.parent.name


def rebuilt(target: Path, number: int, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copies the site's build to `target`, with a new build ID and new script names. Returns `target`."""
    shutil.copytree(DIST / "site", target / "site")
    site = target / "site"
    old = build_id(DIST)
    new = _hex(old, number)

    def renamed(text: str) -> str:
        return CHUNK.sub(lambda chunk: f"{chunk[1]}-{_hex(chunk[2], number)}.js", text).replace(old, new)

    for file in [file for file in site.rglob("*") if file.suffix in TEXT]:
        file.write_text(renamed(file.read_text()))
    for file in [file for file in site.rglob("*.js") if renamed(file.as_posix()) != file.as_posix()]:
        new_file = Path(renamed(file.as_posix()))
        new_file.parent.mkdir(parents=True, exist_ok=True)
        file.rename(new_file)
    worker = site / precache.SERVED
    (site / precache.MADE).write_text(re.sub(r'\(\{"build":.*?\}\}\)', precache.MARKER, worker.read_text()))
    worker.unlink()
    shutil.rmtree(site / "_next/static" / old)
    precache.finish(site, new)
    with monkeypatch.context() as patched:
        patched.setattr(index, "ENCODERS", {})
        index.write_index(site, new)
    return target


def _hex(text: str, number: int) -> str:
    return sha256(f"{text} {number}".encode()).hexdigest()[:16]
