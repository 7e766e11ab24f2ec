"""Things beside paper: ribbons, twine, sprigs, seals, envelopes, type, furniture, rollers. Sizes in mm."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from PIL import Image, ImageDraw

from tools.photographs.fonts import font
from tools.photographs.maps import blur, fractal, grid, linear, mix, noise, smooth
from tools.photographs.paper import INKS, STOCKS, sheet
from tools.photographs.setting import Mark, plates
from tools.photographs.stage import Stage, margin, piece

Path = Sequence[tuple[float, float]]


def curve(points: Path, steps: int = 90) -> np.ndarray:
    """A smooth path through `points` (Catmull–Rom), as an array of (x, y)."""
    given = np.array(points, float)
    padded = np.vstack([2 * given[0] - given[1], given, 2 * given[-1] - given[-2]])
    each = max(2, steps // (len(given) - 1))
    t = np.linspace(0, 1, each, endpoint=False)[:, None]
    parts = []
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        parts.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3))
    return np.vstack([*parts, given[-1:]])


def _along(path: np.ndarray, reach: float, scale: float):
    """Maps round a path: signed distance across it (mm), distance run along it (mm), and the box's middle (x, y) mm."""
    low, high = path.min(axis=0) - reach - 2, path.max(axis=0) + reach + 2
    size = (int((high[1] - low[1]) * scale) + 1, int((high[0] - low[0]) * scale) + 1)
    across = np.full(size, reach * 4, np.float32)
    run = np.zeros(size, np.float32)
    covered = 0.0
    for start, stop in pairwise(path):
        step = stop - start
        length = float(np.hypot(*step))
        if length < 1e-6:
            continue
        corner = np.minimum(start, stop) - reach - 1 - low
        far = np.maximum(start, stop) + reach + 1 - low
        r0, r1 = max(0, int(corner[1] * scale)), min(size[0], int(far[1] * scale) + 1)
        c0, c1 = max(0, int(corner[0] * scale)), min(size[1], int(far[0] * scale) + 1)
        y = np.arange(r0, r1, dtype=np.float32)[:, None] / scale + low[1] - start[1]
        x = np.arange(c0, c1, dtype=np.float32)[None, :] / scale + low[0] - start[0]
        t = np.clip((x * step[0] + y * step[1]) / length**2, 0, 1)
        dx, dy = x - t * step[0], y - t * step[1]
        distance = np.hypot(dx, dy) * np.where(step[0] * dy - step[1] * dx >= 0, 1, -1)
        area = np.s_[r0:r1, c0:c1]
        nearer = np.abs(distance) < np.abs(across[area])
        across[area] = np.where(nearer, distance, across[area])
        run[area] = np.where(nearer, covered + t * length, run[area])
        covered += length
    return across, run, (low + high) / 2, covered


def card(
    stage: Stage,
    x: float = 0,
    y: float = 0,
    angle: float = 0,
    lift: float | None = None,
    width: float = 90,
    height: float = 55,
    pitch: float = 0,
    **kind,
) -> None:
    """A printed sheet laid down; `kind` goes to `paper.sheet`, `pitch` is how thick the plies on its edge are, mm."""
    stage.lay(sheet(stage.rng, stage.scale, width, height, **kind), x, y, angle, lift, pitch)


