"""Finds tests that change the state of the pytest process."""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

IGNORED = {"PYTEST_CURRENT_TEST"}


@contextmanager
def unchanged() -> Iterator[None]:
    """Fails a test that changes the environment, working directory or log level. Undoes the changes."""
    before, folder, level = _environment(), Path.cwd(), logging.root.level
    try:
        yield
    finally:
        faults = _restore_environment(before)
        if Path.cwd() != folder:
            faults.append(f"the folder is {Path.cwd()}")
            os.chdir(folder)
        if logging.root.level != level:
            faults.append(f"the log level is {logging.root.level}")
            logging.root.setLevel(level)
        assert not faults, f"the test has changed its process: {', '.join(faults)}"


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in IGNORED}


def _restore_environment(before: dict[str, str]) -> list[str]:
    after = _environment()
    changed = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
    for name in changed:
        os.environ.pop(name, None)
    os.environ.update({name: before[name] for name in changed if name in before})
    return changed
