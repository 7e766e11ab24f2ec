"""Light on a stage: what every point of it sends to the camera, in linear RGB."""

from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw

from tools.photographs.maps import Map, Size, blur, fractal, grid, noise, resize, smooth
from tools.photographs.stage import Stage

WARM = np.array([1.0, 0.925, 0.80], np.float32)
COOL = np.array([0.80, 0.92, 1.10], np.float32)
STEEPEST = 2.2


@dataclass(frozen=True)
class Figure:
    """Someone in the light but out of the picture: outlines on the table in mm, how soft the shadow's edge is, mm, and
    the share of the sun that it takes.
    """

    outlines: tuple[tuple[tuple[float, float], ...], ...]
    soft: float
    dark: float = 0.9


@dataclass(frozen=True)
class Light:
    """One window. `azimuth` degrees: 0 from the right, 90 from the far side, 180 from the left; `elevation` above the
    table. `spread` is the window's angular radius in degrees (soft shadows), `sun` and `fill` are strengths, `falloff`
    is the share of light lost across the picture, `cookie` what stands in the window: "panes", "leaves" or nothing,
    `figures` who stands in it.
    """

    azimuth: float = 155
    elevation: float = 30
    spread: float = 6
    sun: float = 1.0
    fill: float = 0.42
    falloff: float = 0.35
    cookie: str = ""
    figures: tuple[Figure, ...] = ()


def direction(light: Light) -> np.ndarray:
    """Unit vector from the table to the light, in world axes (y toward the viewer)."""
    azimuth, elevation = np.radians(light.azimuth), np.radians(light.elevation)
    flat = np.cos(elevation)
    return np.array([np.cos(azimuth) * flat, -np.sin(azimuth) * flat, np.sin(elevation)], np.float32)


def shade(stage: Stage, light: Light, eye: np.ndarray) -> tuple[Map, Map]:
    """The lit top of everything, and its cut sides as (light that arrives there), both (rows, columns, 3) linear."""
    toward = direction(light)
    normal = _normals(stage)
    reach = visible(stage, light) * np.minimum(_cookie(stage, light), _shadows(stage, light)) * _falloff(stage, light)
    open_sky = occlusion(stage)
    facing = normal[0] * toward[0] + normal[1] * toward[1] + normal[2] * toward[2]
    facing = np.clip(facing, 0, 1) * (1 - stage.glow) + stage.glow * 0.55
    sun = (reach * facing * light.sun / max(toward[2], 0.35))[..., None] * WARM
    tilt = 0.82 - 0.22 * (normal[0] * toward[0] + normal[1] * toward[1]) + 0.18 * (normal[2] - 1)
    sky = (open_sky * np.clip(tilt, 0.2, 1.2) * light.fill)[..., None] * COOL
    mean = np.stack([blur(stage.albedo[..., c] * reach, 14 * stage.scale) for c in range(3)], axis=-1)
    bounce = mean * ((1 - open_sky) * 0.55 + 0.06)[..., None] * light.sun
    lit = stage.albedo * (sun + sky + bounce) * (1 - stage.metal)[..., None]
    lit += _mirror(stage, normal, toward, eye, reach, open_sky, light)
    return lit, _sides(stage, toward, reach, light)


def _normals(stage: Stage) -> tuple[Map, Map, Map]:
    surface = blur(stage.height, 0.55) + stage.relief
    down, right = np.gradient(surface, 1 / stage.scale)
    steep = np.maximum(np.hypot(down, right) / STEEPEST, 1)
    right, down = -right / steep, -down / steep
    up = 1 / np.sqrt(1 + right * right + down * down)
    return right * up, down * up, up


def visible(stage: Stage, light: Light) -> Map:
    """Share of the window that each point sees: 1 lit, 0 in shadow."""
    toward = direction(light)
    flat = float(np.hypot(toward[0], toward[1]))
    rise = float(toward[2]) / flat / stage.scale
    half = np.tan(np.radians(light.spread)) / stage.scale
    surface = stage.height
    top = float(surface.max())
    blocked = np.zeros(stage.size, np.float32)
    distance = 1.0
    while distance * rise < top + 0.01 and distance < max(stage.size):
        softened = surface if distance < 8 else blur(surface, distance * half * stage.scale * 0.45)
        over = _shifted(softened, toward[0] / flat * distance, toward[1] / flat * distance) - surface - distance * rise
        blocked = np.maximum(blocked, smooth(-1, 1, over / (distance * half + 0.02)) * (over > -distance * half))
        distance = max(distance + 1, distance * 1.16)
    return 1 - blur(blocked, 0.7)


def _shifted(values: Map, dx: float, dy: float) -> Map:
    """The value found (dx, dy) pixels away from each pixel; beyond the border lies nothing."""
    rows, columns = values.shape
    x, y = round(dx), round(dy)
    moved = np.zeros_like(values)
    source = values[max(0, y) : rows + min(0, y), max(0, x) : columns + min(0, x)]
    moved[max(0, -y) : rows + min(0, -y), max(0, -x) : columns + min(0, -x)] = source
    return moved


def occlusion(stage: Stage) -> Map:
    """Share of open sky above each point: darker in corners, under edges and in pressed letters."""
    closed = np.zeros(stage.size, np.float32)
    for width, strength in ((0.35, 0.30), (1.2, 0.45), (4, 0.55), (12, 0.55), (30, 0.4)):
        above = blur(stage.height, width * stage.scale) - stage.height
        closed += np.clip(above / width, 0, 1.2) * strength
    pressed = blur(stage.relief, 0.35 * stage.scale) - stage.relief
    closed += np.clip(pressed * 4.0, 0, 0.5)
    return 1 / (1 + 1.6 * closed)