def ribbon(stage: Stage, points: Path, width: float = 9, color: str = "#b9352a", lift: float | None = None) -> None:
    """A silk ribbon along a path, its ends cut aslant."""
    scale = stage.scale
    across, run, middle, length = _along(curve(points), width / 2 + 1, scale)
    made = piece(scale, across.shape, linear(color), 0.25)
    slant = across * 0.8
    made.cover = np.clip((width / 2 - np.abs(across)) * scale, 0, 1)
    made.cover *= np.clip((run - slant - width * 0.4 - 0.5) * scale, 0, 1)
    made.cover *= np.clip((length - run - slant - width * 0.4 - 0.5) * scale, 0, 1)
    wave = 0.5 + 0.5 * np.sin(run / 21 + 1.2 * np.sin(run / 34))
    made.height += 0.9 * wave + 0.35 * np.cos(across / width * np.pi) * wave
    ribs = np.sin(run * 2 * np.pi / max(0.42, 2.4 / scale))
    made.relief += 0.006 * ribs + 0.02 * fractal(stage.rng, across.shape, 6 * scale, 1 * scale)
    selvage = smooth(width / 2 - 0.7, width / 2 - 0.3, np.abs(across))
    made.albedo *= (1 - 0.12 * selvage + 0.05 * ribs)[..., None]
    made.gloss += 0.30
    made.rough += -0.06
    made.edge = linear(color) * 0.5
    stage.lay(made, *middle, lift=lift)


def twine(stage: Stage, points: Path, width: float = 1.6, colors: tuple[str, str] = ("#d8c7a4", "#c13b2b")) -> None:
    """Twisted baker's twine along a path."""
    scale = stage.scale
    across, run, middle, _ = _along(curve(points), width / 2 + 0.5, scale)
    made = piece(scale, across.shape, linear(colors[0]), 0.0)
    inside = np.clip(1 - (2 * across / width) ** 2, 0, 1)
    made.cover = np.clip((width / 2 - np.abs(across)) * scale + 0.5, 0, 1)
    made.height += np.sqrt(inside) * width * 0.55 + 0.15
    turn = 0.5 + 0.5 * np.sin((run * 2.4 + across * 2.6) * 2 / width * 1.2)
    made.albedo = mix(made.albedo, np.broadcast_to(linear(colors[1]), made.albedo.shape), smooth(0.62, 0.75, turn))
    made.relief += 0.14 * width * np.abs(turn - 0.5) + 0.02 * noise(stage.rng, across.shape, 1.5)
    stage.lay(made, *middle)


def leaf(stage: Stage, x: float, y: float, angle: float, length: float, width: float, color: str, lift: float) -> None:
    """One leaf that grows from (x, y) toward `angle` degrees (0 right, 90 toward the viewer)."""
    scale, rng = stage.scale, stage.rng
    size = (max(6, int(width * 1.15 * scale)), max(8, int(length * scale)))
    row, column = grid(size)
    u = (column + 0.5) / size[1] + 0 * row
    v = ((row + 0.5) / size[0] - 0.5) * 2 * 1.15
    bend = 0.12 * np.sin(u * np.pi) * rng.uniform(-1, 1)
    outline = np.sin(np.pi * u**0.82) ** 0.85
    away = (v - bend) / np.maximum(outline, 0.02)
    made = piece(scale, size, linear(color), 0.12)
    made.cover = np.clip((1 - np.abs(away)) * outline * width / 2 * scale + 0.3, 0, 1).astype(np.float32)
    tilt = rng.uniform(-0.35, 0.35)
    cup = 0.16 * away**2 + tilt * 0.5 * v
    made.height += np.clip(width * (cup + 0.24 + 0.28 * u * rng.uniform(0.2, 1.1)), 0.1, None).astype(np.float32)
    midrib = np.exp(-((away / 0.07) ** 2))
    vein = np.sin((u * 26 - np.abs(away) * 7) * 1.0) * np.exp(-np.abs(away))
    made.relief += 0.10 * midrib + 0.025 * vein * (width / 8)
    tone = 1 + 0.12 * fractal(rng, size, 5 * scale, scale) + 0.35 * midrib + rng.uniform(-0.18, 0.18)
    made.albedo *= np.clip(tone, 0.5, 1.8)[..., None]
    made.gloss += 0.10
    made.rough -= 0.05
    made.glow = 0.35
    made.edge = linear(color) * 0.5
    turn = np.radians(angle)
    stage.lay(margin(made), x + np.cos(turn) * length / 2, y + np.sin(turn) * length / 2, angle, lift)


