"""What pieces lie on: each function covers a whole stage."""

import numpy as np

from tools.photographs.maps import Size, blur, fractal, grid, linear, mix, noise, smooth
from tools.photographs.stage import Piece, Stage, piece


def spread(stage: Stage, name: str, angle: float = 0) -> None:
    """Covers the stage with the surface `name` of `SURFACES`, its grain turned by `angle` degrees."""
    side = int(np.hypot(*stage.size)) + 8
    size = (side, side) if angle % 90 else (stage.size if angle % 180 == 0 else stage.size[::-1])
    made = SURFACES[name](stage.rng, size, stage.scale)
    rows, columns = stage.size
    x = (columns / 2 - stage.center[1]) / stage.scale
    y = (rows / 2 - stage.center[0]) / stage.scale
    stage.lay(made, x, y, angle, lift=0)
    stage.height -= float(stage.height.min())


def _base(size: Size, scale: float, color: str) -> Piece:
    return piece(scale, size, linear(color), 0.0)


def oak(rng: np.random.Generator, size: Size, scale: float) -> Piece:
    """Oiled oak boards that run along x."""
    return _boards(rng, size, scale, ("#7a5636", "#a98357", "#3d2919"), 128)


def walnut(rng: np.random.Generator, size: Size, scale: float) -> Piece:
    """A dark old bench."""
    return _boards(rng, size, scale, ("#3f2a1d", "#62442f", "#1d120c"), 150)


def ash(rng: np.random.Generator, size: Size, scale: float) -> Piece:
    """Pale soaped boards."""
    return _boards(rng, size, scale, ("#bfa684", "#d8c5a6", "#85694b"), 110)


def _boards(rng: np.random.Generator, size: Size, scale: float, colors: tuple[str, str, str], wide: float) -> Piece:
    made = _base(size, scale, colors[0])
    y, x = grid(size)
    early, late, pore = (linear(color) for color in colors)
    row = y / scale + 0 * x + rng.uniform(0, wide)
    board = np.floor(row / wide).astype(np.int32)
    unlike = rng.uniform(-1, 1, int(board.max()) + 2).astype(np.float32)[board]
    slow = fractal(rng, size, 70 * scale, 10 * scale, 0.5, 7.0)
    rings = row * 0.42 + slow * 3.2 + unlike * 60
    figure = 0.5 + 0.5 * np.sin(rings + 1.6 * np.sin(rings * 0.37))
    grain = fractal(rng, size, max(2.2 * scale, 2), max(0.4 * scale, 1), 0.8, 30.0)
    streak = fractal(rng, size, max(0.45 * scale, 1.2), 1.0, 0.8, 16.0)
    share = np.clip(0.26 * figure**1.4 + 0.15 * grain + 0.12 * slow + 0.38, 0, 1)
    made.albedo = mix(np.broadcast_to(late, (*size, 3)), np.broadcast_to(early, (*size, 3)), share)
    pores = smooth(1.3, 2.6, streak + 0.35 * figure)
    made.albedo = mix(made.albedo, np.broadcast_to(pore, (*size, 3)), 0.45 * pores)
    made.albedo *= (1 + 0.13 * unlike + 0.04 * slow)[..., None]
    gap = np.abs(((row / wide) % 1.0) - 0.5) * wide
    joint = smooth(wide / 2 - 0.9, wide / 2 - 0.25, gap)
    made.albedo *= (1 - 0.8 * joint)[..., None]
    made.relief += -0.05 * pores + 0.02 * grain - 0.25 * joint - 0.012 * figure
    made.gloss += 0.10
    made.rough += -0.12 + 0.1 * pores
    return made


def felt(rng: np.random.Generator, size: Size, scale: float) -> Piece:
    """Ink-blue wool felt."""
    made = _base(size, scale, "#1d2940")
    _woolly(made, rng, scale)
    return made


def felt_grey(rng: np.random.Generator, size: Size, scale: float) -> Piece:
    """Grey wool felt."""
    made = _base(size, scale, "#6e6c68")
    _woolly(made, rng, scale)
    return made


def _woolly(made: Piece, rng: np.random.Generator, scale: float) -> None:
    size = made.cover.shape
    along = fractal(rng, size, max(0.5 * scale, 1.2), 1, 0.9, 5.0)
    upright = fractal(rng, (size[1], size[0]), max(0.5 * scale, 1.2), 1, 0.9, 5.0).T
    pile = np.maximum(along, upright) + 0.5 * fractal(rng, size, 6 * scale, 1.0, 0.6)
    made.relief += 0.055 * pile
    made.albedo *= (1 + 0.16 * pile + 0.05 * fractal(rng, size, 80 * scale, 10 * scale)).clip(0.3, 2.5)[..., None]


