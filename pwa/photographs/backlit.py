"""Outlines against the workshop's window, and the light that wraps round them.

Coordinates: x from 0 (left) to 1.5 (right), y from 0 (top) to 1 (bottom) of a 3:2 picture.
"""

import math
import zlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw

from pwa.photographs.camera import develop
from pwa.photographs.maps import Map, Size, blur, fractal, grid, linear, mix, noise, smooth
from pwa.photographs.things import curve

FINE = 2
Points = list[tuple[float, float]]


class Pen:
    """Draws one layer's outline, as coverage 0…1."""

    def __init__(self, size: Size) -> None:
        self.size = size
        self.unit = size[0] * FINE
        self.image = Image.new("L", (size[1] * FINE, size[0] * FINE), 0)
        self.draw = ImageDraw.Draw(self.image)

    def _scaled(self, points: Points) -> Points:
        return [(x * self.unit, y * self.unit) for x, y in points]

    def polygon(self, points: Points, fill: int = 255) -> None:
        """A filled outline."""
        self.draw.polygon(self._scaled(points), fill)

    def blob(self, points: Points, fill: int = 255) -> None:
        """A filled outline that curves smoothly through its points."""
        self.polygon([tuple(p) for p in curve([*points, points[0]], 160).tolist()], fill)

    def disc(self, x: float, y: float, radius: float, flat: float = 1, turn: float = 0, fill: int = 255) -> None:
        """A filled ellipse; `flat` is its height over its width, `turn` degrees."""
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        around = np.linspace(0, 2 * np.pi, 120)
        self.polygon(
            [
                (
                    x + radius * (math.cos(a) * cos - flat * math.sin(a) * sin),
                    y + radius * (math.cos(a) * sin + flat * math.sin(a) * cos),
                )
                for a in around
            ],
            fill,
        )

    def limb(self, joints: list[tuple[float, float, float]], fill: int = 255) -> None:
        """A rounded limb through (x, y, radius) joints."""
        path = curve([(x, y) for x, y, _ in joints], 120)
        radii = np.interp(np.linspace(0, 1, len(path)), np.linspace(0, 1, len(joints)), [r for _, _, r in joints])
        for (x, y), radius in zip(path, radii, strict=True):
            r, cx, cy = radius * self.unit, x * self.unit, y * self.unit
            self.draw.ellipse((cx - r, cy - r, cx + r, cy + r), fill)

    def bar(self, x0: float, y0: float, x1: float, y1: float, width: float, fill: int = 255) -> None:
        """A straight bar with square ends."""
        self.draw.line(self._scaled([(x0, y0), (x1, y1)]), fill, max(1, round(width * self.unit)))

    def coverage(self, round_off: float = 0) -> Map:
        """The layer; `round_off` (picture heights) melts its corners together like flesh and cloth."""
        drawn = np.asarray(self.image.resize((self.size[1], self.size[0]), Image.Resampling.BOX), np.float32) / 255
        if round_off:
            soft = blur(drawn, round_off * self.size[0])
            drawn = smooth(0.36, 0.64, soft)
        return drawn


@dataclass(frozen=True)
class Layer:
    """Something in front of the window: how to draw it, its own color, how glossy (0…1), how far out of focus and
    how strongly its corners melt (both in picture heights), and the share of light that it lets through.
    """

    draw: Callable[[Pen], None]
    color: str = "#17130f"
    gloss: float = 0.3
    soft: float = 0.0015
    melt: float = 0
    sheer: float = 0
    wood: bool = False


