"""The studio's fonts, which the build writes to a folder beside the site."""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from app.http import releases
from app.i18n.characters import CONTROLS, INVISIBLE, JOINERS, LINE_BREAKS

FOLDER = "typefaces"
TEXT, ITALIC, DISPLAY = NAMES = ("brygada-1918", "brygada-1918-italic", "league-gothic")
_SIMPLER = (
    (LINE_BREAKS, "\n"),
    (re.compile(r"[^\S\n\u00a0\u202f]"), " "),
    (re.compile(r"[\u2010\u2011]"), "-"),
    (CONTROLS, ""),
    (INVISIBLE, ""),
    (re.compile(rf"[{JOINERS}\ufe00-\ufe0f]"), ""),
)


class NotBuiltError(Exception):
    pass


@cache
def register(name: str, folder: Path | None = None) -> str:
    """Registers a font in reportlab and returns its name. Raises NotBuiltError if the font is missing."""
    from reportlab.pdfbase import pdfmetrics, ttfonts  # imported here, because few processes create PDFs

    file = (folder or releases.served() / FOLDER) / f"{name}.ttf"
    if not file.exists():
        raise NotBuiltError(f"{file} is missing; build the site")
    pdfmetrics.registerFont(ttfonts.TTFont(name, file))
    return name


def printable(text: str, name: str) -> str:
    glyphs = _glyphs(name)
    return "".join(each for each in _simplified(text) if each == "\n" or ord(each) in glyphs)


def missing(text: str) -> str:
    glyphs = _glyphs(TEXT)
    return "".join(sorted({each for each in _simplified(text) if each != "\n" and ord(each) not in glyphs}))


def _simplified(text: str) -> str:
    text = unicodedata.normalize("NFC", text)
    for pattern, replacement in _SIMPLER:
        text = pattern.sub(replacement, text)
    return text


def _glyphs(name: str) -> Mapping[int, int]:
    from reportlab.pdfbase import pdfmetrics

    font: Any = pdfmetrics.getFont(register(name))
    return font.face.charToGlyph
