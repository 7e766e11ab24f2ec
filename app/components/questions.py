"""Questions that open to show their answers."""

import reflex as rx

from app.components import html as h
from app.components.layout import heading
from app.content.questions import Question
from app.i18n import _


def questions(asked: tuple[Question, ...]) -> rx.Component:
    """Returns a heading and questions that open to show their answers."""
    answered = (_question(question) for question in asked)
    return h.fragment(heading(_("Questions people ask")), h.div(*answered, class_name="mt-10 border-t-2 border-ink"))


def _question(question: Question) -> rx.Component:
    mark = h.span("+", aria_hidden="true", class_name="font-display text-3xl text-spot group-open:rotate-45")
    return h.details(
        h.summary(
            h.span(question.asked),
            mark,
            class_name="flex min-h-14 cursor-pointer items-center justify-between gap-6 py-3 text-xl hover:text-spot",
        ),
        h.p(question.answer, class_name="max-w-prose pb-6 text-lg leading-relaxed text-pretty"),
        class_name="group border-b border-rule",
    )