def stone(rng: np.random.Generator, size: Size, scale: float) -> Piece:
    """An imposing stone: fine grey, honed, a few veins and nicks."""
    made = _base(size, scale, "#8b8984")
    cloud = fractal(rng, size, 120 * scale, 2 * scale, 0.6)
    speck = noise(rng, size, max(0.45 * scale, 1.2))
    vein = np.abs(fractal(rng, size, 160 * scale, 4 * scale, 0.55))
    made.albedo *= (1 + 0.10 * cloud + 0.07 * speck)[..., None]
    made.albedo *= (1 + 0.22 * smooth(0.035, 0.0, vein))[..., None]
    nick = smooth(2.1, 2.9, fractal(rng, size, 3 * scale, 0.8 * scale, 0.7))
    made.relief += 0.012 * speck - 0.2 * nick + 0.008 * cloud
    made.gloss += 0.06
    made.rough -= 0.08
    return made


def slate(rng: np.random.Generator, size: Size, scale: float) -> Piece:
    """Dark stone."""
    made = stone(rng, size, scale)
    made.albedo *= np.array([0.20, 0.21, 0.225], np.float32)
    return made


def concrete(rng: np.random.Generator, size: Size, scale: float) -> Piece:
    """Warm pale plaster."""
    made = _base(size, scale, "#c9bfb0")
    cloud = fractal(rng, size, 150 * scale, 3 * scale, 0.6)
    trowel = fractal(rng, size, 40 * scale, 2 * scale, 0.7, 3.0)
    made.albedo *= (1 + 0.055 * cloud + 0.03 * trowel)[..., None]
    made.relief += 0.05 * trowel + 0.012 * noise(rng, size, max(0.6 * scale, 1.2))
    return made


def kraft(rng: np.random.Generator, size: Size, scale: float) -> Piece:
    """Wrapping paper with a soft crease or two."""
    made = _base(size, scale, "#a9855a")
    fiber = fractal(rng, size, max(0.5 * scale, 1.2), 1, 0.9, 9.0)
    ribs = np.sin(grid(size)[0] / scale * 2 * np.pi / 1.3).astype(np.float32)
    made.albedo *= (1 + 0.05 * fiber + 0.025 * ribs + 0.05 * fractal(rng, size, 60 * scale, 5 * scale))[..., None]
    crumple = fractal(rng, size, 90 * scale, 30 * scale, 0.5)
    made.relief += 0.02 * fiber + 0.01 * ribs + 0.8 * np.abs(crumple)
    return made


def linen(rng: np.random.Generator, size: Size, scale: float) -> Piece:
    """Washed linen with shallow folds."""
    return _woven(rng, size, scale, "#cbbfa9")


def linen_blue(rng: np.random.Generator, size: Size, scale: float) -> Piece:
    """The same cloth dyed ink-blue."""
    return _woven(rng, size, scale, "#2b3a55")


def linen_red(rng: np.random.Generator, size: Size, scale: float) -> Piece:
    """The same cloth dyed the studio's vermilion."""
    return _woven(rng, size, scale, "#a9382a")


def _woven(rng: np.random.Generator, size: Size, scale: float, color: str) -> Piece:
    made = _base(size, scale, color)
    y, x = grid(size)
    thread = max(0.75 * scale, 3.0)
    wander = blur(noise(rng, size, 14 * scale), 2) * 0.8 * thread
    weft = np.sin(2 * np.pi * (y + wander) / thread)
    warp = np.sin(2 * np.pi * (x + wander.mean() + 0.6 * wander) / thread)
    over = np.sin(np.pi * (x + 0.6 * wander) / thread) * np.sin(np.pi * (y + wander) / thread)
    slub = noise(rng, size, thread * 0.9, 14.0)
    slub_up = noise(rng, (size[1], size[0]), thread * 0.9, 14.0).T
    cloth = np.where(over > 0, weft * (1 + 0.3 * slub), warp * (1 + 0.3 * slub_up))
    made.relief += 0.05 * cloth + 0.02 * noise(rng, size, 1.3)
    made.albedo *= (1 + 0.09 * cloth + 0.06 * np.where(over > 0, slub, slub_up)).clip(0.4, 1.8)[..., None]
    folds = fractal(rng, size, 130 * scale, 34 * scale, 0.5, 1.6)
    ridge = np.exp(-((fractal(rng, size, 170 * scale, 60 * scale, 0.5)) ** 2) / 0.012)
    made.height += (1.6 * folds + 1.8 * blur(ridge, 3 * scale) + 5).clip(0, None) * 0.55
    return made


SURFACES = {
    "oak": oak,
    "walnut": walnut,
    "ash": ash,
    "felt": felt,
    "felt-grey": felt_grey,
    "stone": stone,
    "slate": slate,
    "concrete": concrete,
    "kraft": kraft,
    "linen": linen,
    "linen-blue": linen_blue,
    "linen-red": linen_red,
}
