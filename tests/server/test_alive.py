"""The container's health check connects to the configured port."""

from http.server import BaseHTTPRequestHandler
from urllib.parse import urlsplit

import pytest

from app.server import alive
from tests.fakes.loopback import free_port, serving


@pytest.mark.parametrize(("status", "code"), [(200, 0), (503, 1)])
def test_the_answer_decides(monkeypatch: pytest.MonkeyPatch, status: int, code: int) -> None:
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(status)
            self.end_headers()

    with serving(Handler) as url:
        monkeypatch.setenv("HOST", "0.0.0.0")
        monkeypatch.setenv("PORT", str(urlsplit(url).port))
        assert alive.main() == code
    assert asked == ["/_health/live"]


def test_a_missing_server_or_a_bad_setting_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", str(free_port()))
    assert alive.main() == 1
    monkeypatch.setenv("PORT", "http")
    assert alive.main() == 1
