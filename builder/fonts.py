"""Creates the site's fonts and their CSS from npm packages.

Each font contains only the characters that the site needs. File names contain a hash, so later builds reuse the
files.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.atomic import replacing
from app.folders import WEB

if TYPE_CHECKING:  # imported only for types, because the server does not need fontTools
    from fontTools.ttLib import TTFont

PACKAGES = WEB / "node_modules" / "@expo-google-fonts"
DERIVED = WEB / "fonts"
URL = "/fonts"

NARROW_SPACE, THIN_SPACE = 0x202F, 0x2009
"""The code points of two spaces. Counters such as `1 / 9` contain narrow spaces. A font without a narrow space gets a
copy of its thin or normal space.
"""
CHARACTERS = (
    *range(0x20, 0x7F),  # ASCII
    *range(0xA0, 0x180),  # Latin-1 and Latin Extended-A, for Czech and future languages
    *map(ord, "ȘșȚțẞˇ˘˙˚˛˜˝–—‘’‚“”„†‡•…‰′″‹›⁄€№™←↑→↓↗−≈≠≤≥∞"),
    NARROW_SPACE,
)
FEATURES = ("kern", "liga", "locl", "ccmp", "case", "onum", "lnum", "pnum", "tnum", "frac", "numr", "dnom")
"""The fonts' OpenType features. Small capitals are omitted, because they would add 6 kB to each font."""

SAMPLE = (
    "Rukou cítíte, co oko přehlédne: písmo zatlačené do bavlněného papíru. Přijďte si sáhnout, káva je na plotně. "
    "Your fingers find what the eye passes over: type pressed into cotton paper. Come and touch it, coffee is on."
)
"""Sample text with roughly the same letter frequencies as the site."""


@dataclass(frozen=True)
class Fallback:
    """Local fonts that browsers show until the web font has loaded. `width` is the average character width in em."""

    name: str
    fonts: tuple[str, ...]
    width: float


@dataclass(frozen=True)
class Face:
    """A font family in one style. `masters` maps weights to font files."""

    family: str
    package: str
    masters: Mapping[int, str]
    fallbacks: tuple[Fallback, ...]
    style: str = "normal"
    preloaded: bool = True
    capitals: bool = False


# The fallback widths were measured with Noto, Roboto and Liberation. Liberation's characters are as wide as those of
# Times New Roman and Arial.
FACES = (
    Face(
        "Brygada 1918",
        "brygada-1918",
        {400: "400Regular/Brygada1918_400Regular.ttf", 700: "700Bold/Brygada1918_700Bold.ttf"},
        (
            Fallback("Brygada Times", ("Times New Roman", "TimesNewRomanPSMT", "Liberation Serif", "Tinos"), 0.3983),
            Fallback("Brygada Noto", ("Noto Serif", "NotoSerif-Regular", "NotoSerif"), 0.4702),
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
            Fallback(
                "Brygada Times",
                ("Times New Roman Italic", "TimesNewRomanPS-ItalicMT", "Liberation Serif Italic", "Tinos Italic"),
                0.3989,
            ),
            Fallback("Brygada Noto", ("Noto Serif Italic", "NotoSerif-Italic"), 0.4564),
        ),
        style="italic",
        preloaded=False,
    ),
    Face(
        "League Gothic",
        "league-gothic",
        {400: "400Regular/LeagueGothic_400Regular.ttf"},
        (
            Fallback("Gothic Narrow", ("Arial Narrow", "ArialNarrow", "Liberation Sans Narrow"), 0.4777),
            Fallback("Gothic Arial", ("Arial", "ArialMT", "Liberation Sans", "Arimo"), 0.5825),
            Fallback("Gothic Roboto", ("Roboto", "Roboto-Regular"), 0.5356),
        ),
        capitals=True,
    ),
)


@dataclass(frozen=True)
class Font:
    face: Face
    file: Path

    @property
    def url(self) -> str:
        return f"{URL}/{self.file.name}"

    @cached_property
    def opened(self) -> "TTFont":
        from fontTools.ttLib import TTFont

        return TTFont(self.file)


