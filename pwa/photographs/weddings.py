"""Wedding stationery."""

from functools import partial

from pwa.photographs.camera import Camera
from pwa.photographs.light import Light
from pwa.photographs.ornaments import drop, fleuron, rosette, sprig as sprig_cut, star, wreath
from pwa.photographs.setting import Column, Frame, Line, Rule, Shape, circle
from pwa.photographs.shots import UPRIGHT, WIDE, Shot
from pwa.photographs.things import card, envelope, ribbon, seal, sprig, stack, twine

SEAL = (Shape(wreath(22), 10, 10, 8.6), Column((Line("A·M", "display", 4.6, track=0.02),), 10, 7.2))

ANNA = (
    Frame(7, 0.35, "vermilion", 5),
    Frame(9, 0.18, "vermilion", 5),
    Shape(wreath(34), 64, 40, 19, "blind"),
    Column((Line("A & M", "garamond-italic", 8, "vermilion"),), 64, 34.4),
    Column(
        (
            Line("S radostí oznamujeme,", "garamond-italic", 5.2),
            Line("že se budeme brát", "garamond-italic", 5.2, lead=1.9),
            Line("Anna Dvořáková", "engraved", 11.5, "vermilion", lead=0.95),
            Line("&", "garamond-italic", 6.5, "vermilion", lead=1.15),
            Line("Matěj Říha", "engraved", 11.5, "vermilion", lead=1.7),
            Line("V SOBOTU 14. ČERVNA 2025", "garamond", 4, track=0.14, lead=1.6),
            Line("v pravé poledne", "garamond-italic", 5, lead=1.5),
            Line("v kostele svatého Tomáše v Brně", "garamond-italic", 5),
        ),
        64,
        112,
        centered=True,
    ),
    Shape(fleuron(), 64, 162, 7, "vermilion"),
)

DETAILS = (
    Frame(5, 0.3, "vermilion"),
    Column(
        (
            Line("Po obřadu", "engraved", 9, "vermilion", lead=1.35),
            Line("slavnostní oběd ve stodole", "garamond-italic", 4.6),
            Line("u Zemanů v Lelekovicích", "garamond-italic", 4.6, lead=1.6),
            Line("TANCUJE SE DO RÁNA", "garamond", 3.1, track=0.16),
        ),
        52.5,
        37,
        centered=True,
    ),
)

SAVE_THE_DATE = (
    Column((Line("14.6.", "slab", fit=(92, 38), ink="vermilion"),), 74, 15),
    Rule(28, 62, 120, 62, 0.5),
    Column(
        (
            Line("ANNA A MATĚJ", "gothic", 11, track=0.10, lead=1.2),
            Line("Zapište si do kalendáře. Pozvánka přijde v dubnu.", "serif-italic", 4.1),
        ),
        74,
        66,
    ),
)


def _menu(title: str, courses: tuple[tuple[str, str], ...], width: float) -> tuple:
    lines = [Line(title, "engraved", 15, "vermilion", lead=1.7)]
    for name, detail in courses:
        lines += [Line(name, "garamond", 5.2, lead=1.15), Line(detail, "garamond-italic", 4.3, lead=2.1)]
    return (
        Frame(5, 0.3, "vermilion", 4),
        Column(tuple(lines), width / 2, 26),
        Shape(sprig_cut(5, 0.15), width / 2, 186, 11, "vermilion"),
    )


MENU = _menu(
    "Svatební menu",
    (
        ("Jarní bylinková polévka", "s křepelčím vejcem"),
        ("Pstruh z Moravského krasu", "pečený na másle, nové brambory, kopr"),
        ("Svíčková na smetaně", "houskový knedlík, brusinky"),
        ("Jahodový dort", "s bezovým krémem"),
        ("Ryzlink vlašský 2023", "vinařství Zahrada, Pavlov"),
    ),
    100,
)


def _place(name: str) -> tuple:
    return (Column((Line(name, "engraved", 11, "ink"),), 45, 19), Shape(fleuron(), 45, 44, 5, "vermilion"))


KLARA = (
    Column(
        (
            Line("Klára", "engraved", 44, "vermilion", lead=0.82),
            Line("&", "didone-italic", 17, "ink", lead=1.15),
            Line("Ondřej", "engraved", 44, "vermilion", lead=1.15),
            Line("ŘÍKÁME SI ANO", "garamond", 6.4, track=0.30, lead=2.0),
            Line("v sobotu šestého září dva tisíce dvacet pět", "garamond-italic", 7, lead=1.35),
            Line("na zámku v Lysicích", "garamond-italic", 7),
        ),
        100,
        72,
        centered=True,
    ),
    Frame(8, 0.4, "blind", 6),
    Shape(sprig_cut(8, 0.3), 24, 95, 26, "blind", angle=-8),
    Shape(sprig_cut(8, -0.3), 176, 95, 26, "blind", angle=8),
)

