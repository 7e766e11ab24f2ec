"""Suggests the closest known name for a misspelled one."""

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Returns a question such as " Did you mean `contact`?", or an empty string if no known name is similar."""
    near = get_close_matches(name, list(known), n=1)
    return f" Did you mean `{near[0]}`?" if near else ""
