"""Gift vouchers: kinds, ordering, and common questions."""

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.components.layout import QUIET, button, grid, subheading
from app.components.link import link
from app.components.screens import INNER, LARGE_TITLE, LEAD, TEXT, beside, title
from app.components.voucher import ticket
from app.content.questions import Question
from app.content.titled_text import TitledText
from app.content.vouchers import VOUCHER_QUESTIONS, VOUCHERS, VoucherCategory, ordering
from app.content.workshops import DATES, KIND
from app.extras.dates import until
from app.extras.dates.christmas import christmas_orders
from app.extras.fullpage import Section
from app.i18n import Text, _
from app.i18n.formats import price

NAME = "font-display text-4xl uppercase leading-none md:text-6xl"


def meta() -> Meta:
    return Meta(
        title=_("Letterpress gift vouchers, Brno: workshop, prints"),
        description=_(
            "Gift vouchers printed by letterpress on thick cotton paper: a morning at the press, a contribution to "
            "wedding stationery, or a poster of their choice."
        ),
        picture=VOUCHERS[0].picture,
    )


def page() -> tuple[Section, ...]:
    return (
        Section("intro", _("Gift vouchers"), _intro()),
        *(Section(kind.slug, kind.title, _kind(kind, left=bool(at % 2))) for at, kind in enumerate(VOUCHERS)),
        Section("order", _("How to order"), _ordering(), tone="sunk"),
        Section("questions", _("Questions people ask"), _questions()),
    )


def _intro() -> rx.Component:
    return beside(
        h.h1(_("Gift vouchers"), class_name=LARGE_TITLE),
        h.p(_("They are printed like everything else here: by hand, one by one."), class_name=LEAD),
        _dates(),
        christmas_orders(),
        name="vouchers",
        alt=_("Gift vouchers for a workshop, a wedding and prints on a red table, and an envelope"),
        wide=True,
        whole=True,
        priority=True,
    )


def _kind(category: VoucherCategory, left: bool) -> rx.Component:
    voucher = ticket(
        h.h2(category.title, class_name=f"mt-5 {NAME}"),
        category.summary,
        _("from {price}").format(price=price(min(category.values))),
        button(
            _("Choose"),
            h.span(": ", category.title, class_name="sr-only"),
            to="vouchers-category",
            params={"category": category.slug},
        ),
    )
    return beside(voucher, name=category.picture, alt=category.alt, left=left)


def _dates() -> rx.Component:
    where = {"category": KIND}
    return link(_("Workshop dates"), to="vouchers-category", params=where, anchor=DATES, class_name=f"{QUIET} text-lg")


def _ordering() -> rx.Component:
    return h.div(
        title(_("How to order")),
        grid(*(_step(number, step) for number, step in enumerate(ordering(), 1))),
        class_name=INNER,
    )


def _questions() -> rx.Component:
    return h.div(
        title(_("Questions people ask")),
        grid(*(_question(question) for question in VOUCHER_QUESTIONS), columns=2),
        class_name=INNER,
    )


def _question(question: Question) -> rx.Component:
    text = _text(question.asked, question.answer)
    return until(question.until, text) if question.until else text


def _step(number: int, step: TitledText) -> rx.Component:
    return h.div(
        h.p(str(number), class_name="mb-3 font-display text-6xl leading-none text-spot lining-nums"),
        _text(step.title, step.text),
    )


def _text(title: Text, text: Text) -> rx.Component:
    return h.div(subheading(title), h.p(text, class_name=f"mt-2 {TEXT}"))
