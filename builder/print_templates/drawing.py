"""The lines and text of a print template. Positions are in mm from the sheet's upper left corner."""

from collections.abc import Iterator
from dataclasses import dataclass

from app.content.print_ready import BLEED, Format, legend, title

MARGIN = 15
"""The space for crop marks around the template, in mm."""
MARK = 6
LETTERS = 2.6
"""The legend's font size, in mm."""
LEADING = 4.2
LEGEND_HEIGHT = 32
MIN_WIDTH = 92
"""The width that the legend needs, in mm."""


@dataclass(frozen=True)
class Box:
    x: float
    y: float
    width: float
    height: float

    def grown(self, by: float) -> "Box":
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)


@dataclass(frozen=True)
class Line:
    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True)
class Words:
    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Drawing:
    title: str
    page: Box
    trim: Box
    bleed: Box
    safe: Box
    marks: tuple[Line, ...]
    legend: tuple[Words, ...]


def drawing_of(format_: Format) -> Drawing:
    width = max(format_.width, MIN_WIDTH)
    page = Box(0, 0, width + 2 * MARGIN, format_.height + MARGIN + LEGEND_HEIGHT)
    trim = Box((page.width - format_.width) / 2, MARGIN, format_.width, format_.height)
    lines = (title(format_), *map(str, legend(format_)))
    top = trim.y + trim.height + MARGIN - LETTERS
    return Drawing(
        lines[0],
        page,
        trim,
        trim.grown(format_.bleed),
        trim.grown(-format_.safe),
        tuple(_marks(trim)),
        tuple(Words(MARGIN, top + number * LEADING, line) for number, line in enumerate(lines)),
    )


def _marks(trim: Box) -> Iterator[Line]:
    for x, outward in ((trim.x, -1), (trim.x + trim.width, 1)):
        for y, away in ((trim.y, -1), (trim.y + trim.height, 1)):
            near, far = BLEED + 1, BLEED + 1 + MARK
            yield Line(x + outward * near, y, x + outward * far, y)
            yield Line(x, y + away * near, x, y + away * far)
