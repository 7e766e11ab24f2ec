"""Rules for print files: limits, formats with templates, and a checklist.

Lengths are in millimetres, font sizes in points, and resolutions in pixels per inch.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from functools import partial

from app.content.studio import STUDIO
from app.content.titled_text import TitledText
from app.i18n import Language, Text, _
from app.i18n.formats import Formatted, number

BLEED = 3
"""The bleed: how far printing extends beyond the trim edge."""
SAFE = 4
"""The safety margin: the minimum distance between text or thin lines and the trim edge."""
THINNEST_LINE = Decimal("0.25")
THINNEST_GAP = Decimal("0.4")
"""The minimum width of unprinted lines inside a printed area."""
SMALLEST_DOT = Decimal("0.4")
SMALLEST_TYPE = 6
SMALLEST_TYPE_REVERSED = 8
RESOLUTION = 1200
"""The required resolution of black-and-white pictures."""


Millimetres = partial(Formatted, lambda length: f"{number(length)} mm")
Points = partial(Formatted, lambda size: f"{size} pt")


@dataclass(frozen=True)
class Figure:
    name: Text
    value: Formatted
    why: Text


@dataclass(frozen=True)
class Depth:
    paper: Text
    goes: Formatted
    effect: Text


@dataclass(frozen=True)
class Format:
    """A format of `width` × `height`. `slug` is the template's file name.

    Printing extends beyond the trim edges by `bleed`. `safe` is the minimum distance from these edges to text.
    """

    slug: str
    name: Text
    width: int
    height: int
    bleed: int = BLEED
    safe: int = SAFE

    def file(self, language: Language, suffix: str) -> str:
        return f"{language.prefix}/templates/{self.slug}.{suffix}".lstrip("/")

    @property
    def size(self) -> str:
        return f"{self.width} × {self.height} mm"


FIGURES = (
    Figure(
        _("Thinnest line"),
        Millimetres(THINNEST_LINE),
        _("A thinner one breaks off when the plate is washed out, usually in the middle."),
    ),
    Figure(
        _("Narrowest gap"),
        Millimetres(THINNEST_GAP),
        _("White lines in a solid area: a narrower one fills with ink."),
    ),
    Figure(
        _("Smallest type"),
        Points(SMALLEST_TYPE),
        _("White on a solid area at least {n}. A typeface without hairlines may be smaller than one with them.").format(
            n=Points(SMALLEST_TYPE_REVERSED)
        ),
    ),
    Figure(
        _("Smallest dot"),
        Millimetres(SMALLEST_DOT),
        _("A full stop included, and the dots on i and j."),
    ),
    Figure(
        _("Bleed"),
        Millimetres(BLEED),
        _("On every side where print reaches the edge. Some formats have none: see the templates."),
    ),
    Figure(
        _("Distance from the edge"),
        Millimetres(SAFE),
        _(
            "The minimum for text and thin lines; some formats need more: see the templates. A frame along the edge "
            "needs more, too, or it will look crooked."
        ),
    ),
)

RULES = (
    TitledText(
        _("Vector PDF"),
        _(
            "Ideally PDF/X-4; we also take AI, EPS and SVG. A page for each side, at actual size. A Word document "
            "or a photo of a sketch will do for a quote, but not for a plate."
        ),
    ),
    TitledText(
        _("Type in outlines"),
        _(
            "Convert all type to outlines, and strokes to shapes. Send us an editable copy as well if we may have to "
            "correct a phone number."
        ),
    ),
    TitledText(
        _("Spot colours only"),
        _(
            "Name each colour after its Pantone (for example PANTONE 485 U, always U for uncoated), and use it "
            "at 100%. No CMYK, no tints, no gradients: a plate either prints or it doesn’t."
        ),
    ),
    TitledText(
        _("Deboss, folds and cuts"),
        _(
            "Blind deboss, folds and die lines each get a spot colour of their own, called DEBOSS, FOLD and CUT, set "
            "to overprint, so that nothing disappears under them."
        ),
    ),
    TitledText(
        _("Overprinting"),
        _(
            "Ink is translucent, and red over blue makes a third colour. If you want that, set it to overprint; if "
            "not, leave {gap} between the colours. Trapping is our job."
        ).format(gap=Millimetres(THINNEST_GAP)),
    ),
    TitledText(
        _("Pictures in black and white"),
        _(
            "Send what can’t be redrawn as a vector as a bitmap at {n} ppi without greys. We make no "
            "halftones; an engraving or a linocut looks better in letterpress than any photograph."
        ).format(n=RESOLUTION),
    ),
)

DEPTHS = (
    Depth(_("Paper, 300 gsm"), Millimetres(Decimal("0.15")), _("You can feel it; nothing shows on the back.")),
    Depth(_("Cotton, 600 gsm"), Millimetres(Decimal("0.4")), _("The usual one. You see it in light from the side.")),
    Depth(
        _("Cotton duplexed, 900 gsm"),
        Millimetres(Decimal("0.6")),
        _("As deep as it gets, and each side may have its own print."),
    ),
    Depth(_("Grey board, 1 mm"), Millimetres(Decimal("0.3")), _("A firm edge, a little rougher.")),
)

FORMATS = (
    Format("card", _("Business card"), 90, 50),
    Format("a7", _("Place card, correction card (A7)"), 105, 74),
    Format("label", _("Label, largest size"), 90, 120),
    Format("a6", _("Note card, invitation card (A6)"), 105, 148),
    Format("a5", _("Invitation card, menu (A5)"), 148, 210),
    Format("c6", _("C6 envelope"), 162, 114, bleed=0, safe=8),
    Format("dl", _("DL envelope"), 220, 110, bleed=0, safe=8),
    Format("a4", _("Letterhead (A4)"), 210, 297, bleed=0, safe=10),
    Format("poster", _("Poster"), 500, 700, bleed=0, safe=12),
)
"""The print formats that have templates. Formats without bleed are printed on sheets of the final size."""

CHECKLIST = (
    _("The page is as large as the finished piece, with the template’s bleed where print reaches the edge."),
    _("All type and all strokes are outlines."),
    _("Each colour is one spot colour at 100%, with a name we can look up."),
    _("No RGB, no CMYK, no shadows, no transparency, no gradients."),
    _("No line is thinner than {line}, no gap narrower than {gap}.").format(
        line=Millimetres(THINNEST_LINE), gap=Millimetres(THINNEST_GAP)
    ),
    _("Text keeps within the template’s safe area."),
    _("Front and back are two pages of one file, the same way up."),
    _("Guides and notes are in a layer of their own, or gone."),
    _("Somebody who didn’t write it has read it. Aloud, phone numbers included."),
)

TEMPLATE_WORDS = {
    "trim": _("Trimmed size: {size}"),
    "bleed": _("Bleed: {n} on each side"),
    "no_bleed": _("No bleed: print keeps within the safe area"),
    "safe": _("Safe area: text keeps {n} away from the edge"),
    "guides": _("Guides aren’t printed. Draw over them, or delete them."),
}


def measures(format_: Format) -> Text:
    if not format_.bleed:
        text = _("{size}, no bleed, text at least {safe} from the edge")
    else:
        text = _("{size}, {bleed} of bleed, text at least {safe} from the edge")
    return text.format(size=format_.size, bleed=Millimetres(format_.bleed), safe=Millimetres(format_.safe))


def legend(format_: Format) -> Iterable[Text]:
    yield TEMPLATE_WORDS["trim"].format(size=format_.size)
    yield TEMPLATE_WORDS["bleed"].format(n=Millimetres(format_.bleed)) if format_.bleed else TEMPLATE_WORDS["no_bleed"]
    yield TEMPLATE_WORDS["safe"].format(n=Millimetres(format_.safe))
    yield TEMPLATE_WORDS["guides"]


def title(format_: Format) -> str:
    return f"{STUDIO.name} · {format_.name}"
