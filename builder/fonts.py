"""The site's fonts: subset to the characters and features that it uses, one WOFF2 file per face, and their CSS.

    npm packages (TrueType, a file a weight) -> subsets -> a variable font -> WOFF2 -> @font-face, preloads

File names contain a hash of all inputs, so the folder is a cache: only missing files are made.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

from fontTools import varLib
from fontTools.designspaceLib import AxisDescriptor, DesignSpaceDocument, SourceDescriptor
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from app.atomic import replacing
from app.folders import WEB

PACKAGES = WEB / "node_modules" / "@expo-google-fonts"
DERIVED = WEB / "fonts"
"""The folder of the finished fonts, kept from build to build."""
URL = "/fonts"

NARROW_SPACE, THIN_SPACE = 0x202F, 0x2009
"""The masters lack the narrow non-breaking space, which English times contain; a thin space is as wide."""
CHARACTERS = (
    *range(0x20, 0x7F),  # ASCII
    *range(0xA0, 0x180),  # Latin-1 and Latin Extended-A: Czech, and the languages that may come
    *map(ord, "ȘșȚțẞˇ˘˙˚˛˜˝–—‘’‚“”„†‡•…‰′″‹›⁄€№™←↑→↓↗−≈≠≤≥∞"),
    NARROW_SPACE,
)
"""Code points that a face keeps where it has them."""
FEATURES = ("kern", "liga", "locl", "ccmp", "case", "onum", "lnum", "pnum", "tnum", "frac", "numr", "dnom")
"""OpenType features that a face keeps. Small capitals would be 6 kB a face; nothing is set in them."""

SAMPLE = (
    "Rukou cítíte, co oko přehlédne: písmo zatlačené do bavlněného papíru. Přijďte si sáhnout, káva je na plotně. "
    "Your fingers find what the eye passes over: type pressed into cotton paper. Come and touch it, coffee is on."
)
"""The text on which widths are measured, with letters in about the frequencies of the site's texts."""


@dataclass(frozen=True)
class Stand:
    """A fallback for a face from local fonts of equal width: its family name, the fonts' full and PostScript names, and
    the average width of a character of `SAMPLE` in em (in capitals for the display face)."""

    name: str
    fonts: tuple[str, ...]
    width: float


@dataclass(frozen=True)
class Face:
    """A family in one style: its package, the files in it by weight, its fallbacks, and whether every page preloads it.
    `capitals`: it is nearly always used for capitals."""

    family: str
    package: str
    masters: Mapping[int, str]
    stands: tuple[Stand, ...]
    style: str = "normal"
    preloaded: bool = True
    capitals: bool = False


# The widths: `advance` of this module for Liberation Serif, Sans and Sans Narrow (which have the widths of Times New
# Roman, Arial and Arial Narrow), and for Android's Noto Serif and Roboto.
FACES = (
    Face(
        "Brygada 1918",
        "brygada-1918",
        {400: "400Regular/Brygada1918_400Regular.ttf", 700: "700Bold/Brygada1918_700Bold.ttf"},
        (
            Stand("Brygada Times", ("Times New Roman", "TimesNewRomanPSMT", "Liberation Serif", "Tinos"), 0.3983),
            Stand("Brygada Noto", ("Noto Serif", "NotoSerif-Regular", "NotoSerif"), 0.4702),
        ),
    ),
    Face(
        "Brygada 1918",
        "brygada-1918",
        {
            400: "400Regular_Italic/Brygada1918_400Regular_Italic.ttf",
            700: "700Bold_Italic/Brygada1918_700Bold_Italic.ttf",
        },
        (
            Stand(
                "Brygada Times",
                ("Times New Roman Italic", "TimesNewRomanPS-ItalicMT", "Liberation Serif Italic", "Tinos Italic"),
                0.3989,
            ),
            Stand("Brygada Noto", ("Noto Serif Italic", "NotoSerif-Italic"), 0.4564),
        ),
        style="italic",
        preloaded=False,
    ),
    Face(
        "League Gothic",
        "league-gothic",
        {400: "400Regular/LeagueGothic_400Regular.ttf"},
        (
            Stand("Gothic Narrow", ("Arial Narrow", "ArialNarrow", "Liberation Sans Narrow"), 0.4777),
            Stand("Gothic Arial", ("Arial", "ArialMT", "Liberation Sans", "Arimo"), 0.5825),
            Stand("Gothic Roboto", ("Roboto", "Roboto-Regular"), 0.5356),
        ),
        capitals=True,
    ),
)


@dataclass(frozen=True)
class Font:
    """A face as a finished file."""

    face: Face
    file: Path

    @property
    def url(self) -> str:
        """Where the file is served."""
        return f"{URL}/{self.file.name}"

    @cached_property
    def opened(self) -> TTFont:
        """The finished font itself."""
        return TTFont(self.file)


