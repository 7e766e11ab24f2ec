"""What the bench prints: Markdown's tables to stdout, and to stderr what it is doing."""

import re
import sys

ERASE = "\r\x1b[2K"
"""Takes the last line off a terminal."""


def doing(what: str) -> None:
    """Says what takes a while; on a terminal only until there is something else to say."""
    if sys.stderr.isatty():
        print(f"{ERASE}{what} …", end="", file=sys.stderr, flush=True)
    else:
        print(f"{what} …", file=sys.stderr, flush=True)


def head(*columns: str) -> None:
    """Prints a table's head, after an empty line."""
    line("")
    cells(*columns)
    line("|---" * len(columns) + "|")


def row(what: str, measured: str, budget: str = "") -> None:
    """Prints a row of a table of three columns."""
    cells(what, measured, budget)


def cells(*row: str) -> None:
    """Prints a row."""
    line(re.sub(" +", " ", f"| {' | '.join(row)} |"))


def line(text: str) -> None:
    """Prints a line, in the place of what `doing` said."""
    if sys.stderr.isatty():
        print(ERASE, end="", file=sys.stderr, flush=True)
    print(text, flush=True)
