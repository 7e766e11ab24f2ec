"""The poster generator's styles and labels. `bam.js` draws the posters in the browser."""

import reflex as rx

from app.components import html as h
from app.components.html import Child
from app.components.layout import BUTTON
from app.i18n import Text, _, client
from app.start import AT_ONCE

FIRST = "42ba42"
"""The random seed of the prerendered poster."""

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

DESK = "flex flex-wrap content-start gap-4 lg:col-start-2"
LOOKS = {
    "root": "grid gap-8 lg:grid-cols-2 lg:grid-rows-[auto_1fr] lg:gap-x-16",
    "words": "lg:col-start-2",
    "sheet": (
        "mx-auto aspect-5/7 w-full max-w-lg shadow-xl "
        "lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:max-w-[max(20rem,calc((100svh-9rem)*5/7))] "
        "[&_.ink]:mix-blend-multiply [&>svg]:isolate"
    ),
    "desk": DESK,
    "idle": f"{DESK} invisible noscript:hidden",
    "press": (
        "min-h-24 w-full cursor-pointer border-2 border-spot bg-spot font-display text-6xl uppercase leading-none "
        "text-on-spot transition-colors hover:border-current hover:bg-ink hover:text-paper active:translate-y-0.5 "
        "md:text-7xl"
    ),
    "tool": f"{BUTTON} grow cursor-pointer",
    "note": "min-h-14 w-full text-lg text-ink-soft",
}


class Bam(rx.Component):
    library = "$/app/extras/bam/bam.js"
    tag = "Bam"

    first: rx.Var[str]
    labels: rx.Var[dict[str, str]]
    looks: rx.Var[dict[str, str]]


_bam = h.element(Bam)


def bam(*words: Child) -> rx.Component:
    """Returns the poster generator, with `words` beside the poster."""
    without_script = h.p(
        _("The press runs on JavaScript, which is switched off in this browser."),
        class_name="mt-4 hidden text-lg noscript:block",
    )
    press = _bam(*words, without_script, first=FIRST, labels=client.typeset_labels(LABELS), looks=LOOKS)
    return h.div(press, data_application=AT_ONCE)
