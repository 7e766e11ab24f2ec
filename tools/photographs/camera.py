"""The camera: where it stands, what it sees of a stage, how sharp, and the film in it."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from PIL import Image

from tools.photographs.light import Light, shade
from tools.photographs.maps import Map, Size, blur, encoded, fractal, grid, noise, resize
from tools.photographs.stage import ROUND, Stage

COARSE = 16
LEDGE = 0.35
"""How far a sheet may stand out of a stack and still look like a part of its side, mm."""
FINER = 1.2
"""Pixels of the stage for each pixel of the picture, at its middle."""


WHITE = 1.08
"""What white paper in full light sends back, so that it comes out just below the film's shoulder."""


@dataclass(frozen=True)
class Camera:
    """Looks at (0, 0): `width` mm of the table fill the picture's width there, seen `tilt` degrees off the vertical.

    `lens` is its distance in widths; `aperture` how fast things blur off focus (0: all sharp), `focus` shifts the sharp
    plane toward the viewer, in mm; `exposure` multiplies the light.
    """

    width: float
    tilt: float = 0
    lens: float = 2.2
    aperture: float = 0
    focus: float = 0
    exposure: float = 1.0

    @property
    def eye(self) -> np.ndarray:
        """Where it stands, mm."""
        tilt = np.radians(self.tilt)
        return np.array([0, np.sin(tilt), np.cos(tilt)], np.float32) * self.width * self.lens


def rays(camera: Camera, size: Size) -> tuple[Map, Map]:
    """How far a ray moves in x and y for each mm that it sinks, a pixel."""
    tilt = np.radians(camera.tilt)
    rows, columns = grid(size)
    u = (columns + 0.5) / size[1] - 0.5
    v = ((rows + 0.5) / size[0] - 0.5) * size[0] / size[1]
    x = u * camera.width
    y = v * camera.width * np.cos(tilt) - camera.eye[1]
    z = -v * camera.width * np.sin(tilt) - camera.eye[2]
    return (x / -z).astype(np.float32), (y / -z + 0 * u).astype(np.float32)


def blank(camera: Camera, size: Size, ceiling: float, rng: np.random.Generator) -> Stage:
    """An empty stage that fills the picture of `size` pixels up to things `ceiling` mm high."""
    right, down = rays(camera, (round(64 * size[0] / size[1]), 64))
    eye = camera.eye
    xs = np.concatenate([(eye[0] + right * (eye[2] - z)).ravel() for z in (0, ceiling)])
    ys = np.concatenate([(eye[1] + down * (eye[2] - z)).ravel() for z in (0, ceiling)])
    scale = size[1] / camera.width * FINER
    room = 4 + ceiling * 1.2
    low = np.array([xs.min() - room, ys.min() - room])
    span = np.array([xs.max() + room, ys.max() + room]) - low
    shape = (int(span[1] * scale), int(span[0] * scale))
    flat = np.zeros(shape, np.float32)
    color = np.zeros((*shape, 3), np.float32)
    return Stage(
        scale=scale,
        center=(-low[1] * scale, -low[0] * scale),
        height=flat,
        relief=flat.copy(),
        albedo=color,
        gloss=flat.copy(),
        rough=flat + 0.6,
        metal=flat.copy(),
        edge=color.copy(),
        pitch=flat.copy(),
        glow=flat.copy(),
        rng=rng,
    )


def photograph(stage: Stage, light: Light, camera: Camera, size: Size) -> Image.Image:
    """The developed picture, `size` pixels."""
    top, side = shade(stage, light, camera.eye)
    fine = (round(size[0] * 1.3), round(size[1] * 1.3))
    seen, depth = _project(stage, top, side, camera, fine)
    seen = np.stack([resize(seen[..., c], size, Image.Resampling.BOX) for c in range(3)], axis=-1)
    depth = resize(depth, size, Image.Resampling.BILINEAR)
    white = WHITE * (light.sun + 0.8 * light.fill)
    return develop(focused(np.maximum(seen, 0), depth, camera) * (camera.exposure / white), stage.rng)


