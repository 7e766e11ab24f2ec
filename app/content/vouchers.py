"""Gift vouchers: kinds, values, and terms."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time

from app.content.clauses import WITHDRAWAL_DAYS
from app.content.questions import Question
from app.content.titled_text import TitledText
from app.i18n import Text, _, ngettext
from app.i18n.formats import Clock, Crowns, Day
from app.inquiries.limits import MAX_VOUCHER
from app.settings import settings

POSTAGE = 90
"""The postage in crowns for a letter in the Czech Republic."""
CHRISTMAS_ORDERS = date(2026, 12, 16)
"""The order deadline for vouchers by post that must arrive before Christmas."""
WORKSHOP_OPENS, WORKSHOP_CLOSES = time(10), time(13)
LOWEST_VALUE = 500
"""The minimum value in crowns if the buyer chooses the voucher's value."""
OTHER_AMOUNT = _("A different amount")
_CHOSEN_AMOUNT = _("an amount of your choice")
ANY_MONTHS = 12
"""The validity of a voucher whose value the buyer chooses, in months."""


def validity(months: int) -> Text:
    return ngettext("{n} month", "{n} months", months)


ANY_VALIDITY = validity(ANY_MONTHS)


@dataclass(frozen=True)
class Voucher:
    """A voucher's value in crowns. `buys` is an example purchase.

    `key` identifies the voucher in the form, in links and in stored orders. The key never changes, even if the value
    does.
    """

    key: str
    crowns: int
    buys: Text


@dataclass(frozen=True)
class VoucherCategory:
    """A kind of voucher, with its own page. `name` is the title as written within a sentence.

    Search engines show `window` as the page's title and `abstract` as the page's description. In `abstract`, `{price}`
    stands for the lowest price. `months` is the validity of the vouchers.
    """

    slug: str
    title: Text
    name: Text
    summary: Text
    description: Text
    vouchers: tuple[Voucher, ...]
    months: int
    terms: tuple[Text, ...]
    picture: str
    alt: Text
    headline: Text
    window: Text
    abstract: Text

    @property
    def validity(self) -> Text:
        return validity(self.months)

    @property
    def values(self) -> tuple[int, ...]:
        """The values in crowns, in ascending order."""
        return tuple(voucher.crowns for voucher in self.vouchers)


FOR_ONE = Voucher("workshop-1900", 1900, _("Three hours for one, twenty postcards to take home"))
FOR_TWO = Voucher("workshop-3400", 3400, _("Three hours for two, at one press, forty postcards"))
"""The vouchers for one seat and for two seats at one press. Bookings have the same prices."""

ANY_REMAINDER = _(
    "It belongs to whoever brings it. You may pass it on; any unused value stays valid until the date printed on it."
)

COMMON_TERMS = (
    _("A voucher is valid from the day it is paid for. Its expiry date is printed on it."),
    _(
        "We don’t exchange it for cash. If you ordered it at a distance, you may return it within {n} days, "
        "no questions asked."
    ).format(n=WITHDRAWAL_DAYS),
    _("Lost it? Write to us with the name it was ordered under. We keep a list."),
)

VOUCHERS: tuple[VoucherCategory, ...] = (
    VoucherCategory(
        "workshop",
        _("Workshop"),
        _("workshop"),
        _("A morning at the press, with ink on your fingers and twenty prints to take home."),
        _(
            "You choose the words, pick the letters out of the case one by one, lock them into the chase and print. "
            "Tereza stands beside you the whole time and steps in only when the press is about to win. No experience "
            "needed, an apron is provided, and the coffee is good."
        ),
        (
            FOR_ONE,
            FOR_TWO,
            Voucher("workshop-4900", 4900, _("A whole day for one: a poster in two colours, ten prints")),
        ),
        12,
        (
            _(
                "Workshops run on Saturdays from {opens} to {closes}. The whole day is by agreement: ask at least "
                "two weeks ahead."
            ).format(opens=Clock(WORKSHOP_OPENS), closes=Clock(WORKSHOP_CLOSES)),
            _("You may move your date once, up to three days before it. After that the ink is already mixed."),
            _("From the age of 12; children under 15 come with an adult, who may watch for free."),
            _("It belongs to whoever brings it. You may pass it on; it is good for one session."),
            *COMMON_TERMS,
        ),
        "vouchers-workshop",
        _("Gift voucher for a workshop beside large wood type locked up for printing"),
        _("Letterpress workshop"),
        _("Letterpress workshop in Brno: dates and vouchers"),
        _(
            "A gift voucher for a letterpress workshop in Brno: three hours or a whole day at the press, from "
            "{price}, and prints to take home."
        ),
    ),
    VoucherCategory(
        "weddings",
        _("Weddings"),
        _("weddings"),
        _("A contribution to wedding stationery, for those who’d rather not give a sixth blender."),
        _(
            "The couple can spend it on anything we print for a wedding: invitations, menus or place cards. By post it "
            "comes in an envelope with their names on it. Best given at the engagement; after the wedding it covers "
            "thank-you notes."
        ),
        (
            Voucher("weddings-2000", 2000, _("Place cards for thirty guests, or a good start on the invitations")),
            Voucher("weddings-5000", 5000, _("Menus and place cards for thirty guests")),
            Voucher("weddings-10000", 10000, _("About half of an invitation suite for forty households")),
        ),
        24,
        (
            _("The value counts towards the price of an order; you pay the difference or use the rest another time."),
            _("Several vouchers can be combined."),
            _("Names and initials on the voucher are printed by hand; please send them with the order."),
            ANY_REMAINDER,
            *COMMON_TERMS,
        ),
        "vouchers-weddings",
        _("Gift voucher for wedding stationery beside an envelope with a red wax seal"),
        _("Wedding voucher"),
        _("Wedding stationery: gift voucher"),
        _(
            "A gift voucher for wedding stationery from {price}: the couple chooses invitations, menus or place "
            "cards printed by letterpress in Brno."
        ),
    ),
    VoucherCategory(
        "prints",
        _("Prints"),
        _("prints"),
        _("Posters and cards from the studio. They choose; you look as if you knew their taste."),
        _(
            "Good for anything in the studio that already exists: posters from limited editions, sets of "
            "cards, notebooks and the prints we never put on sale."
        ),
        (
            Voucher("prints-600", 600, _("A set of eight cards with envelopes")),
            Voucher("prints-1200", 1200, _("A poster from an open edition")),
            Voucher("prints-2400", 2400, _("A signed poster from a limited edition, in a tube")),
        ),
        12,
        (
            _(
                "Use it in person during opening hours, or by e-mail; we’ll post what you choose for the cost of the "
                "postage."
            ),
            _(
                "If the print costs more than the voucher, you pay the difference. If it costs less, the rest stays on "
                "our list."
            ),
            ANY_REMAINDER,
            *COMMON_TERMS,
        ),
        "vouchers-prints",
        _("Gift voucher in front of three letterpress posters"),
        _("Voucher for prints"),
        _("Letterpress posters and cards: gift voucher"),
        _(
            "A gift voucher for letterpress posters, cards and notebooks from {price}. They pick what they like, in "
            "Brno or by post."
        ),
    ),
)

