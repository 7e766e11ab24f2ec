"""The container's health check connects to the configured port."""

import threading
from http.server import BaseHTTPRequestHandler

import pytest

from app.server import alive
from tests.fakes.loopback import Loopback, free_port


@pytest.mark.parametrize(("status", "code"), [(200, 0), (503, 1)])
def test_the_answer_decides(monkeypatch: pytest.MonkeyPatch, status: int, code: int) -> None:
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with Loopback(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setenv("HOST", "0.0.0.0")
        monkeypatch.setenv("PORT", str(server.server_port))
        assert alive.main() == code
        server.shutdown()
    assert asked == ["/_health/live"]


def test_a_missing_server_or_a_bad_setting_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", str(free_port()))
    assert alive.main() == 1
    monkeypatch.setenv("PORT", "http")
    assert alive.main() == 1
