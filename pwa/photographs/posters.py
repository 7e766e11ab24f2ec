"""Posters and prints: wood type, linocut, two inks that overlap."""

from functools import partial

import numpy as np

from pwa.photographs.camera import Camera
from pwa.photographs.light import Light
from pwa.photographs.ornaments import band, drop, fish, mountain, star, sun, tulip, waves
from pwa.photographs.setting import Column, Frame, Line, Rule, Shape, circle, registration
from pwa.photographs.shots import UPRIGHT, Shot
from pwa.photographs.things import block, card, cylinder, type_block

SALON = (
    Shape((circle(1), circle(0.52)), 250, 292, 196, "wood-red", carve=frozenset({1})),
    Column(
        (
            Line("SALON", "gothic", fit=(420, 128), ink="wood", lead=1.12),
            Line("KNIHTISKU", "gothic", fit=(420, 128), ink="wood", lead=1.12),
        ),
        250,
        58,
    ),
    Column(
        (
            Line("BRNO", "slab", fit=(420, 104), ink="wood", lead=1.2),
            Line("12.–14. září 2025", "display", 40, "wood", lead=1.15),
            Line("Káznice, Bratislavská 68", "serif-italic", 22, "wood"),
        ),
        250,
        462,
    ),
)

JAZZ = (
    Shape((circle(1),), 180, 250, 140, "wood-red"),
    Shape((circle(1),), 320, 250, 140, "wood-blue"),
    Shape((circle(1),), 250, 372, 140, "wood-yellow"),
    Column((Line("Jazz", "deco", 150, "wood", lead=0.9),), 250, 26),
    Column(
        (
            Line("NA DVOŘE", "deco", fit=(410, 54), ink="wood", lead=1.4),
            Line("každý čtvrtek v červenci od osmi", "serif-italic", 24, "wood", lead=1.3),
            Line("DVŮR MUZEA MĚSTA BRNA", "grotesk", 19, "wood-red", track=0.12),
        ),
        250,
        538,
    ),
)

_FISH, _FISH_CUT = fish()
CARP = (
    Frame(18, 3, "wood"),
    Shape(waves(9, 0.05), 250, 300, 208, "wood-blue"),
    Shape(_FISH, 250, 300, 196, "wood-red", carve=_FISH_CUT, angle=-8),
    Column((Line("KAPR", "slab", fit=(390, 96), ink="wood"),), 250, 48),
    Column(
        (
            Line("není jen", "display", 64, "wood", lead=1.1),
            Line("O VÁNOCÍCH", "gothic", fit=(390, 78), ink="wood", lead=1.1),
        ),
        250,
        476,
    ),
)

HUSH = (
    Column(
        (
            Line("ŽE", "gothic", fit=(240, 222), ink="wood", lead=1.13),
            Line("ŘEČ", "gothic", fit=(400, 172), ink="wood-red", lead=1.15),
            Line("SE MLUVÍ", "gothic", fit=(400, 84), ink="wood", lead=1.2),
        ),
        250,
        92,
    ),
    Column((Line("A VODA TEČE", "garamond", 20, "wood", track=0.36),), 250, 640),
)

MARYSA = (
    Frame(20, 2.4, "wood"),
    Frame(26, 0.8, "wood"),
    *(Shape(tulip(), 250 + dx, 250 + abs(dx) * 0.32, 118 - abs(dx) * 0.2, "wood-red", angle=dx * 0.18) for dx in (-132, 0, 132)),
    *(Shape(star(8, 0.35), x, y, 12, "wood") for x, y in ((70, 78), (430, 78), (184, 100), (316, 100))),
    Column(
        (
            Line("MARYŠA", "slab", fit=(400, 96), ink="wood", lead=1.14),
            Line("Alois a Vilém Mrštíkovi", "serif-italic", 29, "wood", lead=1.5),
            Line("DIVADLO POLÁRKA · PREMIÉRA 7. LISTOPADU", "grotesk", 17, "wood-red", track=0.10),
        ),
        250,
        448,
    ),
)

HORSE = (
    Column(
        (
            Line("PŘÍLIŠ", "slab", fit=(430, 92), ink="wood", lead=1.36),
            Line("ŽLUŤOUČKÝ", "gothic", fit=(430, 128), ink="wood-red", lead=1.30),
            Line("KŮŇ", "didone-black", fit=(430, 150), ink="wood", lead=1.20),
            Line("ÚPĚL ĎÁBELSKÉ", "grotesk", fit=(430, 62), ink="wood", lead=1.45),
            Line("ÓDY", "deco", fit=(430, 98), ink="wood-red", lead=1.2),
        ),
        250,
        46,
    ),
)

