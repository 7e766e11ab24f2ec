"""Shared parts of structured data."""

from typing import Any

from app.i18n import Text

Node = dict[str, Any]
"""A schema.org item: its `@type` and properties."""

VOCABULARY = "https://schema.org"


def one_line(text: Text | str | None) -> str:
    """Returns `text` with each run of whitespace replaced by a space."""
    return " ".join(str(text).split())
