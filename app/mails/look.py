"""Colours and fonts of emails. The colours are those of the site."""

from collections.abc import Mapping

LIGHT: Mapping[str, str] = {
    "paper": "#f6f1e7",
    "paper-sunk": "#ece4d4",
    "ink": "#1d1b19",
    "ink-soft": "#5c554c",
    "rule": "#cfc4b0",
    "spot": "#b8321f",
    "on-spot": "#fffaf0",
}
DARK: Mapping[str, str] = {
    "paper": "#1b1917",
    "paper-sunk": "#24211e",
    "ink": "#efe7d8",
    "ink-soft": "#b6ab9a",
    "rule": "#474038",
    "spot": "#f0735c",
    "on-spot": "#1b1917",
}

# Many mail programs load no web fonts, so the lists contain similar preinstalled fonts.
TEXT = "'Brygada 1918',Georgia,'Times New Roman',serif"
DISPLAY = "'League Gothic','Avenir Next Condensed','HelveticaNeue-CondensedBold','Arial Narrow',Arial,sans-serif"
CODE = "Menlo,Consolas,monospace"

_CLASSES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "paper": (("background-color", "paper"), ("color", "ink"), ("border-color", "rule")),
    "sunk": (("background-color", "paper-sunk"), ("color", "ink")),
    "ink": (("color", "ink"), ("border-color", "rule")),
    "soft": (("color", "ink-soft"), ("border-color", "rule")),
    "spot": (("color", "spot"), ("border-color", "spot")),
    "button": (("background-color", "spot"), ("color", "on-spot")),
}
"""Colours of each CSS class, as pairs of a CSS property and a colour name."""


def colors(name: str, palette: Mapping[str, str] = LIGHT, suffix: str = "") -> str:
    return "".join(f"{property_}:{palette[color]}{suffix};" for property_, color in _CLASSES[name])


def style_sheet() -> str:
    """Returns the styles that cannot be inline: for dark mode, and for the heading on wide screens."""
    rules = "".join(f".{name}{{{colors(name, DARK, '!important')}}}" for name in _CLASSES)
    heading = "@media (min-width:480px){.title{font-size:34px!important}}"
    return f":root{{color-scheme:light dark}}{heading}@media (prefers-color-scheme:dark){{{rules}}}"
