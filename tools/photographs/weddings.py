"""Wedding stationery, piece by piece as the portfolio tells it."""

from functools import partial

from tools.photographs.camera import Camera
from tools.photographs.light import Light
from tools.photographs.ornaments import linden, meadow, star, wreath
from tools.photographs.setting import Column, Frame, Line, Mark, Rule, Shape, circle
from tools.photographs.shots import UPRIGHT, WIDE, Shot
from tools.photographs.things import card, envelope, ribbon, sprig, stack, twine

Marks = tuple[Mark, ...]

SEAL = (Shape(wreath(22), 10, 10, 8.6), Column((Line("&", "didone-italic", 8),), 10, 5.2))

_LINDEN, _LINDEN_CUT = linden()

LINDEN: Marks = (
    Shape(_LINDEN, 64, 46, 47, "linden", carve=_LINDEN_CUT),
    Column(
        (
            Line("Ema & Šimon", "didone-italic", 15.5, lead=1.5),
            Line("POD LÍPOU SI ŘEKNOU ANO", "garamond", 4.1, track=0.2, lead=2.2),
            Line("v sobotu 20. června 2026", "garamond-italic", 6.2, lead=1.2),
            Line("ve tři hodiny odpoledne", "garamond-italic", 6.2, lead=1.2),
            Line("v zámeckém parku v Lednici", "garamond-italic", 6.2),
        ),
        64,
        126,
        centered=True,
    ),
)

LINDEN_NOTE: Marks = (
    Column(
        (
            Line("Po obřadu", "didone-italic", 8.4, "linden", lead=1.5),
            Line("hostina na zahradě u Malíků,", "garamond-italic", 5, lead=1.2),
            Line("Nádražní 7, Lednice", "garamond-italic", 5, lead=1.7),
            Line("BOTY NA TRÁVU S SEBOU", "garamond", 3.2, track=0.18),
        ),
        52,
        36,
        centered=True,
    ),
)

GARDEN: Marks = (
    Shape(meadow(4, 26, 0.37), 100, 138, 92, "blind"),
    Shape(meadow(21, 26, 0.44), 100, 8, 92, "blind", angle=180),
    *(
        Shape(meadow(seed, 12, 0.66), x, 73, 50, "blind", angle=angle)
        for seed, x, angle in ((11, 8, 90), (12, 192, -90))
    ),
    Column(
        (
            Line("Klára", "didone-italic", 20, "vermilion", lead=1.0),
            Line("a Matouš", "didone-italic", 20, "vermilion", lead=1.45),
            Line("12. ČERVENCE 2025", "garamond", 5, "vermilion", track=0.26),
        ),
        100,
        74,
        centered=True,
    ),
)

_ROWS = (
    "JOHANA KUČEROVÁ A VÍT HÁJEK SE BEROU MEZI ŘÁDKY",
    "v sobotu devatenáctého září dva tisíce dvacet šest",
    "ve vinohradu nad Pavlovem, třetí řádek zleva, u hrušky,",
    "začínáme ve čtyři, slunce zapadá v sedm hodin deset,",
    "obřad je krátký, večeře dlouhá, sklep otevřený dokořán,",
    "kdo zůstane do rána, dostane klobouk a vinařské nůžky,",
    "šaty podle sebe, boty do hlíny, svetr na večer a náladu,",
    "autobus jede z Mikulova v patnáct dvacet od nádraží,",
    "spát se dá u Hájků, u Kučerů i v seně u Němečků,",
    "dary prosíme žádné, lahev bez etikety potěší vždycky,",
    "odpovězte, prosíme, do konce srpna přiloženou kartou,",
    "a kdyby pršelo, sejdeme se rovnou dole ve sklepě.",
)


def _vineyard(width: float) -> Marks:
    """The lines of text run like rows of vines, straight as far as the cellar."""
    lines = tuple(Line(text, "garamond", fit=(width - 30, 2.6 if text.isupper() else 2.9), lead=3.0) for text in _ROWS)
    posts = tuple(
        Rule(x, 31.6 + i * 8.55, x, 36.6 + i * 8.55, 0.4, "green") for i in range(len(_ROWS)) for x in (11, width - 11)
    )
    wires = tuple(Rule(11, 36.4 + i * 8.55, width - 11, 36.4 + i * 8.55, 0.10, "green") for i in range(len(_ROWS)))
    cellar = (
        Shape(
            (
                circle(1, 0, -0.1),
                ((-1, -0.1), (1, -0.1), (1, 1), (-1, 1)),
                circle(0.62, 0, -0.05),
                ((-0.62, -0.05), (0.62, -0.05), (0.62, 1), (-0.62, 1)),
            ),
            width / 2,
            156,
            9,
            "green",
            carve=frozenset({2, 3}),
        ),
    )
    return (Column(lines, width / 2, 31.5), *posts, *wires, *cellar)