_RIDGE = ((-1.0, 0.1), (-0.72, -0.28), (-0.5, -0.02), (-0.18, -0.62), (0.1, -0.14), (0.36, -0.44), (0.7, 0.06), (1.0, -0.2))
_HILLS = ((-1.0, 0.5), (-0.6, 0.28), (-0.2, 0.52), (0.3, 0.22), (0.7, 0.48), (1.0, 0.36))
NIGHTS = (
    Shape((((-1, -1.25), (1, -1.25), (1, 1), (-1, 1)),), 250, 300, 216, "wood-blue"),
    Shape((circle(1),), 330, 160, 66, "wood-yellow"),
    Shape(mountain(_RIDGE), 250, 330, 216, "wood-blue"),
    Shape(mountain(_HILLS), 250, 330, 216, "wood"),
    *(Shape(star(4, 0.25), x, y, r, "wood-yellow") for x, y, r in ((92, 80, 9), (150, 140, 6), (206, 74, 7), (110, 210, 5), (420, 70, 6))),
    Column(
        (
            Line("NOC V HORÁCH", "gothic", fit=(432, 66), ink="wood", lead=1.16),
            Line("promítání pod širým nebem", "serif-italic", 27, "wood", lead=1.3),
            Line("JESENÍK · 1.–3. SRPNA 2025", "grotesk", 19, "wood-red", track=0.14),
        ),
        250,
        562,
    ),
)


def _print(slogan: tuple[Line, ...], picture: tuple) -> tuple:
    return (*picture, Column(slogan, 105, 196))


FOREST = _print(
    (Line("KDO SE BOJÍ,", "gothic", fit=(170, 27), ink="wood", lead=1.25), Line("NESMÍ DO LESA", "gothic", fit=(170, 27), ink="wood-red")),
    tuple(
        Shape((((-0.34, 1), (0, -1), (0.34, 1)), ((-0.05, 1.2), (-0.05, 1), (0.05, 1), (0.05, 1.2))), 38 + 33.5 * i, 100, 74 - 9 * (i % 2), "wood-red" if i == 3 else "wood-green")
        for i in range(5)
    ),
)
WORK = _print(
    (Line("BEZ PRÁCE", "slab", fit=(170, 25), ink="wood-red", lead=1.3), Line("nejsou koláče", "display", 23, "wood")),
    (
        Shape((circle(1), circle(0.83), circle(0.76), circle(0.24)), 105, 102, 78, "wood-red", carve=frozenset({1, 3})),
        *(Shape((drop(0.9, 0.4, 0.5 * np.cos(i * np.pi / 6), 0.5 * np.sin(i * np.pi / 6), 30 * i),), 105, 102, 48, "wood-yellow") for i in range(12)),
    ),
)
MORNING = _print(
    (Line("RANNÍ PTÁČE", "gothic", fit=(170, 29), ink="wood", lead=1.2), Line("dál doskáče", "display", 25, "wood-red")),
    (
        Shape(sun(36, 0.5), 105, 98, 78, "wood-yellow"),
        Shape(
            (
                drop(1.5, 0.8, -0.9, 0.2, 0),
                circle(0.34, 0.52, -0.2),
                ((0.8, -0.3), (1.12, -0.16), (0.8, -0.08)),
                drop(0.9, 0.42, -0.3, 0.1, 160),
                circle(0.06, 0.6, -0.26),
                band([(0.02, float(v)) for v in np.linspace(0.4, 0.95, 8)], 0.07),
                band([(0.24, float(v)) for v in np.linspace(0.4, 0.95, 8)], 0.07),
            ),
            100,
            112,
            46,
            "wood",
            carve=frozenset({4}),
        ),
    ),
)


def _frame(width: float, height: float, kind: str = "wood", bar: float = 16, tall: float = 20) -> tuple:
    """Four bars round a sheet of that size, laid from the middle of the picture."""
    half_w, half_h = width / 2 + bar / 2, height / 2 + bar / 2
    return (
        partial(block, x=0, y=-half_h, angle=0, width=width + 2 * bar, height=bar, tall=tall, kind=kind),
        partial(block, x=0, y=half_h, angle=0, width=width + 2 * bar, height=bar, tall=tall, kind=kind),
        partial(block, x=-half_w, y=0, angle=0, width=bar, height=height, tall=tall, kind=kind),
        partial(block, x=half_w, y=0, angle=0, width=bar, height=height, tall=tall, kind=kind),
    )


