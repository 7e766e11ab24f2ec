"""Work for businesses, piece by piece as the portfolio tells it."""

import math
from functools import partial

from tools.photographs.camera import Camera
from tools.photographs.light import Light
from tools.photographs.ornaments import sun
from tools.photographs.setting import Column, Contours, Frame, Line, Mark, Rule, Shape, circle
from tools.photographs.shots import WIDE, Shot
from tools.photographs.things import boss, card, cylinder, envelope, stack

Marks = tuple[Mark, ...]


def _stairs(word: str, x: float, y: float, step: float, size: float, ink: str = "ink") -> Marks:
    """A word that walks down a staircase, one step a letter."""
    letters = tuple(
        Column((Line(letter, "display", size, ink, lead=1),), x + i * step, y + i * step * 0.62)
        for i, letter in enumerate(word)
    )
    treads = []
    for i in range(len(word)):
        left, level = x + (i - 0.5) * step, y + size * 1.16 + i * step * 0.62
        treads.append(Rule(left, level, left + step, level, 0.45, "vermilion"))
        treads.append(Rule(left + step, level - 0.22, left + step, level + step * 0.62 + 0.22, 0.45, "vermilion"))
    return (*letters, *treads[:-1])


CAFE: Marks = (
    *_stairs("SCHODY", 12, 2.2, 12.2, 11.4),
    Column((Line("kavárna", "serif-italic", 4.4, lead=1.2), Line("pod", "serif-italic", 4.4)), 84, 6, "right"),
    Column((Line("Jakubská 7, Brno", "serif", 3.1, lead=1.3), Line("po–pá 8–19", "serif", 3.1)), 7, 42.5, "left"),
)
CAFE_LOYALTY: Marks = (
    *(
        mark
        for i in range(7)
        for mark in (
            Shape((circle(1), circle(0.84)), 11 + 11.4 * i, 10 + 5.6 * i, 4.2, "ink", carve=frozenset({1})),
            *((Shape(sun(12, 0.5), 11 + 11.4 * i, 10 + 5.6 * i, 3.4, "vermilion"),) if i < 4 else ()),
        )
    ),
    Column(
        (Line("Sedmá káva", "display", 5.4, "ink", lead=1.2), Line("je na nás", "serif-italic", 4.4, "vermilion")),
        8,
        36.5,
        "left",
    ),
)


def _plan(walls: tuple[tuple[float, float, float, float], ...], x: float, y: float, size: float) -> Marks:
    """A floor plan in units of `size` mm, its walls pressed without ink."""
    return tuple(Rule(x + a * size, y + b * size, x + c * size, y + d * size, 1.3, "blind") for a, b, c, d in walls)


PLANS = (
    ((0, 0, 7, 0), (7, 0, 7, 5), (7, 5, 3, 5), (0, 0, 0, 5), (0, 5, 2, 5), (3, 0, 3, 3), (3, 3, 5, 3), (5, 2, 5, 5)),
    (
        (0, 0, 5, 0),
        (5, 0, 5, 2),
        (5, 2, 8, 2),
        (8, 2, 8, 5),
        (8, 5, 0, 5),
        (0, 5, 0, 3),
        (0, 0, 0, 2),
        (5, 2, 5, 4),
        (2, 5, 2, 2.6),
        (2, 2.6, 3.6, 2.6),
    ),
    (
        (0, 0, 8, 0),
        (8, 0, 8, 3),
        (8, 3, 4, 3),
        (4, 3, 4, 5.4),
        (4, 5.4, 0, 5.4),
        (0, 5.4, 0, 1.4),
        (4, 0, 4, 1.8),
        (2, 3, 0, 3),
        (6, 0, 6, 2),
    ),
    (
        (1, 0, 7, 0),
        (7, 0, 7, 5),
        (7, 5, 4.6, 5),
        (3.4, 5, 1, 5),
        (1, 5, 1, 0),
        (1, 2.4, 3, 2.4),
        (4.4, 2.4, 7, 2.4),
        (4.4, 0, 4.4, 2.4),
    ),
    (
        (0, 1, 3, 1),
        (3, 1, 3, 0),
        (3, 0, 7, 0),
        (7, 0, 7, 5),
        (7, 5, 0, 5),
        (0, 5, 0, 1),
        (3, 1, 3, 3.4),
        (5, 5, 5, 2.2),
        (5, 2.2, 7, 2.2),
    ),
    (
        (0, 0, 4, 0),
        (4, 0, 4, 1.6),
        (4, 1.6, 8, 1.6),
        (8, 1.6, 8, 5),
        (8, 5, 0, 5),
        (0, 5, 0, 0),
        (4, 1.6, 4, 3.6),
        (1.8, 0, 1.8, 2.4),
        (6, 5, 6, 3.4),
    ),
)
ARCHITECTS = (
    "Ing. arch. Petr Kolář",
    "Ing. arch. Jana Veselá",
    "Bc. Ondřej Říha",
    "Ing. Lucie Šafářová",
    "Ing. arch. Hynek Ort",
    "MgA. Eva Žáčková",
)


