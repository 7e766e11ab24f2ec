"""Converts the fonts to TrueType for voucher PDFs."""

from collections.abc import Sequence
from pathlib import Path

from app.vouchers.typefaces import FOLDER, NAMES
from builder.fonts import Font
from builder.links import link
from builder.print_templates.pdf import true_type_file


def write(release: Path, fonts: Sequence[Font]) -> None:
    folder = release / FOLDER
    folder.mkdir()
    for name, font in zip(NAMES, fonts, strict=True):
        link(true_type_file(font.file), folder / f"{name}.ttf")
