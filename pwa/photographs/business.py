"""Work for businesses: calling cards, coasters, labels, letters, menus."""

from functools import partial

from pwa.photographs.camera import Camera
from pwa.photographs.light import Light
from pwa.photographs.ornaments import cup, drop, fleuron, rosette, sprig as sprig_cut, star, sun, tulip
from pwa.photographs.setting import Column, Frame, Line, Rule, Shape, circle, registration
from pwa.photographs.shots import WIDE, Shot
from pwa.photographs.things import block, card, envelope, sprig, stack, twine

ARCHITECT = (
    Column(
        (
            Line("Tereza Novotná", "display", 7.2, "ink", lead=1.35),
            Line("AUTORIZOVANÁ ARCHITEKTKA", "garamond", 2.9, "vermilion", track=0.16),
        ),
        8,
        8,
        "left",
    ),
    Column(
        (
            Line("Jánská 12, 602 00 Brno", "serif", 2.9),
            Line("+420 604 118 230", "serif", 2.9),
            Line("tereza@novotna-arch.cz", "serif-italic", 2.9),
        ),
        8,
        36,
        "left",
    ),
    Shape((((-1, 1), (-1, -0.3), (0, -1), (1, -0.3), (1, 1)), ((-0.4, 1), (-0.4, 0.1), (0.4, 0.1), (0.4, 1))), 76, 42, 6.4, "vermilion", carve=frozenset({1})),
)