NIGHT = (
    Frame(6, 0.35, "gold"),
    Shape(sprig_cut(7, 0.25), 50, 40, 22, "gold", angle=-24),
    Shape(sprig_cut(7, -0.25), 78, 40, 22, "gold", angle=24),
    *(Shape(star(8, 0.3), x, y, size, "gold") for x, y, size in ((64, 20, 3), (30, 28, 1.6), (98, 26, 1.8), (110, 60, 1.2))),
    Column(
        (
            Line("Eliška a Vojtěch", "didone-italic", 12, "gold", lead=1.5),
            Line("ZVOU NA SVATEBNÍ NOC", "garamond", 4.6, "gold", track=0.2, lead=1.8),
            Line("pátek 21. listopadu 2025", "garamond-italic", 5.6, "gold"),
            Line("hvězdárna na Kraví hoře, Brno", "garamond-italic", 5.6, "gold"),
        ),
        64,
        112,
        centered=True,
    ),
    Shape((circle(1), circle(0.86, 0.30, -0.08)), 64, 158, 7, "gold", carve=frozenset({1})),
)

REPLY = (
    Column(
        (
            Line("Prosíme o odpověď", "engraved", 10, "vermilion", lead=1.25),
            Line("do 1. května", "garamond-italic", 4.6, lead=1.9),
        ),
        60,
        10,
    ),
    Rule(14, 44, 106, 44, 0.2),
    Column((Line("JMÉNO", "garamond", 2.8, track=0.2),), 14, 45, "left"),
    *(Shape((circle(1), circle(0.8)), 18, y, 2, carve=frozenset({1})) for y in (58, 67)),
    Column(
        (Line("S radostí přijdeme", "garamond-italic", 4.6, lead=1.95), Line("Budeme na vás myslet", "garamond-italic", 4.6)),
        23,
        54.5,
        "left",
    ),
)

ADDRESS = (
    Column(
        (
            Line("Rodina Havlíčkova", "engraved", 9.5, "ink", lead=1.3),
            Line("Údolní 17", "garamond-italic", 6),
            Line("602 00 Brno", "garamond-italic", 6),
        ),
        96,
        68,
    ),
    Shape(rosette(8), 158, 20, 7, "vermilion"),
    Frame(4, 0.25, "vermilion"),
)

DANCE = (
    Shape((circle(1), circle(0.965)), 47.5, 47.5, 42, "vermilion", carve=frozenset({1})),
    Column(
        (
            Line("BUDE", "gothic", fit=(40, 17), ink="vermilion", lead=1.15),
            Line("SE TANČIT", "gothic", fit=(58, 15), ink="ink", lead=1.45),
            Line("Bára & Šimon · 30. 8. 2025", "serif-italic", 4),
        ),
        47.5,
        24,
    ),
)
DRINK = (
    Shape(rosette(12, 0.3), 47.5, 47.5, 36, "vermilion"),
    Shape((circle(1),), 47.5, 47.5, 20, "white"),
    Column((Line("Na zdraví", "engraved", 9, "ink"), Line("BÁŘE A ŠIMONOVI", "garamond", 2.5, track=0.14)), 47.5, 40.5),
)

EDGED = (
    Column(
        (
            Line("Tereza", "didone-italic", 17, "ink", lead=0.95),
            Line("& Filip", "didone-italic", 17, "ink", lead=1.5),
            Line("19. ČERVENCE 2025", "garamond", 4, track=0.22, lead=1.5),
            Line("MLÝN VE VALTICÍCH", "garamond", 4, track=0.22),
        ),
        62,
        45,
        centered=True,
    ),
    Shape(tuple(drop(1, 0.5, angle=a) for a in (30, 150, 270)), 62, 82, 3, "vermilion"),
)

SOFT = Light(azimuth=150, elevation=32, spread=7)