def _clips(y: float, xs: tuple[float, ...]) -> tuple:
    """Bulldog clips on a poster's upper edge."""
    return tuple(partial(block, x=x, y=y, angle=0, width=34, height=16, tall=8, kind="iron") for x in xs)


def _word(text: str, x: float, y: float, step: float, angle: float, ink: str, **kind) -> tuple:
    """Wood type standing in a row, so that it would print `text`."""
    cos, sin = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    return tuple(
        partial(type_block, letter=letter, x=x + step * i * cos, y=y + step * i * sin, angle=angle, ink=ink, **kind)
        for i, letter in enumerate(reversed(text))
    )


POSTERS = {
    "posters-1": Shot(
        UPRIGHT,
        Camera(640),
        Light(148, 34, 5, cookie="panes", fill=0.42),
        "concrete",
        (partial(card, width=500, height=700, stock="white", marks=SALON, curl=5, shift=0.9), *_clips(-346, (-170, 170))),
        ceiling=26,
    ),
    "posters-2": Shot(
        UPRIGHT,
        Camera(560, tilt=24, aperture=1.0, focus=30),
        Light(30, 32, 5, fill=0.4),
        "oak",
        (
            partial(card, x=-30, y=-16, angle=-9, width=500, height=700, stock="cream", marks=JAZZ, curl=5, shift=1.2),
            *_word("JAZZ", 60, 330, 66, -12, "wood-red", height=100, face="slab"),
        ),
        angle=80,
        ceiling=32,
    ),
    "posters-3": Shot(
        UPRIGHT,
        Camera(620),
        Light(160, 30, 5, fill=0.38),
        "slate",
        (
            partial(card, x=30, y=18, angle=9, width=500, height=700, stock="kraft", curl=3),
            partial(card, x=-6, angle=-4, width=500, height=700, stock="cotton", marks=CARP, shape="deckle", curl=5, shift=1.4),
        ),
        angle=20,
        ceiling=20,
    ),
    "posters-4": Shot(
        UPRIGHT,
        Camera(700),
        Light(140, 36, 6, cookie="leaves", fill=0.46),
        "concrete",
        (partial(card, width=500, height=700, stock="white", marks=HUSH, curl=1, shift=0.8), *_frame(500, 700)),
        ceiling=26,
    ),
    "posters-5": Shot(
        UPRIGHT,
        Camera(590, tilt=36, aperture=1.6, focus=20),
        Light(155, 30, 5, fill=0.4),
        "kraft",
        tuple(
            partial(card, x=4 * (i % 3), y=-30 + 3 * (i % 2), angle=(-14, -9, -16, -11, -12)[i], width=500, height=700, stock="cotton", marks=MARYSA if i == 4 else (), curl=4, shift=1.2)
            for i in range(5)
        ),
        ceiling=40,
    ),
    "posters-6": Shot(
        UPRIGHT,
        Camera(330, tilt=40, aperture=2.4, focus=10),
        Light(168, 22, 4, sun=1.1, fill=0.34),
        "ash",
        (partial(card, x=20, y=-40, angle=12, width=500, height=700, stock="cotton", marks=HORSE, curl=6, shift=1.0),),
    ),
    "posters-7": Shot(
        UPRIGHT,
        Camera(610, tilt=10),
        Light(38, 32, 5, cookie="panes", fill=0.42),
        "linen",
        (partial(card, x=0, y=0, angle=5, width=500, height=700, stock="cotton", marks=NIGHTS, shape="deckle", curl=6, shift=1.6),),
    ),
    "posters-8": Shot(
        UPRIGHT,
        Camera(520, tilt=16),
        Light(150, 30, 5, fill=0.42),
        "stone",
        (
            partial(card, x=-120, y=-150, angle=-7, width=210, height=297, stock="cotton", marks=FOREST, curl=2.5, shift=0.8),
            partial(card, x=122, y=-120, angle=5, width=210, height=297, stock="cream", marks=MORNING, curl=2.5, shift=0.8),
            partial(card, x=-60, y=160, angle=4, width=210, height=297, stock="white", marks=WORK, curl=2.5, shift=0.8),
            partial(cylinder, x=140, y=190, angle=-64, length=300, radius=17, color="#e9e0cf", gloss=0.02, rough=0.6),
        ),
        ceiling=40,
    ),
}
