"""Prices for each kind of customer, the parts of a price, and typical orders."""

import reflex as rx

from app.components import html as h
from app.components.call_to_action import call_to_action
from app.components.head import Meta
from app.components.layout import (
    QUIET,
    actions,
    band,
    button,
    grid,
    halves,
    heading,
    margined,
    page_title,
    prose,
    subheading,
    title_picture,
)
from app.components.link import link
from app.components.prices import amount, crown_note, price_list, table, vat_note
from app.components.questions import questions
from app.components.samples import samples
from app.content.pricing import (
    ANATOMY,
    ANATOMY_PIECES,
    BUSINESS_CARDS,
    JOBS,
    LEVERS,
    POSTERS,
    PRICING_QUESTIONS,
    WEDDING_PACKAGES,
    cost,
)
from app.content.titled_text import TitledText
from app.i18n import Text, _, ngettext
from app.i18n.formats import price


def meta() -> Meta:
    return Meta(
        title=_("Letterpress prices: cards, invitations, posters"),
        description=_(
            "What letterpress costs and why: one price taken apart to the last crown, what moves it up or down, and "
            "what cards, invitations and posters come to."
        ),
        picture="pricing",
    )


def page() -> rx.Component:
    return h.fragment(
        page_title(
            _("What it costs"),
            _("Letterpress isn’t cheap, but it’s no mystery either. Here is where the money goes."),
            vat_note(),
            crown_note(),
            photograph=title_picture(
                "pricing", _("A fan of paper samples in eight colours beside a printed list of stocks")
            ),
        ),
        _audiences(),
        _jobs(),
        _anatomy(),
        _levers(),
        _posters(),
        samples(tone="sunk"),
        band(questions(PRICING_QUESTIONS)),
        _ask(),
    )


def _audiences() -> rx.Component:
    cards = (
        _audience(
            _("For business"),
            _("Identity, cards, labels and signs, for people who hand something over in person."),
            _("cards from {price}").format(price=price(BUSINESS_CARDS.prices[0])),
            "pricing-business",
            _("Business stationery prices"),
        ),
        _audience(
            _("For weddings"),
            _("Invitations, whole suites and everything on the table, down to the place cards."),
            _("invitations from {price}").format(price=price(WEDDING_PACKAGES[0].crowns)),
            "pricing-weddings",
            _("Wedding stationery prices"),
        ),
    )
    return band(heading(_("Who it is for")), grid(*cards, columns=2))


def _audience(title: Text, text: Text, lowest: Text, route: str, label: Text) -> rx.Component:
    return h.article(
        subheading(title),
        h.p(text, class_name="mt-3 max-w-prose text-lg leading-relaxed"),
        h.p(lowest, class_name="mt-6 font-display text-5xl leading-none"),
        actions(button(label, to=route)),
        class_name="border-t-4 border-ink pt-5",
    )


def _anatomy() -> rx.Component:
    introduction = h.div(
        heading(_("A price, taken apart")),
        prose(
            ngettext(
                "This is {n} business card in one colour on 600 gsm cotton, printed from your own file.",
                "These are {n} business cards in one colour on 600 gsm cotton, printed from your own file.",
                ANATOMY_PIECES,
            ),
            _(
                "More than half of it is gone before the first card is printed. That is why the second hundred is so "
                "much cheaper than the first, and why we sometimes advise you to order more, even against your own "
                "instinct."
            ),
        ),
    )
    rows = [(_name(part.name, part.explanation), amount(part.crowns(ANATOMY_PIECES))) for part in ANATOMY]
    total = (h.strong(_("Total")), h.strong(amount(cost(ANATOMY))))
    caption = ngettext("What {n} business card costs", "What {n} business cards cost", ANATOMY_PIECES)
    return band(halves(introduction, table(caption, (_("Step"), _("Price")), [*rows, total])))


def _name(name: Text, note: Text) -> rx.Component:
    return h.fragment(name, h.small(note, class_name="block text-base text-ink-soft"))


def _levers() -> rx.Component:
    return band(
        heading(_("What moves the price")),
        h.ul(
            *(_lever(lever) for lever in LEVERS), class_name="mt-10 grid gap-x-12 gap-y-8 md:grid-cols-2 lg:grid-cols-3"
        ),
        tone="sunk",
    )


def _lever(lever: TitledText) -> rx.Component:
    return h.li(
        subheading(lever.title),
        h.p(lever.text, class_name="mt-2 text-lg leading-relaxed text-pretty"),
        class_name="border-t border-rule pt-4",
    )


def _jobs() -> rx.Component:
    rows = [(_name(job.name, job.takes), amount(job.crowns)) for job in JOBS]
    return band(
        margined(
            heading(_("Typical jobs")),
            table(_("What people order most, with the time it takes"), (_("Job"), _("Price")), rows),
        ),
        tone="sunk",
    )


def _posters() -> rx.Component:
    asked = {"what": "posters", "pieces": str(POSTERS.columns[1]), "colours": "2"}
    return band(
        margined(
            heading(_("Posters")),
            [price_list(POSTERS), actions(button(_("Ask for posters"), to="inquiry", query=asked))],
        )
    )


def _ask() -> rx.Component:
    return band(
        call_to_action(
            _("One number within two working days"),
            _(
                "Write what it’s for, how many and by when. You get a quote with one number in it. If somebody "
                "else would do it better or for less, we’ll say so."
            ),
            button(_("Ask for a price"), to="inquiry", pressed=True),
            button(_("All contacts"), to="contact"),
        ),
        h.p(
            _("Printing from your own file?"),
            " ",
            link(_("How to prepare a file"), to="print-ready", class_name=QUIET),
            class_name="mt-8 text-lg",
        ),
        h.p(
            _("Looking for a gift?"),
            " ",
            link(_("Gift vouchers"), to="vouchers", class_name=QUIET),
            class_name="text-lg",
        ),
        tone="sunk",
    )
