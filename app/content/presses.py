"""The presses. Their years of construction and sheet sizes appear on pages and in price lists."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Press:
    """A press built in `year`. Sheets can be up to `width` × `height` millimetres."""

    year: int
    width: int
    height: int

    @property
    def sheet(self) -> str:
        return f"{self.width // 10} × {self.height // 10} cm"


PLATEN = Press(1961, 260, 380)
PROOF = Press(1957, 500, 700)
