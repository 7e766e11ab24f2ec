import logging
import os
from collections.abc import Callable

import pytest

from tests.support.process_state import unchanged

NAME = "OTISK_LEAK"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda: os.environ.update({NAME: "1"}), NAME),
        (lambda: os.environ.pop("PATH"), "PATH"),
        (lambda: os.chdir("/"), "the folder"),
        (lambda: logging.root.setLevel(logging.CRITICAL), "log level"),
    ],
)
def test_a_change_fails_and_is_undone(change: Callable[[], object], said: str) -> None:
    with unchanged(), pytest.raises(AssertionError, match=said), unchanged():
        change()


def test_a_change_that_is_undone_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    with unchanged(), monkeypatch.context() as patched:
        patched.setenv(NAME, "1")
