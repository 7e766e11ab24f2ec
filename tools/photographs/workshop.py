"""The workshop: the proof press, the ink slab, and the shadows of the two people on the wall."""

from functools import partial

from tools.photographs.camera import Camera
from tools.photographs.light import Figure, Light
from tools.photographs.posters import FOREST, MORNING, WORK
from tools.photographs.setting import Column, Line, circle
from tools.photographs.shots import HERO, Shot
from tools.photographs.things import block, card, curve, cylinder, drum, film, forme, rod, turned, twine

Outline = tuple[tuple[float, float], ...]


def smooth_outline(points: tuple[tuple[float, float], ...], x: float, y: float, size: float) -> Outline:
    """A closed curve through points in units of `size` mm about (x, y); a negative `size` mirrors it."""
    around = curve([*points, points[0]], 600)
    return tuple((float(x + u * size), float(y + v * abs(size))) for u, v in around)


def limb(joints: tuple[tuple[float, float, float], ...], x: float, y: float, size: float) -> tuple[Outline, ...]:
    """A rounded limb through (x, y, radius) joints, as overlapping disks."""
    path = curve(joints, 320)
    return tuple(circle(float(r) * abs(size), x + float(u) * size, y + float(v) * abs(size), 40) for u, v, r in path)


PROOF = (
    Column(
        (
            Line("HÁČKY", "slab", fit=(236, 34), ink="wood-red", lead=1.5),
            Line("A ČÁRKY", "slab", fit=(236, 30), ink="wood-red"),
        ),
        150,
        78,
    ),
)

PRINT = (
    Column(
        (
            Line("OTISK", "slab", fit=(110, 48), ink="wood-red", lead=1.25),
            Line("dobrý den", "serif-italic", 12, "wood"),
        ),
        73,
        22,
    ),
)

WOMAN = (
    (0.05, -0.50), (-0.13, -0.475), (-0.26, -0.39), (-0.325, -0.27), (-0.345, -0.15), (-0.325, -0.075), (-0.355, 0.0),
    (-0.425, 0.085), (-0.42, 0.115), (-0.365, 0.135), (-0.36, 0.165), (-0.392, 0.205), (-0.362, 0.232), (-0.382, 0.268),
    (-0.347, 0.305), (-0.36, 0.36), (-0.335, 0.425), (-0.265, 0.45), (-0.16, 0.425), (-0.085, 0.44), (-0.055, 0.54),
    (-0.05, 0.70), (-0.10, 0.82), (-0.25, 0.98), (-0.37, 1.25), (-0.40, 1.5), (-0.36, 1.9), (-0.36, 2.6), (0.70, 2.6),
    (0.66, 1.9), (0.62, 1.3), (0.52, 1.0), (0.36, 0.86), (0.235, 0.74), (0.215, 0.55), (0.25, 0.36), (0.33, 0.16),
    (0.385, -0.05), (0.37, -0.25), (0.25, -0.42),
)  # fmt: skip
MAN = (
    (0.06, -0.50), (-0.10, -0.485), (-0.25, -0.40), (-0.31, -0.30), (-0.335, -0.19), (-0.35, -0.14), (-0.325, -0.075),
    (-0.37, 0.01), (-0.44, 0.10), (-0.43, 0.135), (-0.37, 0.15), (-0.385, 0.19), (-0.40, 0.225), (-0.385, 0.26),
    (-0.41, 0.31), (-0.415, 0.40), (-0.38, 0.51), (-0.30, 0.575), (-0.20, 0.55), (-0.11, 0.50), (-0.07, 0.60),
    (-0.08, 0.74), (-0.20, 0.88), (-0.40, 1.10), (-0.50, 1.45), (-0.50, 1.9), (-0.50, 2.6), (0.85, 2.6), (0.86, 1.9),
    (0.84, 1.4), (0.72, 1.06), (0.48, 0.86), (0.30, 0.72), (0.27, 0.5), (0.31, 0.30), (0.37, 0.12), (0.40, -0.08),
    (0.38, -0.27), (0.26, -0.43),
)  # fmt: skip


