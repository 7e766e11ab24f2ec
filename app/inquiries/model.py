"""Inquiries and uploaded files. Their `repr()` omits personal data."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import BinaryIO

from app.content.estimate import Estimate
from app.content.inquiry_values import estimate_of, from_details

VOUCHER = "voucher"
FIXED = ("workshop", VOUCHER, "sample-pack")
"""Kinds of order with a fixed price. Other kinds get an estimate."""


@dataclass(frozen=True)
class Inquiry:
    """A validated inquiry. If `workshop` contains the ID of a workshop date, `pieces` is the number of seats.

    `details` contains the other fields of the form (`app.content.inquiry.DETAILS`).
    """

    id: str
    language: str
    what: str
    workshop: str | None
    pieces: int | None
    colours: int
    paper: str
    by: date | None
    name: str = field(repr=False)
    email: str = field(repr=False)
    message: str = field(repr=False)
    details: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)

    @property
    def reference(self) -> str:
        return self.id[:8].upper()

    @property
    def seats(self) -> int:
        return (self.pieces or 1) if self.workshop else 0

    def values(self) -> dict[str, str]:
        return {
            "what": self.what,
            "workshop": self.workshop or "",
            "pieces": str(self.pieces or ""),
            "colours": str(self.colours),
            "paper": self.paper,
            "by": self.by.isoformat() if self.by else "",
            "name": self.name,
            "email": self.email,
            "message": self.message,
            **from_details(self.details),
        }

    @property
    def has_fixed_price(self) -> bool:
        return self.what in FIXED

    def estimate(self) -> Estimate | None:
        return estimate_of(self.values())


@dataclass(frozen=True)
class Upload:
    """An uploaded file. `ending` is the extension of the detected file type."""

    name: str = field(repr=False)
    ending: str
    file: BinaryIO = field(repr=False)
    size: int
