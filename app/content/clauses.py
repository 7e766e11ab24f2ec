"""The clauses of legal documents."""

from dataclasses import dataclass
from datetime import date

from app.i18n import Text

IN_FORCE = date(2026, 11, 23)
"""The date from which the terms and the privacy notice apply."""


@dataclass(frozen=True)
class Clause:
    """A part of a document; `slug` is its id on the page."""

    slug: str
    title: Text
    paragraphs: tuple[Text, ...]
