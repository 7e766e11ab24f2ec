from app.folders import ROOT
from tests.support.slow import SLOW


def test_every_slow_test_exists() -> None:
    for module, _, test in (name.partition("::") for name in SLOW):
        assert f"def {test}(" in (ROOT / module).read_text() or not test, test
