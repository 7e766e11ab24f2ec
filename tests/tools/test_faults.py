"""The deliberate faults can be put in, and the tests are there that have to find them; `make faults` asks whether they
do."""

import pytest

from app.settings import ROOT
from tools.faults import FAULTS, Fault


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_fault_can_be_put_in(fault: Fault) -> None:
    assert (ROOT / fault.file).read_text().count(fault.old) == 1
    assert fault.old != fault.new
    assert (ROOT / fault.found_by[0]).exists()
