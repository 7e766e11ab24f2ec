"""A gift voucher that looks like a printed one."""

import reflex as rx

from app.components import html as h
from app.components.html import Child
from app.i18n import Text, _

_NOTCH = (
    "before:absolute before:size-6 before:rounded-full before:bg-paper "
    "after:absolute after:size-6 after:rounded-full after:bg-paper"
)
_BELOW = "before:-top-3 before:-left-3 after:-top-3 after:-right-3"
_BESIDE = "sm:after:top-auto sm:after:-bottom-3 sm:after:right-auto sm:after:-left-3"
_STUB = (
    "relative flex shrink-0 flex-wrap items-center justify-between gap-4 border-t-2 border-dashed border-ink p-5 "
    "sm:w-56 sm:flex-col sm:items-start sm:justify-center sm:border-t-0 sm:border-l-2"
)
_ENGRAVING = (
    "hidden w-5 shrink-0 print:[print-color-adjust:exact] sm:block "
    "bg-[repeating-radial-gradient(circle_at_0_50%,var(--color-transparent)_0_4px,var(--color-spot)_4px_5px)]"
)


def ticket(title: Child, line: Text | None, value: Child, *stub: Child, kind: Text | None = None) -> rx.Component:
    """Returns a gift voucher. `stub` contains the content of the voucher's tear-off part."""
    face = h.div(
        h.p(
            _("Gift voucher"),
            (" · ", kind) if kind else None,
            class_name="font-display text-lg uppercase leading-none tracking-widest text-spot",
        ),
        title,
        h.p(line, class_name="mt-3 text-lg leading-snug text-pretty") if line else None,
        class_name="flex grow flex-col justify-center border border-ink p-5 md:p-6",
    )
    torn = h.div(
        h.div(value, class_name="font-display text-4xl leading-none md:text-5xl"),
        *stub,
        class_name=f"{_STUB} {_NOTCH} {_BELOW} {_BESIDE}",
    )
    return h.article(
        h.div(class_name=_ENGRAVING, aria_hidden="true"),
        h.div(face, class_name="flex grow basis-48 p-3 sm:wrap-break-word"),
        torn,
        class_name=(
            "flex w-full flex-col flex-wrap overflow-hidden bg-paper-sunk sm:flex-row print:border print:border-dashed"
        ),
    )
