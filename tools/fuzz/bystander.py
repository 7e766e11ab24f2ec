"""A customer beside an attack, as a process of its own: asks for pages without a pause, now and then sends an enquiry,
and reports how long each answer took.

It also asks a server of its own that nobody attacks. What that one takes is the noise of the machine.

`python -m tools.fuzz.bystander URL` is that process. It ends with its standard input.
"""

import json
import multiprocessing
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from random import Random
from statistics import median
from threading import Lock, Thread
from urllib.parse import urlsplit

from app.folders import ROOT
from tools.fuzz.cases import Shot, sender, word
from tools.fuzz.wire import NoAnswerError, NoConnectionError, enquiry, exchange, statuses

PAGES = ("/about", "/inquiry?pieces=100")
PAUSE_SECONDS = 0.008
"""Between two requests."""
ENQUIRY_PAUSE_SECONDS = 5.0
BYSTANDERS = "@bystander.example"
"""What a bystander's e-mail addresses end with."""
TIMEOUT_SECONDS = 10.0
"""For a page. One that never comes counts as so long."""
NOISE, ENQUIRY = "noise", "enquiry"
"""The kinds of samples beside those of pages, which have the page as their kind."""
MAX_SAMPLES = 200_000

_writing = Lock()


@dataclass(frozen=True)
class Sample:
    """An answer: what was asked, when (monotonic, in seconds), how long it took, and its status; 0 if none came."""

    kind: str
    begun: float
    seconds: float
    status: int


@dataclass(frozen=True)
class Waits:
    """The waits for pages during some time, in seconds: the median, the worst, the worst of the noise, and the requests
    that had no good answer."""

    median: float
    worst: float
    noise: float
    failed: int

    @property
    def excess(self) -> float:
        """By how much the worst wait is longer than the noise explains."""
        return self.worst - self.noise


class Bystander:
    """The process, seen from the one that attacks."""

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
        """Ends the process. Idempotent."""
        if self._process.stdin and not self._process.stdin.closed:
            self._process.stdin.close()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reading.join(timeout=5)

    def samples(self, since: float, until: float | None = None) -> list[Sample]:
        """The samples that overlap this time."""
        end = time.monotonic() if until is None else until
        with self._lock:
            return [each for each in self._samples if each.begun + each.seconds > since and each.begun < end]

    def waits(self, since: float, until: float | None = None) -> Waits:
        """The waits during this time."""
        return measured(self.samples(since, until))

    def is_answered(self, within: float) -> bool:
        """Whether a page is answered within so many seconds from now."""
        begun = time.monotonic()
        while time.monotonic() - begun < within:
            if any(each.status == 200 and each.begun >= begun for each in self.samples(begun) if each.kind in PAGES):
                return True
            time.sleep(0.02)
        return False


def ordinary(random: Random, *files: tuple[str, bytes]) -> Shot:
    """A customer's enquiry, with nothing wrong in it."""
    marker = word(random)
    return enquiry(random, marker, sender(random), *files, changes={"email": marker + BYSTANDERS})


def measured(samples: Iterable[Sample]) -> Waits:
    """The waits of some samples."""
    kept = list(samples)
    pages = [each.seconds for each in kept if each.kind in PAGES]
    noise = [each.seconds for each in kept if each.kind == NOISE]
    failed = [each for each in kept if each.kind in PAGES and each.status != 200]
    return Waits(median(pages) if pages else 0, max(pages, default=0), max(noise, default=0), len(failed))


@contextmanager
def standing_by(url: str) -> Iterator[Bystander]:
    """A bystander for the block."""
    running = Bystander(url)
    try:
        yield running
    finally:
        running.stop()


def main(url: str) -> None:
    """Asks until the standard input ends."""
    control = socket.create_server(("127.0.0.1", 0), backlog=64)
    serving = multiprocessing.get_context("fork").Process(target=_serve, args=(control,), daemon=True)
    serving.start()
    port = control.getsockname()[1]
    control.close()
    for target in (_ask_pages, _send_enquiries):
        Thread(target=target, args=(url,), daemon=True).start()
    Thread(target=_ask_control, args=(f"http://127.0.0.1:{port}",), daemon=True).start()
    sys.stdin.read()
    serving.terminate()


def _serve(listening: socket.socket) -> None:
    """Answers every connection with as much as a page has."""
    answer = b"HTTP/1.1 200 OK\r\nContent-Length: 40000\r\nConnection: close\r\n\r\n" + b"x" * 40_000
    while True:
        connection, _ = listening.accept()
        with connection:
            connection.recv(4096)
            connection.sendall(answer)


def _ask_pages(url: str) -> None:
    while True:
        for page in PAGES:
            _ask(url, page, page)


def _ask_control(url: str) -> None:
    while True:
        _ask(url, "/", NOISE)


def _ask(url: str, path: str, kind: str) -> None:
    begun = time.monotonic()
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
    _report(kind, begun, status)
    time.sleep(PAUSE_SECONDS)


def _send_enquiries(url: str) -> None:
    random = Random(time.time_ns())
    while True:
        time.sleep(ENQUIRY_PAUSE_SECONDS)
        begun = time.monotonic()
        try:
            status = statuses(exchange(url, ordinary(random)))[0]
        except (NoAnswerError, NoConnectionError, IndexError):
            status = 0
        _report(ENQUIRY, begun, status)


def _report(kind: str, begun: float, status: int) -> None:
    line = json.dumps([kind, begun, time.monotonic() - begun, status])
    with _writing:
        print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
