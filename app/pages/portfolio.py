"""The studio's work, with a section for each category."""

import reflex as rx

from app.components import html as h
from app.components.call_to_action import call_to_action
from app.components.head import Meta
from app.components.layout import actions, button
from app.components.link import link
from app.components.screens import INNER, LARGE_TITLE, LEAD, NARROW_TITLE, beside, title
from app.content.portfolio import PORTFOLIO, Category
from app.extras.fullpage import Section
from app.i18n import _, ngettext

CLOSE_UPS = [view for work in PORTFOLIO[0].works for view in work.views]
RELIEF = CLOSE_UPS[-1] if CLOSE_UPS else PORTFOLIO[0].works[0]
"""The picture in the first section: a close-up, if there is one."""


def meta() -> Meta:
    return Meta(
        title=_("Letterpress portfolio: invitations, cards, posters"),
        description=_(
            "Letterpress work from our studio in Brno: wedding invitations, business cards, labels and signs, and "
            "posters in wood type. Each piece with its story."
        ),
        picture=PORTFOLIO[0].works[0].picture,
    )


def page() -> tuple[Section, ...]:
    return (
        Section("intro", _("Letterpress portfolio"), _intro()),
        *(
            Section(category.slug, category.title, _category(category, left=not at % 2))
            for at, category in enumerate(PORTFOLIO)
        ),
        Section("visit", _("Better in the hand"), _visit(), tone="sunk"),
    )


def _intro() -> rx.Component:
    return beside(
        h.h1(_("Letterpress portfolio"), class_name=LARGE_TITLE),
        h.p(
            _("Paper doesn’t show well on a screen. We chose the pieces where you can at least guess how they feel."),
            class_name=LEAD,
        ),
        name=RELIEF.picture,
        alt=RELIEF.alt,
        priority=True,
    )


def _category(category: Category, left: bool) -> rx.Component:
    work = category.works[0]
    params = {"category": category.slug}
    return beside(
        h.h2(
            link(category.title, to="portfolio-category", params=params, class_name="hover:text-spot"),
            class_name=NARROW_TITLE,
        ),
        h.p(
            ngettext("{n} piece", "{n} pieces", len(category.works)),
            class_name="mt-3 text-lg text-ink-soft lining-nums",
        ),
        h.p(category.summary, class_name="mt-4 text-xl leading-relaxed text-pretty"),
        actions(
            button(
                _("Look inside"),
                h.span(": ", category.title, class_name="sr-only"),
                to="portfolio-category",
                params=params,
            )
        ),
        name=work.picture,
        alt=work.alt,
        wide=True,
        left=left,
    )


def _visit() -> rx.Component:
    return h.div(
        call_to_action(
            _("Better in the hand"),
            _(
                "All of it is here on Francouzská, and you may touch it. Drop in while we are open; if the press is "
                "running, you may watch."
            ),
            button(_("Where to find us"), to="contact", pressed=True),
            button(_("What it costs"), to="pricing"),
            heading=title,
        ),
        class_name=INNER,
    )
