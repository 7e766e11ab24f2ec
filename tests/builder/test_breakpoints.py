import os
import pty
import subprocess
import sys

from builder.breakpoints import HOOK

ENVIRONMENT = {**os.environ, "PYTHONBREAKPOINT": HOOK}
SCRIPT = "ink = 'bl' + 'ack'\nbreakpoint()\nprint('after')"


def test_it_opens_in_the_terminal() -> None:
    process, terminal = pty.fork()
    if process == 0:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.execve(sys.executable, [sys.executable, "-c", SCRIPT], ENVIRONMENT)
    os.write(terminal, b"p ink\ncontinue\n")
    said = b""
    while b"after" not in said:
        said += os.read(terminal, 4096)
    os.waitpid(process, 0)
    assert b"'black'" in said


def test_without_a_terminal_it_says_so() -> None:
    command = [sys.executable, "-c", SCRIPT]
    result = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, start_new_session=True)
    assert result.stdout == "after\n"
    assert result.stderr == "breakpoint() in <string>:2 is skipped: run `make dev` in a terminal to debug\n"
