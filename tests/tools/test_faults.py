"""The deliberate faults can be put in, and the tests are there that have to find them; `make faults` asks whether they
do."""

import subprocess
import sys

import pytest

from app.folders import ROOT
from tools.faults import FAULTS, Fault


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_fault_can_be_put_in(fault: Fault) -> None:
    assert (ROOT / fault.file).read_text().count(fault.old) == 1
    assert fault.old != fault.new
    assert (ROOT / fault.found_by[0]).exists()


def test_their_tests_are_there() -> None:
    chosen = {fault.found_by for fault in FAULTS.values() if len(fault.found_by) > 1}
    assert {option for _file, option, _words in chosen} == {"-k"}
    files = sorted({file for file, *_ in chosen})
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *files]
    tests = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    for file, _option, words in chosen:
        assert any(test.startswith(file) and all(word in test for word in words.split(" and ")) for test in tests), (
            words
        )
