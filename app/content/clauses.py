"""The clauses of legal documents."""

from dataclasses import dataclass
from datetime import date

from app.i18n import Text, _
from app.i18n.formats import Day

IN_FORCE = date(2026, 11, 29)
IN_FORCE_FROM = _("In force from {day}.").format(day=Day(IN_FORCE))
WITHDRAWAL_DAYS = 14


@dataclass(frozen=True)
class Clause:
    """A clause. `slug` is the ID of its heading."""

    slug: str
    title: Text
    paragraphs: tuple[Text, ...]
