"""Makes `breakpoint()` work under `reflex run`, whose processes have no standard input."""

import pdb
import sys
from pathlib import Path

HOOK = f"{__name__}.open_debugger"
TERMINAL = Path("/dev/tty")


def open_debugger() -> None:
    """Opens the debugger in the terminal. Without a terminal, only prints the breakpoint's location."""
    frame = sys._getframe(1)
    try:
        reading, writing = TERMINAL.open(), TERMINAL.open("w")
    except OSError:
        where = f"{frame.f_code.co_filename}:{frame.f_lineno}"
        print(f"breakpoint() in {where} is skipped: run `make dev` in a terminal to debug", file=sys.stderr, flush=True)
        return
    pdb.Pdb(stdin=reading, stdout=writing).set_trace(frame)
