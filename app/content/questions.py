"""Frequently asked questions and their answers."""

from dataclasses import dataclass
from datetime import datetime

from app.i18n import Text


@dataclass(frozen=True)
class Question:
    asked: Text
    answer: Text
    until: datetime | None = None
    """The time after which the page no longer shows this question."""
