"""The end of a process that serves."""

import time

from granian.constants import Interfaces
from granian.server import MPServer

from app.http.worker import Worker
from tests.fakes.loopback import free_port


def test_a_worker_has_ended_for_all_who_wait_for_it() -> None:
    parent = MPServer("none", port=free_port(), interface=Interfaces.ASGI)
    for _ in range(100):
        worker = Worker(parent, 0, time.sleep, (60,))
        worker.start()
        worker.terminate()
        worker.join(60)
        assert not worker.is_alive()
