"""Runs the fake Patreon in its own process."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from app.folders import ROOT
from tests.fakes import child_process
from tests.fakes.loopback import free_port
from tests.fakes.patreon.account import settings


class Running:
    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        command = [sys.executable, "-m", "tests.fakes.patreon", "--port", str(port)]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        with child_process.killed_on_failure(self.process):
            child_process.read_until(self.process.stdout, self.url)

    @property
    def settings(self) -> dict[str, str]:
        return settings(self.url)

    def tell(self, **wanted: Any) -> dict[str, Any]:
        """Sends commands to the fake Patreon (`Fake.control`)."""
        response = httpx.post(f"{self.url}/_fake", json=wanted, trust_env=False, verify=False, timeout=30)
        return response.raise_for_status().json()

    def asked(self) -> dict[str, int]:
        return httpx.get(f"{self.url}/_fake", trust_env=False, verify=False).json()

    def stop(self) -> None:
        child_process.stop(self.process)
        assert self.process.stdout
        self.process.stdout.close()


@contextmanager
def running() -> Iterator[Running]:
    fake = Running(free_port())
    try:
        yield fake
    finally:
        fake.stop()
