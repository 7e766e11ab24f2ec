"""Writes the downloads of `/print-ready` and `/press`."""

from collections.abc import Sequence
from pathlib import Path

from builder import press_kit, print_templates
from builder.fonts import Font


def write(site: Path, faces: Sequence[Font]) -> None:
    print_templates.write(site, font=faces[0].file)
    press_kit.write(site, font=faces[-1].file)
