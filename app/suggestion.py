"""Suggestions for misspelt names."""

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Returns " Did you mean `contact`?", to be added to a sentence; empty if no known name is similar."""
    near = get_close_matches(name, list(known), n=1)
    return f" Did you mean `{near[0]}`?" if near else ""
