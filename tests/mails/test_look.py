import re

import pytest

from app.folders import ROOT
from app.mails.look import DARK, LIGHT, colors, style_sheet

SHEET = (ROOT / "app/styles/site.css").read_text()


def tokens(css: str) -> dict[str, str]:
    return dict(re.findall(r"--color-([\w-]+): (#[\da-f]{6});", css))


@pytest.mark.parametrize(
    ("palette", "start"), [(LIGHT, "@theme {"), (DARK, "@media (prefers-color-scheme: dark)")], ids=["light", "dark"]
)
def test_colors_are_those_of_the_style_sheet(palette, start) -> None:
    site = tokens(SHEET[SHEET.index(start) :].partition("\n}")[0])
    assert {name: site[name] for name in palette} == palette


def test_dark_mode_replaces_every_inlined_color() -> None:
    dark = style_sheet().partition("prefers-color-scheme:dark")[2]
    for name in ("paper", "sunk", "ink", "soft", "spot", "button"):
        properties = re.findall(r"([\w-]+):#", colors(name))
        [rule] = re.findall(rf"\.{name}{{([^}}]*)}}", dark)
        assert re.findall(r"([\w-]+):#[\da-f]{6}!important", rule) == properties
