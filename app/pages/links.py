"""A page with large buttons, for visitors from social networks."""

from dataclasses import dataclass, field

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.components.icon import icon
from app.components.layout import QUIET, TYPE
from app.components.link import link, outward
from app.content.portfolio import PORTFOLIO
from app.content.studio import STUDIO, TAGLINE
from app.i18n import Text, _

TARGET = (
    "grid min-h-16 grid-cols-[1.5rem_1fr_1.5rem] items-center gap-x-3 border-2 border-ink px-4 py-4 text-center "
    "no-underline transition-colors hover:border-spot hover:bg-spot hover:text-on-spot active:translate-y-px"
)


@dataclass(frozen=True)
class Signpost:
    icon: str
    title: Text
    note: Text
    to: str
    params: dict[str, str] = field(default_factory=dict)


def _newest() -> Signpost:
    category, work = max(
        ((category, work) for category in PORTFOLIO for work in category.works), key=lambda pair: pair[1].year
    )
    return Signpost(
        "photo",
        _("Newest work: {title}").format(title=work.title),
        work.technique,
        "portfolio-category",
        {"category": category.slug},
    )


SIGNPOSTS = (
    _newest(),
    Signpost(
        "rubber-stamp",
        _("Letterpress workshop"),
        _("Saturdays, three hours, ink included"),
        "vouchers-category",
        {"category": "workshop"},
    ),
    Signpost("gift", _("Gift vouchers"), _("For the press, for a wedding, for the wall"), "vouchers"),
    Signpost("mailbox", _("Print club"), _("One print a month that nobody ordered"), "patreon"),
    Signpost("tag", _("Price list"), _("Numbers, without “it depends”"), "pricing"),
    Signpost("hand-click", _("BAM! A poster of your own"), _("Press the button. Then press it again"), "bam"),
)


def meta() -> Meta:
    return Meta(
        title=_("Links"),
        description=_(
            "Everything that Studio Otisk links to, in one column: newest work, workshops, gift vouchers, the print "
            "club, prices, a map and our profiles."
        ),
    )


def page() -> rx.Component:
    return h.div(_opening(), _signposts(), _profiles(), class_name="mx-auto w-full max-w-xl p-5 pt-10 md:p-8 md:pt-10")


def _opening() -> rx.Component:
    return h.header(
        h.div(class_name="mx-auto size-6 bg-spot", aria_hidden="true"),
        h.h1(STUDIO.name, class_name=f"{TYPE} mt-6 text-6xl md:text-7xl"),
        h.p(TAGLINE, class_name="mt-4 text-lg text-ink-soft"),
        class_name="text-center",
    )


def _signposts() -> rx.Component:
    targets = [
        link(*_sign(post.icon, post.title, post.note), to=post.to, params=post.params, class_name=TARGET)
        for post in SIGNPOSTS
    ]
    targets.append(
        outward(
            *_sign("map-pin", _("Where to find us"), f"{STUDIO.street}, {STUDIO.city}"),
            icon("arrow-up-right", "size-5"),
            href=STUDIO.map_url,
            class_name=TARGET,
        )
    )
    return h.ul(*(h.li(target) for target in targets), class_name="mt-10 space-y-4")


def _sign(mark: str, title: Text, note: Text | str) -> tuple[rx.Component, rx.Component]:
    words = h.span(
        h.span(title, class_name="font-display text-2xl uppercase leading-tight"),
        h.span(note, class_name="mt-1 text-base text-balance"),
        class_name="flex flex-col",
    )
    return icon(mark, "size-6"), words


def _profiles() -> rx.Component | None:
    if not STUDIO.socials:
        return None
    profiles = (
        h.li(outward(icon(social.icon), social.name, href=social.url, rel="me noopener", class_name=f"{QUIET} gap-2"))
        for social in STUDIO.socials
    )
    # Not a `nav`, because the print styles hide `nav` elements.
    return h.section(
        h.ul(*profiles, class_name="flex flex-wrap justify-center gap-x-6 gap-y-1"),
        aria_label=_("Profiles"),
        class_name="mt-10",
    )
