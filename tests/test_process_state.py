import logging
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.process_state import unchanged

NAME = "OTISK_LEAK"


def set_variable(_folder: Path) -> None:
    os.environ[NAME] = "1"


def remove_variable(_folder: Path) -> None:
    del os.environ["PATH"]


def change_folder(folder: Path) -> None:
    os.chdir(folder)


def change_log_level(_folder: Path) -> None:
    logging.root.setLevel(logging.CRITICAL)


@pytest.mark.parametrize(
    ("change", "said"),
    [(set_variable, NAME), (remove_variable, "PATH"), (change_folder, "the folder"), (change_log_level, "log level")],
)
def test_a_change_fails_and_is_undone(change: Callable[[Path], None], said: str, tmp_path: Path) -> None:
    with unchanged(), pytest.raises(AssertionError, match=said), unchanged():
        change(tmp_path)


def test_a_change_that_is_undone_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    with unchanged(), monkeypatch.context() as patched:
        patched.setenv(NAME, "1")
