"""Full-page sections with horizontal slides. The URL's hash is the ID of a section or slide."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypedDict, Unpack

import reflex as rx
from reflex.components.component import BaseComponent

from app.components import html as h
from app.components.html import Child
from app.components.icon import icon
from app.components.layout import Tone
from app.components.sheet import below
from app.i18n import Text, _

FULL = (
    "(min-width: 1024px) and (min-width: 64rem) and (min-height: 37.5rem) and (prefers-reduced-motion: no-preference)"
)
"""The media query that enables fullpage.js (docs/contract.md). The lengths in rem exclude windows that are too
small for the browser's font size.
"""

RANGES: Mapping[str, tuple[str, int]] = {
    "speed": ("milliseconds", 10_000),
    "touch": ("percent", 100),
    "fit_delay": ("milliseconds", 10_000),
    "resize_delay": ("milliseconds", 10_000),
}
"""The unit and maximum of each fullpage.js setting."""

CREDITS = _("Moves with fullPage.js")

NAVIGATION = (
    "fixed right-0 top-1/2 z-30 hidden -translate-y-1/2 py-2 text-ink [--halo:var(--color-paper)] "
    "data-[tone=ink]:text-paper data-[tone=ink]:[--accent:var(--color-paper)] "
    "data-[tone=ink]:[--halo:var(--color-ink)] print:hidden lg:block"
)
STOP = (
    "peer flex w-8 items-center justify-end pr-2 after:h-1 after:w-4 after:origin-right after:scale-50 "
    "after:bg-current after:[box-shadow:0_0_0_3px_var(--halo)] "
    "after:transition-transform hover:after:scale-100 aria-[current]:after:scale-100 "
    "aria-[current]:after:bg-(--accent) aria-[current]:after:transition-none "
    "forced-colors:after:bg-[LinkText] forced-colors:aria-[current]:after:bg-[Highlight]"
)
NAME = (
    "invisible absolute right-full top-1/2 -translate-y-1/2 whitespace-nowrap bg-ink px-3 py-1 font-display text-xl "
    "uppercase leading-none text-paper opacity-0 transition-opacity group-hover:visible group-hover:opacity-100 "
    "peer-focus-visible:visible peer-focus-visible:opacity-100 in-data-dismissed:hidden"
)
"""CSS classes of a section's name, which appears beside the link on hover or focus. Escape hides the name."""
TURN = "inline-flex size-11 items-center justify-center border-2 text-2xl"
TURNING = "border-current transition-colors hover:border-spot hover:bg-spot hover:text-on-spot"
ABOVE_NOTICES = "in-[.fp-enabled]:mb-[max(0px,var(--notice-floor,0px)+var(--notice-height,0px)-1.5rem)]"
"""The CSS class that moves an element above an open notice. Applies only with fullpage.js, because visitors then cannot
scroll. Subtracts the 1.5rem of space that sections have below the element.
"""
PANEL = "lg:min-h-dvh lg:pt-20"
"""CSS classes that reserve space for the site's header at the top of a section."""


@dataclass(frozen=True)
class Section:
    """A section of a page. `over` is a dialog outside the elements that fullpage.js moves."""

    id: str
    name: Text | str
    content: rx.Component
    tone: Tone = ""
    over: rx.Component | None = None


class Settings(TypedDict, total=False):
    speed: int
    touch: int
    fit_delay: int
    resize_delay: int


@dataclass(frozen=True)
class Sections:
    shown: Sequence[Section]
    settings: Settings = field(default_factory=Settings)


def with_settings(sections: Sequence[Section], **settings: Unpack[Settings]) -> Sections:
    """Adds fullpage.js settings to sections. `full_page` checks the settings."""
    return Sections(sections, settings)


class FullPage(rx.Component):
    library = "$/app/extras/fullpage/fullpage.js"
    tag = "FullPage"

    credits: rx.Var[str]
    full: rx.Var[str]
    speed: rx.Var[int]
    touch: rx.Var[int]
    fit_delay: rx.Var[int]
    resize_delay: rx.Var[int]


class Slides(rx.el.Div):
    """An element with slides. `_has_slides` searches for this type."""


_full_page = h.element(FullPage)
_slides = h.element(Slides)


