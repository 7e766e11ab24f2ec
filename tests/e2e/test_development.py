"""`make dev`: hot reload under StrictMode keeps the promises of the production build."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.fakes.loopback import free_port
from tests.support.visitor import Visitor, visitor
from tests.support.workshop import copy_project


def until_answered(process: subprocess.Popen, said: Path, url: str) -> None:
    """Returns when somebody answers there; raises an AssertionError with what the process has said if it has ended."""
    while True:
        assert process.poll() is None, said.read_text()
        with suppress(httpx.TransportError):
            httpx.get(url, trust_env=False, timeout=60)
            return
        time.sleep(0.2)


@pytest.fixture(scope="module")
def development(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The development server in a copy of the project, on ports of its own."""
    project = copy_project(tmp_path_factory.mktemp("development") / "copy")
    frontend, backend = free_port(), free_port()
    ports = {
        "REFLEX_FRONTEND_PORT": str(frontend),
        "REFLEX_BACKEND_PORT": str(backend),
        "REFLEX_API_URL": f"http://localhost:{backend}",
    }
    said = project / "said.txt"
    with said.open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "pwa.dev"],
            cwd=project,
            env={**os.environ, **ports, "PYTHONUNBUFFERED": "1"},
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        for port in (frontend, backend):
            until_answered(process, said, f"http://localhost:{port}/about")
        yield f"http://localhost:{frontend}"
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(timeout=60)
        with suppress(ProcessLookupError):  # what it has started, and not ended
            os.killpg(process.pid, signal.SIGKILL)


@contextmanager
def patient(browser: Browser) -> Iterator[Visitor]:
    """A visitor who waits while a page is compiled."""
    with visitor(browser) as guest:
        guest.page.set_default_navigation_timeout(180_000)
        yield guest


def test_public_page_opens_no_socket(browser: Browser, development: str) -> None:
    with patient(browser) as guest:
        guest.opens(f"{development}/about")
        expect(guest.page.locator("html")).to_have_attribute("lang", "cs")
        assert [socket for socket in guest.sockets if "_event" in socket] == []
        assert [line for line in guest.console if line.startswith(("error", "uncaught"))] == []


def test_members_page_connects_once(browser: Browser, development: str) -> None:
    with patient(browser) as guest:
        guest.opens(f"{development}/en/patreon/private")
        expect(guest.page.locator("#members")).to_have_attribute("data-access", "unconfigured")
        assert len([socket for socket in guest.sockets if "_event" in socket]) == 1
        assert [line for line in guest.console if line.startswith(("error", "uncaught"))] == []


def test_server_owned_paths_are_proxied(browser: Browser, development: str) -> None:
    with patient(browser) as guest:
        answer = guest.page.request.get(f"{development}/config.json")
        assert answer.ok and answer.json()["environment"] == "production"
