"""nginx and the server switch to another build under load without failed requests."""

import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import httpx
import pytest

from builder.inputs import DIST
from tests.support.builds import Deployment, build_id, rebuilt
from tests.support.nginx import Nginx, running_nginx

pytestmark = pytest.mark.nightly

VISITORS = 8
REQUESTS_PER_SECOND = 100
PATHS = ("/", "/en", "/about", "/pricing", "/pricing?passed=on", "/builds/latest.json", "/sw.js", "/vouchers/nope")
PLAIN = {"accept-encoding": "gzip, deflate, br"}


@pytest.fixture
def front(deployed: Deployment) -> Iterator[Nginx]:
    with running_nginx(deployed.url) as front:
        yield front


@contextmanager
def sustained_load(url: str) -> Iterator[Counter[tuple[str, int]]]:
    """Requests pages and scripts for the duration of the `with` block. Yields response counts by path and status."""
    stop, answers = Event(), Counter()

    def visit() -> None:
        with httpx.Client(base_url=url, trust_env=False, verify=False, timeout=20, headers=PLAIN) as client:
            while not stop.wait(VISITORS * (len(PATHS) + 2) / REQUESTS_PER_SECOND):
                for path in (*PATHS, manifest(client)):
                    answers[path if path in PATHS else "code", client.get(path).status_code] += 1

    with ThreadPoolExecutor(VISITORS) as pool:
        visits: list[Future[None]] = [pool.submit(visit) for _ in range(VISITORS)]
        try:
            yield answers
        finally:
            stop.set()
        for each in visits:
            each.result(timeout=30)


def manifest(client: httpx.Client) -> str:
    found = re.search(r"/_next/static/\w+/_buildManifest\.js", client.get("/contact").text)
    assert found
    return found[0]


def test_an_update_under_load(
    deployed: Deployment, front: Nginx, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, fresh = build_id(DIST), rebuilt(tmp_path / "1", 1, monkeypatch)
    new = build_id(fresh)
    with (
        httpx.Client(base_url=front.url, trust_env=False, verify=False, headers=PLAIN) as page,
        sustained_load(front.url) as answers,
    ):
        assert f"/{old}/" in manifest(page)
        deployed.publish(1, fresh)
        deployed.switch()
        assert {manifest(page) for _ in range(20)} == {f"/_next/static/{new}/_buildManifest.js"}
        assert httpx.get(f"{deployed.url}/builds/latest.json", trust_env=False).json()["id"] == new
        old_manifest = page.get(f"/_next/static/{old}/_buildManifest.js")
        assert old_manifest.status_code == 200 and "immutable" in old_manifest.headers["cache-control"], (
            "for pages that are still open"
        )
    expected = {(path, 404 if path.endswith("nope") else 200) for path in (*PATHS, "code")}
    assert answers.keys() == expected, answers
    assert answers.total() > REQUESTS_PER_SECOND
