"""Paper, ink and the impression: sheets as pieces that can be laid on a stage."""

from dataclasses import dataclass

import numpy as np

from tools.photographs.maps import Map, blur, fractal, grid, linear, mix, noise, smooth
from tools.photographs.setting import Mark, plates
from tools.photographs.stage import Piece, margin, piece


@dataclass(frozen=True)
class Stock:
    """A paper: its color, thickness and tooth (depth of its texture) in mm, flecks 0…1, the color of its edge
    (its own when none is given), and whether it is wood."""

    color: str
    thickness: float = 0.6
    tooth: float = 0.03
    flecks: float = 0
    edge: str = ""
    grain: bool = False


@dataclass(frozen=True)
class Ink:
    """What is on the type: its color, how far it hides the paper (0…1), how deep the type goes in (mm), how unevenly it
    lies (`salt` 0…1), gloss, whether it is foil or no ink at all, how much of it there is (0…1), and how far the type
    pushes the whole sheet in, so deep that its edges cast shadows (mm).
    """

    color: str = "#1d1b19"
    hides: float = 0.5
    depth: float = 0.16
    salt: float = 0.12
    gloss: float = 0.05
    foil: bool = False
    blind: bool = False
    amount: float = 1
    sink: float = 0


STOCKS = {
    "cotton": Stock("#f3ecdf", 0.75, 0.034),
    "white": Stock("#f6f3ec", 0.6, 0.024),
    "cream": Stock("#ecdfc6", 0.5, 0.026),
    "kraft": Stock("#b08d62", 0.45, 0.026, 0.9),
    "grey": Stock("#b9b4aa", 0.6, 0.028, 0.5),
    "ink": Stock("#23262e", 0.6, 0.03, 0.15),
    "vermilion": Stock("#c9402c", 0.55, 0.026, 0.1),
    "blush": Stock("#e4c4b4", 0.55, 0.028),
    "sage": Stock("#9fa890", 0.55, 0.028, 0.2),
    "felted": Stock("#f3ecdf", 0.75, 0.05),
    "enamel": Stock("#f2efe6", 2.2, 0.004),
    "birch": Stock("#d9bf93", 9, 0.004, 0, "#b18f5f", grain=True),
    "greyboard": Stock("#bdb7aa", 1.4, 0.024, 0.7),
    "laid": Stock("#f1ebdd", 0.25, 0.016),
    "forest": Stock("#3f4f3a", 0.5, 0.026, 0.1),
    "midnight": Stock("#1b2440", 0.7, 0.032, 0.1),
    "mill": Stock("#efe6d3", 0.9, 0.04, 0.1),
    "edged": Stock("#f4eee2", 0.85, 0.034, 0, "#cc3d29"),
}

INKS = {
    "ink": Ink("#1b1a19"),
    "vermilion": Ink("#cd3b27", 0.75, 0.15, 0.10, 0.06),
    "linden": Ink("#5f7a3a", 0.6, 0.15, 0.1),
    "green": Ink("#4c5a41", 0.6, 0.15, 0.1),
    "grey": Ink("#77726a", 0.5, 0.14, 0.1),
    "white": Ink("#f1ece2", 0.9, 0.12, 0.16),
    "blind": Ink(blind=True, depth=0.26),
    "silver": Ink("#e3e6ea", 1, 0.12, 0.0, 0, foil=True),
    "deep": Ink(blind=True, depth=0.4),
    "deep-red": Ink("#d6402b", 0.85, 0.9, 0.06, 0.06),
    "sunk-red": Ink("#d0402b", 0.8, 0.16, 0.07, 0.10, sink=0.75),
    "sunk": Ink(blind=True, depth=0.12, sink=0.5),
    "sunk-ink": Ink("#1b1a19", 0.9, 0.12, 0.04, 0.06, sink=0.25),
    "wood": Ink("#1b1918", 0.75, 0.10, 0.2, 0.08),
    "wood-red": Ink("#d0402b", 0.35, 0.10, 0.22, 0.07),
    "wood-blue": Ink("#27406b", 0.35, 0.10, 0.22, 0.07),
    **{f"moon-{i}": Ink("#22304f", 0.3, 0.10, 0.12 + 0.02 * i, 0.03, amount=1 - 0.066 * i) for i in range(13)},
    "starved": Ink("#d0402b", 0.3, 0.08, 0.85, 0.02),
    "wood-yellow": Ink("#e0a43a", 0.35, 0.10, 0.22, 0.07),
    "wood-green": Ink("#4f6b52", 0.35, 0.10, 0.22, 0.07),
}


