"""The fake as a process of its own."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from app.folders import ROOT
from tests.fakes.loopback import free_port
from tests.fakes.patreon.account import settings


class Running:
    """A fake as a process of its own, at `url`."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        command = [sys.executable, "-m", "tests.fakes.patreon", "--port", str(port)]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        said = self.process.stdout.readline()
        assert self.url in said, f"the fake Patreon did not start: {said}"

    @property
    def settings(self) -> dict[str, str]:
        """The site's settings for this fake, as environment variables. `SITE_URL` has to be the server's address."""
        return settings(self.url)

    def tell(self, **wanted: Any) -> dict[str, Any]:
        """Makes it do what `Fake.control` lists."""
        told = httpx.post(f"{self.url}/_fake", json=wanted, trust_env=False, verify=False, timeout=30)
        return told.raise_for_status().json()

    def asked(self) -> dict[str, int]:
        """The number of requests per path of the API."""
        return httpx.get(f"{self.url}/_fake", trust_env=False, verify=False).json()

    def stop(self) -> None:
        """Stops the process."""
        if self.process.poll() is None:
            self.process.terminate()
        self.process.communicate(timeout=30)


@contextmanager
def running(port: int | None = None) -> Iterator[Running]:
    """A fake on a free port during the block."""
    fake = Running(port or free_port())
    try:
        yield fake
    finally:
        fake.stop()