WEDDINGS = {
    "weddings-1": Shot(
        UPRIGHT,
        Camera(276),
        Light(140, 31, 5, cookie="leaves"),
        "linen",
        (
            partial(envelope, x=34, y=44, angle=9, width=182, height=134, stock="cotton", liner="vermilion", is_open=True),
            partial(ribbon, points=((-160, 60), (-104, 70), (-66, 112), (-80, 190)), width=15, color="#b23328"),
            partial(card, x=-24, y=-4, angle=-5, width=128, height=178, shape="deckle", marks=ANNA, curl=0.9),
            partial(card, x=70, y=112, angle=7, width=105, height=74, shape="deckle", marks=DETAILS),
            partial(seal, x=-62, y=128, marks=SEAL, radius=13),
            partial(sprig, points=((150, -150), (92, -100), (70, -50), (62, 16)), leaves=15, length=34, color="#6f7b62"),
        ),
        angle=4,
        ceiling=22,
    ),
    "weddings-2": Shot(
        WIDE,
        Camera(176, tilt=48, aperture=3.2, focus=6),
        Light(165, 19, 4, sun=1.15, fill=0.34, falloff=0.45),
        "ash",
        (partial(card, angle=-13, width=200, height=150, marks=KLARA, curl=1.6),),
        angle=12,
        ceiling=6,
    ),
    "weddings-3": Shot(
        UPRIGHT,
        Camera(206, tilt=14, aperture=0.8),
        Light(120, 34, 9, fill=0.5),
        "slate",
        (
            partial(envelope, x=28, y=-34, angle=16, width=178, height=128, stock="grey"),
            partial(card, x=-8, y=6, angle=-7, width=128, height=178, stock="ink", marks=NIGHT),
            partial(ribbon, points=((-130, 118), (-60, 92), (10, 96), (60, 128), (120, 110)), width=12, color="#c2a36a"),
        ),
        angle=30,
    ),
    "weddings-4": Shot(
        UPRIGHT,
        Camera(250),
        Light(35, 30, 6, fill=0.4),
        "linen-blue",
        (
            partial(card, x=-22, y=-6, angle=0, width=116, height=226, stock="grey", curl=0.4),
            partial(card, x=-22, y=-6, angle=0.6, width=100, height=212, marks=MENU, shape="deckle", curl=0.7),
            partial(card, x=78, y=-66, angle=12, width=90, height=58, stock="white", marks=_place("Magdaléna")),
            partial(card, x=72, y=26, angle=-9, width=90, height=58, stock="white", marks=_place("Kryštof")),
            partial(sprig, points=((110, 170), (84, 130), (76, 88), (54, 62)), leaves=11, length=32, color="#7c8570", round_leaf=0.62),
            partial(twine, points=((-140, 84), (-70, 90), (-20, 84), (30, 92), (50, 108)), width=2.0),
        ),
        ceiling=22,
    ),
    "weddings-5": Shot(
        WIDE,
        Camera(205, tilt=57, lens=2.6, aperture=3.0, focus=30),
        Light(20, 33, 6, fill=0.46),
        "linen",
        (
            partial(stack, x=-10, y=0, angle=24, count=11, pile=3, width=124, height=90, stock="edged", marks=EDGED, jitter=0.5),
            partial(ribbon, points=((60, 74), (96, 40), (128, 52), (190, 20)), width=13),
            partial(sprig, points=((-170, 20), (-120, 60), (-70, 74), (-28, 92)), leaves=13, length=30, color="#70795f"),
        ),
        angle=14,
        ceiling=40,
    ),
    "weddings-6": Shot(
        WIDE,
        Camera(272, tilt=8),
        Light(155, 27, 4, cookie="panes", fill=0.36),
        "oak",
        (
            partial(card, x=-34, y=-22, angle=-16, width=148, height=105, stock="kraft", marks=SAVE_THE_DATE),
            partial(card, x=40, y=16, angle=5, width=148, height=105, marks=SAVE_THE_DATE, curl=1.2),
            partial(twine, points=((-140, 60), (-90, 74), (-62, 52), (-84, 42), (-90, 62), (-30, 86), (10, 120)), width=1.8),
        ),
        angle=-7,
    ),
    "weddings-7": Shot(
        UPRIGHT,
        Camera(244, tilt=6),
        Light(128, 29, 5, cookie="panes", fill=0.44),
        "concrete",
        (
            partial(envelope, x=8, y=-68, angle=-6, width=180, height=130, stock="blush", face=ADDRESS),
            partial(card, x=-20, y=58, angle=8, width=120, height=80, marks=REPLY, shape="deckle"),
            partial(envelope, x=84, y=142, angle=-14, width=124, height=86, stock="vermilion"),
            partial(sprig, points=((120, 100), (98, 50), (88, 10), (96, -40)), leaves=12, length=26, color="#8a8f78", round_leaf=0.34),
        ),
        ceiling=20,
    ),
    "weddings-8": Shot(
        WIDE,
        Camera(278, tilt=34, aperture=1.6, focus=8),
        Light(158, 30, 6),
        "felt",
        (
            partial(card, x=-96, y=-62, angle=20, width=95, height=95, stock="board", shape="round", marks=DRINK, curl=0),
            partial(card, x=86, y=-58, angle=-24, width=95, height=95, stock="board", shape="scallop", marks=DRINK, curl=0),
            partial(card, x=-14, y=-30, angle=-30, width=95, height=95, stock="board", shape="round", curl=0),
            partial(card, x=-4, y=-22, angle=-9, width=95, height=95, stock="board", shape="round", marks=DANCE, curl=0),
            partial(card, x=-100, y=52, angle=14, width=95, height=95, stock="board", shape="scallop", marks=DANCE, curl=0),
            partial(card, x=82, y=54, angle=40, width=95, height=95, stock="board", shape="round", marks=DRINK, curl=0),
        ),
    ),
}
