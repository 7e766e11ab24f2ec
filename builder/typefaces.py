"""Converts the fonts to TrueType for voucher PDFs."""

from collections.abc import Sequence
from pathlib import Path

from app.atomic import replacing
from app.vouchers.typefaces import FOLDER, NAMES
from builder.fonts import Font
from builder.links import link
from builder.print_templates.pdf import true_type


def write(release: Path, fonts: Sequence[Font]) -> None:
    folder = release / FOLDER
    folder.mkdir()
    for name, font in zip(NAMES, fonts, strict=True):
        plain = font.file.with_suffix(".ttf")
        if not plain.exists():
            with replacing(plain) as file:
                file.write(true_type(font.file))
        link(plain, folder / f"{name}.ttf")
