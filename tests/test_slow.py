import pytest

from app.folders import ROOT
from tests.support.slow import SLOW


@pytest.mark.parametrize("name", SLOW)
def test_a_slow_test_exists(name: str) -> None:
    module, _, test = name.partition("::")
    assert f"def {test}(" in (ROOT / module).read_text() or not test