def sprig(
    stage: Stage, points: Path, leaves: int = 13, length: float = 30, color: str = "#66735a", round_leaf: float = 0.42
) -> None:
    """A twig along a path with leaves on both sides, smaller toward its tip."""
    scale, rng = stage.scale, stage.rng
    path = curve(points, 120)
    across, run, middle, whole = _along(path, 2.0, scale)
    thick = 1.15 * (1 - 0.6 * run / whole)
    made = piece(scale, across.shape, linear("#5c4a36"), 0.0)
    made.cover = np.clip((thick - np.abs(across)) * scale + 0.5, 0, 1)
    made.height += np.sqrt(np.clip(1 - (across / thick) ** 2, 0, 1)) * thick + 0.4
    made.relief += 0.05 * fractal(rng, across.shape, 2 * scale, 1)
    base = stage.lay(made, *middle)
    steps = np.linspace(0.10, 0.97, leaves)
    order = sorted(range(leaves), key=lambda i: rng.random())
    for i in order:
        share = steps[i]
        index = min(int(share * (len(path) - 2)), len(path) - 2)
        heading = np.degrees(np.arctan2(*(path[index + 1] - path[index])[::-1]))
        side = 1 if i % 2 else -1
        size = length * (1.05 - 0.6 * share) * rng.uniform(0.85, 1.12)
        turn = heading + side * rng.uniform(32, 58) * (1 - 0.35 * share)
        leaf(
            stage,
            *path[index],
            turn,
            size,
            size * round_leaf * rng.uniform(0.85, 1.1),
            color,
            base + rng.uniform(0.6, 2.2),
        )
    tip = np.degrees(np.arctan2(*(path[-1] - path[-3])[::-1]))
    leaf(stage, *path[-2], tip, length * 0.5, length * 0.5 * round_leaf, color, base + 1.0)


def seal(stage: Stage, x: float, y: float, marks: tuple[Mark, ...], radius: float = 13, color: str = "#b3261b") -> None:
    """A wax seal: a puddle with a rim, and the die's marks (drawn on a 20 × 20 mm square) raised in its bed."""
    scale, rng = stage.scale, stage.rng
    side = int(radius * 2.7 * scale)
    size = (side, side)
    row, column = grid(size)
    dx, dy = (column - side / 2) / scale, (row - side / 2) / scale
    distance, around = np.hypot(dx, dy), np.arctan2(dy, dx)
    wobble = sum(rng.uniform(0.2, 0.75) / k**0.5 * np.sin(k * around + rng.uniform(0, 7)) for k in (2, 3, 5, 7))
    rim = radius + wobble * radius / 13
    made = piece(scale, size, linear(color), 0)
    made.cover = np.clip((rim - distance) * scale, 0, 1)
    bed = radius * 0.72
    dome = np.sqrt(np.clip(1 - (distance / rim) ** 6, 0, 1)) * 2.2
    hollow = smooth(bed + 0.5, bed - 0.35, distance) * 1.0
    made.height += (dome - hollow).astype(np.float32)
    die = 20.0
    plate = plates(marks, die, die, bed * 2 / die * scale)
    for coverage in plate.values():
        held = np.zeros(size, np.float32)
        top = (side - coverage.shape[0]) // 2
        held[top : top + coverage.shape[0], top : top + coverage.shape[1]] = coverage
        made.relief += 0.45 * blur(held, 0.14 * scale)
    made.relief += 0.05 * fractal(rng, size, 5 * scale, 1.2 * scale) + 0.10 * smooth(bed - 0.2, bed + 0.3, distance)
    made.gloss += 0.75
    made.rough += -0.30
    made.edge = linear(color) * 0.5
    stage.lay(made, x, y)


