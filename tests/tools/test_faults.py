"""The deliberate faults can be put in, and the tests are there that have to find them; `make faults` asks whether they
do."""

import subprocess
import sys

import pytest

from app.settings import ROOT
from tools.faults import FAULTS, Fault


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_fault_can_be_put_in(fault: Fault) -> None:
    assert (ROOT / fault.file).read_text().count(fault.old) == 1
    assert fault.old != fault.new
    assert (ROOT / fault.found_by[0]).exists()


@pytest.mark.parametrize(
    "found_by", {fault.found_by for fault in FAULTS.values() if "-k" in fault.found_by}, ids=" ".join
)
def test_its_tests_are_there(found_by: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *found_by]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert listed.returncode == 0, listed.stdout
