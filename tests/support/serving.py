"""Programs that the tests start and end: by process, on ports of their own, ready when they say so."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import httpx

from app.server.__main__ import STOP_GRACE_SECONDS
from app.settings import ROOT
from tests.fakes.loopback import free_port


def without_false_alarm(printed: str, seconds: float) -> str:
    """What a server that took `seconds` to stop has printed, without granian's claim that it killed a worker where it
    cannot have: two of its threads wait for the worker, and one may look before the other knows that it has ended."""
    if seconds >= STOP_GRACE_SECONDS:
        return printed
    lines = printed.splitlines(keepends=True)
    return "".join(line for line in lines if "refused to gracefully stop" not in line)


class Server:
    """The site's server as a process, at `url`; on a free port, unless `PORT` is given. `module` is what is run."""

    def __init__(self, project: Path = ROOT, module: str = "app.server", **environment: str):
        port = int(environment.pop("PORT", 0)) or free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(
            [sys.executable, "-m", module],
            cwd=project,
            env={**os.environ, "PORT": str(port), **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._wait()
        self._said: list[str] = []
        self._reading = Thread(target=self._read, daemon=True)
        self._reading.start()

    def _wait(self) -> None:
        """Returns once the server has said where it serves, and a worker accepts connections there."""
        assert self.process.stdout
        said = []
        for line in self.process.stdout:
            said.append(line)
            if self.url in line:
                return
        raise AssertionError("the server did not start:\n" + "".join(said))

    def _read(self) -> None:
        """Takes what the server prints: it would stand still once nobody has taken 64 kB."""
        assert self.process.stdout
        with self.process.stdout as printed:
            self._said.extend(printed)

    def parts(self) -> dict[str, str]:
        """What `/_health` says of each part."""
        answer = httpx.get(f"{self.url}/_health", trust_env=False, verify=False, timeout=60)
        return answer.json()["parts"]

    def until_members_are_up(self) -> None:
        """Returns once what is for members is there, a few seconds after the site."""
        for _ in range(1200):
            if self.parts()["members"] == "up":
                return
            time.sleep(0.05)
        raise AssertionError("what is for members did not start:\n" + "".join(self._said))

    def stop(self) -> str:
        """Ends the process; what it has printed since it was ready. Does nothing the second time."""
        began = time.monotonic()
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(timeout=30)
        self._reading.join(timeout=30)
        return without_false_alarm("".join(self._said), time.monotonic() - began)


def served_only(folder: Path) -> Path:
    """The project in `folder`, with what serving needs and nothing that building needs."""
    for name in ("app", "locales", "pwa", "dist"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copyfile(ROOT / "rxconfig.py", folder / "rxconfig.py")
    return folder


@contextmanager
def serving(project: Path = ROOT, module: str = "app.server", **environment: str) -> Iterator[Server]:
    """A server of `project`'s build with these settings, until the block ends."""
    server = Server(project, module, **environment)
    try:
        yield server
    finally:
        server.stop()
