"""The app's icons: an O in vermilion, pressed into paper and a hair off its blind twin."""

from functools import partial
from pathlib import Path

from PIL import Image, ImageFilter

from tools.photographs.camera import Camera
from tools.photographs.light import Light
from tools.photographs.setting import Shape, circle
from tools.photographs.shots import Shot
from tools.photographs.things import card

SIDE = 1024
SIZES = {"icons/icon-512.png": 512, "icons/icon-192.png": 192, "icons/apple-touch-icon.png": 180}
MASKABLE = {"icons/icon-maskable-512.png": 512, "icons/icon-maskable-192.png": 192}
FAVICON = (16, 32, 48)
COLORS = 16
"""As many as four bits name: a third of the size."""
GRAIN = 5
"""Pixels of the render: what is finer in paper and ink is left out, edges stay."""

SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">
  <rect width="512" height="512"%s fill="#f3ecdf"/>
  <g fill="none" stroke-width="84"%s>
    <circle cx="268" cy="266" r="142" stroke="#ddd2bf"/>
    <circle cx="252" cy="252" r="142" stroke="#d6402b"/>
  </g>
</svg>
"""
DRAWN = {
    "icons/icon.svg": SVG % (' rx="96"', ""),
    "icons/icon-maskable.svg": SVG % ("", ' transform="translate(56 56) scale(.78)"'),
}


def _mark(radius: float) -> Shot:
    """The mark on 100 × 100 mm of paper, its outer radius in mm."""

    def ring(x: float, y: float, ink: str) -> Shape:
        return Shape((circle(1), circle(0.545)), x, y, radius, ink, carve=frozenset({1}))

    marks = (ring(61.4, 61.2, "deep"), ring(59.4, 59.4, "deep-red"))
    sheet = partial(card, width=120, height=120, stock="felted", marks=marks, curl=0, shift=0)
    return Shot((SIDE, SIDE), Camera(100), Light(140, 27, 5, fill=0.42, falloff=0.2), "concrete", (sheet,))


def render(assets: Path) -> None:
    """Writes every icon below the `assets` folder."""
    (assets / "icons").mkdir(parents=True, exist_ok=True)
    for name, drawn in DRAWN.items():
        (assets / name).write_text(drawn, encoding="utf-8")
    plain = _mark(37).take("icon")
    for files, picture in ((SIZES, plain), (MASKABLE, _mark(29).take("icon-maskable"))):
        for name, side in files.items():
            _reduced(picture, side).save(assets / name, optimize=True)
    plain.crop((90, 90, SIDE - 90, SIDE - 90)).save(assets / "favicon.ico", sizes=[(side, side) for side in FAVICON])


def _reduced(picture: Image.Image, side: int) -> Image.Image:
    """The square `picture` at `side` pixels and in few colors, without the grain that a PNG spends its bytes on."""
    small = picture.filter(ImageFilter.MedianFilter(GRAIN)).resize((side, side), Image.Resampling.LANCZOS)
    return small.quantize(COLORS, method=Image.Quantize.MAXCOVERAGE, kmeans=4, dither=Image.Dither.NONE)