def envelope(
    stage: Stage,
    x: float,
    y: float,
    angle: float,
    width: float = 178,
    height: float = 128,
    stock: str = "cream",
    liner: str = "",
    is_open: bool = False,
    face: tuple[Mark, ...] = (),
) -> None:
    """An envelope: its back with the flap closed or, `is_open`, showing the liner; or its front if `face` is given."""
    scale, rng = stage.scale, stage.rng
    body = sheet(rng, scale, width, height, stock, face, curl=0.6, shape="")
    body.height += 0.5
    if face:
        stage.lay(body, x, y, angle)
        return
    rows, columns = body.cover.shape
    row, column = grid((rows, columns))
    u, v = column / columns - 0.5, row / rows
    seam = np.minimum(np.abs(v - (1.0 - (0.5 - np.abs(u)) * 0.86)), 1) * height
    body.relief += 0.25 * smooth(0.6, -0.6, (v - (1.0 - (0.5 - np.abs(u)) * 0.86)) * height) * -1
    body.albedo *= (1 - 0.10 * np.exp(-((seam / 0.5) ** 2)))[..., None]
    floor = stage.lay(body, x, y, angle)
    depth = height * 0.62
    flap = sheet(rng, scale, width, depth, liner if is_open and liner else stock, curl=0.3)
    rows, columns = flap.cover.shape
    row, column = grid((rows, columns))
    u = np.abs(column / columns - 0.5) * 2
    v = row / rows
    v = 1 - v if is_open else v
    edge = 1 - u**1.15 * 0.93
    rounded = edge - 0.10 * np.exp(-(((u) / 0.09) ** 2)) * 0.5
    flap.cover *= np.clip((rounded - v) * depth * scale * 0.7, 0, 1)
    turn = np.radians(angle)
    offset = -height / 2 - depth / 2 if is_open else -height / 2 + depth / 2
    if is_open:
        band = np.clip((rounded - v) * depth * 0.7, 0, 99)
        border = smooth(7.2, 6.6, band) * (v > 0.02)
        shade = linear(STOCKS[stock].color)
        flap.albedo = mix(flap.albedo, np.broadcast_to(shade, flap.albedo.shape), border.astype(np.float32))
        flap.relief += 0.12 * (1 - border)
        flap.height += (v * 1.6).astype(np.float32)
    else:
        flap.height += (0.3 + 1.5 * v**2).astype(np.float32)
    stage.lay(flap, x - np.sin(turn) * offset, y + np.cos(turn) * offset, angle, lift=floor if is_open else floor + 1.0)


def stack(
    stage: Stage,
    x: float,
    y: float,
    angle: float,
    count: int,
    width: float,
    height: float,
    stock: str,
    marks: tuple[Mark, ...] = (),
    jitter: float = 0.4,
    shape: str = "",
    pile: int = 1,
) -> None:
    """`count` layers, each `pile` sheets thick, one on the other, nearly flush; `marks` are printed on the top one."""
    scale, rng = stage.scale, stage.rng
    paper = STOCKS[stock]
    size = (round(height * scale), round(width * scale))
    plain = (
        sheet(rng, scale, width, height, stock, shape=shape, curl=0)
        if shape
        else margin(piece(scale, size, linear(paper.color), 0, linear(paper.edge or paper.color)))
    )
    plain.height = np.full_like(plain.height, paper.thickness * pile)
    level = None
    for _ in range(count - 1):
        dx, dy, turn = rng.normal(0, jitter, 3)
        base = stage.lay(plain, x + dx, y + dy, angle + turn * 0.5, lift=level, pitch=paper.thickness)
        level = base + paper.thickness * pile
    dx, dy, turn = rng.normal(0, jitter, 3)
    top = sheet(rng, scale, width, height, stock, marks, shape=shape, curl=0.25)
    stage.lay(top, x + dx, y + dy, angle + turn * 0.6, lift=level, pitch=paper.thickness)


