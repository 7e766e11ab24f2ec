"""An inquiry, and the files that came with it. Their representations have no personal data, as they may be logged."""

from dataclasses import dataclass, field
from datetime import date
from typing import BinaryIO

from app.content.estimate import Estimate, estimate

MAX_FILE_BYTES = 10_000_000


@dataclass(frozen=True)
class Inquiry:
    """A checked inquiry. `id` is the browser's, or derived from the contents; `workshop` is the id of a date, on which
    `pieces` are places; `language` is a code; `email` is normalised.
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

    @property
    def reference(self) -> str:
        """The short name that people use."""
        return self.id[:8].upper()

    @property
    def places(self) -> int:
        """The number of places that it books at a workshop."""
        return (self.pieces or 1) if self.workshop else 0

    def estimate(self) -> Estimate | None:
        """Returns the estimated costs, or None where the price lists have none."""
        return estimate(self.what, self.pieces, self.colours) if self.pieces else None


@dataclass(frozen=True)
class Upload:
    """A received file: the sender's name for it, its ending by its contents, its bytes and their number."""

    name: str = field(repr=False)
    ending: str
    file: BinaryIO = field(repr=False)
    size: int
