"""Data classes of inquiries and uploads. Their `repr()` omits personal data."""

from dataclasses import dataclass, field
from datetime import date
from typing import BinaryIO

from app.content.estimate import Estimate, estimate


@dataclass(frozen=True)
class Inquiry:
    """A validated inquiry. If `workshop` (the id of a workshop date) is set, `pieces` is the number of seats."""

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

    @property
    def reference(self) -> str:
        """The first eight characters of the id, in upper case."""
        return self.id[:8].upper()

    @property
    def seats(self) -> int:
        return (self.pieces or 1) if self.workshop else 0

    def estimate(self) -> Estimate | None:
        return estimate(self.what, self.pieces, self.colours) if self.pieces else None


@dataclass(frozen=True)
class Upload:
    """An uploaded file. `ending` is the file extension of the detected type."""

    name: str = field(repr=False)
    ending: str
    file: BinaryIO = field(repr=False)
    size: int