def full_page(
    path: str,
    sections: Sequence[Section],
    end: rx.Component,
    *,
    speed: int = 700,
    touch: int = 5,
    fit_delay: int = 600,
    resize_delay: int = 400,
) -> rx.Component:
    """Returns a page of full-height sections with navigation. `end` is below the sections, at its natural height.

    Args:
        path: the page's path.
        sections: the sections, from top to bottom.
        end: the content after the last section, such as the footer.
        speed: the duration of a move in milliseconds.
        touch: the swipe distance that changes the section, as a percentage of the window.
        fit_delay: the delay in milliseconds before a partly scrolled section is aligned with the window.
        resize_delay: the delay in milliseconds before fullpage.js adapts to a new window size.

    Raises:
        ValueError: a setting is outside its range.
    """
    settings = {"speed": speed, "touch": touch, "fit_delay": fit_delay, "resize_delay": resize_delay}
    for name, value in settings.items():
        _check(name, value)
    first, *others = map(_section, sections)
    container = h.div(
        h.main(first, below(*others), id="content"),
        below(h.div(_panel(end), tab_index=-1, class_name="section fp-auto-height outline-none")),
        data_full=FULL,
        data_speed=speed,
        data_touch=touch,
    )
    # `below` delays the dialogs until all sections are rendered, because the gallery's dialog needs all pictures.
    dialogs = below(*(section.over for section in sections))
    return _full_page(_navigation(path, sections), container, dialogs, credits=str(CREDITS), full=FULL, **settings)


def _check(name: str, value: object) -> None:
    unit, maximum = RANGES[name]
    if type(value) is not int or not 0 <= value <= maximum:
        raise ValueError(f"full_page({name}={value!r}): expected a whole number from 0 to {maximum} ({unit}).")


def slides(*shown: Child, labelled_by: str | None = None, label: Text | None = None) -> rx.Component:
    """Returns a region with slides. Its accessible name is `label`, or the text of the element `labelled_by`."""
    return _slides(
        h.div(*shown, class_name="fp-slidesContainer"),
        class_name="slides fp-slides snap-x snap-mandatory overflow-x-auto",
        role="region",
        aria_labelledby=labelled_by,
        aria_label=label,
        tab_index=0,
    )


def slide(*children: Child, id: str, class_name: str = "") -> rx.Component:
    """Returns a slide for `slides()`."""
    return h.div(
        _panel(*children), id=id, tab_index=-1, class_name=f"slide shrink-0 snap-start outline-none {class_name}"
    )


def pager(href: str, number: int, total: int) -> rx.Component:
    """Returns links to the previous and next slides. Each URL is `href` plus the slide's number."""
    return h.p(
        _turn(_("Previous"), "arrow-left", "prev", f"{href}{number - 1}" if number > 1 else None),
        h.span(f"{number}\u202f/\u202f{total}", class_name="min-w-16 text-center tabular-nums lining-nums"),
        _turn(_("Next"), "arrow-right", "next", f"{href}{number + 1}" if number < total else None),
        class_name=f"mt-6 flex flex-wrap items-center gap-2 text-lg lg:mt-auto print:hidden {ABOVE_NOTICES}",
    )


def _turn(name: Text, arrow: str, rel: str, href: str | None) -> rx.Component:
    if href is None:
        return h.span(icon(arrow), class_name=f"{TURN} border-rule text-rule", aria_hidden="true")
    return h.a(icon(arrow), href=href, rel=rel, aria_label=name, class_name=f"{TURN} {TURNING}")


def _section(section: Section) -> rx.Component:
    tones: Mapping[Tone, str] = {"": "bg-paper", "sunk": "bg-paper-sunk", "ink": "bg-ink text-paper"}
    return h.section(
        section.content if _has_slides(section.content) else _panel(section.content),
        id=section.id,
        data_tone=section.tone,
        tab_index=-1,
        class_name=f"section flex flex-col justify-center outline-none {PANEL} {tones[section.tone]}",
    )


def _panel(*children: Child) -> rx.Component:
    """Returns a container that scrolls if its content is taller than the window. Without this container, fullpage.js
    would create one and cause a slow layout.
    """
    return h.div(*children, class_name="panel")


def _has_slides(component: BaseComponent) -> bool:
    return isinstance(component, Slides) or any(map(_has_slides, component.children))


def _navigation(path: str, sections: Sequence[Section]) -> rx.Component:
    stops = (_stop(section, f"{path}#{section.id}") for section in sections)
    column = h.ul(*stops, class_name="flex max-h-[calc(100dvh-1rem)] flex-col")
    return h.nav(column, aria_label=_("On this page"), class_name=NAVIGATION)


def _stop(section: Section, href: str) -> rx.Component:
    return h.li(
        h.a(h.span(section.name, class_name="sr-only"), href=href, class_name=STOP),
        h.span(section.name, aria_hidden="true", class_name=NAME),
        class_name="group relative flex h-8 min-h-0",
    )
