"""The steps of an order."""

from dataclasses import dataclass

from app.content.samples import PRICE
from app.i18n import Text, _
from app.i18n.formats import Crowns


@dataclass(frozen=True)
class Step:
    title: Text
    text: Text
    takes: Text


STEPS = (
    Step(
        _("You write"),
        _("What it’s for, how many, by when. Three sentences will do; a photo of something you like says the rest."),
        _("five minutes"),
    ),
    Step(
        _("We quote"),
        _(
            "One number, postage separate. Paper samples if you like ({price}, taken off the bill), and an honest no "
            "when digital would do."
        ).format(price=Crowns(PRICE)),
        _("two working days"),
    ),
    Step(
        _("Jakub draws"),
        _(
            "Two concepts, never ten. You choose one, we polish it together, and it goes no further until you "
            "sign it off."
        ),
        _("one to two weeks"),
    ),
    Step(
        _("Tereza prints"),
        _(
            "Each colour is a pass of its own, each sheet is fed by hand. You are welcome to stand by and take "
            "pictures."
        ),
        _("one to two weeks"),
    ),
    Step(
        _("You unwrap"),
        _("We trim, count and wrap it. You collect it on Francouzská, or we send it in a box the post can’t bend."),
        _("a day or two"),
    ),
)

TOTAL = _(
    "From the first e-mail to the box, allow four to six weeks. In a hurry? Ask; sometimes the press has a free "
    "evening."
)
