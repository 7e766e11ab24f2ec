import subprocess
import sys
from collections.abc import Iterator

import psutil
import pytest

from tests.fakes import child_process

HANGING = """
import signal, subprocess, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print(subprocess.Popen(["sleep", "600"]).pid, flush=True)
time.sleep(600)
"""


@pytest.fixture
def hanging() -> Iterator[tuple[subprocess.Popen[str], psutil.Process]]:
    """A process that ignores SIGTERM, and its child."""
    command = [sys.executable, "-c", HANGING]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        child = psutil.Process(int(process.stdout.readline()))
        yield process, child
        process.kill()


def test_a_process_that_hangs_is_killed_with_its_children(
    hanging: tuple[subprocess.Popen[str], psutil.Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    process, child = hanging
    monkeypatch.setattr(child_process, "STOP_SECONDS", 0.2)
    with pytest.raises(subprocess.TimeoutExpired):
        child_process.stop(process)
    assert process.returncode is not None and psutil.wait_procs([child], timeout=10)[1] == []


def test_a_process_whose_start_fails_is_killed(hanging: tuple[subprocess.Popen[str], psutil.Process]) -> None:
    process, child = hanging
    with pytest.raises(KeyboardInterrupt), child_process.killed_on_failure(process):
        raise KeyboardInterrupt
    assert process.returncode is not None and psutil.wait_procs([child], timeout=10)[1] == []


def test_a_process_that_has_exited_is_no_error() -> None:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    child_process.stop(process)
    child_process.kill(process)
