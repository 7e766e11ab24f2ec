"""Which paths are Reflex's, and who may talk to it."""

import pytest

from app.server.backend import is_own_origin, owns

SITE = "https://otisk.test"


@pytest.mark.parametrize("path", ["/_event/", "/_event/x/y", "/ping"])
def test_paths_of_the_backend(path):
    assert owns(path)


@pytest.mark.parametrize(
    "path", ["/", "/_event", "/_events", "/_event.js", "/ping/", "/pingx", "/_upload", "/en/_event", "/_health"]
)
def test_paths_of_the_site(path):
    assert not owns(path)


def request(host: str | None, *origins: str) -> dict:
    headers = [(b"origin", origin.encode()) for origin in origins]
    return {"headers": [*headers, *([(b"host", host.encode())] if host is not None else [])]}


@pytest.mark.parametrize(
    ("host", "origins"),
    [
        ("any.test", []),
        ("localhost:8000", ["http://localhost:8000"]),
        ("LOCALHOST:8000", ["http://localhost:8000"]),
        ("studio.test", ["https://studio.test"]),
        ("studio.test:443", ["https://studio.test"]),
        ("studio.test", ["http://studio.test:80"]),
        ("[::1]:8000", ["http://[::1]:8000"]),
        ("internal:8000", ["https://otisk.test"]),
        (None, ["https://otisk.test"]),
    ],
)
def test_own_origin(host, origins):
    assert is_own_origin(request(host, *origins), SITE)


@pytest.mark.parametrize(
    ("host", "origins"),
    [
        ("localhost:8000", ["http://evil.test"]),
        ("localhost:8000", ["http://localhost:3000"]),
        ("localhost:8000", ["http://localhost"]),
        ("studio.test", ["https://studio.test.evil.test"]),
        ("studio.test", ["https://evil.test/studio.test"]),
        ("studio.test", ["https://studio.test:8443"]),
        ("studio.test", ["null"]),
        ("studio.test", [""]),
        ("studio.test", ["file://studio.test"]),
        ("studio.test", ["http://[studio.test"]),
        ("studio.test", ["http://studio.test:x"]),
        ("studio.test", ["https://studio.test", "https://evil.test"]),
        ("", ["http://"]),
        (None, ["https://evil.test"]),
        (None, ["null"]),
    ],
)
def test_foreign_origin(host, origins):
    assert not is_own_origin(request(host, *origins), SITE)
    assert not is_own_origin(request(host, *origins), "http://localhost:8000")


@pytest.mark.parametrize("origin", ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"])
def test_loopback_is_own_in_development_only(origin):
    assert is_own_origin(request("other:8000", origin), SITE, dev=True)
    assert not is_own_origin(request("other:8000", origin), SITE)
    assert not is_own_origin(request("other:8000", "http://localhost.evil.test"), SITE, dev=True)
