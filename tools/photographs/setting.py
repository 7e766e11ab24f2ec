"""Setting type: marks in millimeters become printing plates, one coverage map an ink.

(0, 0) is the sheet's upper left corner. A mark is data; `plates` draws a list of them.
"""

import math
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from PIL import Image, ImageChops, ImageDraw

from tools.photographs.fonts import font
from tools.photographs.maps import Map

FINE = 3
"""Pixels drawn for each pixel of a plate, so that edges come out smooth."""


class Form:
    """A sheet's worth of plates, `width` × `height` mm at `scale` pixels a millimeter."""

    def __init__(self, width: float, height: float, scale: float) -> None:
        self.width, self.height = width, height
        self.shape = (max(1, round(height * scale)), max(1, round(width * scale)))
        self.unit = scale * FINE
        self.plates: dict[str, Image.Image] = {}

    def plate(self, ink: str) -> Image.Image:
        """The plate of an ink, made when first asked for."""
        if ink not in self.plates:
            self.plates[ink] = Image.new("L", (self.shape[1] * FINE, self.shape[0] * FINE), 0)
        return self.plates[ink]

    def pen(self, ink: str) -> ImageDraw.ImageDraw:
        """What draws on that plate, in fine pixels."""
        return ImageDraw.Draw(self.plate(ink))


class Mark(Protocol):
    """Anything that puts itself on a form."""

    def draw(self, form: Form) -> None:
        """Adds itself to the plates."""


def plates(marks: tuple[Mark, ...], width: float, height: float, scale: float) -> dict[str, Map]:
    """The coverage 0…1 of every ink that the marks use."""
    form = Form(width, height, scale)
    for mark in marks:
        mark.draw(form)
    size = (form.shape[1], form.shape[0])
    return {
        ink: np.asarray(plate.resize(size, Image.Resampling.BOX), np.float32) / 255
        for ink, plate in form.plates.items()
    }


@dataclass(frozen=True)
class Line:
    """One line of type. `size` is the em in mm and `track` the extra space between letters in ems; `lead` the distance
    to the next baseline in ems. With `fit` (width, height in mm) its letters fill that box like wood type,
    whatever `size`.
    """

    text: str
    face: str = "serif"
    size: float = 4
    ink: str = "ink"
    track: float = 0
    lead: float = 1.25
    fit: tuple[float, float] | None = None


@dataclass(frozen=True)
class Column:
    """Lines below one another; `x` is their middle, left or right edge by `align`. `y` is the top, or the middle of the
    column when `centered`.
    """

    lines: tuple[Line, ...]
    x: float
    y: float
    align: str = "center"
    centered: bool = False

    def draw(self, form: Form) -> None:
        """Adds every line to its plate."""
        top = self.y - (sum(_advance(line) for line in self.lines) / 2 if self.centered else 0)
        for line in self.lines:
            _set(form, line, self.x, top, self.align)
            top += _advance(line)


def _advance(line: Line) -> float:
    return line.fit[1] * line.lead if line.fit else line.size * line.lead


def _set(form: Form, line: Line, x: float, top: float, align: str) -> None:
    """Puts a line on its plate, its body's top at `top` mm."""
    if not line.text:
        return
    stamp, rise = _fitted(line, form.unit) if line.fit else (_tracked(line, form.unit), 0)
    share = {"left": 0.0, "center": 0.5, "right": 1.0}[align]
    left = round(x * form.unit - stamp.width * share)
    plate = form.plate(line.ink)
    held = Image.new("L", plate.size, 0)
    held.paste(stamp, (left, round(top * form.unit) - rise))
    plate.paste(ImageChops.lighter(plate, held))


