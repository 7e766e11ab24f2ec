"""Instructions for print files: limits, rules, templates, and a checklist."""

import reflex as rx

from app.components import html as h
from app.components.call_to_action import call_to_action
from app.components.head import Meta
from app.components.layout import QUIET, band, button, grid, halves, heading, page_title, prose, subheading
from app.components.link import link
from app.components.prices import table
from app.components.samples import samples
from app.content.pricing import LOGO_REDRAWN
from app.content.print_ready import CHECKLIST, DEPTHS, FIGURES, FORMATS, RULES, Depth, Figure, Format, measures
from app.content.studio import STUDIO
from app.content.titled_text import TitledText
from app.i18n import _, current
from app.i18n.formats import Crowns


def meta() -> Meta:
    return Meta(
        title=_("How to prepare a file for letterpress"),
        description=_(
            "Print-ready files for letterpress: thinnest line, smallest type, bleed, spot colours and depth of the "
            "deboss. Templates in SVG and PDF, and a checklist."
        ),
    )


def page() -> rx.Component:
    return h.fragment(
        page_title(
            _("Print-ready files"),
            _(
                "What a plate can hold, in a few figures and one checklist. We check every file before we make the "
                "plate: that is in the price."
            ),
        ),
        _figures(),
        _rules(),
        _depths(),
        _templates(),
        _checklist(),
        samples(),
        _ask(),
    )


def _figures() -> rx.Component:
    return band(
        heading(_("Figures that save a plate")),
        h.dl(
            *(_figure(figure) for figure in FIGURES),
            class_name="mt-10 grid gap-x-12 gap-y-8 sm:grid-cols-2 lg:grid-cols-3",
        ),
    )


def _figure(figure: Figure) -> rx.Component:
    return h.div(
        h.dt(figure.name, class_name="text-lg text-ink-soft"),
        h.dd(str(figure.value), class_name="mt-1 font-display text-5xl leading-none lining-nums"),
        h.dd(figure.why, class_name="mt-3 text-lg leading-relaxed text-pretty"),
        class_name="border-t border-rule pt-4",
    )


def _rules() -> rx.Component:
    return band(heading(_("The file")), grid(*(_rule(rule) for rule in RULES)), tone="sunk")


def _rule(rule: TitledText) -> rx.Component:
    return h.div(subheading(rule.title), h.p(rule.text, class_name="mt-2 text-lg leading-relaxed text-pretty"))


def _depths() -> rx.Component:
    words = h.div(
        heading(_("How deep it goes")),
        prose(
            _(
                "The softer and thicker the paper, the deeper the type. On thin paper we hold back, or the back of "
                "the sheet would read like a second letter."
            ),
            _(
                "Large solid areas don’t sink in: they only press the paper flat. What sinks in is type, lines "
                "and edges."
            ),
        ),
    )
    rows = [_depth(depth) for depth in DEPTHS]
    return band(halves(words, table(_("Depth of the deboss by paper"), (_("Paper"), _("Depth")), rows)))


def _depth(depth: Depth) -> tuple[h.Child, ...]:
    name = h.fragment(depth.paper, h.small(depth.effect, class_name="block text-base text-ink-soft"))
    return name, str(depth.goes)


def _templates() -> rx.Component:
    return band(
        heading(_("Templates"), id="templates"),
        prose(
            _(
                "Each shows the cut, the safe area and the bleed, if there is one, as guides, at actual size. SVG for "
                "Illustrator, Affinity and Inkscape, PDF for everything else."
            )
        ),
        table(
            _("Templates by size of the finished piece"),
            (_("Size"), _("Download")),
            [_template(each) for each in FORMATS],
        ),
        tone="sunk",
    )


def _template(format_: Format) -> tuple[h.Child, ...]:
    name = h.fragment(format_.name, h.small(measures(format_), class_name="block text-base text-ink-soft"))
    files = [_file(format_, suffix) for suffix in ("svg", "pdf")]
    return name, h.span(*files, class_name="inline-flex gap-4")


def _file(format_: Format, suffix: str) -> rx.Component:
    file = format_.file(current(), suffix)
    return h.a(
        suffix.upper(),
        h.span(": ", format_.name, class_name="sr-only"),
        href=f"/{file}",
        download=f"{STUDIO.short_slug}-{format_.slug}.{suffix}",
        class_name=QUIET,
    )


def _checklist() -> rx.Component:
    return band(
        heading(_("Before you send it")),
        h.ul(
            *(h.li(line, class_name="border-b border-rule py-3") for line in CHECKLIST),
            class_name="mt-10 max-w-prose border-t border-rule text-lg leading-relaxed",
        ),
    )


def _ask() -> rx.Component:
    return band(
        call_to_action(
            _("Not sure? Send what you have"),
            _(
                "We’ll look at it, say what won’t come out, and what to do about it. If a logo has to be "
                "redrawn as a vector, it costs {price}."
            ).format(price=Crowns(LOGO_REDRAWN)),
            button(_("Write to us"), to="inquiry", query={"what": "other"}, pressed=True),
            button(_("What it costs"), to="pricing"),
        ),
        h.p(
            _("Finished already?"),
            " ",
            link(_("Delivery and payment"), to="delivery", class_name=QUIET),
            class_name="mt-8 text-lg",
        ),
        tone="sunk",
    )
