import os
import socket
from pathlib import Path

import pytest

from app.server import notify


@pytest.mark.parametrize("is_abstract", [False, True])
def test_systemd_is_notified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_abstract: bool) -> None:
    name = f"@otisk-{os.getpid()}" if is_abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(name.replace("@", "\0") if is_abstract else name)
        systemd.settimeout(5)
        monkeypatch.setenv(notify.SOCKET, name)
        notify.ready()
        assert systemd.recv(100) == b"READY=1"


def test_nothing_is_sent_without_systemd(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(notify.SOCKET, raising=False)
    notify.ready()