def _tracked(line: Line, unit: float) -> Image.Image:
    """The line's coverage on its body: as wide as it runs, as tall as its em and a half."""
    em = max(4, round(line.size * unit))
    face = font(line.face, em)
    if not line.track:
        width = math.ceil(face.getlength(line.text)) + em
        stamp = Image.new("L", (width, round(em * 1.6)), 0)
        ImageDraw.Draw(stamp).text((em / 2, em), line.text, 255, font=face, anchor="ls")
        return stamp
    steps = [face.getlength(line.text[: i + 1]) + (i + 1) * line.track * em for i in range(len(line.text))]
    width = math.ceil(steps[-1] - line.track * em) + em
    stamp = Image.new("L", (width, round(em * 1.6)), 0)
    pen = ImageDraw.Draw(stamp)
    for letter, start in zip(line.text, [0.0, *steps], strict=False):
        pen.text((em / 2 + start, em), letter, 255, font=face, anchor="ls")
    return stamp


def _fitted(line: Line, unit: float) -> tuple[Image.Image, int]:
    """The line's capitals stretched to fill its box, and how many pixels their accents rise above it."""
    width, height = (round(side * unit) for side in line.fit)
    face = font(line.face, 400)
    cap = -face.getbbox("H", anchor="ls")[1]
    left, top, right, bottom = face.getbbox(line.text, anchor="ls")
    above, below = max(cap, -top), max(0, bottom)
    stamp = Image.new("L", (right - left, above + below), 0)
    ImageDraw.Draw(stamp).text((-left, above), line.text, 255, font=face, anchor="ls")
    grow = height / cap
    tall = stamp.resize((width, max(1, round(stamp.height * grow))), Image.Resampling.LANCZOS)
    return tall, round((above - cap) * grow)


@dataclass(frozen=True)
class Rule:
    """A straight line between two points, `weight` mm thick."""

    x0: float
    y0: float
    x1: float
    y1: float
    weight: float = 0.35
    ink: str = "ink"

    def draw(self, form: Form) -> None:
        """Adds the line."""
        unit = form.unit
        points = (self.x0 * unit, self.y0 * unit, self.x1 * unit, self.y1 * unit)
        form.pen(self.ink).line(points, 255, max(2, round(self.weight * unit)))


@dataclass(frozen=True)
class Frame:
    """A rectangle drawn `inset` mm inside the sheet's edge, its corners notched inward by `notch` mm."""

    inset: float
    weight: float = 0.4
    ink: str = "ink"
    notch: float = 0

    def draw(self, form: Form) -> None:
        """Adds the outline."""
        a, n = self.inset, self.notch
        right, bottom = form.width - a, form.height - a
        corners = [(a, a, 0, 90), (right, a, 90, 180), (right, bottom, 180, 270), (a, bottom, 270, 360)]
        points = []
        for x, y, start, stop in corners:
            turn = np.radians(np.linspace(stop, start, 9))
            points += [(x + n * np.cos(t), y + n * np.sin(t)) for t in turn] if n else [(x, y)]
        scaled = [(x * form.unit, y * form.unit) for x, y in points]
        form.pen(self.ink).line([*scaled, scaled[0], scaled[1]], 255, max(2, round(self.weight * form.unit)), "curve")


@dataclass(frozen=True)
class Shape:
    """Filled outlines in a unit square (-1…1), put at (x, y) mm, `size` mm from its middle to its edge.

    Outlines are drawn one over the other: each odd one (the 2nd, the 4th …) of a `carved` shape cuts out.
    """

    outlines: tuple[tuple[tuple[float, float], ...], ...]
    x: float
    y: float
    size: float
    ink: str = "ink"
    angle: float = 0
    carve: frozenset[int] = field(default_factory=frozenset)

    def draw(self, form: Form) -> None:
        """Adds the outlines; those listed in `carve` are cut out of what is below them."""
        pen = form.pen(self.ink)
        cos, sin = math.cos(math.radians(self.angle)), math.sin(math.radians(self.angle))
        for index, outline in enumerate(self.outlines):
            points = [
                (
                    (self.x + (u * cos - v * sin) * self.size) * form.unit,
                    (self.y + (u * sin + v * cos) * self.size) * form.unit,
                )
                for u, v in outline
            ]
            pen.polygon(points, 0 if index in self.carve else 255)