def _project(stage: Stage, top: Map, side: Map, camera: Camera, size: Size) -> tuple[Map, Map]:
    """Linear light a pixel, and each pixel's distance from the eye in widths beyond the sharp plane."""
    right, down = rays(camera, size)
    eye = camera.eye
    surface = stage.height
    ceiling = float(surface.max()) + 0.01
    slope = float(max(np.abs(right).max(), np.abs(down).max()))
    steps = int(np.clip(ceiling * slope * stage.scale, 3, 320))
    limit = (stage.size[0] - 1, stage.size[1] - 1)

    def place(z):
        """Row and column of the stage below each ray at height z."""
        fall = eye[2] - z
        row = (eye[1] + down * fall) * stage.scale + stage.center[0]
        column = (eye[0] + right * fall) * stage.scale + stage.center[1]
        return np.clip(row, 0, limit[0]), np.clip(column, 0, limit[1])

    def ground(z):
        row, column = place(z)
        return surface[row.astype(np.int32), column.astype(np.int32)]

    below = np.zeros(size, np.float32)
    found = np.zeros(size, bool)
    highest = _highest_near(surface, ceiling * slope * stage.scale)
    row, column = place(np.float32(0))
    reachable = highest[row.astype(np.int32) // COARSE, column.astype(np.int32) // COARSE]
    above = reachable + np.float32(0.01)
    for level in np.linspace(ceiling, 0, steps + 1, dtype=np.float32)[1:]:
        on = np.nonzero(~found & (reachable >= level))
        fall = eye[2] - level
        row = (eye[1] + down[on] * fall) * stage.scale + stage.center[0]
        column = (eye[0] + right[on] * fall) * stage.scale + stage.center[1]
        there = surface[np.clip(row, 0, limit[0]).astype(np.int32), np.clip(column, 0, limit[1]).astype(np.int32)]
        hit = there >= level
        met = (on[0][hit], on[1][hit])
        below[met] = level
        found[met] = True
        missed = (on[0][~hit], on[1][~hit])
        above[missed] = level
    for _ in range(6):
        middle = (above + below) / 2
        inside = ground(middle) >= middle
        below = np.where(inside, middle, below)
        above = np.where(inside, above, middle)
    row, column = place(below)
    color = _sample(top, row, column)
    cut = ground(below) - below
    least = np.where(stage.pitch[row.astype(np.int32), column.astype(np.int32)] == ROUND, 3.0, 0.12)
    if stage.pitch.max() > 0:
        cut = np.maximum(cut, _ledges(stage, row, column) - below)
    gap = np.clip((cut - least) / 0.1, 0, 1) if camera.tilt > 8 else np.zeros(size, np.float32)
    if gap.any():
        color = _mix_sides(stage, side, color, below, gap, row, column)
    tilt = np.radians(camera.tilt)
    reach = (camera.focus - eye[1] - down * (eye[2] - below)) * np.sin(tilt) - below * np.cos(tilt)
    return color, reach / (camera.width * camera.lens)


def _highest_near(surface: Map, reach: float) -> Map:
    """The highest point within `reach` pixels of each coarse cell, mm: no ray need look for anything above it."""
    rows, columns = (side // COARSE * COARSE for side in surface.shape)
    blocks = surface[:rows, :columns].reshape(rows // COARSE, COARSE, columns // COARSE, COARSE).max(axis=(1, 3))
    grown = np.pad(blocks, ((0, 2), (0, 2)), mode="edge")
    for axis in (0, 1):
        for step in range(1, int(reach / COARSE) + 2):
            spread = np.maximum(np.roll(blocks, step, axis), np.roll(blocks, -step, axis))
            grown[: spread.shape[0], : spread.shape[1]] = np.maximum(
                grown[: spread.shape[0], : spread.shape[1]], spread
            )
        blocks = grown[:-2, :-2].copy()
    return grown


def _ledges(stage: Stage, row: Map, column: Map) -> Map:
    """What stands close above each point of a stack's side, mm: the ledges of its single sheets belong to the side."""
    reach = max(1, round(LEDGE * stage.scale))
    near = stage.height
    for axis in (0, 1):
        near = np.maximum(near, np.maximum(np.roll(near, reach, axis), np.roll(near, -reach, axis)))
    at = (row.astype(np.int32), column.astype(np.int32))
    return np.where(stage.pitch[at] > 0, near[at], 0)


def _mix_sides(stage, side, color, z, gap, row, column) -> Map:
    """Puts the cut sides of thick things where the ray met them below their top."""
    on = gap > 0
    rows, columns = row[on].astype(np.int32), column[on].astype(np.int32)
    level = z[on]
    pitch = stage.pitch[rows, columns]
    rng = np.random.default_rng(7)
    sheet = np.floor(level / np.maximum(pitch, 0.05)).astype(np.int64)
    tone = rng.uniform(0.72, 1.06, 4096).astype(np.float32)[sheet % 4096]
    phase = level / np.maximum(pitch, 0.05) % 1.0
    ragged = rng.uniform(0.62, 1.1, (256, 512)).astype(np.float32)
    ragged = blur(ragged, 1.4)[sheet % 256, ((rows + columns) // 5) % 512] / 0.86
    stripe = np.where(pitch > 0, tone * ragged * (0.62 + 0.38 * np.sin(np.pi * phase) ** 0.5), 1.0)
    floor = blur(stage.height, 6)[rows, columns]
    deep = 0.6 + 0.4 * np.clip(level / np.maximum(floor, 0.3), 0, 1)
    shaded = stage.edge[rows, columns] * side[rows, columns] * (stripe * deep)[:, None]
    color[on] += (shaded - color[on]) * gap[on][:, None]
    return color


def _sample(values: Map, row: Map, column: Map) -> Map:
    """Bilinear look-up of a color map."""
    r0 = np.minimum(row.astype(np.int32), values.shape[0] - 2)
    c0 = np.minimum(column.astype(np.int32), values.shape[1] - 2)
    fr, fc = (row - r0)[..., None], (column - c0)[..., None]
    upper = values[r0, c0] * (1 - fc) + values[r0, c0 + 1] * fc
    lower = values[r0 + 1, c0] * (1 - fc) + values[r0 + 1, c0 + 1] * fc
    return upper * (1 - fr) + lower * fr


def focused(seen: Map, depth: Map, camera: Camera) -> Map:
    """The picture with what lies off the sharp plane blurred, by blending ever softer copies."""
    if camera.aperture <= 0:
        return seen
    spread = np.abs(depth) * camera.aperture * seen.shape[1] * 0.03
    spread = blur(spread.astype(np.float32), 4)
    levels = (0.0, 1.2, 2.6, 5.5, 11.0, 20.0)
    copies = {0.0: seen}
    result = seen
    for sharp, soft in pairwise(levels):
        if spread.max() <= sharp:
            break
        copies[soft] = np.stack([blur(seen[..., c], soft) for c in range(3)], axis=-1)
        share = np.clip((spread - sharp) / (soft - sharp), 0, 1)[..., None]
        result = np.where(share > 0, copies[sharp] * (1 - share) + copies[soft] * share, result)
    return result


def develop(exposed: Map, rng: np.random.Generator) -> Image.Image:
    """Linear light, 0.8 being white paper, as a picture: a film's glare, vignette, shoulder, warmth and grain."""
    size = exposed.shape[:2]
    glare = np.stack([blur(np.maximum(exposed[..., c] - 0.7, 0), size[1] / 60) for c in range(3)], axis=-1)
    exposed = exposed + glare * 0.25
    y, x = grid(size)
    radius = ((x / size[1] - 0.5) ** 2 + (y / size[0] - 0.5) ** 2) * 2
    exposed = exposed * (1 - 0.26 * radius**1.4)[..., None]
    shouldered = np.where(exposed < 0.55, exposed, 0.55 + 0.45 * np.tanh((exposed - 0.55) / 0.45))
    tone = encoded(shouldered)
    tone = tone + 0.035 * np.sin(2 * np.pi * (tone - 0.5)) * np.array([1.0, 1.0, 0.9], np.float32)
    shadow = (1 - tone.mean(axis=-1, keepdims=True)) ** 3
    tone = tone + shadow * np.array([0.016, 0.018, 0.026], np.float32)
    tone = tone * np.array([1.004, 1.0, 0.986], np.float32)
    grain = blur(noise(rng, size, 1), 0.6) * 0.012 + fractal(rng, size, 3, 1.5) * 0.002
    tone = tone + (grain * (0.6 + 0.4 * np.sin(np.pi * np.clip(tone.mean(axis=-1), 0, 1))))[..., None]
    return Image.fromarray((np.clip(tone, 0, 1) * 255 + 0.5).astype(np.uint8), "RGB")
