"""Prints Markdown tables to stdout and progress to stderr."""

import re
import sys
from collections.abc import Iterable
from statistics import median

ERASE = "\r\x1b[2K"


def progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"{ERASE}{text} …", end="", file=sys.stderr, flush=True)
    else:
        print(f"{text} …", file=sys.stderr, flush=True)


def head(*columns: str) -> None:
    line("")
    cells(*columns)
    line("|---" * len(columns) + "|")


def row(what: str, measured: str, budget: str = "") -> None:
    cells(what, measured, budget)


def cells(*row: str) -> None:
    line(re.sub(" +", " ", f"| {' | '.join(row)} |"))


def line(text: str) -> None:
    if sys.stderr.isatty():
        print(ERASE, end="", file=sys.stderr, flush=True)
    print(text, flush=True)


def ms(times: Iterable[float], target: float = float("inf")) -> str:
    measured = list(times)
    return bold_if_above(median(measured), target, f"{median(measured):.0f} ms") if measured else ""


def bold_if_above(measured: float, target: float, text: str) -> str:
    return text if measured <= target else f"**{text}**"
