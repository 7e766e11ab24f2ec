"""Runs commands that show or change data in the database."""

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable

from app.database.database import Database
from app.database.errors import StoreError
from app.i18n.characters import CONTROLS
from app.settings import SettingsError


def run_command(
    parser: ArgumentParser,
    arguments: list[str],
    find_database: Callable[[], Database],
    nothing: str,
    run: Callable[[Database, Namespace], int],
) -> int:
    """Runs a command and prints its errors. Returns the exit code. `nothing` is the message for a missing database."""
    try:
        chosen = parser.parse_args(arguments)
    except SystemExit as error:  # argparse has already printed the error
        return int(error.code or 0)
    try:
        database = find_database()
        if not database.exists():
            print(f"{nothing} ({database}).", file=sys.stderr)
            return 0
        return run(database, chosen)
    except (SettingsError, StoreError, OSError) as error:
        print(error, file=sys.stderr)
        return 1


def printable(text: str) -> str:
    """Replaces characters that could control the terminal."""
    return CONTROLS.sub("?", text)


def open_private(path: str, flags: int) -> int:
    """Opens a file with mode 600. Can be passed to `open()` as `opener`."""
    return os.open(path, flags, 0o600)
