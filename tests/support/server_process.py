"""Server processes for tests, on free ports."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

import httpx

from app.folders import ROOT
from tests.fakes.loopback import free_port


class Server:
    """The site's server as a process, at `url`; on a free port, unless `PORT` is given. `module` is what is run, with
    these arguments. Inquiries are kept in a folder of its own, unless `INQUIRIES` is given: those of the project are
    not the tests'."""

    def __init__(
        self, project: Path = ROOT, module: str = "app.server", *, arguments: Sequence[str] = (), **environment: str
    ) -> None:
        port = int(environment.pop("PORT", 0)) or free_port()
        self.url = f"http://127.0.0.1:{port}"
        self._folder = TemporaryDirectory(prefix="served-", ignore_cleanup_errors=True)
        own = {"PORT": str(port), "INQUIRIES": f"{self._folder.name}/inquiries.db"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            cwd=project,
            env={**os.environ, **own, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._wait()
        self._said: list[str] = []
        self._reading = Thread(target=self._read, daemon=True)
        self._reading.start()

    def _wait(self) -> None:
        """Waits until the server has printed its URL and a worker accepts connections."""
        assert self.process.stdout
        said = []
        for line in self.process.stdout:
            said.append(line)
            if self.url in line:
                return
        raise AssertionError("the server did not start:\n" + "".join(said))

    def _read(self) -> None:
        """Reads the server's output, which would block once the pipe is full (64 kB)."""
        assert self.process.stdout
        with self.process.stdout as printed:
            self._said.extend(printed)

    def parts(self) -> dict[str, str]:
        """The parts' states from `/_health`."""
        answer = httpx.get(f"{self.url}/_health", trust_env=False, verify=False, timeout=60)
        return answer.json()["parts"]

    def wait_until_members_are_up(self) -> None:
        """Waits until the members' process is up, a few seconds after the site."""
        for _ in range(1200):
            if self.parts()["members"] == "up":
                return
            time.sleep(0.05)
        raise AssertionError("what is for members did not start:\n" + "".join(self._said))

    def stop(self) -> str:
        """Stops the process; its output since it was ready. Idempotent."""
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(timeout=30)
        self._reading.join(timeout=30)
        self._folder.cleanup()
        return "".join(self._said)


def copy_for_serving(folder: Path) -> Path:
    """A copy of the project in `folder` with what serving needs, and without what only building needs."""
    for name in ("app", "builder", "locales", "pwa", "dist/current"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copyfile(ROOT / "rxconfig.py", folder / "rxconfig.py")
    return folder


@contextmanager
def running_server(project: Path = ROOT, module: str = "app.server", **environment: str) -> Iterator[Server]:
    """A server of `project`'s build with these settings, until the block ends."""
    server = Server(project, module, **environment)
    try:
        yield server
    finally:
        server.stop()
