"""The server's workers exit on SIGTERM. An old worker runs until its replacement serves requests."""

import asyncio
import logging
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import psutil
import pytest
from granian.constants import Interfaces
from granian.server import MPServer

from app import counters
from app.folders import ROOT
from app.http import web_worker
from app.http.web_worker import WebServer, WebWorker, begin_heartbeat
from tests.fakes.loopback import free_port


def test_a_joined_web_worker_is_not_alive() -> None:
    parent = MPServer("none", port=free_port(), interface=Interfaces.ASGI)
    for _ in range(20):
        worker = WebWorker(parent, 0, time.sleep, (60,))
        worker.start()
        worker.terminate()
        worker.join(60)
        assert not worker.is_alive()


STOPPED_AT_ONCE = """
import os, signal, time
from granian.constants import Interfaces
from granian.server import MPServer
from app.http import web_worker
from app.http.web_worker import WebWorker

signal.signal(signal.SIGTERM, lambda *_: None)
os.register_at_fork(after_in_child=lambda: time.sleep(0.3))
worker = WebWorker(MPServer("none", port=1, interface=Interfaces.ASGI), 0, time.sleep, (60,))
worker.start()
worker.terminate()
worker.join(20)
print(worker.inner.exitcode)
worker.kill()
"""


def test_a_starting_web_worker_obeys_sigterm() -> None:
    """A new process inherits the parent's signal handler, which may ignore SIGTERM."""
    result = subprocess.run([sys.executable, "-c", STOPPED_AT_ONCE], cwd=ROOT, capture_output=True, text=True)
    assert result.stdout.split()[-1:] == [str(-signal.SIGTERM)], result.stderr


def test_a_large_process_is_logged_and_counted_when_it_is_replaced(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    server = WebServer("none", port=free_port(), interface=Interfaces.ASGI, rss_samples=2)
    workers = [SimpleNamespace(idx=0, _id=lambda: 11), SimpleNamespace(idx=1, _id=lambda: 12)]
    replacement = SimpleNamespace(idx=1, _id=lambda: 13)

    def respawn(indices: list[int], *_: object, **_options: object) -> None:
        assert indices == [1]
        workers[1] = replacement

    for name, value in {
        "wrks": workers,
        "workers_rss": 768 * 1024**2,
        "_rss_collector": SimpleNamespace(memory=lambda _ids: {11: 60 * 1024**2, 12: 800 * 1024**2}),
        "_respawn_workers": respawn,
    }.items():
        monkeypatch.setattr(server, name, value, raising=False)
    before = dict(counters.own().events())["memory"]
    server._handle_rss_signal(None, None)
    assert not caplog.records, "granian waits for a second sample"
    server._handle_rss_signal(None, None)
    assert [each.getMessage() for each in caplog.records] == [
        "Web worker 2 used more than 768 MB of memory; replaced it"
    ]
    assert dict(counters.own().events())["memory"] == before + 1


@pytest.mark.parametrize(
    ("check", "reason"),
    [
        ([sys.executable, "-c", ""], None),
        (
            [sys.executable, "-c", "import sys; sys.exit('Traceback\\nImportError at x.py:1: no y')"],
            "ImportError at x.py:1: no y",
        ),
        ([sys.executable, "-c", "import os; os._exit(3)"], "code 3"),
        (["/nowhere/python"], "[Errno 2] No such file or directory: '/nowhere/python'"),
    ],
    ids=["valid", "invalid", "silent", "no Python"],
)
def test_a_reload_waits_for_the_check(check: list[str], reason: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    server = WebServer("none", port=free_port(), interface=Interfaces.ASGI)
    happened: list[str] = []

    def note(what: str) -> None:
        happened.append(what)
        server.signal_handler_interrupt()

    monkeypatch.setattr(web_worker, "RELOAD_CHECK", check)
    monkeypatch.setattr(web_worker.logger, "error", lambda line, *values: note(line % values))
    monkeypatch.setattr(server, "_respawn_workers", lambda *_, **_options: note("respawned"))
    server.signal_handler_reload()
    server._serve_loop(None, None)
    assert happened == [f"Reload failed ({reason}); going on with the old code" if reason else "respawned"]


def beat_slowly(old: int) -> None:
    """Starts the heartbeat late. Fails if the server has already stopped the old process."""
    time.sleep(0.5)
    assert psutil.Process(old).status() != psutil.STATUS_ZOMBIE
    beat()


def beat() -> None:
    async def run() -> None:
        begin_heartbeat()
        await asyncio.Event().wait()

    asyncio.run(run())


def crash(_old: int) -> None:
    sys.exit(3)


def beat_after_the_old_one_has_died(old: int) -> None:
    os.kill(old, signal.SIGKILL)
    beat()


Replace = Callable[[Callable[[int], None]], tuple[WebServer, WebWorker]]


@pytest.fixture
def replacing(monkeypatch: pytest.MonkeyPatch) -> Iterator[Replace]:
    """A function that replaces a web worker with one that runs `target`. It returns the server and the old worker."""
    server = WebServer("none", port=free_port(), interface=Interfaces.ASGI, workers_kill_timeout=5)
    old = WebWorker(server, 0, time.sleep, (60,))

    def spawn(idx: int, target: Callable[[int], None], callback_loader: object) -> WebWorker:
        return WebWorker(server, idx, target, (old.inner.pid,))

    monkeypatch.setattr(server, "_spawn_worker", spawn)

    def replace(target: Callable[[int], None]) -> tuple[WebServer, WebWorker]:
        server.wrks.append(old)
        old.start()
        server._respawn_workers([0], target, None)
        return server, old

    yield replace
    server._stop_workers()
    assert not old.is_alive()


def test_an_old_process_stays_until_the_new_one_serves(replacing: Replace) -> None:
    server, old = replacing(beat_slowly)
    [new] = server.wrks
    assert new is not old and new.wait_until_up() and not old.is_alive()


def test_an_old_process_stays_if_the_new_one_crashes(replacing: Replace, caplog: pytest.LogCaptureFixture) -> None:
    server, old = replacing(crash)
    assert server.wrks == [old] and old.is_alive() and server.interrupt_children == []
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == [
        "Web worker 1 exited (code 3)",
        "Replacing web worker 1 failed (it did not start); going on with the old one",
    ]


def test_an_old_process_that_dies_is_replaced_only_once(replacing: Replace, caplog: pytest.LogCaptureFixture) -> None:
    """If the server replaced the worker twice, Granian would report a crash loop."""
    server, old = replacing(beat_after_the_old_one_has_died)
    [new] = server.wrks
    assert new is not old and new.wait_until_up() and not old.is_alive()
    assert server.interrupt_children == []
    assert "Web worker 1 exited (code -9)" in caplog.text, "the death is still reported"


def test_workers_import_no_helpers_from_the_parent_s_settings() -> None:
    """After a reload, new workers still use the `app.settings` that the parent process has imported. Other modules of
    a new release must not import names that only the new `app.settings` defines.
    """
    assert "app.settings" in web_worker.SHARED_MODULES and "app.hosts" not in web_worker.SHARED_MODULES
    lines = [re.findall(r"from app\.settings import (.*)", path.read_text()) for path in (ROOT / "app").rglob("*.py")]
    names = {name.strip() for found in lines for line in found for name in line.split(",")}
    assert names == {"Settings", "SettingsError", "check_servable", "load", "settings"}
