"""Questions and answers."""

from dataclasses import dataclass

from app.i18n import Text


@dataclass(frozen=True)
class Question:
    """A question with its answer."""

    asked: Text
    answer: Text
