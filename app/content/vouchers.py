"""Gift vouchers: three kinds, what each value buys, and the terms."""

from dataclasses import dataclass

from app.content.questions import Question
from app.i18n import Text, _


@dataclass(frozen=True)
class Voucher:
    """One value a voucher comes in, in crowns, and what the studio does for it."""

    crowns: int
    buys: Text


@dataclass(frozen=True)
class Step:
    """A step of an order."""

    title: Text
    text: Text


@dataclass(frozen=True)
class VoucherCategory:
    """A kind of voucher, with a page of its own: `headline` is its title, `abstract` what search engines show of it."""

    slug: str
    title: Text
    summary: Text
    description: Text
    vouchers: tuple[Voucher, ...]
    validity: Text
    terms: tuple[Text, ...]
    picture: str
    alt: Text
    headline: Text
    abstract: Text

    @property
    def values(self) -> tuple[int, ...]:
        """The values on offer, in crowns, lowest first."""
        return tuple(voucher.crowns for voucher in self.vouchers)


COMMON_TERMS = (
    _("A voucher is valid from the day it is paid for. The date is printed on it, so nobody has to remember."),
    _("It belongs to whoever brings it. You may pass it on, but it can be used only once."),
    _(
        "We do not exchange it for cash. If you bought it from us by e-mail, you may return it within 14 days, no "
        "questions asked."
    ),
    _("Lost it? Write to us with the name it was ordered under. We keep a list."),
)

VOUCHERS: tuple[VoucherCategory, ...] = (
    VoucherCategory(
        "workshop",
        _("Workshop"),
        _("A morning at the press, with ink on your fingers and twenty prints to take home."),
        _(
            "You choose the words, pick the letters out of the case one by one, lock them into the chase and print. "
            "Tereza stands beside you the whole time and steps in only when the press is about to win. No experience "
            "needed, an apron is provided, and the coffee is good."
        ),
        (
            Voucher(1900, _("Three hours for one, twenty postcards to take home")),
            Voucher(3400, _("Three hours for two, at one press, forty postcards")),
            Voucher(4900, _("A whole day for one: a poster in two colors, ten prints")),
        ),
        _("12 months"),
        (
            _("Workshops run on Saturdays from 10 to 13; the whole day by agreement. Book at least two weeks ahead."),
            _("You may move your date once, up to three days before it. After that the ink is already mixed."),
            _("From the age of 12; children under 15 come with an adult, who may watch for free."),
            *COMMON_TERMS,
        ),
        "vouchers-workshop",
        _("Gift voucher for a workshop beside large wood type locked up for printing"),
        _("Workshop voucher"),
        _(
            "A gift voucher for a letterpress workshop in Brno: three hours or a whole day at the press, from 1,900 "
            "CZK, and prints to take home."
        ),
    ),
    VoucherCategory(
        "weddings",
        _("Weddings"),
        _("A contribution to wedding stationery, for those who would rather not give a sixth blender."),
        _(
            "The couple uses it for anything for the wedding that we print: announcements, invitations, menus, place "
            "cards or the thank-you notes afterwards. It comes in an envelope with their names on it, so it can lie on "
            "the gift table without embarrassment."
        ),
        (
            Voucher(2000, _("Place cards for thirty guests, or a good start on the invitations")),
            Voucher(5000, _("Menus and place cards for a table of thirty")),
            Voucher(10000, _("About half of an invitation suite for forty households")),
        ),
        _("24 months"),
        (
            _("The value counts toward the price of an order; you pay the difference or use the rest another time."),
            _("Several vouchers can be combined. Large families use this."),
            _("Names and initials on the voucher are printed by hand, so we need them five working days ahead."),
            *COMMON_TERMS,
        ),
        "vouchers-weddings",
        _("Gift voucher for wedding stationery beside an envelope with a red wax seal"),
        _("Wedding voucher"),
        _(
            "A gift voucher for wedding stationery from 2,000 CZK: the couple chooses invitations, menus or place "
            "cards printed by letterpress in Brno."
        ),
    ),
    VoucherCategory(
        "prints",
        _("Prints"),
        _("Posters and cards from our drawers. The one it is for chooses, and you look as if you knew their taste."),
        _(
            "Good for anything in the studio that already exists: posters from limited editions, sets of cards, "
            "notebooks and the prints that never made it into the shop. We open all the drawers, including the bottom "
            "one."
        ),
        (
            Voucher(600, _("A set of eight cards with envelopes")),
            Voucher(1200, _("A poster from an open edition")),
            Voucher(2400, _("A signed poster from a limited edition, in a tube")),
        ),
        _("12 months"),
        (
            _("Use it in person during opening hours, or by e-mail; we ship for the price of the postage."),
            _(
                "If the print costs more than the voucher, you pay the difference. If it costs less, the rest stays on "
                "our list."
            ),
            *COMMON_TERMS,
        ),
        "vouchers-prints",
        _("Gift voucher in front of three letterpress posters"),
        _("Voucher for prints"),
        _(
            "A gift voucher for letterpress posters, cards and notebooks from 600 CZK. The one it is for picks from "
            "our drawers, in Brno or by mail."
        ),
    ),
)

ORDERING = (
    Step(
        _("Pick a value"),
        _("Open the kind you like and press Order. Your mail program opens with an e-mail that is nearly finished."),
    ),
    Step(
        _("Pay by transfer"),
        _(
            "We answer with the payment details on the next working day. As soon as the money is here, we print the "
            "name."
        ),
    ),
    Step(
        _("Collect it, or wait for the mail"),
        _(
            "It is ready in three working days, wrapped. Mail within the Czech Republic costs 90 CZK. If it is already "
            "too late, we send a scan tonight and the paper after it."
        ),
    ),
)

VOUCHER_QUESTIONS = (
    Question(
        _("Can I choose a different amount?"),
        _(
            "Yes, anything from 500 CZK up. Write the sum into the e-mail and we will print it in letters as well, "
            "like on a check."
        ),
    ),
    Question(
        _("Is it in time for Christmas?"),
        _(
            "Order by December 16 and it will be under the tree. After that we print on request until noon on December "
            "23, for those who come in person."
        ),
    ),
    Question(
        _("Can my company buy twenty of them?"),
        _(
            "Gladly. We issue one invoice and print your greeting on the inside of the envelope, from ten pieces up at "
            "no charge."
        ),
    ),
)


def voucher(slug: str) -> VoucherCategory:
    """The kind of voucher called `slug`.

    Raises:
        KeyError: there is none.
    """
    return {one.slug: one for one in VOUCHERS}[slug]