def _architect(number: int) -> Marks:
    return (
        *_plan(PLANS[number], 34, 7, 5.4),
        Column(
            (Line(ARCHITECTS[number], "serif", 3.5, lead=1.3), Line("Ateliér Kolář Veselá, Brno", "serif-italic", 3.0)),
            6,
            44,
            "left",
        ),
        Column((Line("1 : 500", "serif-italic", 2.8, "vermilion"),), 84, 44.4, "right"),
    )


LETTER: Marks = (
    Column(
        (Line("JUDr. Hana Brázdová", "garamond", 7.6, lead=1.35), Line("advokátní kancelář", "garamond-italic", 5.2)),
        30,
        26,
        "left",
    ),
    Column(
        (
            Line("V Brně dne 3. března 2025", "garamond-italic", 4.6, lead=2.8),
            Line("Vážený pane doktore,", "garamond", 4.6, lead=1.9),
            Line("děkuji za dopis ze 24. února. Návrh smlouvy jsem prošla a doporučuji", "garamond", 4.6, lead=1.45),
            Line("upravit čl. 4 a čl. 7 tak, jak uvádím v příloze. Budete-li souhlasit,", "garamond", 4.6, lead=1.45),
            Line("připravím konečné znění do konce příštího týdne.", "garamond", 4.6, lead=2.6),
            Line("S úctou", "garamond", 4.6),
        ),
        30,
        76,
        "left",
    ),
    Rule(30, 172, 96, 172, 0.7, "vermilion"),
    Column((Line("Běhounská 5, 602 00 Brno", "garamond", 3.8),), 30, 276, "left"),
)
LAW_CARD: Marks = (
    Column(
        (Line("JUDr. Hana Brázdová", "garamond", 5.2, lead=1.35), Line("advokátka", "garamond-italic", 4.2)),
        10,
        9,
        "left",
    ),
    Rule(10, 33, 40, 33, 0.6, "vermilion"),
    Column((Line("Běhounská 5, Brno · 541 000 318", "garamond", 3.2),), 10, 39, "left"),
)
LAW_ENVELOPE: Marks = (
    Column(
        (
            Line("JUDr. Hana Brázdová", "garamond", 5.4, lead=1.3),
            Line("Běhounská 5, 602 00 Brno", "garamond-italic", 4),
        ),
        12,
        10,
        "left",
    ),
    Rule(12, 27, 46, 27, 0.6, "vermilion"),
)

WINES = (
    ("Ryzlink vlašský", "2022"),
    ("Veltlínské zelené", "2022"),
    ("Pálava", "2023"),
    ("Rulandské šedé", "2022"),
    ("Frankovka", "2021"),
    ("Modrý Portugal", "2023"),
)


