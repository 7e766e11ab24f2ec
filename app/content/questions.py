"""Frequently asked questions and their answers."""

from dataclasses import dataclass

from app.i18n import Text


@dataclass(frozen=True)
class Question:
    asked: Text
    answer: Text
