import os
import subprocess
import sys

from app.folders import ROOT
from app.watchdog import MAX_MISSED, Watch, trace


def test_a_process_without_heartbeats_is_stuck() -> None:
    watch = Watch()
    assert not any(watch.note_beats(beats) for beats in (1, 2, *[2] * (MAX_MISSED - 1), 3, *[3] * (MAX_MISSED - 1)))
    assert watch.note_beats(3)


def test_a_process_that_is_still_starting_is_not_stuck() -> None:
    watch = Watch()
    assert not any(watch.note_beats(0) for _ in range(3 * MAX_MISSED))


STUCK = """
import sys
from app import watchdog
from tests.support.process_targets import block_interpreter
watchdog.trace_to(int(sys.argv[1]))
print(flush=True)
block_interpreter()
"""


def test_the_trace_shows_the_line_of_a_stuck_process() -> None:
    reading, writing = os.pipe()
    command = [sys.executable, "-c", STUCK, str(writing)]
    process = subprocess.Popen(command, cwd=ROOT, pass_fds=[writing], stdout=subprocess.PIPE)
    assert process.stdout
    try:
        process.stdout.readline()
        assert any("/re/" in trace(process.pid, reading) for _ in range(20)), "shortly after it was ready"
    finally:
        process.kill()
        process.communicate()
    assert trace(process.pid, reading) == "an unknown line"
    for each in (reading, writing):
        os.close(each)
