"""A text with a title, such as a rule, a step or a benefit."""

from dataclasses import dataclass

from app.i18n import Text


@dataclass(frozen=True)
class TitledText:
    title: Text
    text: Text