def type_block(
    stage: Stage,
    letter: str,
    x: float,
    y: float,
    angle: float,
    face: str = "slab",
    height: float = 60,
    tall: float = 23.3,
    ink: str = "",
    metal: bool = False,
    lift: float = 0,
) -> float:
    """A sort with `letter` reversed on it, `height` mm of body and `tall` mm to paper; returns its width in mm."""
    scale, rng = stage.scale, stage.rng
    em = max(8, round(height * 0.80 * scale))
    loaded = font(face, em)
    left, _, right, _ = loaded.getbbox(letter, anchor="ls")
    cap = -loaded.getbbox("H", anchor="ls")[1]
    wide = (right - left) / scale + height * (0.10 if not metal else 0.06)
    size = (round(height * scale), max(6, round(wide * scale)))
    drawn = Image.new("L", (size[1], size[0]), 0)
    baseline = (size[0] + cap) / 2 if letter.isupper() or letter.isdigit() else size[0] * 0.74
    ImageDraw.Draw(drawn).text(((size[1] - right - left) / 2, baseline), letter, 255, font=loaded, anchor="ls")
    plate = np.asarray(drawn, np.float32)[:, ::-1] / 255
    raised = smooth(0.1, 0.9, blur(plate, 0.12 * scale))
    body = linear("#7d7b78") if metal else linear("#9a6c40")
    made = piece(scale, size, body, 0, body * 0.6)
    low = min(2.6, tall * 0.3) if not metal else min(1.6, tall * 0.3)
    made.height += tall - low * (1 - raised)
    grain = fractal(rng, size, max(1.2 * scale, 1.5), 1, 0.8, 1.0 if metal else 18.0)
    if metal:
        made.metal += 0.8
        made.rough += -0.08 + 0.05 * grain
        made.albedo *= (1 + 0.12 * grain + 0.9 * raised)[..., None]
    else:
        made.albedo *= np.clip(1 + 0.16 * grain - 0.35 * (1 - raised), 0.2, 2)[..., None]
        made.gloss += 0.18
    made.relief += 0.02 * grain
    if ink:
        covered = np.clip(raised * (0.97 - 0.05 * np.abs(grain)), 0, 1)
        made.albedo = mix(made.albedo, np.broadcast_to(linear(INKS[ink].color), made.albedo.shape), covered)
        made.metal = made.metal * (1 - covered)
        made.gloss = mix(made.gloss, np.full_like(covered, 0.5), covered)
        made.rough = mix(made.rough, np.full_like(covered, 0.30), covered)
        stain = smooth(0.3, 1.6, fractal(rng, size, 14 * scale, 2 * scale)) * (1 - raised)
        made.albedo *= (1 - 0.55 * stain)[..., None]
    stage.lay(made, x, y, angle, lift=lift)
    return wide


def block(
    stage: Stage,
    x: float,
    y: float,
    angle: float,
    width: float,
    height: float,
    tall: float,
    kind: str = "wood",
    lift: float = 0,
) -> None:
    """A plain bar: wooden furniture, a lead, a steel chase bar."""
    scale, rng = stage.scale, stage.rng
    size = (max(3, round(height * scale)), max(3, round(width * scale)))
    color = {
        "wood": "#8a6238",
        "dark": "#5d4029",
        "lead": "#66645f",
        "iron": "#2f2f31",
        "brass": "#b08a45",
        "paint": "#22355a",
        "trim": "#1a2a4a",
    }[kind]
    made = piece(scale, size, linear(color), tall, linear(color) * 0.6)
    turned = size[0] > size[1]
    shape = size[::-1] if turned else size
    grain = fractal(rng, shape, max(1.0 * scale, 1.5), 1, 0.8, 20.0 if kind in ("wood", "dark") else 4.0)
    grain = grain.T if turned else grain
    made.albedo *= np.clip(1 + 0.17 * grain + rng.uniform(-0.18, 0.18), 0.2, 2)[..., None]
    made.relief += 0.02 * grain
    row, column = grid(size)
    edge = np.minimum(np.minimum(row, size[0] - 1 - row), np.minimum(column, size[1] - 1 - column)) / scale
    made.height -= 0.35 * np.exp(-edge / 0.35)
    if kind in ("lead", "iron", "brass"):
        made.metal += 0.75
        made.rough -= 0.08
    else:
        made.gloss += 0.14
    stage.lay(made, x, y, angle, lift=lift)


