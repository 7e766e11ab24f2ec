"""A press for posters in the browser. Looks and words are given here; `bam.js` prints."""

import reflex as rx

from app.components.layout import BUTTON, PRESSED
from app.i18n import Text, _

FIRST = "42ba42"
"""The poster that is in the HTML already."""

LABELS: dict[str, Text] = {
    "press": _("Bam!"),
    "copy": _("Copy link"),
    "save": _("Save as SVG"),
    "poster": _("A printed poster with the word {word}"),
    "printed": _("Sheet {number}, fresh off the press: {word}"),
    "copied": _("The link to sheet {number} is on your clipboard."),
    "uncopied": _("Your browser keeps its clipboard to itself. Copy the link from the address bar."),
    "saved": _("Sheet {number} is on its way to your downloads."),
}

LOOKS = {
    "root": "grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-16",
    "sheet": "mx-auto aspect-5/7 w-full max-w-[min(36rem,58svh)] shadow-xl lg:max-w-[min(36rem,62svh)]",
    "desk": "flex flex-wrap content-start gap-4 lg:content-center",
    "press": f"{PRESSED} min-h-24 w-full cursor-pointer text-6xl md:text-7xl",
    "tool": f"{BUTTON} grow cursor-pointer",
    "note": "min-h-14 w-full text-lg text-ink-soft",
}


class Bam(rx.Component):
    """The sheet and the buttons beside it."""

    library = "$/app/components/bam/bam.js"
    tag = "Bam"

    first: rx.Var[str]
    labels: rx.Var[dict[str, str]]
    looks: rx.Var[dict[str, str]]


def bam() -> rx.Component:
    """The press, in the language in use."""
    return Bam.create(first=FIRST, labels={name: str(label) for name, label in LABELS.items()}, looks=LOOKS)