def make(folder: Path = DERIVED) -> tuple[Font, ...]:
    """The finished fonts in `folder` (served at `/fonts`); missing ones are made.

    Raises:
        FileNotFoundError: the packages are not installed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    fonts = tuple(Font(face, folder / _name(face)) for face in FACES)
    for font in fonts:
        if not font.file.exists():
            _save(_drawn(font.face), font.file)
    return fonts


def preloads(fonts: Sequence[Font]) -> list[str]:
    """The URLs of the files that every page preloads."""
    return [font.url for font in fonts if font.face.preloaded]


def styles(fonts: Sequence[Font]) -> str:
    """The `@font-face` rules: the faces, and their fallbacks with adjusted metrics.

    With `optional`, a font that loads late is not swapped in, so there is no layout shift; a fallback is as wide and as
    high as the face, so the first page breaks its lines where the next ones do.
    """
    return "".join(_rule(font) + "".join(_stand_in(font, stand) for stand in font.face.stands) for font in fonts)


def advance(font: TTFont, text: str) -> float:
    """The average width of a character of `text` in a font, in em, without kerning."""
    characters, widths = font.getBestCmap() or {}, font["hmtx"]
    return sum(widths[characters[ord(letter)]][0] for letter in text) / len(text) / _table(font, "head").unitsPerEm


def _rule(font: Font) -> str:
    weights = sorted(font.face.masters)
    return _css(
        {
            "font-family": f'"{font.face.family}"',
            "font-style": font.face.style,
            "font-weight": " ".join(map(str, weights)),
            "font-display": "optional",
            "src": f'url("{font.url}") format("woff2")',
        }
    )


def _stand_in(font: Font, stand: Stand) -> str:
    width = advance(font.opened, _sample(font.face)) / stand.width
    lines, em = _table(font.opened, "hhea"), _table(font.opened, "head").unitsPerEm
    return _css(
        {
            "font-family": f'"{stand.name}"',
            "font-style": font.face.style,
            "src": ", ".join(f'local("{name}")' for name in stand.fonts),
            "size-adjust": f"{width:.1%}",
            "ascent-override": f"{lines.ascent / em / width:.1%}",
            "descent-override": f"{-lines.descent / em / width:.1%}",
            "line-gap-override": f"{lines.lineGap / em / width:.1%}",
        }
    )


def _table(font: TTFont, tag: str) -> Any:
    """A table, typed as Any: its attributes are known at run time only."""
    return font[tag]


def _sample(face: Face) -> str:
    return SAMPLE.upper() if face.capitals else SAMPLE


def _css(declarations: Mapping[str, str]) -> str:
    return "@font-face {\n" + "".join(f"  {name}: {value};\n" for name, value in declarations.items()) + "}\n"


def _name(face: Face) -> str:
    """A file name with a hash of the masters, of this module and of the libraries' versions."""
    parts = [(PACKAGES / face.package / master).read_bytes() for master in face.masters.values()]
    parts += [Path(__file__).read_bytes(), version("fonttools").encode(), version("brotli").encode()]
    digest = sha256(b"".join(sha256(part).digest() for part in parts)).hexdigest()
    return f"{face.package}{'-italic' * (face.style == 'italic')}.{digest[:10]}.woff2"


def _drawn(face: Face) -> TTFont:
    """The face with all its weights: a variable font between the masters where there are several."""
    masters = {weight: _subset(PACKAGES / face.package / file) for weight, file in face.masters.items()}
    font = masters[min(masters)] if len(masters) == 1 else _variable(masters)
    _table(font, "post").formatType = 3.0  # without the glyphs' names
    return font


def _subset(file: Path) -> TTFont:
    options = Options(layout_features=list(FEATURES), hinting=False, glyph_names=True, notdef_outline=True)
    font = TTFont(file, recalcTimestamp=False)
    for characters in _table(font, "cmap").tables:
        characters.cmap.setdefault(NARROW_SPACE, characters.cmap.get(THIN_SPACE, characters.cmap[ord(" ")]))
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=CHARACTERS)
    subsetter.subset(font)
    return font


def _variable(masters: Mapping[int, TTFont]) -> TTFont:
    """One font with a weight axis. The packages' files are cuts of such a font, so their outlines fit together."""
    space = DesignSpaceDocument()
    weights = sorted(masters)
    space.addAxis(
        AxisDescriptor(tag="wght", name="Weight", minimum=weights[0], default=weights[0], maximum=weights[-1])
    )
    for weight in weights:
        space.addSource(SourceDescriptor(font=masters[weight], location={"Weight": weight}))
    font, _, _ = varLib.build(space)
    font.recalcTimestamp = False
    return font


def _save(font: TTFont, path: Path) -> None:
    font.flavor = "woff2"
    with replacing(path) as part:
        font.save(part)