def _printer(x: float, y: float, size: float) -> Figure:
    """A woman in profile, her hair in a knot, who straightens a print with one hand."""
    parts = (
        smooth_outline(WOMAN, x, y, size),
        circle(0.165 * size, x + 0.43 * size, y - 0.33 * size),
        *limb(((0.20, 1.14, 0.22), (-0.24, 1.34, 0.17), (-0.64, 1.38, 0.125)), x, y, size),
        *limb(((-0.64, 1.38, 0.125), (-0.89, 0.90, 0.10), (-1.11, 0.41, 0.055)), x, y, size),
        *limb(((-1.11, 0.41, 0.057), (-1.13, 0.29, 0.080), (-1.155, 0.19, 0.072)), x, y, size),
        *limb(((-1.18, 0.19, 0.04), (-1.235, 0.06, 0.03), (-1.26, -0.06, 0.021)), x, y, size),
        *limb(((-1.15, 0.34, 0.045), (-1.25, 0.21, 0.032), (-1.295, 0.07, 0.024)), x, y, size),
        *limb(((-1.155, 0.17, 0.038), (-1.17, 0.01, 0.028), (-1.165, -0.12, 0.02)), x, y, size),
        *limb(((-1.115, 0.18, 0.036), (-1.10, 0.03, 0.027), (-1.07, -0.08, 0.02)), x, y, size),
        *limb(((-1.09, 0.24, 0.034), (-1.03, 0.13, 0.025), (-0.99, 0.05, 0.018)), x, y, size),
    )
    return Figure(parts, 4.5, 0.86)


def _designer(x: float, y: float, size: float) -> Figure:
    """A bearded man in profile with a cap."""
    cap = (
        (-0.50, -0.235), (-0.40, -0.30), (-0.30, -0.42), (-0.10, -0.555), (0.12, -0.575), (0.33, -0.50), (0.435, -0.34),
        (0.42, -0.20), (0.10, -0.24), (-0.25, -0.235), (-0.42, -0.205),
    )  # fmt: skip
    return Figure((smooth_outline(MAN, x, y, -size), smooth_outline(cap, x, y, -size)), 5.0, 0.86)


def _hand(x: float, y: float, size: float) -> Figure:
    """A forearm and an open hand that reach in from below, the fingers toward the far side."""
    parts = (
        *limb(((0.55, 3.2, 0.50), (0.30, 2.0, 0.40), (0.10, 1.05, 0.29), (0.02, 0.72, 0.29)), x, y, size),
        smooth_outline(
            ((-0.34, 0.70), (-0.40, 0.30), (-0.42, -0.02), (-0.2, -0.14), (0.1, -0.14), (0.34, 0.0), (0.36, 0.35),
             (0.30, 0.75), (0.0, 0.9)),
            x, y, size,
        ),
        *limb(((-0.33, 0.05, 0.115), (-0.44, -0.35, 0.105), (-0.50, -0.68, 0.085)), x, y, size),
        *limb(((-0.12, -0.05, 0.12), (-0.16, -0.55, 0.11), (-0.15, -0.95, 0.085)), x, y, size),
        *limb(((0.09, -0.05, 0.12), (0.12, -0.52, 0.105), (0.15, -0.88, 0.08)), x, y, size),
        *limb(((0.27, 0.05, 0.105), (0.37, -0.30, 0.09), (0.43, -0.60, 0.07)), x, y, size),
        *limb(((-0.25, 0.62, 0.15), (-0.55, 0.36, 0.125), (-0.80, 0.02, 0.095)), x, y, size),
    )  # fmt: skip
    return Figure(parts, 2.6, 0.88)


def _brayer(x: float, y: float) -> tuple:
    """A hand roller that stands on its ink, its handle toward the viewer's right."""
    return (
        partial(cylinder, x=x, y=y, angle=0, length=112, radius=17, color="#c2301d", gloss=0.8, rough=0.24),
        *(partial(cylinder, x=x + d, y=y, angle=0, length=5, radius=10, color="#9a9892", lift=7, metal=0.8)
          for d in (-59, 59)),
        partial(rod, points=((x - 60, y), (x - 63, y + 14), (x - 46, y + 34), (x, y + 42)), radius=3.2, rise=(17, 24)),
        partial(rod, points=((x + 60, y), (x + 63, y + 14), (x + 46, y + 34), (x, y + 42)), radius=3.2, rise=(17, 24)),
        partial(turned, x=x, y=y + 52, angle=90, length=20, radii=(6, 6.5, 8, 8), color="#b9b2a2", lift=23, metal=0.8),
        partial(
            turned, x=x, y=y + 108, angle=90, length=96, radii=(8.5, 11, 9.5, 11.5, 13.5, 13, 7), color="#8c5a30",
            lift=22,
        ),
    )  # fmt: skip


