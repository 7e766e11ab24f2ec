import os
import socket

import pytest

from builder import serve
from tests.fakes.loopback import free_port


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    done: list[str] = []
    monkeypatch.setattr(serve, "build", lambda: done.append("build") or 0)
    monkeypatch.setattr(os, "execv", lambda *_: done.append("serve"))
    monkeypatch.setenv("HOST", "127.0.0.1")
    monkeypatch.setenv("PORT", str(free_port()))
    return done


def test_the_site_is_built_and_served(done: list[str]) -> None:
    serve.main()
    assert done == ["build", "serve"]


def test_a_failed_build_is_not_served(done: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "build", lambda: 1)
    assert (serve.main(), done) == (1, [])


def test_a_taken_port_is_reported_before_the_build(
    done: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        monkeypatch.setenv("PORT", str(other.getsockname()[1]))
        assert (serve.main(), done) == (1, [])
    assert "such as PORT=" in capsys.readouterr().err


def test_a_wrong_setting_is_reported_before_the_build(done: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "http")
    assert (serve.main(), done) == (2, [])
