"""`make dev`: hot reload under StrictMode keeps the promises of the production build."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.visitor import visitor
from tests.pwa.workshop import copy_project
from tests.serving import free_port


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
    process = subprocess.Popen(
        [sys.executable, "-m", "pwa.dev"],
        cwd=project,
        env={**os.environ, **ports, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        _wait_for(process, "Backend running at")
        yield f"http://localhost:{frontend}"
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.communicate(timeout=30)


def _wait_for(process: subprocess.Popen[str], words: str) -> None:
    assert process.stdout
    said = []
    for line in process.stdout:
        said.append(line)
        if words in line:
            return
    raise AssertionError("".join(said))


def test_public_page_opens_no_socket(browser: Browser, development: str) -> None:
    with visitor(browser) as guest:
        guest.opens(f"{development}/about")
        expect(guest.page.locator("html")).to_have_attribute("lang", "cs")
        assert [socket for socket in guest.sockets if "_event" in socket] == []
        assert [line for line in guest.console if line.startswith(("error", "uncaught"))] == []


def test_members_page_connects_once(browser: Browser, development: str) -> None:
    with visitor(browser) as guest:
        guest.opens(f"{development}/en/patreon/private")
        expect(guest.page.locator("#members")).to_have_attribute("data-access", "unconfigured")
        assert len([socket for socket in guest.sockets if "_event" in socket]) == 1
        assert [line for line in guest.console if line.startswith(("error", "uncaught"))] == []


def test_server_owned_paths_are_proxied(browser: Browser, development: str) -> None:
    with visitor(browser) as guest:
        answer = guest.page.request.get(f"{development}/config.json")
        assert answer.ok and answer.json()["environment"] == "production"
