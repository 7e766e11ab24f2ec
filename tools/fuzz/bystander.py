"""Simulates a customer during an attack and measures the response times.

The response times of a second server, which is not attacked, show how busy the machine is.
`python -m tools.fuzz.bystander URL` runs until standard input closes.
"""

import json
import multiprocessing
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from random import Random
from threading import Lock, Thread
from urllib.parse import urlsplit

from app.folders import ROOT
from tools.fuzz.cases import Shot, sender, word
from tools.fuzz.wire import NoAnswerError, NoConnectionError, exchange, inquiry, statuses

PAGES = ("/about", "/inquiry?pieces=100")
PAUSE_SECONDS = 0.008
INQUIRY_PAUSE_SECONDS = 5.0
BYSTANDER_DOMAIN = "@bystander.example"
TIMEOUT_SECONDS = 10.0
NOISE, INQUIRY = "noise", "inquiry"
"""Kinds of measured requests. A page request's kind is the page's path."""
MAX_SAMPLES = 200_000

_writing = Lock()


@dataclass(frozen=True)
class Sample:
    """A measured request. `start` is from `time.monotonic()`. `status` is 0 if there is no response."""

    kind: str
    start: float
    seconds: float
    status: int


@dataclass(frozen=True)
class Waits:
    """Response times in seconds, and the number of failed page requests."""

    worst: float
    noise: float
    failed: int

    @property
    def excess(self) -> float:
        """The longest response time, minus the longest one of the second server."""
        return self.worst - self.noise


class Bystander:
    def __init__(self, url: str) -> None:
        command = [sys.executable, "-m", "tools.fuzz.bystander", url]
        self._process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._samples: deque[Sample] = deque(maxlen=MAX_SAMPLES)
        self._lock = Lock()
        self._reading = Thread(target=self._read, daemon=True)
        self._reading.start()

    def _read(self) -> None:
        assert self._process.stdout
        with self._process.stdout as printed:
            for line in printed:
                with self._lock:
                    self._samples.append(Sample(*json.loads(line)))

    def stop(self) -> None:
        if self._process.stdin and not self._process.stdin.closed:
            self._process.stdin.close()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reading.join(timeout=5)

    def samples(self, since: float) -> list[Sample]:
        with self._lock:
            return [each for each in self._samples if each.start + each.seconds > since]

    def waits(self, since: float) -> Waits:
        return waits_of(self.samples(since))

    def wait_for_answer(self, within: float) -> bool:
        """Waits up to `within` seconds for a page request to succeed. Returns False if none succeeds."""
        start = time.monotonic()
        while time.monotonic() - start < within:
            if any(each.status == 200 and each.start >= start for each in self.samples(start) if each.kind in PAGES):
                return True
            time.sleep(0.02)
        return False


def ordinary_inquiry(random: Random, *files: tuple[str, bytes]) -> Shot:
    marker = word(random)
    return inquiry(random, marker, sender(random), *files, changes={"email": marker + BYSTANDER_DOMAIN})


def waits_of(samples: Iterable[Sample]) -> Waits:
    collected = list(samples)
    pages = [each.seconds for each in collected if each.kind in PAGES]
    noise = [each.seconds for each in collected if each.kind == NOISE]
    failed = [each for each in collected if each.kind in PAGES and each.status != 200]
    return Waits(max(pages, default=0), max(noise, default=0), len(failed))


@contextmanager
def running_bystander(url: str) -> Iterator[Bystander]:
    running = Bystander(url)
    try:
        yield running
    finally:
        running.stop()


def main(url: str) -> None:
    control = socket.create_server(("127.0.0.1", 0), backlog=64)
    serving = multiprocessing.get_context("fork").Process(target=_serve, args=(control,), daemon=True)
    serving.start()
    port = control.getsockname()[1]
    control.close()
    Thread(target=_ask_repeatedly, args=(url, {page: page for page in PAGES}), daemon=True).start()
    Thread(target=_ask_repeatedly, args=(f"http://127.0.0.1:{port}", {NOISE: "/"}), daemon=True).start()
    Thread(target=_send_inquiries, args=(url,), daemon=True).start()
    sys.stdin.read()
    serving.terminate()


def _serve(listening: socket.socket) -> None:
    answer = b"HTTP/1.1 200 OK\r\nContent-Length: 40000\r\nConnection: close\r\n\r\n" + b"x" * 40_000
    while True:
        connection, _ = listening.accept()
        with connection:
            connection.recv(4096)
            connection.sendall(answer)


def _ask_repeatedly(url: str, paths: Mapping[str, str]) -> None:
    while True:
        for kind, path in paths.items():
            _ask(url, path, kind)


def _ask(url: str, path: str, kind: str) -> None:
    start = time.monotonic()
    status = 0
    connection = HTTPConnection(urlsplit(url).netloc, timeout=TIMEOUT_SECONDS)
    try:
        connection.request("GET", path, headers={"X-Forwarded-For": "198.51.100.7", "Connection": "close"})
        answer = connection.getresponse()
        status = answer.status
        answer.read()
    except (OSError, HTTPException):
        pass
    finally:
        connection.close()
    _report(kind, start, status)
    time.sleep(PAUSE_SECONDS)


def _send_inquiries(url: str) -> None:
    random = Random(time.time_ns())
    while True:
        time.sleep(INQUIRY_PAUSE_SECONDS)
        start = time.monotonic()
        try:
            status = statuses(exchange(url, ordinary_inquiry(random)))[0]
        except (NoAnswerError, NoConnectionError, IndexError):
            status = 0
        _report(INQUIRY, start, status)


def _report(kind: str, start: float, status: int) -> None:
    line = json.dumps([kind, start, time.monotonic() - start, status])
    with _writing:
        print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