_BY_TRANSFER = TitledText(
    _("Pay by transfer"),
    _(
        "The payment details come by e-mail. As soon as the money arrives, the voucher is on its way: as a PDF, or "
        "printed."
    ),
)
_BY_CARD_OR_TRANSFER = TitledText(
    _("Pay by card or by transfer"),
    _(
        "The payment details come by e-mail, with a link to the page of your order, where you can also pay by card. As "
        "soon as the money arrives, the voucher is on its way: as a PDF, or printed."
    ),
)


def ordering() -> tuple[TitledText, ...]:
    return (
        TitledText(
            _("Pick a voucher"),
            _("Open the kind you like and press Order. The form asks whose name to print, and where to send it."),
        ),
        _BY_CARD_OR_TRANSFER if settings().has_card_payments else _BY_TRANSFER,
        TitledText(
            _("Get it by e-mail or by post"),
            _(
                "A PDF comes by e-mail on the working day your payment arrives. A printed one is wrapped and posted "
                "within three working days; postage within the Czech Republic is {price}."
            ).format(price=Crowns(POSTAGE)),
        ),
    )


VOUCHER_QUESTIONS = (
    Question(
        _("How do I use a voucher?"),
        _(
            "Write or call and give us the code on it; for prints, just bring it along. We take its value off the "
            "price."
        ),
    ),
    Question(
        _("Can I choose a different amount?"),
        _(
            "Yes, anything from {least} to {most}. Choose “{option}” in the form, and we’ll print the sum on it. It "
            "pays for anything we make and is valid for {validity}; any unused value stays valid until then."
        ).format(least=Crowns(LOWEST_VALUE), most=Crowns(MAX_VOUCHER), option=OTHER_AMOUNT, validity=ANY_VALIDITY),
    ),
    Question(
        _("Can my company buy twenty of them?"),
        _(
            "Gladly. We issue one invoice and print your greeting on the inside of the envelope, free of charge from "
            "ten pieces up."
        ),
    ),
    Question(
        _("Will it arrive in time for Christmas?"),
        _(
            "Order by {day} and it will be under the tree. After that we print while you wait, until noon on "
            "23 December."
        ).format(day=Day(CHRISTMAS_ORDERS)),
        until=datetime(CHRISTMAS_ORDERS.year, 12, 23, 11, tzinfo=UTC),  # noon in Brno
    ),
)


@dataclass(frozen=True)
class ValidityPeriods:
    """The validity periods of vouchers as text, such as `workshop 12 months, weddings 24 months`."""

    def __str__(self) -> str:
        kinds = [*((one.name, one.validity) for one in VOUCHERS), (_CHOSEN_AMOUNT, ANY_VALIDITY)]
        return ", ".join(f"{name} {valid}" for name, valid in kinds)


def title_of(slug: str) -> Text:
    """Returns the title of a kind of voucher. If `VOUCHERS` no longer contains the kind, returns the slug in words."""
    return next((one.title for one in VOUCHERS if one.slug == slug), in_words(slug))


def in_words(key: str) -> Text:
    return Text(key.replace("-", " ").capitalize())


def voucher(slug: str) -> VoucherCategory:
    """Returns the kind of voucher with this slug.

    Raises:
        KeyError: there is no such kind.
    """
    for one in VOUCHERS:
        if one.slug == slug:
            return one
    raise KeyError(f"VOUCHERS in app/content/vouchers.py has no `{slug}`")
