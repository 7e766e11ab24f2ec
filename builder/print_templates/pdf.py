"""Draws templates as PDF. Guides use a spot colour, which print shops can leave out."""

from functools import cache
from io import BytesIO
from pathlib import Path

from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
from reportlab.lib.colors import CMYKColorSep
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics, ttfonts
from reportlab.pdfgen.canvas import Canvas

from app.atomic import replacing
from app.content.studio import STUDIO
from builder.print_templates.drawing import LETTERS, Box, Drawing

FACE = "Template"
GUIDES = CMYKColorSep(1, 0, 0, 0, spotName="Guides")
DASHES = {"trim": (), "bleed": (2 * mm, mm), "safe": (0.5 * mm, 0.8 * mm)}


def render(drawn: Drawing, font: Path) -> bytes:
    _register(font)
    made = BytesIO()
    canvas = Canvas(made, (drawn.page.width * mm, drawn.page.height * mm), invariant=1)
    canvas.setTrimBox(_corners(drawn.trim, drawn))
    canvas.setBleedBox(_corners(drawn.bleed, drawn))
    canvas.setTitle(drawn.title)
    canvas.setAuthor(STUDIO.name)
    canvas.setCreator(STUDIO.name)
    canvas.setStrokeColor(GUIDES)
    canvas.setFillColor(GUIDES)
    canvas.setStrokeOverprint(True)
    canvas.setFillOverprint(True)
    canvas.setLineWidth(0.15 * mm)
    for name, dashes in DASHES.items():
        canvas.setDash(dashes)
        left, bottom, right, top = _corners(getattr(drawn, name), drawn)
        canvas.rect(left, bottom, right - left, top - bottom)
    canvas.setDash([])
    for mark in drawn.marks:
        canvas.line(mark.x1 * mm, _up(mark.y1, drawn), mark.x2 * mm, _up(mark.y2, drawn))
    canvas.setFont(FACE, LETTERS * mm)
    for words in drawn.legend:
        canvas.drawString(words.x * mm, _up(words.y, drawn), words.text)
    canvas.save()
    return made.getvalue()


def _up(y: float, drawn: Drawing) -> float:
    """Converts a distance from the top in mm to a distance from the bottom in points."""
    return (drawn.page.height - y) * mm


def _corners(box: Box, drawn: Drawing) -> tuple[float, float, float, float]:
    return box.x * mm, _up(box.y + box.height, drawn), (box.x + box.width) * mm, _up(box.y, drawn)


@cache
def _register(font: Path) -> None:
    pdfmetrics.registerFont(ttfonts.TTFont(FACE, true_type_file(font)))


def true_type_file(font: Path) -> Path:
    plain = font.with_suffix(".ttf")
    if not plain.exists():
        with replacing(plain) as file:
            file.write(true_type(font))
    return plain


def true_type(font: Path) -> bytes:
    """Converts a WOFF2 font to TrueType with regular weight. The result is reproducible."""
    opened = TTFont(font, recalcTimestamp=False)
    opened = instantiateVariableFont(opened, {"wght": 400}) if "fvar" in opened else opened
    opened.flavor = None
    plain = BytesIO()
    opened.save(plain)
    return plain.getvalue()
