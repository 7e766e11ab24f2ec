"""The presses with their years and sheet sizes. Texts and price lists use these values."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Press:
    """A press that was built in `year`. Its sheets are at most `width` × `height` millimetres."""

    year: int
    width: int
    height: int

    @property
    def sheet(self) -> str:
        return f"{self.width // 10} × {self.height // 10} cm"


PLATEN = Press(1961, 260, 380)
PROOF = Press(1957, 500, 700)
