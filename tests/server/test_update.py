"""An update while the site is visited: nginx and the server go over to another build, and nobody notices."""

import re
import signal
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import httpx
import pytest

from app.settings import load
from builder import nginx
from builder.inputs import DIST
from tests.support.builds import Deployment, build_id, deployment, rebuilt
from tests.support.nginx import Nginx, running_nginx
from tests.support.server_process import Server

VISITORS = 8
REQUESTS_PER_SECOND = 100
PATHS = ("/", "/en", "/about", "/pricing", "/pricing?passed=on", "/builds/latest.json", "/sw.js", "/vouchers/nope")
PLAIN = {"accept-encoding": "gzip, deflate, br"}


@pytest.fixture
def place(built: None, tmp_path: Path) -> Iterator[Deployment]:
    with deployment(tmp_path / "served") as place:
        publish(place, 0, DIST)
        place.start()
        yield place


@pytest.fixture
def front(place: Deployment) -> Iterator[Nginx]:
    with running_nginx(place.dist.parent, place.url) as front:
        yield front


def publish(place: Deployment, number: int, build: Path) -> None:
    nginx.write(place.publish(number, build), load())


class Repeating(httpx.HTTPTransport):
    """Asks again, as browsers do, when nginx ends the connection that was kept just as a request comes on it: once, as
    there is one reload."""

    repeated = False

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        try:
            return super().handle_request(request)
        except (httpx.RemoteProtocolError, httpx.ReadError):
            assert not self.repeated, "cut off twice"
            self.repeated = True
            return super().handle_request(request)


@contextmanager
def visited(url: str) -> Iterator[Counter[tuple[str, int]]]:
    """Has visitors ask for pages, and for the code that these name, during the block; what they are answered."""
    over, answers = Event(), Counter()

    def visit() -> None:
        with httpx.Client(transport=Repeating(verify=False), base_url=url, timeout=20, headers=PLAIN) as client:
            while not over.wait(VISITORS * (len(PATHS) + 2) / REQUESTS_PER_SECOND):
                for path in (*PATHS, code(client)):
                    answers[path if path in PATHS else "code", client.get(path).status_code] += 1

    with ThreadPoolExecutor(VISITORS) as pool:
        visits: list[Future[None]] = [pool.submit(visit) for _ in range(VISITORS)]
        try:
            yield answers
        finally:
            over.set()
        for each in visits:
            each.result(timeout=30)


def code(client: httpx.Client) -> str:
    """The build manifest that the contact page names."""
    found = re.search(r"/_next/static/\w+/_buildManifest\.js", client.get("/contact").text)
    assert found
    return found[0]


def test_an_update_under_load(place: Deployment, front: Nginx, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, fresh = build_id(DIST), rebuilt(tmp_path / "1", 1, monkeypatch)
    new = build_id(fresh)
    assert isinstance(place.server, Server)
    with (
        httpx.Client(base_url=front.url, trust_env=False, verify=False, headers=PLAIN) as page,
        visited(front.url) as answers,
    ):
        assert f"/{old}/" in code(page)
        publish(place, 1, fresh)
        place.server.process.send_signal(signal.SIGHUP)
        front.reload()
        for _ in range(400):
            served = {
                httpx.get(f"{place.url}/builds/latest.json", trust_env=False, verify=False).json()["id"]
                for _ in range(5)
            }
            if served == {new}:
                break
            Event().wait(0.05)
        Event().wait(2)  # in which the old processes end
        assert {code(page) for _ in range(20)} == {f"/_next/static/{new}/_buildManifest.js"}
        kept = page.get(f"/_next/static/{old}/_buildManifest.js")
        assert kept.status_code == 200 and "immutable" in kept.headers["cache-control"], "for pages that are still open"
    expected = {(path, 404 if path.endswith("nope") else 200) for path in (*PATHS, "code")}
    assert answers.keys() == expected, answers
    assert answers.total() > REQUESTS_PER_SECOND