WINE_REPLY: Marks = (
    Column(
        (
            Line("Přijdeme a dáme si", "didone-italic", 8, "green", lead=1.75),
            Line("Ryzlink vlašský", "garamond", 5, lead=1.5),
            Line("Veltlínské zelené", "garamond", 5, lead=1.5),
            Line("Frankovku", "garamond", 5, lead=1.5),
            Line("jen vodu, řídíme", "garamond-italic", 5),
        ),
        17,
        8,
        "left",
    ),
    *(Shape((circle(1), circle(0.82)), 11.5, y, 1.9, "green", carve=frozenset({1})) for y in (25.6, 33.1, 40.6, 48.1)),
    Rule(10, 60, 95, 60, 0.25, "green"),
    Column((Line("JMÉNA", "garamond", 2.6, track=0.2),), 10, 61, "left"),
)

WINE_ENVELOPE: Marks = (
    Column(
        (
            Line("Johana & Vít", "didone-italic", 11, "green", lead=1.4),
            Line("Pavlov pod Pálavou", "garamond-italic", 6),
        ),
        92,
        50,
    ),
)

MENU: Marks = (
    Column(
        (
            Line("Menu", "didone-italic", 16, "vermilion", lead=1.7),
            Line("POLÉVKA", "garamond", 2.9, "vermilion", track=0.24, lead=1.8),
            Line("Hrášková s mátou", "garamond", 5.8, lead=1.15),
            Line("a křepelčím vejcem", "garamond-italic", 4.8, lead=2.3),
            Line("RYBA", "garamond", 2.9, "vermilion", track=0.24, lead=1.8),
            Line("Pstruh na másle", "garamond", 5.8, lead=1.15),
            Line("nové brambory, kopr", "garamond-italic", 4.8, lead=2.3),
            Line("MASO", "garamond", 2.9, "vermilion", track=0.24, lead=1.8),
            Line("Svíčková na smetaně", "garamond", 5.8, lead=1.15),
            Line("houskový knedlík, brusinky", "garamond-italic", 4.8, lead=2.3),
            Line("SLADKÉ", "garamond", 2.9, "vermilion", track=0.24, lead=1.8),
            Line("Jahodový dort", "garamond", 5.8, lead=1.15),
            Line("s bezovým krémem", "garamond-italic", 4.8),
        ),
        50,
        17,
    ),
    Column((Line("Adéla & Ondřej", "garamond-italic", 5, "vermilion"),), 50, 190),
)


def _place(name: str) -> Marks:
    return (Column((Line(name, "didone-italic", 11, lead=1.3),), 45, 19), Rule(38, 40, 52, 40, 0.3, "vermilion"))


def _table(number: str, width: float) -> Marks:
    return (
        Column((Line(number, "slab", fit=(width, 84), ink="wood-red"),), 60, 24),
        Column((Line("STŮL", "garamond", 6, track=0.5),), 61.5, 122),
    )


TICKET: Marks = (
    Rule(0, 23, 100, 23, 5.4, "vermilion"),
    Column((Line("BARBORA A FILIP", "grotesk-light", 5, track=0.10),), 50, 3.2),
    Column((Line("JEDNOSMĚRNÁ DO ZNOJMA", "grotesk", 4.3, "white", track=0.10),), 50, 20.0),
    Column((Line("17.04", "gothic", 15, lead=1.0),), 8, 28.5, "left"),
    Column(
        (
            Line("sobota 27. září 2025", "serif", 3.9, lead=1.3),
            Line("Louka u Znojma, II. třída", "serif", 3.9, lead=1.3),
            Line("Nepřestupovat. Platí do rána.", "serif-italic", 3.9),
        ),
        37,
        29.5,
        "left",
    ),
)


def _ticket(number: str) -> Marks:
    return (*TICKET, Column((Line(number, "gothic", 7.4, "vermilion", track=0.16),), 94, 8.8, "right"))


