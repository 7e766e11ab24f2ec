"""A running server switches to a new release without failed requests."""

import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import httpx
import psutil
import pytest

from app.content.workshops import PLACES
from app.http.export import Export
from builder.inputs import DIST
from tests.support.builds import Deployment, build_id, rebuilt
from tests.support.project_copy import replace
from tests.support.server_process import copy_for_serving, running_server

pytestmark = pytest.mark.mostly_nightly

REQUESTS_PER_SECOND = 50
PATHS = ("/about", "/en", "/pricing", "/builds/latest.json", "/sw.js")


@contextmanager
def sustained_load(deployed: Deployment) -> Iterator[None]:
    """Requests pages and scripts for the duration of the `with` block, and asserts that every request succeeds."""
    stop, failed, disconnects = Event(), [], list[str]()

    def visit() -> None:
        with httpx.Client(base_url=deployed.url, trust_env=False, verify=False, timeout=20) as client:
            while not stop.wait(len(PATHS) / REQUESTS_PER_SECOND):
                for path in (*PATHS, _manifest(client, disconnects)):
                    if (answer := _get(client, path, disconnects)).status_code != 200:
                        failed.append(f"{path}: {answer.status_code}")

    with ThreadPoolExecutor(1) as pool:
        visits = pool.submit(visit)
        try:
            yield
        finally:
            stop.set()
        visits.result(timeout=30)
    assert not failed
    assert len(disconnects) <= 1, "the connection that the switch closed"


def _get(client: httpx.Client, path: str, disconnects: list[str]) -> httpx.Response:
    """Sends a request. Like a browser, repeats the request if the server has closed the idle connection."""
    try:
        return client.get(path)
    except httpx.RemoteProtocolError:
        disconnects.append(path)
        return client.get(path)


def _manifest(client: httpx.Client, disconnects: list[str]) -> str:
    [manifest] = {
        word
        for word in _get(client, "/contact", disconnects).text.replace('"', " ").split()
        if "_buildManifest" in word
    }
    return manifest


def served_build(deployed: Deployment) -> str:
    return httpx.get(f"{deployed.url}/builds/latest.json", trust_env=False, verify=False).json()["id"]


@pytest.mark.main
def test_a_running_server_switches_releases_on_sighup(
    deployed: Deployment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = build_id(DIST)
    with sustained_load(deployed):
        for number in (1, 2):
            deployed.publish(number, rebuilt(tmp_path / str(number), number, monkeypatch))
        assert served_build(deployed) == own
        deployed.switch()
        last = build_id(tmp_path / "2")
        assert {served_build(deployed) for _ in range(20)} == {last}
        old_code = f"/_next/static/{own}/_buildManifest.js"
        assert httpx.get(deployed.url + old_code, trust_env=False, verify=False).status_code == 200
    assert old_code not in Export.load(deployed.dist / "site").resources


@pytest.mark.main
def test_a_reload_runs_changed_code_unless_it_cannot_be_imported(built: None, tmp_path: Path) -> None:
    project = copy_for_serving(tmp_path)
    workshops = project / "app/content/workshops.py"
    with running_server(project) as server:

        def places() -> set[int]:
            seats = httpx.get(f"{server.url}/workshops.json", trust_env=False, timeout=60).json()
            return {free for date, free in seats.items() if date != "held"}

        assert places() == {PLACES}
        replace(workshops, f"PLACES = {PLACES}", "PLACES = 111")
        parent = psutil.Process(server.process.pid)
        old = parent.children()
        server.process.send_signal(signal.SIGHUP)
        psutil.wait_procs(old, timeout=60)
        assert places() == {111}
        replace(workshops, "PLACES = 111", "PLACES =")
        new = parent.children()
        server.process.send_signal(signal.SIGHUP)
        server.wait_for_output("Reload failed (SyntaxError at app/")
        assert parent.children() == new and places() == {111}


def home(deployed: Deployment) -> int:
    return httpx.get(f"{deployed.url}/", trust_env=False, verify=False).status_code


def test_a_reload_applies_changed_settings_unless_they_are_invalid(deployed: Deployment) -> None:
    assert home(deployed) == 200
    file = deployed.project / ".env"
    file.write_text("ROOT_REDIRECT=/portfolio")
    deployed.switch()
    assert home(deployed) == 302
    file.write_text("ROOT_REDIRCT=/portfolio")
    assert deployed.server
    deployed.server.process.send_signal(signal.SIGHUP)
    deployed.server.wait_for_output("Reload failed (There is no setting `ROOT_REDIRCT`")
    assert home(deployed) == 302
    file.unlink()
    deployed.switch()
    assert home(deployed) == 200
