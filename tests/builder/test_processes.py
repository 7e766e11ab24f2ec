import os
import signal
import subprocess
import sys

import psutil
import pytest

from builder import processes

SLEEPING = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(60)'])"
DETACHED = f"""
import subprocess, sys
from builder import processes

processes.mark()
child = subprocess.Popen([sys.executable, "-c", {SLEEPING!r}], start_new_session=True)
"""
UNTIL_SIGNAL = """
processes.end_on_signals()
print(child.pid, flush=True)
child.wait()
"""
WHEN_STOPPED = """
import time
while not (found := processes.psutil.Process(child.pid).children()):
    time.sleep(0.02)
processes.end_marked()
print(child.wait(), processes._is_running(found[0]), flush=True)
"""


def started(script: str) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_all_programs(number: signal.Signals) -> None:
    with started(DETACHED + UNTIL_SIGNAL) as process:
        assert process.stdout
        child = psutil.Process(int(process.stdout.readline()))
        os.kill(process.pid, number)
        assert process.wait(30) == 128 + number
        assert not processes._is_running(child)


def test_programs_of_programs_are_ended() -> None:
    with started(DETACHED + WHEN_STOPPED) as process:
        assert process.communicate(timeout=30)[0] == f"{-signal.SIGTERM} False\n"


def test_without_a_mark_nothing_is_ended() -> None:
    script = "from builder import processes; processes.os.environ.pop('REFLEX_RUN', 0); print(processes._marked())"
    assert subprocess.check_output([sys.executable, "-c", script], text=True) == "[]\n"
