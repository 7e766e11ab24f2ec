"""Runs servers in their own processes, on free ports."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

import httpx

from app.folders import ROOT
from app.settings import Settings, load
from builder.inputs import SETTINGS
from tests.fakes import child_process, gopay
from tests.fakes.loopback import free_port

UNUSED_PORT = 9
UNUSED_MAIL = {
    "smtp_url": f"smtp://127.0.0.1:{UNUSED_PORT}",
    "mail_to": "studio@otisk.test",
    "mail_from": "web@otisk.test",
}
"""Mail settings, which card payments require. There is no mail server, so no email is sent."""


def environment_without_settings() -> dict[str, str]:
    """Returns the environment without the site's settings, and with a variable that makes servers ignore `.env`."""
    others = {name: value for name, value in os.environ.items() if name.lower() not in Settings.model_fields}
    return {**others, "OTISK_ENV_FILE": os.devnull}


def server_environment() -> dict[str, str]:
    """Returns the environment for servers and builds that tests and tools start.

    The environment contains only settings that must match the build. With other settings, such as `DATABASE_URL` and
    `SMTP_URL`, tests would change the real site's data and send mail to customers.
    """
    chosen = load()
    same = {name: getattr(chosen, name) for name in SETTINGS if name in chosen.model_fields_set}
    if chosen.has_card_payments:
        same |= {**gopay.SETTINGS, "gopay_url": f"http://127.0.0.1:{UNUSED_PORT}", **UNUSED_MAIL}
    return {**environment_without_settings(), **{name.upper(): str(value) for name, value in same.items()}}


class Server:
    """A server process at `url` that runs the Python module `module`.

    By default, the server uses a free port and a temporary data folder.
    """

    def __init__(
        self, project: Path = ROOT, module: str = "app.server", *, arguments: Sequence[str] = (), **environment: str
    ) -> None:
        self.port = int(environment.pop("PORT", "") or free_port())
        self.url = f"http://127.0.0.1:{self.port}"
        self._project = project
        self._command = [sys.executable, "-m", module, *arguments]
        self.environment = environment
        self.start()

    def start(self) -> None:
        """Starts the process. A restart after `stop()` uses the same port and settings."""
        self._folder = TemporaryDirectory(prefix="served-", ignore_cleanup_errors=True)
        own = {"PORT": str(self.port), "DATA_DIR": self._folder.name}
        self.process = subprocess.Popen(
            self._command,
            cwd=self._project,
            env={**server_environment(), **own, **self.environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        with child_process.killed_on_failure(self.process):
            self.warnings = child_process.read_until(self.process.stdout, self.url)[:-1]
        self._output: list[str] = []
        self._reading = Thread(target=self._read, daemon=True)
        self._reading.start()

    def _read(self) -> None:
        """Drains the server's output, because a full pipe would block the server."""
        assert self.process.stdout
        with self.process.stdout as printed:
            self._output.extend(printed)

    def parts(self) -> dict[str, str]:
        answer = httpx.get(f"{self.url}/_health", trust_env=False, verify=False, timeout=60)
        return answer.json()["parts"]

    def wait_until_members_are_up(self) -> None:
        for _ in range(1200):
            if self.parts()["members"] == "up":
                return
            time.sleep(0.05)
        raise AssertionError(f"the members' process did not start:\n{self.output}")

    @property
    def output(self) -> str:
        """The output after the start message."""
        return "".join(self._output)

    def wait_for_output(self, text: str) -> None:
        for _ in range(2400):
            if text in self.output:
                return
            time.sleep(0.05)
        raise AssertionError(f"no {text!r} in the output:\n{self.output}")

    def stop(self) -> str:
        try:
            child_process.stop(self.process)
        finally:
            self._reading.join(timeout=30)
            self._folder.cleanup()
        return self.output

    def kill(self) -> None:
        child_process.kill(self.process)
        self.stop()

    @contextmanager
    def stopped(self) -> Iterator[None]:
        self.stop()
        try:
            yield
        finally:
            self.start()
            self.wait_until_members_are_up()


def copy_for_serving(folder: Path, project: Path = ROOT) -> Path:
    for name in ("app", "builder", "locales", "pwa", "dist/current"):
        shutil.copytree(project / name, folder / name)
    shutil.copyfile(project / "rxconfig.py", folder / "rxconfig.py")
    return folder


@contextmanager
def running_server(
    project: Path = ROOT, module: str = "app.server", arguments: Sequence[str] = (), **environment: str
) -> Iterator[Server]:
    server = Server(project, module, arguments=arguments, **environment)
    try:
        yield server
    finally:
        server.stop()


def running_small_site(root: Path, **environment: str) -> AbstractContextManager[Server]:
    return running_server(ROOT, "tests.support.small_site_server", [str(root)], **environment)