def _wine(number: int) -> Marks:
    """One of six labels; the hill runs on from each to the next."""
    name, year = WINES[number]
    return (
        Contours(0, 26, 64, 62, 64.0 * number + 10, "vermilion"),
        Column((Line("VINAŘSTVÍ", "garamond", 2.8, track=0.28, lead=1.45), Line("Pod Hájkem", "didone", 7.4)), 32, 6),
        Column((Line(name, "didone-italic", 6.2, lead=1.4), Line(year, "gothic", 7.4, track=0.2)), 32, 90),
        Column((Line(f"{number + 1}/6", "garamond-italic", 3.2, "vermilion"),), 59, 107, "right"),
    )


BAG: Marks = (
    Column(
        (
            Line("TŘETÍ", "slab", fit=(124, 34), ink="wood", lead=1.22),
            Line("KVAS", "slab", fit=(124, 42), ink="wood-red", lead=1.2),
        ),
        85,
        66,
    ),
    Column((Line("chléb a pečivo", "serif-italic", 14),), 85, 158),
    Column((Line("ST · ČT · PÁ · SO", "gothic", 15, track=0.08),), 85, 190),
)


def _price(day: str, name: str, crowns: str) -> Marks:
    return (
        Rule(0, 9, 88, 9, 12, "wood-red"),
        Column((Line(day, "gothic", 8, "white", track=0.14),), 44, 3.4),
        Column((Line(name, "slab", 7.6, lead=1.15), Line(crowns, "gothic", 22, "wood-red")), 44, 18),
    )


def _hours(hour: int, minute: int) -> Marks:
    """A watchmaker's card whose hands tell one of twelve times."""
    ticks = tuple(
        Rule(
            24 + 16 * math.sin(a),
            27.5 - 16 * math.cos(a),
            24 + 14 * math.sin(a),
            27.5 - 14 * math.cos(a),
            0.7 if i % 3 == 0 else 0.35,
        )
        for i, a in enumerate(2 * math.pi * k / 12 for k in range(12))
    )
    small, large = 2 * math.pi * (hour + minute / 60) / 12, 2 * math.pi * minute / 60
    return (
        *ticks,
        Rule(24, 27.5, 24 + 8 * math.sin(small), 27.5 - 8 * math.cos(small), 1.1),
        Rule(24, 27.5, 24 + 12 * math.sin(large), 27.5 - 12 * math.cos(large), 0.7),
        Shape((circle(1),), 24, 27.5, 1.3),
        Column(
            (
                Line("Urbanec", "didone", 8.2, lead=1.3),
                Line("hodinářství", "didone-italic", 4.6, lead=2.0),
                Line("Orlí 9, Brno", "garamond", 3.6),
            ),
            48,
            13.5,
            "left",
        ),
    )


def _owl(x: float, y: float, size: float, ink: str = "ink") -> Marks:
    """An owl set from brackets and one semicolon."""
    rows = (
        ("{ }   { }", 0.62),
        ("(( )) (( ))", 0.86),
        (";", 0.74),
        ("{( ( ) ( ) )}", 0.80),
        ("(( ( ) ))", 0.80),
        ("[ ]  [ ]", 0.7),
    )
    return (Column(tuple(Line(text, "serif-bold", size, ink, lead=lead) for text, lead in rows), x, y),)


BOOKPLATE: Marks = (
    Frame(4, 0.5),
    Frame(5.6, 0.2),
    Column((Line("EX LIBRIS", "garamond", 5.4, "vermilion", track=0.3),), 37, 11),
    *_owl(37, 27, 12),
    Rule(12, 91, 62, 91, 0.25),
    Column((Line("Nakladatelství Sýček", "serif-italic", 4.6),), 37, 95),
)
SLIP: Marks = (
    *_owl(22, 8, 7.4, "vermilion"),
    Column(
        (
            Line("S pozdravem", "didone-italic", 10, lead=1.5),
            Line("Nakladatelství Sýček", "garamond", 5, lead=1.3),
            Line("eseje, které se čtou v noci", "garamond-italic", 4.6),
        ),
        46,
        14,
        "left",
    ),
    Rule(46, 54, 138, 54, 0.2),
    Rule(46, 63, 138, 63, 0.2),
)


