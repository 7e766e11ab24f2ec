"""A process that serves, as granian starts it."""

import threading

from granian.server import mp


class Worker(mp.WorkerProcess):
    """A worker for which only one thread waits: when two do, it looks alive to the second a moment longer, and granian
    says that it is killing a worker that has ended."""

    def _watch(self) -> None:
        self._watching = threading.Thread(target=self._watcher)
        self._watching.start()

    def join(self, timeout: float | None = None) -> None:
        """Waits until it has ended, or for `timeout` seconds."""
        self._watching.join(timeout)