WORKSHOP = {
    "press": Shot(
        HERO,
        Camera(468, tilt=35, aperture=1.0, focus=44, exposure=1.2),
        Light(206, 38, 6, sun=1.15, fill=0.48, falloff=0.2),
        "walnut",
        (
            partial(block, x=0, y=0, angle=0, width=470, height=760, tall=8, kind="iron"),
            *(partial(block, x=x, y=0, angle=0, width=26, height=760, tall=32, kind="lead") for x in (-206, 206)),
            *(partial(block, x=x, y=-250 + 11 * i, angle=0, width=10, height=6, tall=5, kind="iron", lift=32)
              for x in (-206, 206) for i in range(50)),
            *(partial(block, x=0, y=y, angle=0, width=368, height=h, tall=19, kind=k)
              for y, h, k in ((164, 24, "wood"), (146, 10, "dark"), (64, 6, "lead"), (-12, 10, "dark"))),
            partial(forme, text="HÁČKY", x=0, y=104, angle=180, width=366, height=72, ink="wood-red"),
            partial(forme, text="A ČÁRKY", x=0, y=27, angle=180, width=366, height=64, ink="wood-red"),
            partial(cylinder, x=0, y=-80, angle=0, length=352, radius=45, color="#55565a", lift=24, metal=0.7),
            partial(drum, x=0, y=-80, length=300, radius=46, lift=23, stock="cotton", marks=PROOF),
            partial(cylinder, x=0, y=-24, angle=0, length=372, radius=6, color="#7d7a74", lift=66, metal=0.8),
            *(partial(block, x=x, y=-80, angle=0, width=32, height=70, tall=84, kind="trim") for x in (-200, 200)),
            *(partial(cylinder, x=x, y=-80, angle=0, length=40, radius=17, color="#b08a45", lift=74, metal=0.8)
              for x in (-200, 200)),
        ),
        ceiling=118,
    ),
    "hands": Shot(
        HERO,
        Camera(410, tilt=24, aperture=0.9, focus=14, exposure=1.28),
        Light(148, 32, 5, sun=1.12, fill=0.38, falloff=0.35, figures=(_hand(136, 64, 62),)),
        "stone",
        (
            partial(film, x=-82, y=-34, angle=-4, width=290, height=112),
            *_brayer(-92, -30),
            partial(card, x=104, y=8, angle=7, width=146, height=108, stock="cotton", marks=PRINT, shape="deckle"),
        ),
        angle=0,
        ceiling=42,
    ),
    "about": Shot(
        HERO,
        Camera(1500, exposure=1.1),
        Light(150, 42, 4, sun=1.2, fill=0.30, falloff=0.25, cookie="panes",
              figures=(_designer(-330, -20, 255), _printer(430, 66, 235))),
        "concrete",
        (
            partial(twine, points=((-820, -262), (-300, -246), (0, -242), (300, -246), (820, -262)), width=5),
            *(
                partial(card, x=x, y=y, angle=a, width=w, height=h, stock=stock, marks=marks, curl=4, shift=0.8)
                for x, y, a, w, h, stock, marks in (
                    (-610, -104, -1, 210, 297, "cotton", FOREST),
                    (40, -92, 0.8, 210, 297, "cream", MORNING),
                    (660, -108, 1, 210, 297, "white", WORK),
                )
            ),
            *(partial(block, x=x, y=-246, angle=a, width=9, height=40, tall=12, kind="wood")
              for x, a in ((-690, 3), (-530, -2), (-40, 2), (120, -3), (580, 2), (740, -2))),
        ),
        ceiling=20,
    ),
}  # fmt: skip
