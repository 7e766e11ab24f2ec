import os
import re
import sys
from pathlib import Path

import pytest

from app.folders import ROOT
from builder import steps
from builder.steps import MAX_OUTPUT_LINES, BuildError, started

PID = "import os; print(os.getpid(), flush=True); input()"


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(steps, "ROOT", tmp_path)
    monkeypatch.setattr(steps, "WEB", tmp_path / ".web")
    return tmp_path / ".web"


def python(script: str):
    return started(sys.executable, "-c", script, log="made.log", folder=ROOT)


def test_a_program_reads_the_word(web: Path) -> None:
    with python("print(input().upper())") as program:
        program.send("build")
        program.finish()
    assert (web / "made.log").read_text() == "BUILD\n"


def test_an_error_shows_the_end_of_the_output(web: Path) -> None:
    failing = "print(*range(100), sep=chr(10)); import sys; sys.exit('no ink')"
    with pytest.raises(BuildError) as raised, python(failing) as program:
        program.send("build")
        program.finish()
    said = str(raised.value).splitlines()
    assert said[MAX_OUTPUT_LINES - 2 : MAX_OUTPUT_LINES] == ["99", "no ink"] and said[0] == "61"
    assert said[-2].startswith("The build failed at: -c print")
    assert said[-1] == "The complete output is in .web/made.log."


def test_a_failed_build_kills_the_program(web: Path) -> None:
    with pytest.raises(ZeroDivisionError), python(PID):
        while not (said := (web / "made.log").read_text()).endswith("\n"):
            pass
        raise ZeroDivisionError
    with pytest.raises(ProcessLookupError):
        os.kill(int(re.findall(r"\d+", said)[0]), 0)