def _sides(stage: Stage, toward: np.ndarray, reach: Map, light: Light) -> Map:
    """Light that falls on the cut side nearest to each point."""
    down, right = np.gradient(blur(stage.height, 2.0))
    length = np.hypot(down, right) + 1e-6
    facing = np.clip((-right * toward[0] - down * toward[1]) / length, 0, 1)
    near = blur(reach, 3)
    return (near * facing * light.sun * 1.1)[..., None] * WARM + light.fill * 0.7 * (WARM + COOL) / 2


def _mirror(stage, normal, toward, eye, reach, open_sky, light: Light) -> Map:
    """What glossy ink, foil and metal reflect: the window, a pale wall behind it, a dark room."""
    if float(stage.gloss.max()) < 0.01 and float(stage.metal.max()) < 0.01:
        return np.zeros_like(stage.albedo)
    y, x = grid(stage.size)
    view = [
        eye[0] - (x - stage.center[1]) / stage.scale + 0 * y,
        eye[1] - (y - stage.center[0]) / stage.scale + 0 * x,
        eye[2] - stage.height,
    ]
    length = np.sqrt(view[0] ** 2 + view[1] ** 2 + view[2] ** 2)
    view = [axis / length for axis in view]
    along = 2 * sum(n * v for n, v in zip(normal, view, strict=True))
    bounced = [along * n - v for n, v in zip(normal, view, strict=True)]
    toward_window = sum(b * t for b, t in zip(bounced, toward, strict=True))
    sharp = 1.6 / (stage.rough**2 + 0.006)
    window = np.exp(np.clip((toward_window - 0.97) * sharp, -30, 0))
    flat = toward[:2] / np.hypot(*toward[:2])
    side = bounced[0] * flat[0] + bounced[1] * flat[1]
    room = 0.10 + 0.55 * smooth(-0.35, 0.9, side) + 0.25 * smooth(0.55, 1.0, bounced[2])
    streak = 0.35 * np.exp(-(((bounced[0] * flat[1] - bounced[1] * flat[0]) + 0.25) ** 2) / 0.02)
    shine = reach * window * 1.5 * light.sun + (room + streak) * open_sky * (0.45 + 0.4 * reach)
    grazing = 0.04 + 0.5 * (1 - np.clip(along / 2, 0, 1)) ** 5
    coat = (stage.gloss * (reach * window * 1.3 * light.sun + grazing * room * 1.6))[..., None] * WARM
    return coat + stage.albedo * (shine * stage.metal)[..., None] * WARM


def _falloff(stage: Stage, light: Light) -> Map:
    """The window stands near: less light arrives on the far side."""
    toward = direction(light)
    y, x = grid(stage.size)
    along = (x - stage.center[1]) * toward[0] + (y - stage.center[0]) * toward[1]
    span = max(stage.size) / 2
    return np.clip(1 + light.falloff * along / span, 0.25, 1.6).astype(np.float32)


def _cookie(stage: Stage, light: Light) -> Map:
    """The pattern that panes or leaves cast into the light, from 0.15 to 1."""
    if not light.cookie:
        return np.ones(stage.size, np.float32)
    shrink = 4
    size = (stage.size[0] // shrink, stage.size[1] // shrink)
    scale = stage.scale / shrink
    y, x = grid(size)
    x, y = (x - size[1] * 0.5) / scale, (y - size[0] * 0.5) / scale
    make = {"panes": _panes, "leaves": _leaves}[light.cookie]
    return resize(make(x, y, size, scale, light, stage.rng), stage.size, Image.Resampling.BILINEAR)


def _shadows(stage: Stage, light: Light) -> Map:
    """What the figures leave of the light."""
    left = np.ones(stage.size, np.float32)
    shrink = 3
    size = (stage.size[0] // shrink, stage.size[1] // shrink)
    for figure in light.figures:
        drawn = Image.new("L", (size[1], size[0]), 0)
        pen = ImageDraw.Draw(drawn)
        for outline in figure.outlines:
            points = np.array(outline) * stage.scale + (stage.center[1], stage.center[0])
            pen.polygon([tuple(point) for point in points / shrink], 255)
        cover = blur(np.asarray(drawn, np.float32) / 255, figure.soft * stage.scale / shrink)
        left *= 1 - figure.dark * resize(cover, stage.size, Image.Resampling.BILINEAR)
    return left


def _panes(x: Map, y: Map, size: Size, scale: float, light: Light, rng: np.random.Generator) -> Map:
    """Two columns of window panes, projected along the light."""
    azimuth = np.radians(light.azimuth)
    along = x * np.cos(azimuth) - y * np.sin(azimuth)
    across = x * np.sin(azimuth) + y * np.cos(azimuth) + along * 0.22
    span = max(size) / scale
    bars = np.ones(size, np.float32)
    for axis, period, width in ((along, span * 0.40, span * 0.030), (across, span * 0.30, span * 0.022)):
        phase = np.abs(((axis / period + 0.37) % 1.0) - 0.5) * period
        bars = bars * smooth(width * 0.4, width * 1.5, phase)
    frame = smooth(span * 0.60, span * 0.52, np.abs(across + span * 0.03))
    return 0.24 + 0.76 * blur(bars * frame, span * scale * 0.006)


def _leaves(x: Map, y: Map, size: Size, scale: float, light: Light, rng: np.random.Generator) -> Map:
    """Sun through a tree: round blots, soft."""
    span = max(size)
    crown = fractal(rng, size, span / 5, span / 40, 0.8) + 0.5 * noise(rng, size, span / 14)
    return 0.22 + 0.78 * blur(smooth(-0.5, 0.15, crown), span * 0.008)
