"""A document in numbered clauses, with a table of contents."""

import reflex as rx

from app.components import html as h
from app.components.layout import QUIET, band
from app.content.clauses import IN_FORCE_FROM, Clause
from app.i18n import _


def contents(clauses: tuple[Clause, ...]) -> rx.Component:
    """Returns the table of contents of a legal document."""
    return h.nav(
        h.ol(
            *(
                h.li(h.a(f"{number}. ", clause.title, href=f"#{clause.slug}", class_name=QUIET))
                for number, clause in enumerate(clauses, 1)
            ),
            class_name="max-w-3xl gap-x-12 text-lg md:columns-2",
        ),
        aria_label=_("Contents"),
        class_name="mt-8",
    )


def document(clauses: tuple[Clause, ...], *more: tuple[str, h.Child]) -> rx.Component:
    """Returns numbered clauses. `more` contains pairs: a clause's slug and the content below that clause."""
    below = dict(more)
    return band(
        h.div(
            *(_clause(number, clause, below.get(clause.slug)) for number, clause in enumerate(clauses, 1)),
            h.p(IN_FORCE_FROM, class_name="text-lg text-ink-soft"),
            class_name="grid max-w-3xl gap-10 *:min-w-0",
        )
    )


def _clause(number: int, clause: Clause, more: h.Child) -> rx.Component:
    return h.section(
        h.h2(
            f"{number}. ",
            clause.title,
            id=clause.slug,
            class_name="font-display text-4xl uppercase leading-tight text-balance md:text-5xl",
        ),
        h.div(
            *(h.p(paragraph) for paragraph in clause.paragraphs),
            class_name="mt-4 space-y-4 text-lg leading-relaxed text-pretty",
        ),
        more,
    )