_CUP, _CUP_CUT = cup()
COASTER = (
    Shape((circle(1), circle(0.95)), 47.5, 47.5, 44, "ink", carve=frozenset({1})),
    Shape(_CUP, 49, 36, 19, "vermilion", carve=_CUP_CUT),
    Column(
        (Line("KOHOUTEK", "slab", fit=(58, 11), ink="ink", lead=1.4), Line("pražírna a kavárna · Brno", "serif-italic", 4.4)),
        47.5,
        56,
    ),
)
COASTER_BACK = (
    Shape(sun(28), 47.5, 47.5, 42, "vermilion"),
    Column((Line("DOBRÉ RÁNO", "gothic", 8.4, "white", track=0.04),), 47.5, 41.5),
)
CAFE_CARD = (
    Column((Line("Desátá káva", "display", 8, "ink", lead=1.15), Line("JE NA NÁS", "gothic", 8, "vermilion", track=0.12)), 45, 7),
    *(
        Shape((circle(1), circle(0.86)), 12 + 16.5 * (i % 5), 33 + 13.5 * (i // 5), 4.6, "ink", carve=frozenset({1}))
        for i in range(10)
    ),
    *(Shape(star(10, 0.6), 12 + 16.5 * i, 33, 3.4, "vermilion") for i in range(4)),
)


def _wine(name: str, year: str, color: str, kind: str) -> tuple:
    return (
        Frame(4, 0.5, color),
        Frame(5.4, 0.2, color),
        Shape(sun(32, 0.4), 40, 32, 18, color),
        Column(
            (
                Line("VINAŘSTVÍ", "garamond", 3.4, track=0.3, lead=1.5),
                Line("Zahrada", "didone-black", 14, lead=1.2),
                Line(name, "didone-italic", 7.2, color, lead=1.45),
                Line(year, "gothic", 13, color, track=0.18, lead=1.25),
                Line(kind, "garamond-italic", 4.2, lead=1.25),
                Line("Pavlov pod Pálavou", "garamond-italic", 4.2),
            ),
            40,
            54,
        ),
    )


RYZLINK = _wine("Ryzlink vlašský", "2023", "vermilion", "pozdní sběr, suché")
FRANKOVKA = _wine("Frankovka", "2022", "ink", "výběr z hroznů, suché")
PALAVA = _wine("Pálava", "2024", "green", "kabinet, polosuché")

NOTARY_LETTER = (
    Column((Line("Mgr. Jan Černý", "didone", 10, lead=1.3), Line("ADVOKÁTNÍ KANCELÁŘ", "garamond", 4, "vermilion", track=0.28)), 105, 20),
    Rule(85, 42, 125, 42, 0.3, "vermilion"),
    Column(
        (
            Line("V Brně dne 3. března 2025", "serif-italic", 4.4, lead=2.6),
            Line("Vážená paní doktorko,", "serif", 4.4, lead=1.9),
            Line("děkuji Vám za důvěru, se kterou jste se na mou kancelář obrátila. Smlouvu jsem", "serif", 4.4, lead=1.5),
            Line("prošel a doporučuji upravit čl. 4 a čl. 7 tak, jak uvádím v příloze. Pokud budete", "serif", 4.4, lead=1.5),
            Line("souhlasit, připravíme konečné znění do konce příštího týdne.", "serif", 4.4, lead=2.2),
            Line("S úctou", "serif", 4.4),
        ),
        24,
        64,
        "left",
    ),
)
NOTARY_CARD = (
    Column((Line("Mgr. Jan Černý", "didone", 6.2, lead=1.3), Line("ADVOKÁT", "garamond", 2.8, "vermilion", track=0.28)), 45, 13),
    Rule(37, 29.5, 53, 29.5, 0.25, "vermilion"),
    Column((Line("Běhounská 5, Brno", "garamond-italic", 3.6), Line("cerny@akcerny.cz", "garamond-italic", 3.6)), 45, 34),
)
NOTARY_ENVELOPE = (
    Column((Line("Mgr. Jan Černý", "didone", 6, lead=1.25), Line("ADVOKÁTNÍ KANCELÁŘ", "garamond", 2.6, "vermilion", track=0.24)), 12, 10, "left"),
)


def _tag(name: str, price: str, ink: str = "ink") -> tuple:
    return (
        Shape(tulip(), 27.5, 40, 17, "vermilion"),
        Column(
            (
                Line("HLÍNA", "slab", fit=(38, 8.5), ink=ink, lead=1.25),
                Line("a oheň", "serif-italic", 6.4, ink, lead=1.5),
                Line(name, "serif", 3.8, ink, lead=1.35),
                Line(price, "gothic", 6.5, "vermilion", track=0.08),
            ),
            27.5,
            63,
        ),
    )


GALLERY = (
    Shape((circle(1), circle(0.72)), 26, 27.5, 14, "gold", carve=frozenset({1})),
    Shape((((-1, -0.14), (1, -0.14), (1, 0.14), (-1, 0.14)),), 26, 27.5, 14.5, "gold", angle=-45),
    Column(
        (
            Line("Galerie Půda", "didone", 6, "gold", lead=1.35),
            Line("Ema Šťastná", "garamond-italic", 4.6, "gold", lead=1.3),
            Line("KURÁTORKA", "garamond", 2.5, "gold", track=0.24),
        ),
        46,
        14,
        "left",
    ),
)
GALLERY_BACK = (
    *(Shape((circle(1), circle(0.86)), 45, 27.5, size, "gold", carve=frozenset({1})) for size in (24, 19, 14, 9, 4.5)),
)

BISTRO = (
    Frame(7, 1.4, "vermilion"),
    Frame(10, 0.35, "vermilion"),
    Column((Line("BISTRO", "gothic", fit=(58, 12), ink="ink", lead=1.2), Line("ŽIŽKA", "slab", fit=(104, 25), ink="vermilion", lead=1.0)), 74, 24),
    Rule(20, 74, 128, 74, 0.8),
    Column(
        (
            Line("Polévka dne", "display", 6.2, lead=1.55),
            Line("Kuře na paprice, halušky", "display", 6.2, lead=1.55),
            Line("Bramboráky, zelí, škvarky", "display", 6.2, lead=1.55),
            Line("Smažený květák, tatarka", "display", 6.2, lead=1.55),
            Line("Povidlové buchtičky", "display", 6.2, lead=1.55),
            Line("Domácí šťáva z bezu", "display", 6.2, lead=1.55),
        ),
        20,
        82,
        "left",
    ),
    Column(tuple(Line(price, "gothic", 7.4, "vermilion", lead=1.302) for price in ("69", "189", "165", "155", "119", "59")), 128, 80.6, "right"),
    Rule(20, 146, 128, 146, 0.8),
    Shape(fleuron(), 74, 157, 9, "ink"),
    Column((Line("Denně 11–15 hodin · Bratislavská 32", "serif-italic", 5),), 74, 168),
)


def _proof(name: str, role: str) -> tuple:
    return (
        Column((Line(name, "serif-bold", 5.4, lead=1.3), Line(role, "serif-italic", 3.6, "vermilion")), 8, 9, "left"),
        Shape(rosette(6, 0.5), 77, 42, 6, "vermilion"),
        Column((Line("Včelařství Medník", "serif", 3.2), Line("Tišnov · mednik.cz", "serif", 3.2)), 8, 39, "left"),
        Shape(tuple(tuple((0.5 * x + 1.0 * c, 0.5 * y + 0.87 * r) for x, y in HEXAGON) for r in (-1, 0, 1) for c in (-0.5, 0.5)), 60, 17, 7, "blind"),
    )


HEXAGON = ((0.0, -1.1), (0.95, -0.55), (0.95, 0.55), (0.0, 1.1), (-0.95, 0.55), (-0.95, -0.55))
PEOPLE = (
    ("Marie Medková", "včelařka"),
    ("Václav Medek", "včelař"),
    ("Žofie Malá", "obchod"),
    ("Jiří Šebesta", "stáčírna"),
    ("Alžběta Krátká", "kurzy"),
    ("Tomáš Dušek", "rozvoz"),
)

BUSINESS = {
    "business-1": Shot(
        WIDE,
        Camera(178, tilt=54, lens=2.5, aperture=2.6, focus=8),
        Light(160, 30, 6, fill=0.42),
        "felt",
        (
            partial(stack, x=-26, y=-10, angle=-24, count=9, pile=3, width=90, height=55, stock="edged", marks=ARCHITECT, jitter=0.35),
            partial(stack, x=66, y=-34, angle=14, count=4, pile=2, width=90, height=55, stock="edged", marks=ARCHITECT, jitter=0.9),
            partial(card, x=54, y=34, angle=-8, stock="edged", marks=ARCHITECT, curl=0.3),
        ),
        ceiling=28,
    ),
    "business-2": Shot(
        WIDE,
        Camera(262, tilt=12),
        Light(140, 30, 5, cookie="leaves", fill=0.42),
        "oak",
        (
            partial(card, x=-70, y=22, angle=-12, width=95, height=95, stock="board", shape="round", marks=COASTER, curl=0),
            partial(card, x=20, y=-48, angle=18, width=95, height=95, stock="board", shape="round", marks=COASTER_BACK, curl=0),
            partial(card, x=34, y=38, angle=7, width=95, height=95, stock="board", shape="round", marks=COASTER, curl=0),
            partial(card, x=96, y=8, angle=-17, width=90, height=60, stock="kraft", marks=CAFE_CARD, curl=0.6),
        ),
        angle=6,
    ),
    "business-3": Shot(
        WIDE,
        Camera(268, tilt=22, aperture=1.2, focus=4),
        Light(28, 30, 6, fill=0.44),
        "stone",
        (
            partial(card, x=-88, y=4, angle=-6, width=80, height=120, stock="cotton", marks=FRANKOVKA, shape="deckle", curl=1.0),
            partial(card, x=4, y=-6, angle=2, width=80, height=120, stock="white", marks=RYZLINK, shape="deckle", curl=1.2),
            partial(card, x=94, y=8, angle=9, width=80, height=120, stock="cream", marks=PALAVA, shape="deckle", curl=1.0),
            partial(sprig, points=((-60, 130), (-30, 92), (10, 84), (52, 96)), leaves=9, length=34, color="#6b7a4e", round_leaf=0.8),
        ),
        ceiling=22,
    ),
    "business-4": Shot(
        WIDE,
        Camera(330, tilt=5),
        Light(146, 30, 5, cookie="panes", fill=0.42),
        "felt-grey",
        (
            partial(card, x=-62, y=34, angle=-9, width=210, height=297, stock="white", marks=NOTARY_LETTER, curl=0.9),
            partial(envelope, x=98, y=-46, angle=6, width=220, height=110, stock="white", face=NOTARY_ENVELOPE),
            partial(card, x=78, y=50, angle=-5, stock="cotton", marks=NOTARY_CARD),
            partial(card, x=112, y=82, angle=12, stock="vermilion"),
        ),
    ),
    "business-5": Shot(
        WIDE,
        Camera(236, tilt=10),
        Light(158, 28, 5, fill=0.4),
        "kraft",
        (
            partial(card, x=-72, y=0, angle=-14, width=55, height=98, stock="cotton", shape="tag", marks=_tag("Hrnek, kobalt", "390 Kč"), hole=(27.5, 9, 2.6)),
            partial(card, x=4, y=-4, angle=8, width=55, height=98, stock="grey", shape="tag", marks=_tag("Mísa, režná", "1 250 Kč"), hole=(27.5, 9, 2.6)),
            partial(card, x=74, y=12, angle=-5, width=55, height=98, stock="ink", shape="tag", marks=_tag("Váza, sůl", "2 400 Kč", "white"), hole=(27.5, 9, 2.6)),
            partial(twine, points=((-140, -86), (-106, -60), (-84, -40), (-78, -34), (-58, -64), (-20, -90)), width=1.7),
            partial(twine, points=((10, -110), (4, -70), (9, -43), (22, -60), (40, -100)), width=1.7),
            partial(twine, points=((120, -90), (88, -50), (70, -29), (60, -50), (64, -100)), width=1.7),
        ),
        angle=20,
    ),
    "business-6": Shot(
        WIDE,
        Camera(190, tilt=40, aperture=2.2, focus=8),
        Light(150, 36, 11, fill=0.5),
        "slate",
        (
            partial(card, x=-60, y=-52, angle=-30, stock="ink", marks=GALLERY_BACK, curl=0.2),
            partial(card, x=48, y=-44, angle=22, stock="ink", marks=GALLERY_BACK, curl=0.2),
            partial(stack, x=2, y=14, angle=-11, count=3, pile=2, width=90, height=55, stock="ink", marks=GALLERY, jitter=0.5),
        ),
        angle=12,
    ),
    "business-7": Shot(
        WIDE,
        Camera(238, tilt=30, aperture=1.6, focus=0),
        Light(30, 28, 6, fill=0.36),
        "walnut",
        (
            partial(card, x=-48, y=40, angle=-8, width=148, height=180, stock="cream", marks=BISTRO, curl=1.6),
            partial(card, x=104, y=14, angle=13, width=148, height=180, stock="kraft", marks=BISTRO, curl=1.2),
            partial(block, x=-52, y=-50, angle=-8, width=60, height=9, tall=9, kind="brass"),
        ),
        angle=-18,
    ),
    "business-8": Shot(
        WIDE,
        Camera(286),
        Light(170, 24, 4, sun=1.1, fill=0.36),
        "linen-red",
        tuple(
            partial(card, x=-98 + 98 * (i % 3) + 8 * (i // 3), y=-36 + 66 * (i // 3), angle=-6, stock="white", marks=_proof(*person), curl=0.7)
            for i, person in enumerate(PEOPLE)
        )
        + (partial(card, x=-96, y=-103, angle=-6, stock="white", marks=_proof(*PEOPLE[3])), partial(card, x=8, y=-102, angle=-4, stock="vermilion")),
        angle=-6,
    ),
}