def _room(number: str) -> Marks:
    return (
        Column((Line(number, "slab", fit=(66, 92), ink="wood"),), 60, 30),
        Column((Line("POKOJ", "gothic", 10, "wood-red", track=0.3),), 61, 127),
    )


_ARROW = (((-1, -0.16), (0.3, -0.16), (0.3, -0.52), (1, 0), (0.3, 0.52), (0.3, 0.16), (-1, 0.16)),)
ARROW: Marks = (
    Shape(_ARROW, 62, 50, 46, "wood-red"),
    Column((Line("KE TŘEM LÍPÁM", "gothic", 17, "wood", track=0.05),), 186, 38.5),
)
BREAKFAST: Marks = (
    Column(
        (
            Line("SNÍDANĚ", "slab", fit=(164, 30), ink="wood", lead=1.4),
            Line("8–10 HODIN", "gothic", fit=(164, 34), ink="wood-red", lead=1.3),
            Line("chléb, máslo, med od souseda", "serif-italic", 13),
        ),
        100,
        24,
    ),
)


def _screws(x: float, y: float, width: float, height: float) -> tuple:
    return tuple(
        partial(boss, x=x + dx, y=y + dy, radius=3.2, tall=1.8, color="#b08a45")
        for dx in (6 - width / 2, width / 2 - 6)
        for dy in (6 - height / 2, height / 2 - 6)
    )