def sheet(
    rng: np.random.Generator,
    scale: float,
    width: float,
    height: float,
    stock: str = "cotton",
    marks: tuple[Mark, ...] = (),
    shape: str = "",
    curl: float = 0.5,
    hole: tuple[float, float, float] | None = None,
    shift: float = 0.12,
    fold: float = 0,
    pillow: float = 0,
    thick: float = 0,
) -> Piece:
    """A printed sheet, `width` × `height` mm.

    `shape`: "" square-cut, "deckle", "soft" (rounded corners), "bag" (its upper edge pinked).
    `curl` mm that its far corners rise; `hole` (x, y, radius) mm; `shift` mm that each further ink may be off register;
    `fold` mm that the outer edges rise when it is creased down its middle; `pillow` mm that it is puffed up; `thick` mm
    in place of the stock's own thickness, for a whole batch.
    """
    paper = STOCKS[stock]
    size = (max(8, round(height * scale)), max(8, round(width * scale)))
    color = linear(paper.color)
    made = piece(scale, size, color, thick or paper.thickness, linear(paper.edge) if paper.edge else color * 0.86)
    made.relief += _tooth(rng, size, scale) * paper.tooth
    if paper.grain:
        _wooden(made, rng)
    made.albedo *= (1 + 0.014 * fractal(rng, size, 40 * scale, 3 * scale))[..., None]
    if paper.flecks:
        _fleck(made, rng, paper.flecks)
    made.cover *= _outline(rng, size, scale, shape, 3.0 if thick else 0.5)
    if hole:
        y, x = grid(size)
        distance = np.hypot(x - hole[0] * scale, y - hole[1] * scale)
        made.cover *= np.clip(distance - hole[2] * scale + 0.5, 0, 1)
    made.height += _bend(rng, size, curl) + _folded(size, fold) + _puffed(rng, size, pillow)
    if fold:
        across = (grid(size)[1] / scale - width / 2) / 0.5
        made.relief -= 0.12 * np.exp(-(across**2))
    for number, (ink, plate) in enumerate(plates(marks, width, height, scale).items()):
        move = rng.normal(0, shift * scale, 2) if number else (0, 0)
        pressed(made, np.roll(plate, (round(move[0]), round(move[1])), (0, 1)), INKS[ink], rng)
    return margin(made)


def _tooth(rng: np.random.Generator, size: tuple[int, int], scale: float) -> Map:
    """The felt's mark and the fibers of a mould-made sheet; about unit deviation."""
    felt = fractal(rng, size, max(2.4 * scale, 2), max(0.5 * scale, 1.0), 0.75)
    fiber = blur(noise(rng, size, 1), 0.7) * 2.2
    return (felt * 0.75 + fiber * min(0.5, 2.0 / scale)).astype(np.float32)


def _wooden(made: Piece, rng: np.random.Generator) -> None:
    """The face of plywood: pale, long, quiet figure."""
    size, scale = made.cover.shape, made.scale
    slow = fractal(rng, size, 46 * scale, 8 * scale, 0.5, 6.0)
    figure = 0.5 + 0.5 * np.sin(grid(size)[0] / scale * 0.32 + slow * 3.4)
    fine = fractal(rng, size, max(0.8 * scale, 1.4), 1, 0.8, 24.0)
    made.albedo *= (1 - 0.10 * figure**2 + 0.035 * fine)[..., None]
    made.relief += 0.014 * fine
    made.gloss += 0.10


def _fleck(made: Piece, rng: np.random.Generator, strength: float) -> None:
    """Fibers of another color, lying every way."""
    size = made.cover.shape
    for stretch in (5.0, 9.0):
        along = noise(rng, size, 1.4, stretch)
        upright = noise(rng, (size[1], size[0]), 1.4, stretch).T
        dark = smooth(1.6, 2.8, np.maximum(along, upright))
        pale = smooth(1.7, 2.9, -np.minimum(along, upright))
        made.albedo *= (1 - 0.40 * strength * dark + 0.22 * strength * pale)[..., None]


def _outline(rng: np.random.Generator, size: tuple[int, int], scale: float, shape: str, finest: float = 0.5) -> Map:
    """1 inside the sheet's shape, 0 outside; a torn edge shows nothing smaller than `finest` mm."""
    y, x = grid(size)
    rows, columns = size
    inside = np.minimum(np.minimum(x + 0.5, columns - 0.5 - x), np.minimum(y + 0.5, rows - 0.5 - y)) + 0 * x
    if shape == "deckle":
        ragged = fractal(rng, size, 9 * scale, finest * scale, 0.5) * 0.30 * scale + 0.8 * scale
        inside = inside - np.clip(ragged, 0.1 * scale, 3 * scale)
    elif shape == "soft":
        radius = 3.5 * scale
        dx = np.maximum(radius - np.minimum(x, columns - 1 - x), 0)
        dy = np.maximum(radius - np.minimum(y, rows - 1 - y), 0)
        inside = np.minimum(inside, radius - np.hypot(dx, dy))
    elif shape == "bag":
        tooth = 3.2 * scale
        inside = np.minimum(inside, y - np.abs(x % tooth - tooth / 2))
    return np.clip(inside, 0, 1).astype(np.float32)