def forme(stage: Stage, text: str, x: float, y: float, width: float, height: float, ink: str, angle: float = 0) -> None:
    """A line of wood type that prints `text`, wooden furniture on both sides of it fills `width` mm about (x, y);
    `angle` 180 turns its foot away from the viewer.
    """
    letters = text if angle else text[::-1]
    wide = [type_block(stage, letter, 1e6, 1e6, 0, height=height) for letter in letters]
    rest = (width - sum(wide)) / 2
    for side in (-1, 1):
        block(stage, x + side * (width - rest) / 2, y, 0, rest - 0.6, height, 19)
    at = x - width / 2 + rest
    for letter, own in zip(letters, wide, strict=True):
        type_block(stage, letter, at + own / 2, y, angle, height=height, ink=ink)
        at += own


def boss(stage: Stage, x: float, y: float, radius: float, tall: float, color: str, metal: float = 0.8) -> None:
    """A round boss or knob: a dome `tall` mm high on whatever is below."""
    scale = stage.scale
    side = round(radius * 2 * scale) + 4
    row, column = grid((side, side))
    distance = np.hypot(row - side / 2 + 0.5, column - side / 2 + 0.5) / (radius * scale)
    made = piece(scale, (side, side), linear(color), 0, linear(color) * 0.5)
    made.cover = np.clip((1 - distance) * radius * scale + 0.5, 0, 1)
    made.height += tall * np.sqrt(np.clip(1 - distance**2.4, 0, 1))
    made.metal += metal
    made.gloss += 0.4
    made.rough -= 0.26
    stage.lay(made, x, y)


def cylinder(
    stage: Stage, x: float, y: float, angle: float, length: float, radius: float, color: str, lift: float = 0,
    metal: float = 0.0, gloss: float = 0.4, rough: float = 0.3,
) -> None:  # fmt: skip
    """A bar of round section that lies along its length: a roller, a shaft, a handle."""
    scale, rng = stage.scale, stage.rng
    size = (round(radius * 2 * scale), round(length * scale))
    row, column = grid(size)
    v = ((row + 0.5) / size[0] - 0.5) * 2 + 0 * column
    made = piece(scale, size, linear(color), 0, linear(color) * 0.4)
    made.height += radius * (1 + np.sqrt(np.clip(1 - v * v, 0, 1)))
    made.relief += 0.012 * fractal(rng, size, 6 * scale, 1, 0.7)
    made.albedo *= (1 + 0.06 * fractal(rng, size, 8 * scale, 1))[..., None]
    made.metal += metal
    made.gloss += gloss
    made.rough += rough - 0.6
    made.is_round = True
    stage.lay(margin(made), x, y, angle, lift=lift)


def drum(
    stage: Stage, x: float, y: float, length: float, radius: float, lift: float, stock: str, marks: tuple[Mark, ...]
) -> None:
    """A printed sheet round a cylinder that lies along x, its lowest line `lift` mm up; the sheet is `length` mm wide
    and half the way round high, and its middle lies on top.
    """
    scale, rng = stage.scale, stage.rng
    made = sheet(rng, scale, length, np.pi * radius, stock, marks, curl=0)
    rows = round(radius * 2 * scale)
    v = np.linspace(-1, 1, rows, dtype=np.float32)
    found = np.clip((np.arcsin(v) / np.pi + 0.5) * made.cover.shape[0], 0, made.cover.shape[0] - 1).astype(int)
    for name in ("albedo", "height", "relief", "gloss", "rough", "metal"):
        setattr(made, name, getattr(made, name)[found])
    made.cover = np.ones(made.height.shape, np.float32)
    made.height += (radius * (1 + np.sqrt(np.clip(1 - v * v, 0, 1))))[:, None]
    made.edge = linear("#17130f")
    made.is_round = True
    stage.lay(margin(made), x, y, lift=lift)


