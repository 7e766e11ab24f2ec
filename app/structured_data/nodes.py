"""Shared code for structured data (JSON-LD)."""

from typing import Any

from app.i18n import Text

Node = dict[str, Any]

VOCABULARY = "https://schema.org"


def one_line(text: Text | str | None) -> str:
    return " ".join(str(text).split())
