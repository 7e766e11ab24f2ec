"""Calculates estimates from the price lists, in crowns with VAT. `app/extras/inquiry/estimate.js` does the same."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from app.content.pricing import ANATOMY, PASS, POSTERS, WEDDING_PRINT, Part, Row
from app.i18n import Text, _
from app.inquiries.limits import MAX_PIECES

COLOURS = (1, 2, 3)


@dataclass(frozen=True)
class Line:
    """A line of an estimate.

    The line costs `once` plus `crowns` per `pieces` pieces, all multiplied by `times`. Only pieces above `above` and up
    to `up_to` count.
    """

    name: Text
    once: int = 0
    crowns: int = 0
    pieces: int = 1
    above: int = 0
    up_to: int | None = None
    times: int = 1

    def amount(self, ordered: int) -> int:
        last = ordered if self.up_to is None else min(ordered, self.up_to)
        return self.times * (self.once + self.crowns * max(0, last - self.above) // self.pieces)


@dataclass(frozen=True)
class Estimate:
    """An estimate of a price in crowns, with the named parts of the price."""

    parts: tuple[tuple[Text, int], ...]

    @property
    def crowns(self) -> int:
        return sum(crowns for _name, crowns in self.parts)


def estimate(what: str, pieces: int, colours: int) -> Estimate | None:
    """Returns an order's estimate, or None if the price lists do not cover the order."""
    lines = LINES.get(what, {}).get(colours)
    if lines is None or not 1 <= pieces <= MAX_PIECES:
        return None
    return Estimate(tuple((line.name, crowns) for line in lines if (crowns := line.amount(pieces))))


def _made_of(parts: tuple[Part, ...], times: Mapping[Part, int]) -> tuple[Line, ...]:
    return tuple(Line(part.name, part.once, part.a_hundred, 100, times=times.get(part, 1)) for part in parts)


def _in_steps(row: Row, columns: tuple[int, ...]) -> tuple[Line, ...]:
    """Returns the estimate lines of a price list's row: one for the first column, and one for each later column.

    The last line also applies to quantities beyond the last column.
    """
    first = Line(_("The run, up to {n} pieces").format(n=columns[0]), once=row.prices[0])
    steps = list(zip(pairwise(columns), pairwise(row.prices), strict=True))
    further = (
        Line(
            _("Pieces above {n}").format(n=above),
            crowns=dearer - cheaper,
            pieces=up_to - above,
            above=above,
            up_to=None if number == len(steps) else up_to,
        )
        for number, ((above, up_to), (cheaper, dearer)) in enumerate(steps, 1)
    )
    return first, *further


def _invitations(colours: int) -> tuple[Line, ...]:
    more = _made_of(PASS, dict.fromkeys(PASS, colours - 1)) if colours > 1 else ()
    return *_in_steps(WEDDING_PRINT.rows[0], WEDDING_PRINT.columns), *more


LINES: Mapping[str, Mapping[int, tuple[Line, ...]]] = {
    "cards": {colours: _made_of(ANATOMY, dict.fromkeys(PASS, colours)) for colours in COLOURS},
    "invitations": {colours: _invitations(colours) for colours in COLOURS},
    "posters": {colours: _in_steps(row, POSTERS.columns) for colours, row in zip(COLOURS, POSTERS.rows, strict=True)},
}
"""The estimate lines, by product and number of colours."""
