"""Printers' ornaments and small pictures as outlines in unit coordinates (-1…1, y downward), for `setting.Shape`."""

import math

import numpy as np

from tools.photographs.setting import circle

Outline = tuple[tuple[float, float], ...]
Outlines = tuple[Outline, ...]


def drop(length: float = 1, width: float = 0.3, x: float = 0, y: float = 0, angle: float = 0) -> Outline:
    """A petal or leaf from (x, y) outward; `angle` in degrees, 0 to the right."""
    t = np.linspace(0, np.pi, 24)
    along = (1 - np.cos(t)) / 2 * length
    across = np.sin(t) ** 1.2 * width / 2 * (1 - 0.3 * np.cos(t))
    u = np.concatenate([along, along[::-1]])
    v = np.concatenate([across, -across[::-1]])
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return tuple((float(x + a * cos - b * sin), float(y + a * sin + b * cos)) for a, b in zip(u, v, strict=True))


def band(points: list[tuple[float, float]], width: float) -> Outline:
    """A line through `points`, `width` thick, pointed at both ends."""
    path = np.array(points)
    step = np.gradient(path, axis=0)
    across = np.stack([-step[:, 1], step[:, 0]], axis=1) / (np.hypot(step[:, 0], step[:, 1])[:, None] + 1e-9)
    taper = np.sin(np.linspace(0.15, np.pi - 0.15, len(path)))[:, None] * width / 2
    return tuple(map(tuple, np.concatenate([path + across * taper, (path - across * taper)[::-1]]).tolist()))


def star(points: int = 8, inner: float = 0.42) -> Outlines:
    """A star."""
    turn = np.arange(points * 2) * np.pi / points - np.pi / 2
    radius = np.where(np.arange(points * 2) % 2, inner, 1.0)
    return (tuple((float(r * np.cos(t)), float(r * np.sin(t))) for r, t in zip(radius, turn, strict=True)),)


def sun(rays: int = 24, core: float = 0.46) -> Outlines:
    """A disc and pointed rays around it."""
    beams = tuple(drop(0.42, 0.09, 0.56 * math.cos(a), 0.56 * math.sin(a), math.degrees(a)) for a in _turn(rays))
    return (circle(core), *beams)


def _turn(parts: int) -> list[float]:
    return [2 * math.pi * i / parts for i in range(parts)]


def sprig(pairs: int = 6, lean: float = 0.0) -> Outlines:
    """An upright stem with paired leaves; `lean` bends it sideways."""
    t = np.linspace(0, 1, 30)
    stem = [(float(lean * s * s), float(1 - 2 * s)) for s in t]
    parts: list[Outline] = [band(stem, 0.05)]
    for i in range(pairs):
        s = 0.12 + 0.78 * i / max(pairs - 1, 1)
        x, y, size = lean * s * s, 1 - 2 * s, 0.52 - 0.26 * s
        parts += [drop(size, size * 0.42, x, y, -38), drop(size, size * 0.42, x, y, -142)]
    parts.append(drop(0.24, 0.1, lean, -1.0, -90))
    return tuple(parts)


def wreath(leaves: int = 30, gap: float = 0.35) -> Outlines:
    """Leaves around a ring that is open at the top by `gap` radians on each side."""
    parts: list[Outline] = []
    for side in (-1, 1):
        ring = [(side * 0.82 * math.sin(a), 0.82 * math.cos(a)) for a in np.linspace(0, np.pi - gap, 40)]
        parts.append(band(ring, 0.028))
        for i in range(leaves // 2):
            a = 0.12 + (np.pi - gap - 0.15) * i / (leaves // 2 - 1)
            x, y = side * 0.82 * math.sin(a), 0.82 * math.cos(a)
            heading = math.degrees(math.atan2(-math.sin(a), side * math.cos(a)))
            for turn in (-36, 36):
                parts.append(drop(0.24, 0.10, x, y, heading + turn))
    return tuple(parts)


def heart_leaf(length: float, x: float, y: float, angle: float) -> tuple[Outline, Outline]:
    """A linden leaf on its stalk from (x, y) outward, and its midrib to be carved."""
    t = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    u = (1 - np.cos(t)) / 2
    v = np.sin(t) * (0.50 - 0.34 * u) * 1.12
    u = u - 0.16 * np.exp(-(((np.abs(v) - 0.26) / 0.14) ** 2)) * (u < 0.3)
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))

    def put(a: float, b: float) -> tuple[float, float]:
        a = 0.18 + a
        return (x + (a * cos - b * sin) * length, y + (a * sin + b * cos) * length)

    blade = tuple(put(float(a), float(b)) for a, b in zip(u, v, strict=True))
    rib = band([put(float(a), 0.0) for a in np.linspace(-0.02, 0.9, 12)], 0.035 * length)
    return blade, rib


