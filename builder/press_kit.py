"""Writes downloads for the press: photographs, and the logo as SVG and PDF."""

import shutil
from html import escape
from io import BytesIO
from pathlib import Path

from fontTools.pens.basePen import BasePen
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.reportLabPen import ReportLabPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from reportlab.lib.colors import black
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from app.components.pictures import master_of
from app.content.press_kit import LOGO, PHOTOGRAPHS
from app.content.studio import STUDIO

WIDTH = 200
"""The logo's width in points."""


def write(site: Path, font: Path) -> None:
    for photograph in PHOTOGRAPHS:
        file = site / photograph.file
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(master_of(photograph.picture), file)
    with TTFont(font) as opened:
        logo = Logo(opened, STUDIO.name.upper())
        (site / LOGO["svg"]).write_text(logo.svg())
        (site / LOGO["pdf"]).write_bytes(logo.pdf())


class CanvasPen(ReportLabPen):
    def __init__(self, glyphs: object, outline: PDFPathObject) -> None:
        super().__init__(glyphs, outline)
        self.outline = outline

    def _closePath(self) -> None:  # noqa: N802
        self.outline.close()


class Logo:
    """A word drawn as outlines, without a margin."""

    def __init__(self, font: TTFont, word: str) -> None:
        self.glyphs = font.getGlyphSet()
        names = font["cmap"].getBestCmap() or {}
        self.shown = [self.glyphs[names[ord(letter)]] for letter in word]
        bounds = BoundsPen(self.glyphs)
        self._draw(bounds)
        assert bounds.bounds, "a word has bounds"
        self.left, self.bottom, right, top = bounds.bounds
        self.scale = WIDTH / (right - self.left)
        self.height = (top - self.bottom) * self.scale

    def svg(self) -> str:
        pen = SVGPathPen(self.glyphs, lambda value: f"{value:.2f}".rstrip("0").rstrip("."))
        self._draw(pen, self.scale, -self.left * self.scale, self.height + self.bottom * self.scale, up=-1)
        box = f"0 0 {WIDTH} {self.height:.2f}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}pt" height="{self.height:.2f}pt" viewBox="{box}">'
            f'<title>{escape(STUDIO.name)}</title><path d="{pen.getCommands()}"/></svg>\n'
        )

    def pdf(self) -> bytes:
        made = BytesIO()
        canvas = Canvas(made, (WIDTH, self.height), invariant=1)
        canvas.setTitle(STUDIO.name)
        canvas.setAuthor(STUDIO.name)
        canvas.setFillColor(black)
        path = canvas.beginPath()
        self._draw(CanvasPen(self.glyphs, path), self.scale, -self.left * self.scale, -self.bottom * self.scale)
        canvas.drawPath(path, stroke=0, fill=1)
        canvas.save()
        return made.getvalue()

    def _draw(self, pen: BasePen, scale: float = 1, x: float = 0, y: float = 0, up: int = 1) -> None:
        for glyph in self.shown:
            glyph.draw(TransformPen(pen, (scale, 0, 0, up * scale, x, y)))
            x += glyph.width * scale