def _bend(rng: np.random.Generator, size: tuple[int, int], curl: float) -> Map:
    """How far a sheet that is not quite flat rises from the table, mm."""
    y, x = grid(size)
    u, v = x / size[1] - 0.5, y / size[0] - 0.5
    turn = rng.uniform(0, np.pi)
    along = u * np.cos(turn) + v * np.sin(turn)
    corner = np.clip(u * rng.choice([-1, 1]) + v * rng.choice([-1, 1]) - 0.35, 0, 1)
    return (curl * (along * along * 2.4 + corner * corner * 5)).astype(np.float32)


def _folded(size: tuple[int, int], rise: float) -> Map:
    """Two leaves that stand a little off the table on both sides of a crease, mm."""
    u = np.abs(grid(size)[1] / size[1] - 0.5) * 2
    return (rise * u * (1.25 - 0.25 * u) + np.zeros(size)).astype(np.float32)


def _puffed(rng: np.random.Generator, size: tuple[int, int], rise: float) -> Map:
    """A bag with air and creases in it, mm."""
    if not rise:
        return np.zeros(size, np.float32)
    y, x = grid(size)
    dome = np.sin(np.pi * (x + 0.5) / size[1]) ** 0.6 * np.sin(np.pi * (y + 0.5) / size[0]) ** 0.7
    creases = np.abs(fractal(rng, size, max(size) / 3, max(size) / 16, 0.5))
    return (dome * rise * (1 - 0.10 * creases)).astype(np.float32)


def pressed(made: Piece, plate: Map, ink: Ink, rng: np.random.Generator) -> None:
    """Presses a plate (coverage 0…1, the piece's size) into a piece: its relief sinks, its surface takes the ink."""
    scale, size = made.scale, plate.shape
    made.relief -= 0.45 * plate * (made.relief - blur(made.relief, 0.6 * scale))
    made.relief -= ink.depth * (blur(plate, 0.05 * scale + 0.35) + 0.45 * blur(plate, 0.9 * scale))
    if ink.sink:
        made.height -= ink.sink * (0.8 * blur(plate, 0.06 * scale) + 0.2 * blur(plate, 1.1 * scale))
    if ink.blind:
        made.albedo *= (1 - 0.035 * plate)[..., None]
        return
    spread = blur(plate, 0.07 * scale)
    ragged = fractal(rng, size, max(0.5 * scale, 2), 1) * spread * (1 - spread)
    covered = np.clip(spread * 1.3 - 0.06 + ragged * 0.9, 0, 1)
    if ink.foil:
        made.albedo = mix(made.albedo, np.broadcast_to(linear(ink.color), made.albedo.shape), covered)
        made.metal = mix(made.metal, np.ones_like(covered), covered)
        made.rough = mix(made.rough, np.full_like(covered, 0.34), covered)
        made.relief += covered * 0.006 * fractal(rng, size, 3 * scale, 0.6 * scale)
        return
    rim = np.clip(plate - blur(plate, 0.22 * scale), 0, 1)
    cloudy = fractal(rng, size, 26 * scale, 1.2 * scale, 0.75)
    speck = fractal(rng, size, max(0.9 * scale, 2), 1, 0.85)
    bare = smooth(1.25, 2.4, speck - 0.35 * cloudy + ink.salt) * np.clip(ink.salt * 2.2, 0, 1)
    density = np.clip(0.93 + 0.22 * rim - ink.salt * (0.10 + 0.11 * cloudy + 0.06 * np.abs(speck)), 0, 1) * (
        1 - 0.75 * bare
    )
    density = density * covered * ink.amount
    color = linear(ink.color)
    through = made.albedo * color
    solid = np.broadcast_to(color, made.albedo.shape)
    inked = mix(through, solid, np.full(size, ink.hides, np.float32))
    made.albedo = mix(made.albedo, inked, density)
    made.gloss = mix(made.gloss, np.full_like(density, ink.gloss), density)
    made.rough = mix(made.rough, np.full_like(density, 0.42), density)
