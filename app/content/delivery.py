"""Delivery methods and their prices, and the terms of payment."""

from dataclasses import dataclass

from app.content.pricing import HEAVY_KILOGRAMS, HEAVY_PARCEL, PARCEL, PARCEL_KILOGRAMS
from app.content.questions import Question
from app.content.studio import STUDIO
from app.content.titled_text import TitledText
from app.content.vouchers import POSTAGE
from app.i18n import Text, _
from app.i18n.formats import Crowns
from app.settings import settings

LETTER_DAYS = (2, 2)
PARCEL_DAYS = (1, 2)
"""The minimum and maximum number of working days for a delivery. The text in `WAYS` must match these numbers."""
COLLECTION_WEEKS = 6
"""The storage period of uncollected orders, in weeks."""
DUE_DAYS = 7
MAX_DUE_DAYS = 30
"""The longest payment term that a company can request, in days."""


@dataclass(frozen=True)
class Way:
    """A delivery method. `crowns` is None if the price depends on the order."""

    name: Text
    note: Text
    crowns: int | None
    takes: Text


WAYS = (
    Way(
        _("Collected on Francouzská"),
        _("during opening hours; we’ll write when it’s ready"),
        0,
        _("the same day"),
    ),
    Way(
        _("Letter"),
        _("vouchers and what goes into a card envelope; Czech Post, recorded"),
        POSTAGE,
        _("two working days"),
    ),
    Way(
        _("Parcel to the door"),
        _("Czech Post or PPL, up to {light} kg; up to {heavy} kg for {price}").format(
            light=PARCEL_KILOGRAMS, heavy=HEAVY_KILOGRAMS, price=Crowns(HEAVY_PARCEL)
        ),
        PARCEL,
        _("one or two working days"),
    ),
    Way(
        _("Parcel to a pick-up point"),
        _("Zásilkovna, up to {n} kg; tell us which point").format(n=PARCEL_KILOGRAMS),
        PARCEL,
        _("two working days"),
    ),
    Way(
        _("European Union"),
        _("Czech Post or DPD, always with a tracking number"),
        None,
        _("three to six working days"),
    ),
    Way(
        _("United Kingdom, Switzerland, the rest of the world"),
        _("Czech Post, EMS; import duty and local tax are paid by the recipient"),
        None,
        _("one to two weeks"),
    ),
)
"""Delivery methods, from the nearest destination to the farthest."""

_SMALL_THINGS = _("Vouchers, sample packs and workshops are paid in full when ordered.")
_SMALL_THINGS_OR_CARD = _(
    "Vouchers, sample packs and workshops are paid in full when ordered. A voucher can also be paid by card."
)


def payments() -> tuple[TitledText, ...]:
    return (
        TitledText(
            _("The first half"),
            _(
                "When you approve the design, we send an invoice for half of the price, with a QR code. It is due "
                "in {n} days; as soon as the money arrives, we order the plate and the paper."
            ).format(n=DUE_DAYS),
        ),
        TitledText(
            _("The second half"),
            _(
                "When it’s printed, we send a photo and the second invoice. You pay it by transfer, or by card or "
                "in cash when you collect it. Parcels leave on the working day after the money has arrived."
            ),
        ),
        TitledText(
            _("Small things at once"),
            _SMALL_THINGS_OR_CARD if settings().has_card_payments else _SMALL_THINGS,
        ),
    )


_ONLY_CROWNS = _(
    "Invoices are in crowns. Pay by card when you collect, or by an international transfer in crowns, and your bank "
    "converts it; the estimate in euros on our price lists is only a guide."
)
_EUROS_FOR_VOUCHERS = _(
    "For a voucher, yes: the page of your order has our account in euros. All other invoices are in crowns. Pay by "
    "card when you collect, or by an international transfer in crowns, and your bank converts it; the estimate in "
    "euros on our price lists is only a guide."
)


def delivery_questions() -> tuple[Question, ...]:
    return (
        Question(
            _("How is it packed?"),
            _(
                "Cards in a box, the box in a parcel with a finger of space around it. Posters in a tube, between "
                "sheets of tissue paper. Whatever the carrier still manages to bend, we’ll print again."
            ),
        ),
        Question(
            _("The parcel arrived dented. What now?"),
            _(
                "Take a photo of it before you unpack it, and write to us, the same day if you can. Settling it with "
                "the carrier is our job, and your rights are not affected."
            ),
        ),
        Question(
            _("How long do you keep it for me?"),
            _(
                "Finished work waits for you for {weeks} weeks, free of charge. The plate stays for three years, so "
                "that you can have more printed."
            ).format(weeks=COLLECTION_WEEKS),
        ),
        Question(
            _("Can I pay in euros?"),
            _EUROS_FOR_VOUCHERS if STUDIO.euro_account and not settings().is_static else _ONLY_CROWNS,
        ),
        Question(
            _("Our company needs an order number on the invoice."),
            _(
                "Send it with the order. Invoices come as PDFs with everything an accountant wants to see, the date of "
                "supply included."
            ),
        ),
        Question(
            _("Can our company have longer to pay?"),
            _(
                "The second invoice can be due in {most} days instead of {n}, if you order as a company and ask for it "
                "with the order. The order itself may come to our data box, {box}."
            ).format(n=DUE_DAYS, most=MAX_DUE_DAYS, box=STUDIO.data_box),
        ),
    )