BUSINESS = {
    "business-1": Shot(
        WIDE,
        Camera(176, tilt=46, lens=2.5, aperture=1.2, focus=8),
        Light(160, 30, 6, fill=0.42),
        "oak",
        (
            partial(
                stack,
                x=-44,
                y=-14,
                angle=-18,
                count=8,
                pile=3,
                width=90,
                height=55,
                stock="edged",
                marks=CAFE,
                jitter=0.35,
            ),
            partial(card, x=62, y=-50, angle=12, stock="greyboard", marks=CAFE_LOYALTY, curl=0.2),
            partial(card, x=52, y=26, angle=-9, stock="cotton", marks=CAFE, curl=0.3),
        ),
        angle=14,
        ceiling=28,
    ),
    "business-2": Shot(
        WIDE,
        Camera(232, tilt=8),
        Light(170, 19, 4, sun=1.1, fill=0.34, falloff=0.3),
        "felt-grey",
        (
            *(
                partial(
                    card,
                    x=-79 + 97 * (i % 3) - 6 * (i // 3),
                    y=-38 + 63 * (i // 3),
                    angle=-5,
                    stock="white",
                    marks=_architect(i),
                    curl=0.6,
                )
                for i in range(6)
            ),
            partial(card, x=112, y=88, angle=-5, stock="white", marks=_architect(2)),
            partial(card, x=-80, y=-102, angle=-5, stock="white", marks=_architect(4)),
        ),
    ),
    "business-3": Shot(
        WIDE,
        Camera(336, tilt=6),
        Light(146, 30, 5, cookie="panes", fill=0.42),
        "felt",
        (
            partial(card, x=-66, y=52, angle=-7, width=210, height=297, stock="laid", marks=LETTER, curl=0.9),
            partial(envelope, x=104, y=-50, angle=6, width=220, height=110, stock="laid", face=LAW_ENVELOPE),
            partial(card, x=84, y=50, angle=-5, stock="cotton", marks=LAW_CARD),
            partial(card, x=128, y=86, angle=11, stock="cotton", marks=LAW_CARD),
        ),
    ),
    "business-4": Shot(
        WIDE,
        Camera(408, tilt=12, aperture=0.4),
        Light(158, 28, 6, fill=0.42),
        "stone",
        tuple(
            partial(
                card,
                x=-165 + 66 * i,
                y=(-4, 3, -2, 4, -3, 2)[i],
                angle=(-1.6, 0.8, -0.6, 1.2, -1.0, 1.4)[i],
                width=64,
                height=116,
                stock="cotton",
                marks=_wine(i),
                curl=0.9,
            )
            for i in range(6)
        )
        + tuple(
            partial(cylinder, x=x, y=y, angle=angle, length=45, radius=11.5, color="#b98a58", gloss=0.04, rough=0.6)
            for x, y, angle in ((112, -92, 24), (166, -86, -38))
        ),
        ceiling=26,
    ),
    "business-5": Shot(
        WIDE,
        Camera(450, tilt=12, aperture=0.6),
        Light(30, 32, 6, fill=0.42),
        "ash",
        (
            partial(
                card,
                x=38,
                y=-22,
                angle=7,
                width=170,
                height=260,
                stock="kraft",
                shape="bag",
                marks=BAG,
                pillow=16,
                curl=0,
            ),
            partial(
                card,
                x=-126,
                y=14,
                angle=-6,
                width=170,
                height=260,
                stock="kraft",
                shape="bag",
                marks=BAG,
                pillow=22,
                curl=0,
            ),
            partial(
                card,
                x=170,
                y=-64,
                angle=7,
                width=88,
                height=56,
                stock="white",
                marks=_price("STŘEDA", "ŽITNÝ", "96 Kč"),
                curl=0.8,
            ),
            partial(
                card,
                x=172,
                y=12,
                angle=-5,
                width=88,
                height=56,
                stock="white",
                marks=_price("ČTVRTEK", "PODMÁSLOVÝ", "104 Kč"),
                curl=0.8,
            ),
            partial(
                card,
                x=166,
                y=88,
                angle=4,
                width=88,
                height=56,
                stock="white",
                marks=_price("SOBOTA", "VÁNOČKA", "139 Kč"),
                curl=0.8,
            ),
        ),
        angle=-8,
        ceiling=40,
    ),
    "business-6": Shot(
        WIDE,
        Camera(190, tilt=52, lens=2.5, aperture=1.3, focus=12),
        Light(22, 32, 6, fill=0.44),
        "slate",
        (
            partial(
                stack,
                x=36,
                y=-26,
                angle=20,
                count=9,
                pile=3,
                width=90,
                height=55,
                stock="edged",
                marks=_hours(10, 10),
                jitter=0.35,
            ),
            partial(
                stack,
                x=-66,
                y=-52,
                angle=-16,
                count=3,
                pile=2,
                width=90,
                height=55,
                stock="edged",
                marks=_hours(4, 40),
                jitter=0.8,
            ),
            partial(card, x=-46, y=26, angle=-7, stock="edged", marks=_hours(1, 50), curl=0.2),
        ),
        angle=12,
        ceiling=28,
    ),
    "business-7": Shot(
        WIDE,
        Camera(240, tilt=12),
        Light(150, 30, 5, cookie="leaves", fill=0.42),
        "linen-red",
        (
            partial(card, x=-96, y=-8, angle=-9, width=74, height=108, stock="cream", marks=BOOKPLATE, curl=0.9),
            partial(card, x=76, y=-44, angle=7, width=148, height=74, stock="laid", marks=SLIP, curl=0.9),
            partial(card, x=-4, y=14, angle=4, width=74, height=108, stock="laid", marks=BOOKPLATE, curl=0.9),
            partial(card, x=92, y=48, angle=-5, width=148, height=74, stock="cotton", marks=SLIP, curl=0.9),
        ),
        angle=10,
    ),
    "business-8": Shot(
        WIDE,
        Camera(528),
        Light(145, 34, 4, fill=0.42),
        "concrete",
        (
            partial(card, x=-184, y=-62, width=120, height=160, stock="birch", marks=_room("3"), curl=0, pitch=1.4),
            partial(card, x=-44, y=-62, width=120, height=160, stock="birch", marks=_room("7"), curl=0, pitch=1.4),
            partial(card, x=-114, y=92, width=260, height=100, stock="birch", marks=ARROW, curl=0, pitch=1.4),
            partial(card, x=148, y=12, width=200, height=160, stock="birch", marks=BREAKFAST, curl=0, pitch=1.4),
            *_screws(-184, -62, 120, 160),
            *_screws(-44, -62, 120, 160),
            *_screws(-114, 92, 260, 100),
            *_screws(148, 12, 200, 160),
        ),
        ceiling=16,
    ),
}