ALPHABETS: Marks = (
    Column(
        (
            Line("Eleni a Tomáš", "serif", 11, lead=1.7),
            Line("vás srdečně zvou", "serif-italic", 6, lead=1.35),
            Line("na svou svatbu", "serif-italic", 6, lead=1.35),
            Line("v sobotu 8. června 2024", "serif-italic", 6, lead=1.35),
            Line("do Nových Mlýnů", "serif-italic", 6),
        ),
        52,
        62,
        centered=True,
    ),
    Column(
        (
            Line("Ελένη και Τομάς", "serif", 11, lead=1.7),
            Line("σας προσκαλούν", "serif-italic", 6, lead=1.35),
            Line("στον γάμο τους", "serif-italic", 6, lead=1.35),
            Line("το Σάββατο 8 Ιουνίου 2024", "serif-italic", 6, lead=1.35),
            Line("στο Νόβε Μλίνι", "serif-italic", 6),
        ),
        158,
        62,
        centered=True,
    ),
    *(Shape((circle(1), circle(0.86)), x, 106, 5, "ink", carve=frozenset({1})) for x in (49.5, 54.5, 155.5, 160.5)),
)

JANUARY: Marks = (
    Frame(6, 0.35, "silver"),
    *(
        Shape(star(6, 0.14), x, y, size, "silver", angle=turn)
        for x, y, size, turn in (
            (64, 44, 19, 0), (28, 30, 6, 12), (102, 26, 7.5, 20), (24, 64, 4, 5), (106, 60, 4.6, 16), (44, 20, 3, 8),
            (84, 72, 3.2, 22), (40, 76, 2.6, 0), (88, 18, 2.4, 14), (18, 46, 2.2, 0), (112, 42, 2.4, 10),
        )
    ),
    Shape(star(6, 0.5), 64, 44, 7, "silver", angle=30),
    Column(
        (
            Line("Marie & Jiří", "didone-italic", 15.5, "silver", lead=1.55),
            Line("LEDEN V BESKYDECH", "garamond", 4.8, "silver", track=0.24, lead=1.9),
            Line("sobota 17. ledna 2026", "garamond-italic", 6.4, "silver", lead=1.2),
            Line("kaple na Pustevnách, v poledne", "garamond-italic", 6.4, "silver", lead=1.9),
            Line("Oblečte se teple.", "garamond-italic", 5.4, "silver"),
        ),
        64,
        128,
        centered=True,
    ),
)  # fmt: skip


def _name(name: str, ink: str) -> Marks:
    return (
        Column((Line(name, "gothic", fit=(150, 74), ink=ink),), 90, 22),
        Column((Line("u Anny a Lukáše, 2. 9. 2023", "serif-italic", 7.2),), 90, 103),
    )


