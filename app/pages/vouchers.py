"""Gift vouchers, the overview: three kinds, how to order, what people ask."""

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.components.layout import band, button, grid, heading, page_title, subheading
from app.components.picture import picture
from app.components.questions import questions
from app.components.voucher import ticket, value_of
from app.content.vouchers import ORDERING, VOUCHER_QUESTIONS, VOUCHERS, Step, VoucherCategory
from app.i18n import _


def meta() -> Meta:
    """Title and description."""
    return Meta(
        title=_("Gift vouchers"),
        description=_(
            "Gift vouchers printed by letterpress on thick cotton paper: a morning at the press, a contribution to "
            "wedding stationery, or posters from the drawer."
        ),
    )


def page() -> rx.Component:
    """The page."""
    return h.fragment(
        page_title(
            _("Gift vouchers"),
            _(
                "They are printed like everything else here: by hand, one by one. So the voucher alone is half the "
                "gift."
            ),
        ),
        _kinds(),
        _ordering(),
        band(questions(VOUCHER_QUESTIONS)),
    )


def _kinds() -> rx.Component:
    kinds = (_kind(category, first=not number) for number, category in enumerate(VOUCHERS))
    return band(heading(_("Three kinds")), h.ul(*kinds, class_name="mt-10 space-y-14 lg:space-y-20"))


def _kind(category: VoucherCategory, first: bool) -> rx.Component:
    photograph = picture(
        category.picture,
        alt=category.alt,
        sizes="(min-width: 1280px) min(37vw, 560px), (min-width: 1024px) 40vw, 100vw",
        priority=first,
        class_name="aspect-3/2 object-cover",
    )
    voucher = ticket(
        h.div(subheading(category.title), class_name="mt-6"),
        category.summary,
        value_of(min(category.values), lowest=True),
        button(
            _("Choose"),
            h.span(": ", category.title, class_name="sr-only"),
            to="vouchers-category",
            params={"category": category.slug},
        ),
    )
    return h.li(
        h.div(photograph, class_name="lg:col-span-5"),
        h.div(voucher, class_name="flex lg:col-span-7"),
        class_name="grid items-center gap-6 *:min-w-0 lg:grid-cols-12 lg:gap-x-[min(2.5rem,3vw)]",
    )


def _ordering() -> rx.Component:
    return band(
        heading(_("How to order")),
        grid(*(_step(number, step) for number, step in enumerate(ORDERING, 1))),
        tone="sunk",
    )


def _step(number: int, step: Step) -> rx.Component:
    return h.div(
        h.p(
            str(number), class_name="mb-3 font-display text-6xl leading-none text-spot lining-nums", aria_hidden="true"
        ),
        subheading(step.title),
        h.p(step.text, class_name="mt-2 text-lg leading-relaxed text-pretty"),
    )