@dataclass(frozen=True)
class Backlit:
    """A picture against a window. `panes` (columns, rows) of the window, `frame` its x0, y0, x1, y1, `haze` the light
    in the room's dust, `soft` how far the window is out of focus.
    """

    size: Size
    layers: tuple[Layer, ...]
    frame: tuple[float, float, float, float]
    panes: tuple[int, int] = (5, 4)
    haze: float = 0.10
    soft: float = 0.010
    quality: int = 84

    def take(self, name: str, share: float = 1.0) -> Image.Image:
        """The picture, seeded by its name; `share` of its full size for a quick look."""
        rng = np.random.default_rng(zlib.crc32(name.encode()))
        size = (round(self.size[0] * share), round(self.size[1] * share))
        behind = self._room(size, rng)
        for layer in self.layers:
            pen = Pen(size)
            layer.draw(pen)
            behind = _over(behind, layer, pen.coverage(layer.melt), size, rng)
        glow = np.stack([blur(behind[..., c], size[0] * 0.10) for c in range(3)], axis=-1)
        dust = 1 + 0.35 * fractal(rng, size, size[0] / 3, size[0] / 30)
        veiled = behind + glow * self.haze * dust[..., None]
        return develop(veiled * 0.86, rng)

    def _room(self, size: Size, rng: np.random.Generator) -> Map:
        """Dark wall, bright window, a yard with trees behind the glass."""
        y, x = grid(size)
        y, x = y / size[0], x / size[0]
        x0, y0, x1, y1 = self.frame
        wall = linear("#4a3c30") * (0.10 + 0.25 * np.exp(-((x - (x0 + x1) / 2) ** 2) * 2.4))[..., None]
        wall = wall * (1 + 0.12 * fractal(rng, size, size[0] / 6, 3))[..., None]
        sky = np.array([1.05, 1.0, 0.90], np.float32) * (1.5 - 0.75 * y + 0 * x)[..., None]
        trees = smooth(-0.2, 0.9, fractal(rng, size, size[0] / 5, size[0] / 60, 0.7) + (y - 0.25) * 4.0)
        yard = mix(sky, np.broadcast_to(np.array([0.50, 0.52, 0.34], np.float32), sky.shape), trees * 0.62)
        yard = np.stack([blur(yard[..., c], size[0] * 0.022) for c in range(3)], axis=-1)
        inside = smooth(-0.001, 0.001, np.minimum(np.minimum(x - x0, x1 - x), np.minimum(y - y0, y1 - y)))
        for low, high, value, count in ((x0, x1, x, self.panes[0]), (y0, y1, y, self.panes[1])):
            period = (high - low) / count
            off = np.abs((value - low + period / 2) % period - period / 2)
            inside = inside * smooth(0.005, 0.008, off)
        seen = mix(wall, yard, inside)
        return np.stack([blur(seen[..., c], size[0] * self.soft) for c in range(3)], axis=-1)


def _over(behind: Map, layer: Layer, cover: Map, size: Size, rng: np.random.Generator) -> Map:
    """Puts a layer before what is behind it: dark where it faces us, lit where the light reaches round its edges."""
    tall = size[0]
    if layer.soft:
        cover = blur(cover, layer.soft * tall)
    body = np.zeros(size, np.float32)
    for width in (0.004, 0.012, 0.035):
        body += blur(cover, width * tall) * width
    down, right = np.gradient(blur(body, 0.002 * tall) * tall * 3.0)
    length = np.sqrt(down**2 + right**2 + 1)
    up, side = -down / length, right / length
    around = np.stack([blur(behind[..., c], tall * 0.05) for c in range(3)], axis=-1)
    color = linear(layer.color)
    texture = 1 + 0.10 * fractal(rng, size, tall / 40, 1.5) + 0.05 * noise(rng, size, 1.5)
    if layer.wood:
        texture += 0.22 * fractal(rng, size, 5, 1.2, 0.8, 22.0)
    form = 0.24 + 0.62 * np.clip(-up, -0.2, 1) + 0.34 * np.clip(-side, -0.5, 1)
    lit = color * (np.maximum(form, 0.10) * texture)[..., None] * np.array([0.9, 0.95, 1.05], np.float32)
    edge = cover * np.clip(1 - blur(cover, 0.0045 * tall), 0, 1) * 2.0
    wrap = cover * np.clip(1 - blur(cover, 0.018 * tall), 0, 1)
    lit = lit + around * (edge * (0.10 + 0.55 * layer.gloss) + wrap * (0.05 + 0.16 * layer.gloss))[..., None]
    if layer.sheer:
        through = around * color * 1.3
        lit = mix(lit, through, np.full(size, layer.sheer, np.float32))
    return mix(behind, lit, cover)
