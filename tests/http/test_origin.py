import pytest

from app.http.origin import is_own_origin

SITE = "https://otisk.test"
UNSAID = "http://localhost:8000"
"""The default value of the `SITE_URL` setting."""


def request(host: str | None, *origins: str) -> dict:
    headers = [(b"origin", origin.encode()) for origin in origins]
    return {"headers": [*headers, *([(b"host", host.encode())] if host is not None else [])]}


@pytest.mark.parametrize("host", ["otisk.test", "internal:8000", "evil.test", "", None])
@pytest.mark.parametrize("origins", [[], ["https://otisk.test"], ["HTTPS://OTISK.test:443"]])
def test_own_origin(host, origins):
    assert is_own_origin(request(host, *origins), SITE)


@pytest.mark.parametrize(
    "origin",
    [
        "http://otisk.test",
        "http://otisk.test:443",
        "https://otisk.test:8443",
        "https://www.otisk.test",
        "https://otisk.test.evil.test",
        "https://evil.test/otisk.test",
        "https://evil.test",
        "wss://otisk.test",
        "null",
        "",
        "file://otisk.test",
        "https://[otisk.test",
        "https://otisk.test:x",
        "http://localhost:8000",
    ],
)
def test_foreign_origin(origin):
    """Pages with http: URLs are not trusted, because attackers can forge such pages."""
    for host in ("otisk.test", origin.split("//")[-1], "localhost:8000", "", None):
        assert not is_own_origin(request(host, origin), SITE)


def test_two_origin_headers_are_rejected():
    assert not is_own_origin(request("otisk.test", "https://otisk.test", "https://otisk.test"), SITE)
    assert not is_own_origin(request("otisk.test", "https://otisk.test", "https://evil.test"), SITE)


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("localhost:8000", "http://localhost:8000"),
        ("LOCALHOST:8000", "http://localhost:8000"),
        ("127.0.0.1:9000", "http://127.0.0.1:9000"),
        ("[::1]:8000", "http://[::1]:8000"),
        ("192.168.1.5:8000", "http://192.168.1.5:8000"),
        ("studio.test", "https://studio.test"),
        ("internal", UNSAID),
    ],
)
def test_the_requested_host_is_own_without_a_site_url(host, origin):
    assert is_own_origin(request(host, origin), UNSAID)
    assert not is_own_origin(request(host, origin), SITE)


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("localhost:8000", "http://evil.test"),
        ("localhost:8000", "http://localhost:3000"),
        ("localhost:8000", "http://localhost"),
        ("studio.test", "http://studio.test:8080"),
        ("", "http://"),
        (None, "https://evil.test"),
        (None, "null"),
    ],
)
def test_a_foreign_origin_is_rejected_without_a_site_url(host, origin):
    assert not is_own_origin(request(host, origin), UNSAID)


@pytest.mark.parametrize("origin", ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"])
def test_loopback_is_own_in_development_only(origin):
    assert is_own_origin(request("other:8000", origin), SITE, dev=True)
    assert not is_own_origin(request("other:8000", origin), SITE)
    assert not is_own_origin(request("other:8000", "http://localhost.evil.test"), SITE, dev=True)
