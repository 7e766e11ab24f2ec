"""Arithmetic on maps: 2-D float32 arrays, one value a pixel; sizes are (height, width) in pixels."""

import numpy as np
from PIL import Image

Map = np.ndarray
Size = tuple[int, int]


def resize(values: Map, size: Size, how: Image.Resampling = Image.Resampling.BICUBIC) -> Map:
    """The map at another size."""
    return np.asarray(Image.fromarray(values.astype(np.float32)).resize((size[1], size[0]), how))


def blur(values: Map, sigma: float) -> Map:
    """Gaussian blur, `sigma` in pixels; wide ones run on a smaller copy."""
    if sigma < 0.15:
        return values
    shrink = 1
    while sigma / shrink > 5:
        shrink *= 2
    if shrink > 1:
        size = (max(1, values.shape[0] // shrink), max(1, values.shape[1] // shrink))
        small = resize(values, size, Image.Resampling.BOX)
        return resize(blur(small, sigma / shrink), values.shape, Image.Resampling.BILINEAR)
    radius = max(1, round(sigma * 2.6))
    weights = np.exp(-0.5 * (np.arange(-radius, radius + 1) / sigma) ** 2).astype(np.float32)
    weights /= weights.sum()
    for axis in (0, 1):
        padding = [(0, 0), (0, 0)]
        padding[axis] = (radius, radius)
        padded = np.pad(values, padding, mode="edge")
        length = values.shape[axis]
        total = np.zeros_like(values, dtype=np.float32)
        for shift, weight in enumerate(weights):
            part = padded[shift : shift + length] if axis == 0 else padded[:, shift : shift + length]
            total += part * weight
        values = total
    return values


def noise(rng: np.random.Generator, size: Size, grain: float, stretch: float = 1.0) -> Map:
    """Smooth random values of unit deviation; features `grain` pixels wide and `stretch` times as long along x."""
    if grain <= 1.1 and stretch == 1.0:
        return rng.standard_normal(size, dtype=np.float32)
    rows = max(2, round(size[0] / grain) + 3)
    columns = max(2, round(size[1] / grain / stretch) + 3)
    field = rng.standard_normal((rows, columns), dtype=np.float32)
    grown = resize(field, (max(size[0], round(rows * grain)), max(size[1], round(columns * grain * stretch))))
    return grown[: size[0], : size[1]] * 1.25


def fractal(
    rng: np.random.Generator, size: Size, coarse: float, fine: float = 1.0, fall: float = 0.55, stretch: float = 1.0
) -> Map:
    """Octaves of noise from `coarse` to `fine` pixels, each `fall` times as strong as the one above; unit deviation."""
    total, weight, power = np.zeros(size, np.float32), 1.0, 0.0
    while coarse >= max(fine, 1.0):
        total += noise(rng, size, coarse, stretch) * weight
        power += weight * weight
        coarse, weight = coarse / 2, weight * fall
    return total / np.float32(max(power, 1e-6) ** 0.5)


def smooth(low: float, high: float, values: Map) -> Map:
    """0 below `low`, 1 above `high`, an S-curve between."""
    t = np.clip((values - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def mix(first: Map, second: Map, share: Map) -> Map:
    """`first` where `share` is 0, `second` where it is 1; a 2-D share spreads over color channels."""
    if first.ndim == 3 and share.ndim == 2:
        share = share[..., None]
    return first + (second - first) * share


def grid(size: Size) -> tuple[Map, Map]:
    """Row and column numbers as float32 maps that broadcast."""
    return np.arange(size[0], dtype=np.float32)[:, None], np.arange(size[1], dtype=np.float32)[None, :]


def linear(code: str) -> np.ndarray:
    """A `#rrggbb` color as three linear-light floats."""
    encoded = np.array([int(code[i : i + 2], 16) for i in (1, 3, 5)], np.float32) / 255
    return np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4).astype(np.float32)


def encoded(light: Map) -> Map:
    """Linear light 0…1 as sRGB 0…1."""
    light = np.clip(light, 0, 1)
    return np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