def turned(
    stage: Stage, x: float, y: float, angle: float, length: float, radii: Sequence[float], color: str, lift: float,
    grain: float = 0.16, gloss: float = 0.3, metal: float = 0.0,
) -> None:  # fmt: skip
    """A turned bar, a handle or ferrule: its `radii` in mm at equal steps along it; its axis `lift` mm up."""
    scale, rng = stage.scale, stage.rng
    size = (round(max(radii) * 2 * scale) + 2, round(length * scale))
    row, column = grid(size)
    path = curve([(i, r) for i, r in enumerate(radii)], 60)
    radius = np.interp(column[0] / size[1] * (len(radii) - 1), path[:, 0], path[:, 1])[None, :]
    across = (row - (size[0] - 1) / 2) / scale
    made = piece(scale, size, linear(color), 0, linear(color) * 0.35)
    made.cover = np.clip((radius - np.abs(across)) * scale + 0.5, 0, 1).astype(np.float32)
    made.height += np.sqrt(np.clip(radius**2 - across**2, 0, None)).astype(np.float32)
    lines = fractal(rng, size, max(0.8 * scale, 1.5), 1, 0.8, 18.0)
    made.albedo *= np.clip(1 + grain * lines, 0.3, 2)[..., None]
    made.relief += 0.02 * lines
    made.gloss += gloss
    made.metal += metal
    made.rough -= 0.2
    made.is_round = True
    stage.lay(margin(made), x, y, angle, lift=lift)


def rod(stage: Stage, points: Path, radius: float, rise: tuple[float, float], color: str = "#8d8b86") -> None:
    """A bent steel rod along a path; its axis runs evenly from the first to the second height of `rise`, mm."""
    scale = stage.scale
    across, run, middle, length = _along(curve(points), radius + 0.5, scale)
    made = piece(scale, across.shape, linear(color), 0, linear(color) * 0.4)
    made.cover = np.clip((radius - np.abs(across)) * scale + 0.5, 0, 1)
    made.height += np.interp(run, (0, length), rise).astype(np.float32)
    made.height += np.sqrt(np.clip(radius**2 - across**2, 0, None)).astype(np.float32)
    made.metal += 0.85
    made.rough -= 0.3
    made.is_round = True
    stage.lay(made, *middle, lift=0)


def film(stage: Stage, x: float, y: float, angle: float, width: float, height: float, color: str = "#c8331f") -> None:
    """Ink rolled out on a slab along x, thick and even in the middle, with dry ends where the roller was lifted."""
    scale, rng = stage.scale, stage.rng
    size = (round(height * scale), round(width * scale))
    row, column = grid(size)
    u, v = column / size[1] * 2 - 1, row / size[0] * 2 - 1
    streak = fractal(rng, size, 9 * scale, 0.8 * scale, 0.75, 12.0)
    wander = fractal(rng, (size[0], 8), 16 * scale, 0.6 * scale, 0.8)[:, :1]
    end = (1 - np.abs(u)) * width / 2 - 12 - 7 * wander - 5 * streak * smooth(0.55, 0.95, np.abs(u))
    side = (1 - np.abs(v)) * height / 2 - 2 - 0.5 * fractal(rng, size, 12 * scale, 2 * scale, 0.5, 6.0)
    made = piece(scale, size, linear(color), 0.06)
    peel = fractal(rng, size, 1.4 * scale, max(0.35 * scale, 1), 0.8)
    dry = smooth(1.1, 2.2, peel - np.clip(end, -20, 14) / 14 * 1.6 + 0.6)
    made.cover = (smooth(-1, 3, end) * np.clip(side * scale, 0, 1) * (1 - 0.9 * dry)).astype(np.float32)
    made.relief += 0.035 * peel
    made.albedo *= (1 + 0.05 * streak)[..., None]
    made.gloss += 0.75
    made.rough -= 0.30
    stage.lay(made, x, y, angle)
