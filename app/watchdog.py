"""Detects processes that hang.

A process cannot check itself, because code that hangs can block all of the process's threads.
"""

import faulthandler
import os
import re
import select
import signal
from contextlib import suppress

from app.folders import ROOT

CHECK_SECONDS = 1.0
MAX_MISSED = 10
"""The number of consecutive checks without a heartbeat after which a process counts as hanging."""
TRACE_SECONDS = 0.2
MAX_TRACE_BYTES = 65536
TRACE_SIGNAL = signal.SIGUSR2

_FRAME = re.compile(r'^  File "([^"\n]{1,500})", line (\d{1,7})', re.MULTILINE)


class Watch:
    """Detects a hang by counting checks, not seconds, because seconds also pass while the machine is suspended."""

    def __init__(self) -> None:
        self._beats = 0
        self._missed = 0

    def note_beats(self, beats: int) -> bool:
        """Records the number of heartbeats so far. Returns whether the process is hanging."""
        self._missed = self._missed + 1 if beats == self._beats else 0
        self._beats = beats
        return beats > 0 and self._missed >= MAX_MISSED


def trace_to(descriptor: int) -> None:
    faulthandler.register(TRACE_SIGNAL, file=descriptor, all_threads=False)


def trace(process: int, descriptor: int) -> str:
    """Returns the line of code that a process is running, preferably a line of the project's code."""
    with suppress(ProcessLookupError):
        os.kill(process, TRACE_SIGNAL)
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    output = b""
    while len(output) < MAX_TRACE_BYTES and poll.poll(TRACE_SECONDS * 1000):
        chunk = os.read(descriptor, MAX_TRACE_BYTES)
        if not chunk:
            break
        output += chunk
    frames = _FRAME.findall(output.decode("utf-8", "replace"))
    own = [frame for frame in frames if frame[0].startswith(f"{ROOT}/app/")]
    if not frames:
        return "an unknown line"
    file, line = (own or frames)[0]
    return f"{file.removeprefix(f'{ROOT}/')}:{line}"