def make(folder: Path = DERIVED) -> tuple[Font, ...]:
    """Creates the fonts that are missing in `folder`. Returns all fonts."""
    folder.mkdir(parents=True, exist_ok=True)
    fonts = tuple(Font(face, folder / _name(face)) for face in FACES)
    for font in fonts:
        if not font.file.exists():
            _save(_face_font(font.face), font.file)
    return fonts


def preloads(fonts: Sequence[Font]) -> list[str]:
    return [font.url for font in fonts if font.face.preloaded]


def styles(fonts: Sequence[Font]) -> str:
    """Returns the CSS for the fonts.

    Scales local fonts to the web fonts' size, so that text does not move when a web font replaces a local font. If a
    web font loads too late, browsers continue to use the local font (`font-display: optional`).
    """
    return "".join(
        _rule(font) + "".join(_fallback_rule(font, fallback) for fallback in font.face.fallbacks) for font in fonts
    )


def advance(font: "TTFont", text: str) -> float:
    """Returns the average character width of `text` in em."""
    characters, widths = font.getBestCmap() or {}, font["hmtx"]
    return sum(widths[characters[ord(letter)]][0] for letter in text) / len(text) / _table(font, "head").unitsPerEm


def _rule(font: Font) -> str:
    return _css(
        {
            "font-family": f'"{font.face.family}"',
            "font-style": font.face.style,
            "font-weight": " ".join(map(str, sorted(font.face.masters))),
            "font-display": "optional",
            "src": f'url("{font.url}") format("woff2")',
        }
    )


def _fallback_rule(font: Font, fallback: Fallback) -> str:
    sample = SAMPLE.upper() if font.face.capitals else SAMPLE
    width = advance(font.opened, sample) / fallback.width
    lines, em = _table(font.opened, "hhea"), _table(font.opened, "head").unitsPerEm
    return _css(
        {
            "font-family": f'"{fallback.name}"',
            "font-style": font.face.style,
            "src": ", ".join(f'local("{name}")' for name in fallback.fonts),
            "size-adjust": f"{width:.1%}",
            "ascent-override": f"{lines.ascent / em / width:.1%}",
            "descent-override": f"{-lines.descent / em / width:.1%}",
            "line-gap-override": f"{lines.lineGap / em / width:.1%}",
        }
    )


def _table(font: "TTFont", tag: str) -> Any:
    return font[tag]


def _css(declarations: Mapping[str, str]) -> str:
    return "@font-face {\n" + "".join(f"  {name}: {value};\n" for name, value in declarations.items()) + "}\n"


def _name(face: Face) -> str:
    inputs = [(PACKAGES / face.package / master).read_bytes() for master in face.masters.values()]
    inputs += [Path(__file__).read_bytes(), version("fonttools").encode(), version("brotli").encode()]
    digest = sha256(b"".join(sha256(each).digest() for each in inputs)).hexdigest()
    suffix = "-italic" if face.style == "italic" else ""
    return f"{face.package}{suffix}.{digest[:10]}.woff2"


def _face_font(face: Face) -> "TTFont":
    masters = {weight: _subset(PACKAGES / face.package / file) for weight, file in face.masters.items()}
    font = masters[min(masters)] if len(masters) == 1 else _variable(masters)
    _table(font, "post").formatType = 3.0
    return font


def _subset(file: Path) -> "TTFont":
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    options = Options(layout_features=list(FEATURES), hinting=False, glyph_names=True, notdef_outline=True)
    options.harfbuzz_repacker = False  # the repacker's output depends on HarfBuzz's version
    font = TTFont(file, recalcTimestamp=False)
    for characters in _table(font, "cmap").tables:
        characters.cmap.setdefault(NARROW_SPACE, characters.cmap.get(THIN_SPACE, characters.cmap[ord(" ")]))
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=CHARACTERS)
    subsetter.subset(font)
    return font


def _variable(masters: Mapping[int, "TTFont"]) -> "TTFont":
    from fontTools import varLib
    from fontTools.designspaceLib import AxisDescriptor, DesignSpaceDocument, SourceDescriptor

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


def _save(font: "TTFont", path: Path) -> None:
    font.flavor = "woff2"
    with replacing(path) as file:
        font.save(file)
