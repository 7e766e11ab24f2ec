"""A server while releases are made beside it, and when it goes over to the last one."""

import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import httpx
import pytest

from app.http.export import Export
from builder.inputs import DIST
from tests.support.builds import Deployment, build_id, deployment, rebuilt
from tests.support.server_process import Server

REQUESTS_PER_SECOND = 50
PATHS = ("/about", "/en", "/pricing", "/builds/latest.json", "/sw.js")


@pytest.fixture
def place(built: None, tmp_path: Path) -> Iterator[Deployment]:
    """Where the site's own build is served, as the first of some releases."""
    with deployment(tmp_path / "served") as place:
        place.publish(0, DIST)
        place.start()
        yield place


@contextmanager
def visited(place: Deployment) -> Iterator[None]:
    """Has visitors ask for pages, with the code that these name, during the block; nothing may fail."""
    over, failed, lost = Event(), [], list[str]()

    def visit() -> None:
        with httpx.Client(base_url=place.url, trust_env=False, verify=False, timeout=20) as client:
            while not over.wait(len(PATHS) / REQUESTS_PER_SECOND):
                for path in (*PATHS, _code(client, lost)):
                    if (answer := _asked(client, path, lost)).status_code != 200:
                        failed.append(f"{path}: {answer.status_code}")

    with ThreadPoolExecutor(1) as pool:
        visits = pool.submit(visit)
        try:
            yield
        finally:
            over.set()
        visits.result(timeout=30)
    assert not failed
    assert len(lost) <= 1, "the visitor's one connection, when the server goes over"


def _asked(client: httpx.Client, path: str, lost: list[str]) -> httpx.Response:
    """As browsers ask: once more where the server closes a kept connection while the request is on its way."""
    try:
        return client.get(path)
    except httpx.RemoteProtocolError:
        lost.append(path)
        return client.get(path)


def _code(client: httpx.Client, lost: list[str]) -> str:
    """The build manifest that the contact page names."""
    [manifest] = {
        part for part in _asked(client, "/contact", lost).text.replace('"', " ").split() if "_buildManifest" in part
    }
    return manifest


def served_build(place: Deployment) -> str:
    return httpx.get(f"{place.url}/builds/latest.json", trust_env=False, verify=False).json()["id"]


def test_a_running_server_switches_releases_on_sighup(
    place: Deployment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = build_id(DIST)
    with visited(place):
        for number in (1, 2):
            place.publish(number, rebuilt(tmp_path / str(number), number, monkeypatch))
        assert served_build(place) == own
        assert isinstance(place.server, Server)
        place.server.process.send_signal(signal.SIGHUP)
        last = build_id(tmp_path / "2")
        for _ in range(200):
            if served_build(place) == last:
                break
            time.sleep(0.1)
        time.sleep(5)  # until the old process is gone
        assert {served_build(place) for _ in range(20)} == {last}
        old_code = f"/_next/static/{own}/_buildManifest.js"
        assert httpx.get(place.url + old_code, trust_env=False, verify=False).status_code == 200
    assert old_code not in Export.load(place.dist / "site").resources
