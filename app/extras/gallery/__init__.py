"""A dialog that shows a page's pictures enlarged.

While a picture is open, the URL's hash is the ID of the element around the picture's figure, plus `/large`. For
example, `#work/large` shows the picture in `work`.
"""

import json

import reflex as rx

from app.components import html as h
from app.components.html import Child
from app.components.pictures import derive
from app.i18n import Text, _, client
from app.start import at_hash

MODULE = "app/extras/gallery/looks.json"

LABELS: dict[str, Text] = {
    "close": _("Close"),
    "previous": _("Previous"),
    "next": _("Next"),
    "position": _("Print {number} of {count}"),
}

_BUTTON = "min-h-12 cursor-pointer font-display uppercase leading-none tracking-wide -outline-offset-4"
_MARKS = "[mask:linear-gradient({}#000_.75rem,#0000_0_calc(100%-.75rem),#000_0)]"
"""A CSS mask that shows only the first and last .75rem of an element."""

LOOKS = {
    "dialog": (
        "h-dvh max-h-none w-full max-w-none grid-cols-[minmax(0,1fr)] "
        "grid-rows-[auto_minmax(min(70dvh,12rem),1fr)_auto_auto] overflow-x-hidden overscroll-contain "
        "bg-paper-sunk text-ink backdrop:bg-paper-sunk open:grid "
        "transition-opacity duration-200 starting:opacity-0 motion-reduce:transition-none "
        "beside:grid-cols-[minmax(0,1fr)_minmax(14rem,23%)] beside:grid-rows-[auto_minmax(0,1fr)_auto]"
    ),
    "bar": "flex items-center justify-between bg-paper pl-5 beside:col-start-2 lg:pl-8",
    "position": "font-display text-xl uppercase leading-none tracking-wide text-ink-soft lining-nums",
    "close": f"{_BUTTON} px-5 text-xl hover:text-spot lg:px-8",
    "stage": (
        "min-h-0 min-w-0 touch-pan-y touch-pinch-zoom overflow-hidden "
        "beside:col-start-1 beside:row-span-3 beside:row-start-1"
    ),
    "row": "flex h-full transition-transform duration-300 ease-out motion-reduce:transition-none",
    "cell": "grid w-full shrink-0 place-items-center p-1 [container-type:size] md:p-4",
    "picture": (
        "relative block p-5 before:absolute before:inset-x-5 before:inset-y-0 before:border-x before:border-ink-soft "
        f"before:{_MARKS.format('')} after:absolute after:inset-x-0 after:inset-y-5 after:border-y "
        f"after:border-ink-soft after:{_MARKS.format('90deg,')}"
    ),
    "image": (
        "relative z-10 block aspect-(--ratio) h-auto w-[min(100cqw-2.5rem,(100cqh-2.5rem)*var(--ratio))] bg-cover "
        "shadow-lg select-none"
    ),
    "caption": (
        "bg-paper px-5 py-4 lg:p-8 beside:min-h-0 beside:overflow-y-auto "
        "beside:col-start-2 beside:flex beside:flex-col beside:justify-end-safe"
    ),
    "steps": "grid grid-cols-2 divide-x divide-rule border-t border-rule bg-paper beside:col-start-2",
    "step": f"{_BUTTON} text-2xl hover:bg-spot hover:text-on-spot hover:[--accent:var(--color-on-spot)] "
    "aria-disabled:pointer-events-none "
    "aria-disabled:opacity-40 md:min-h-16",
}


class Gallery(rx.Component):
    library = "$/app/extras/gallery/gallery.js"
    tag = "Gallery"

    labels: rx.Var[dict[str, str]]


_gallery = h.element(Gallery)


def gallery() -> rx.Component:
    """Returns the dialog for a page's pictures. Each figure needs an `enlarged` link and a caption with a heading."""
    dialog = _gallery(labels=client.typeset_labels(LABELS))
    return h.div(dialog, data_application=at_hash("/large"))


def module() -> str:
    """Returns the class names for `dialog.js` as JSON."""
    return json.dumps(LOOKS, indent=2)


def enlarged(name: str, picture: Child) -> rx.Component:
    """Returns `picture` inside a link to its largest JPEG file. Without JavaScript, a click opens this file."""
    url, _width = derive(name).sources["image/jpeg"][-1]
    return h.a(picture, href=url, class_name="block cursor-zoom-in")
