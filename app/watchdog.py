"""Notices that the event loop of another process has stopped, and where.

The process sends heartbeats from its loop. Code that never returns, such as a regular expression, may hold Python's
interpreter lock: no thread of the process itself would notice.
"""

import faulthandler
import os
import re
import select
import signal
from contextlib import suppress

from app.folders import ROOT

CHECK_SECONDS = 1.0
"""Between two heartbeats, and between two checks."""
MAX_MISSED = 10
"""Checks in a row without a heartbeat after which a process counts as stuck."""
TRACE_SECONDS = 0.2
"""For the next piece of a trace."""
MAX_TRACE_BYTES = 65536
TRACE_SIGNAL = signal.SIGUSR2

_FRAME = re.compile(r'^  File "([^"\n]{1,500})", line (\d{1,7})', re.MULTILINE)


class Watch:
    """Counts checks without a heartbeat, and not seconds: nobody checks while the machine is suspended or the whole
    group of processes is stopped. It begins with the first heartbeat, as a start may take long."""

    def __init__(self) -> None:
        self._beats = 0
        self._missed = 0

    def is_stuck(self, beats: int) -> bool:
        """Notes the number of heartbeats so far. Returns whether too many are missing."""
        self._missed = self._missed + 1 if beats == self._beats else 0
        self._beats = beats
        return beats > 0 and self._missed >= MAX_MISSED


def trace_to(descriptor: int) -> None:
    """Has this process write where it is to a pipe whenever `trace` asks for it, even if it is stuck."""
    faulthandler.register(TRACE_SIGNAL, file=descriptor, all_threads=False)


def trace(process: int, descriptor: int) -> str:
    """Returns where a process is, by the other end of its pipe: the innermost line of ours, or of any Python code."""
    with suppress(ProcessLookupError):
        os.kill(process, TRACE_SIGNAL)
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    said = b""
    while len(said) < MAX_TRACE_BYTES and poll.poll(TRACE_SECONDS * 1000):  # it arrives in many pieces
        piece = os.read(descriptor, MAX_TRACE_BYTES)
        if not piece:
            break
        said += piece
    frames = _FRAME.findall(said.decode("utf-8", "replace"))
    own = [frame for frame in frames if frame[0].startswith(f"{ROOT}/app/")]
    if not frames:
        return "an unknown place"
    file, line = (own or frames)[0]
    return f"{file.removeprefix(f'{ROOT}/')}:{line}"
