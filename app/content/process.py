"""The steps of an order."""

from dataclasses import dataclass

from app.i18n import Text, _


@dataclass(frozen=True)
class Step:
    title: Text
    text: Text
    takes: Text


STEPS = (
    Step(
        _("You write"),
        _("What it is for, how many, by when. Three sentences will do; a photo of something you like says the rest."),
        _("five minutes"),
    ),
    Step(
        _("We quote"),
        _(
            "One number with everything in it, paper samples by post, and a no whenever a digital printer would "
            "serve you better."
        ),
        _("two working days"),
    ),
    Step(
        _("Jakub draws"),
        _(
            "Two designs, never ten. You choose one, we polish it together, and it goes no further until you sign it "
            "off."
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
        _(
            "We count, trim and wrap it. You collect it on Francouzská, or we send it in a box that the post cannot "
            "bend."
        ),
        _("a day or two"),
    ),
)

TOTAL = _(
    "From the first e-mail to the box, allow four to six weeks. In a hurry? Ask; sometimes the press has a free "
    "evening."
)
"""The duration of a whole order."""