@dataclass(frozen=True)
class Contours:
    """The contour lines of one hill, as they run through a window `width` × `height` mm put at (x, y); the window shows
    the hill from `start` mm on, so that neighboring sheets continue one another.
    """

    x: float
    y: float
    width: float
    height: float
    start: float
    ink: str = "ink"

    def draw(self, form: Form) -> None:
        """Adds the lines, every fifth of them heavier."""
        unit = form.unit
        size = (round(self.height * unit), round(self.width * unit))
        v, u = (np.arange(side, dtype=np.float32) / unit for side in size)
        u = u[None, :] + self.start
        v = v[:, None]
        hills = ((210, 24, 150, 46, 22), (95, 46, 70, 30, 8), (330, 40, 90, 34, 10), (250, -6, 50, 24, 7))
        rise = sum(h * np.exp(-(((u - cx) / wx) ** 2) - ((v - cy) / wy) ** 2) for cx, cy, wx, wy, h in hills)
        rise = rise + 0.5 * np.sin(u / 13) * np.sin(v / 9)
        steep = np.hypot(*np.gradient(rise)) + 1e-4
        off = np.abs(rise - np.round(rise)) / steep / unit
        weight = np.where(np.round(rise) % 5 == 0, 0.30, 0.15)
        lines = Image.fromarray((np.clip((weight - off) * unit + 0.5, 0, 1) * 255).astype(np.uint8))
        corner = (round(self.x * unit), round(self.y * unit))
        plate = form.plate(self.ink)
        plate.paste(ImageChops.lighter(plate.crop((*corner, corner[0] + size[1], corner[1] + size[0])), lines), corner)


@dataclass(frozen=True)
class Specimen:
    """Rows of single letters, each from its own face and in its own size, that fill `width` mm from (x, y) down."""

    rows: tuple[str, ...]
    faces: tuple[str, ...]
    x: float
    y: float
    width: float
    ink: str = "ink"

    def draw(self, form: Form) -> None:
        """Adds every letter; a row is as tall as its letters allow."""
        top, count = self.y, 0
        for row in self.rows:
            letters = row.split()
            placed = []
            for letter in letters:
                face = self.faces[count % len(self.faces)]
                size = (1.0, 0.86, 0.94, 0.78, 0.90, 0.82, 0.97)[count % 7]
                left, _, right, _ = font(face, 400).getbbox(letter, anchor="ls")
                cap = -font(face, 400).getbbox("H", anchor="ls")[1]
                placed.append((letter, face, size, (right - left) / cap * size))
                count += 1
            gap = 0.13
            tall = self.width / (sum(wide for *_, wide in placed) + gap * (len(placed) - 1))
            top += tall * 0.30
            at = self.x
            for letter, face, size, wide in placed:
                box = (wide * tall, size * tall)
                _set(form, Line(letter, face, fit=box, ink=self.ink), at, top + tall * (1 - size), "left")
                at += (wide + gap) * tall
            top += tall * 1.07


def registration(width: float, height: float, inset: float = 5, ink: str = "ink") -> tuple[Mark, ...]:
    """Register crosses in the middle of each side."""
    marks: list[Mark] = []
    for x, y in ((width / 2, inset), (width / 2, height - inset), (inset, height / 2), (width - inset, height / 2)):
        marks += [Rule(x - 2.5, y, x + 2.5, y, 0.2, ink), Rule(x, y - 2.5, x, y + 2.5, 0.2, ink)]
        marks.append(Shape((circle(1.0), circle(0.82)), x, y, 1.5, ink, carve=frozenset({1})))
    return tuple(marks)


def circle(radius: float = 1.0, x: float = 0, y: float = 0, points: int = 96) -> tuple[tuple[float, float], ...]:
    """An outline in unit coordinates."""
    turn = np.linspace(0, 2 * np.pi, points, endpoint=False)
    return tuple((float(x + radius * np.cos(t)), float(y + radius * np.sin(t))) for t in turn)
