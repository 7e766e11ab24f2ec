"""The server's worker processes stop on SIGTERM."""

import signal
import subprocess
import sys
import time

from granian.constants import Interfaces
from granian.server import MPServer

from app.folders import ROOT
from app.http.web_worker import WebWorker
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
    """SIGTERM stops a worker process that is still starting, even if the parent process ignores SIGTERM."""
    result = subprocess.run([sys.executable, "-c", STOPPED_AT_ONCE], cwd=ROOT, capture_output=True, text=True)
    assert result.stdout.split()[-1:] == [str(-signal.SIGTERM)], result.stderr
