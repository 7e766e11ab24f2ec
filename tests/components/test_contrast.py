"""Links are recognisable by their underline. Its contrast with the page is at least 3:1 (WCAG 1.4.11)."""

import re
from itertools import product

import pytest

from app.folders import ROOT

SHEET = (ROOT / "app/styles/site.css").read_text()


def palette(start: str) -> dict[str, str]:
    part = SHEET[SHEET.index(start) :].partition("\n}")[0]
    return dict(re.findall(r"--color-([\w-]+): #([\da-f]{6});", part))


LIGHT, DARK = palette("@theme {"), palette("@media (prefers-color-scheme: dark)")
SOURCES = [path for kind in ("py", "js", "css") for path in (ROOT / "app").rglob(f"*.{kind}")]
UNDERLINES = {
    name for path in SOURCES for name in re.findall(r"\bdecoration-([a-z-]+)", path.read_text()) if name in LIGHT
}


def luminance(color: str) -> float:
    parts = [int(color[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("colors", [LIGHT, DARK], ids=["light", "dark"])
def test_underlines_of_links_are_visible(colors: dict[str, str]) -> None:
    assert UNDERLINES
    pairs = product(UNDERLINES, ("paper", "paper-sunk"))
    assert [(name, paper) for name, paper in pairs if contrast(colors[name], colors[paper]) < 3] == []