WEDDINGS = {
    "weddings-1": Shot(
        UPRIGHT,
        Camera(214),
        Light(140, 31, 5, cookie="leaves"),
        "linen",
        (
            partial(envelope, x=36, y=50, angle=9, width=182, height=134, stock="white", liner="sage", is_open=True),
            partial(card, x=-18, y=-8, angle=-5, width=128, height=178, shape="deckle", marks=LINDEN, curl=0.9),
            partial(card, x=52, y=98, angle=6, width=104, height=72, shape="deckle", marks=LINDEN_NOTE),
            partial(
                sprig,
                points=((136, -150), (92, -104), (76, -66), (72, -30)),
                leaves=11,
                length=30,
                color="#6f8148",
                round_leaf=0.8,
            ),
            partial(ribbon, points=((-140, 96), (-92, 104), (-58, 118), (-44, 160)), width=11, color="#7d8a5c"),
        ),
        angle=4,
        ceiling=22,
    ),
    "weddings-2": Shot(
        WIDE,
        Camera(186, tilt=40, aperture=1.5, focus=8),
        Light(168, 17, 4, sun=1.15, fill=0.32, falloff=0.42),
        "ash",
        (partial(card, x=0, y=-6, angle=-12, width=200, height=146, marks=GARDEN, curl=1.4),),
        angle=12,
        ceiling=6,
    ),
    "weddings-3": Shot(
        UPRIGHT,
        Camera(212, tilt=10),
        Light(128, 32, 6, fill=0.42),
        "oak",
        (
            partial(
                envelope, x=34, y=-62, angle=13, width=184, height=132, stock="cream", liner="forest", is_open=True
            ),
            partial(envelope, x=52, y=128, angle=-7, width=184, height=100, stock="cream", face=WINE_ENVELOPE),
            partial(card, x=-22, y=-6, angle=-4, width=134, height=182, marks=_vineyard(134), curl=0.9),
            partial(card, x=62, y=76, angle=8, width=105, height=74, stock="white", marks=WINE_REPLY),
        ),
        angle=84,
    ),
    "weddings-4": Shot(
        UPRIGHT,
        Camera(274),
        Light(35, 30, 6, fill=0.4),
        "linen-blue",
        (
            partial(card, x=66, y=-92, angle=7, width=120, height=150, stock="cotton", marks=_table("7", 62), curl=0.8),
            partial(
                card, x=74, y=64, angle=-8, width=120, height=150, stock="cotton", marks=_table("12", 88), curl=0.8
            ),
            partial(card, x=-52, y=-2, angle=-3, width=100, height=212, marks=MENU, shape="deckle", curl=0.8),
            partial(card, x=-86, y=128, angle=9, width=90, height=58, stock="white", marks=_place("Magdaléna")),
            partial(card, x=24, y=146, angle=-6, width=90, height=58, stock="white", marks=_place("Kryštof")),
            partial(
                sprig,
                points=((20, 230), (-8, 186), (-14, 150), (4, 112)),
                leaves=9,
                length=28,
                color="#7c8570",
                round_leaf=0.62,
            ),
        ),
        ceiling=22,
    ),
    "weddings-5": Shot(
        WIDE,
        Camera(204, tilt=34, aperture=1.4, focus=6, exposure=1.08),
        Light(152, 29, 5, fill=0.42),
        "ash",
        (
            partial(
                card,
                x=-66,
                y=-58,
                angle=28,
                width=100,
                height=52,
                stock="greyboard",
                marks=_ticket("N° 0031"),
                hole=(91, 26, 2.6),
                curl=0,
            ),
            partial(
                card,
                x=60,
                y=-62,
                angle=-12,
                width=100,
                height=52,
                stock="greyboard",
                marks=_ticket("N° 0047"),
                hole=(9, 45, 2.6),
                curl=0,
            ),
            partial(
                stack,
                x=72,
                y=22,
                angle=16,
                count=6,
                pile=2,
                width=100,
                height=52,
                stock="greyboard",
                marks=_ticket("N° 0052"),
                jitter=0.5,
            ),
            partial(
                card,
                x=-46,
                y=24,
                angle=-9,
                width=100,
                height=52,
                stock="greyboard",
                marks=_ticket("N° 0016"),
                hole=(92, 46, 2.6),
                curl=0,
            ),
        ),
        ceiling=30,
    ),
    "weddings-6": Shot(
        WIDE,
        Camera(250, tilt=16, aperture=0.8),
        Light(172, 27, 5, cookie="panes", fill=0.38),
        "concrete",
        (
            partial(envelope, x=64, y=-74, angle=14, width=180, height=126, stock="grey"),
            partial(card, x=-6, y=6, angle=-6, width=210, height=132, marks=ALPHABETS, fold=9, curl=0.3),
            partial(
                twine, points=((-150, 70), (-110, 84), (-60, 98), (-20, 130)), width=1.6, colors=("#d8cdb5", "#2c3f66")
            ),
        ),
        ceiling=20,
    ),
    "weddings-7": Shot(
        UPRIGHT,
        Camera(196, tilt=12, aperture=0.6, exposure=1.15),
        Light(120, 34, 9, fill=0.5),
        "stone",
        (
            partial(envelope, x=34, y=-40, angle=15, width=178, height=128, stock="grey"),
            partial(card, x=-6, y=2, angle=-6, width=128, height=178, stock="midnight", marks=JANUARY),
            partial(
                ribbon, points=((-130, 124), (-60, 100), (10, 104), (60, 132), (120, 116)), width=10, color="#a9adb3"
            ),
        ),
        angle=30,
    ),
    "weddings-8": Shot(
        WIDE,
        Camera(352, tilt=20, aperture=0.9),
        Light(150, 30, 5, fill=0.4),
        "walnut",
        (
            partial(
                card,
                x=-92,
                y=-66,
                angle=-10,
                width=180,
                height=126,
                stock="white",
                marks=_name("BABI", "wood"),
                curl=1.4,
            ),
            partial(
                card,
                x=90,
                y=-62,
                angle=6,
                width=180,
                height=126,
                stock="cotton",
                marks=_name("JÁCHYM", "wood"),
                curl=1.4,
            ),
            partial(
                card,
                x=-82,
                y=66,
                angle=5,
                width=180,
                height=126,
                stock="cotton",
                marks=_name("ŽOFIE", "wood-red"),
                curl=1.4,
            ),
            partial(
                card, x=86, y=59, angle=-7, width=180, height=126, stock="white", marks=_name("TONDA", "wood"), curl=1.4
            ),
        ),
        angle=-12,
    ),
}
