import re
import signal
from collections import Counter
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
from tests.support.builds import Deployment, build_id, deployment, rebuilt
from tests.support.nginx import running_nginx
from tests.support.project_copy import replace
from tests.support.workshops import needs_dates

pytestmark = pytest.mark.mostly_nightly

VISITORS = 4
REQUESTS_PER_SECOND = 100
PATHS = ("/", "/en", "/about", "/pricing", "/pricing?passed=on", "/builds/latest.json", "/sw.js", "/vouchers/nope")


@pytest.fixture
def deployed(built: None, tmp_path: Path) -> Iterator[Deployment]:
    """A server whose first release is the current build of the site."""
    with deployment(tmp_path / "served") as deployed:
        deployed.publish(0, DIST)
        deployed.start()
        yield deployed


@pytest.fixture(params=[pytest.param("direct", marks=pytest.mark.main), "nginx"])
def url(request: pytest.FixtureRequest, deployed: Deployment) -> Iterator[str]:
    if request.param == "direct":
        yield deployed.url
    else:
        with running_nginx(deployed.url) as front:
            yield front.url


def client_of(url: str) -> httpx.Client:
    return httpx.Client(
        base_url=url, trust_env=False, verify=False, timeout=20, headers={"accept-encoding": "gzip, deflate, br"}
    )


@contextmanager
def sustained_load(url: str) -> Iterator[Counter[tuple[str, int]]]:
    """Requests pages and scripts for the duration of the `with` block. Yields response counts by path and status."""
    stop, answers = Event(), Counter[tuple[str, int]]()

    def visit() -> None:
        with client_of(url) as client:
            while not stop.wait(VISITORS * len(PATHS) / REQUESTS_PER_SECOND):
                for path in (*PATHS, manifest(client)):
                    answers[path if path in PATHS else "code", get(client, path).status_code] += 1

    with ThreadPoolExecutor(VISITORS) as pool:
        visits = [pool.submit(visit) for _ in range(VISITORS)]
        try:
            yield answers
        finally:
            stop.set()
        for each in visits:
            each.result(timeout=30)


def get(client: httpx.Client, path: str) -> httpx.Response:
    """Sends a request. Like a browser, repeats the request if the server has closed the idle connection."""
    try:
        return client.get(path)
    except httpx.RemoteProtocolError:
        return client.get(path)


def manifest(client: httpx.Client) -> str:
    found = re.search(r"/_next/static/\w+/_buildManifest\.js", get(client, "/contact").text)
    assert found
    return found[0]


def places(client: httpx.Client) -> set[int]:
    seats = get(client, "/workshops.json").json()
    return {free for date, free in seats.items() if date != "held"}


@needs_dates
def test_a_running_server_switches_releases_on_sighup(
    url: str, deployed: Deployment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old_code = f"/_next/static/{build_id(DIST)}/_buildManifest.js"
    workshops = deployed.project / "app/content/workshops.py"
    with client_of(url) as page:
        with sustained_load(url) as answers:
            deployed.publish(1, rebuilt(tmp_path / "new", 1, monkeypatch))
            assert manifest(page) == old_code
            assert places(page) == {PLACES}
            replace(workshops, "PLACES = 2 * PER_PRESS", "PLACES = 111")
            deployed.switch()
            new_id = build_id(tmp_path / "new")
            assert {manifest(page) for _ in range(20)} == {f"/_next/static/{new_id}/_buildManifest.js"}
            assert get(page, "/builds/latest.json").json()["id"] == new_id
            assert places(page) == {111}
            stored = get(page, old_code)
            assert stored.status_code == 200 and "immutable" in stored.headers["cache-control"], "for open pages"
        replace(workshops, "PLACES = 111", "PLACES =")
        assert deployed.server
        parent = psutil.Process(deployed.server.process.pid)
        new = parent.children()
        parent.send_signal(signal.SIGHUP)
        deployed.server.wait_for_output("Reload failed (SyntaxError at app/")
        assert parent.children() == new and places(page) == {111}
    assert answers.keys() == {(path, 404 if path.endswith("nope") else 200) for path in (*PATHS, "code")}
    assert answers.total() > REQUESTS_PER_SECOND
    assert old_code not in Export.load(deployed.dist / "site").resources


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