def linden() -> tuple[Outlines, frozenset[int]]:
    """A hanging linden sprig with heart-shaped leaves and blossoms, and which of its outlines are carved."""
    t = np.linspace(0, 1, 40)
    stem = [(float(0.9 - 1.75 * s), float(-0.55 + 1.0 * s - 0.55 * s * s)) for s in t]
    outlines: list[Outline] = [band(stem, 0.045)]
    carved: set[int] = set()
    for i, (share, turn, size) in enumerate(
        (
            (0.14, 118, 0.60),
            (0.30, -128, 0.56),
            (0.46, 100, 0.66),
            (0.64, -146, 0.54),
            (0.80, 112, 0.52),
            (0.97, 178, 0.50),
        )
    ):
        x, y = stem[round(share * 39)]
        blade, rib = heart_leaf(size, x, y, turn + 4 * (i % 3))
        outlines.append(blade)
        carved.add(len(outlines))
        outlines.append(rib)
    for share, dx in ((0.36, 0.10), (0.56, 0.02), (0.74, 0.06)):
        x, y = stem[round(share * 39)]
        stalk = [(x + dx * s, y + 0.42 * s) for s in np.linspace(0, 1, 10)]
        outlines.append(band(stalk, 0.022))
        for petal in range(3):
            bx, by = x + dx + 0.10 * (petal - 1), y + 0.48 + 0.05 * abs(petal - 1)
            outlines += [drop(0.07, 0.045, bx, by, a) for a in range(0, 360, 72)]
            outlines.append(band([(x + dx, y + 0.42), (bx, by)], 0.016))
    return tuple(outlines), frozenset(carved)


def meadow(seed: int, stems: int = 26, tallest: float = 0.6) -> Outlines:
    """Meadow flowers and grasses that grow upward from a line at y = 0, from x = -1 to 1 and up to `tallest`."""
    rng = np.random.default_rng(seed)
    outlines: list[Outline] = []
    for i in range(stems):
        x = -0.98 + 1.96 * (i + rng.uniform(0.1, 0.9)) / stems
        tall = rng.uniform(0.35, 1.0) * tallest
        lean = rng.uniform(-0.07, 0.07)
        path = [(float(x + lean * s * s), float(-tall * s)) for s in np.linspace(0, 1, 24)]
        outlines.append(band(path, 0.014))
        tx, ty = path[-1]
        kind = rng.integers(0, 4)
        if kind == 0:
            outlines += [drop(0.062, 0.028, tx, ty, a) for a in range(0, 360, 36)]
            outlines.append(circle(0.02, tx, ty))
        elif kind == 1:
            outlines += [drop(0.09, 0.04, tx, ty, a) for a in (-90, -60, -120, -35, -145)]
        elif kind == 2:
            for s in np.linspace(0.55, 1, 9):
                px, py = path[round(float(s) * 23)]
                outlines += [drop(0.05, 0.02, px, py, -48), drop(0.05, 0.02, px, py, -132)]
        else:
            for a in np.linspace(-150, -30, 9):
                ex, ey = (tx + 0.085 * math.cos(math.radians(a)), ty + 0.07 * math.sin(math.radians(a)))
                outlines += [band([(tx, ty), (ex, ey)], 0.008), circle(0.012, ex, ey, 14)]
        for s in rng.uniform(0.12, 0.6, 2):
            px, py = path[round(float(s) * 23)]
            side = rng.choice([-1, 1])
            outlines.append(drop(rng.uniform(0.08, 0.15), 0.03, px, py, -90 + side * rng.uniform(25, 55)))
    return tuple(outlines)


def wheel(spokes: int = 18) -> tuple[Outlines, frozenset[int]]:
    """A bicycle wheel, and which of its outlines are carved."""
    lines = tuple(
        band([(0.05 * math.cos(a + 1.2), 0.05 * math.sin(a + 1.2)), (0.9 * math.cos(a), 0.9 * math.sin(a))], 0.016)
        for a in _turn(spokes)
    )
    return (circle(1), circle(0.92), circle(0.885), circle(0.86), *lines, circle(0.09)), frozenset({1, 3})


def comma() -> Outlines:
    """A comma that fills its square."""
    outer = np.linspace(-0.04, 1.0, 40)
    tail = [(float(0.54 - 0.98 * max(t, 0) ** 2.1), float(-0.42 + 1.40 * t)) for t in outer]
    inner = np.linspace(1.0, 0.0, 40)
    back = [(float(0.06 - 0.50 * t**1.9), float(-0.02 + 1.0 * t**0.8)) for t in inner]
    return (circle(0.52, 0.02, -0.42, 120), tuple(tail + back))
