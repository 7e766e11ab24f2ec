"""The print club on Patreon: benefits, prices, and how it works."""

from dataclasses import dataclass

from app.content.questions import Question
from app.content.studio import STUDIO
from app.content.titled_text import TitledText
from app.i18n import Text, _
from app.settings import settings


def club_url() -> str:
    for social in STUDIO.socials:
        if social.name == "Patreon":
            return social.url
    raise LookupError("`socials` of STUDIO in app/content/studio.py needs a `Patreon`: the print club is there")


CLUB_URL = club_url()
MEMBERSHIPS_URL = "https://www.patreon.com/settings/memberships"
"""The page where members change or end their membership."""


@dataclass(frozen=True)
class Tier:
    """A membership tier. `crowns` is the monthly price, and `gets` lists the benefits."""

    slug: str
    name: Text
    crowns: int
    summary: Text
    gets: tuple[Text, ...]

    @property
    def patreon_title(self) -> str:
        return self.name.msgid


TIERS = (
    Tier(
        "proof",
        _("Proof"),
        150,
        _("You follow along. A proof is the first sheet off the press, with the mistakes still in it."),
        (
            _("Two letters a month from the workshop: sketches, mistakes and how we got out of them"),
            _("Every print of the club in digital form, too"),
            _("A vote on what we print next"),
        ),
    ),
    Tier(
        "edition",
        _("Edition"),
        350,
        _("You get it by post. One print a month that nobody ordered and that you can’t buy."),
        (
            _("Everything in Proof"),
            _("A small print each month, 15 × 21 cm, by post, in an envelope we made ourselves"),
            _("Ten per cent off posters and workshops"),
        ),
    ),
    Tier(
        "archive",
        _("Archive"),
        900,
        _("You collect. Numbered, signed and set aside for you. For people with large walls."),
        (
            _("Everything in Edition"),
            _("Four times a year a signed poster, 40 × 50 cm, with the same number every time"),
            _("Your name in the colophon, set in 8-point type"),
            _("A seat at the imposing stone at the December members’ evening"),
        ),
    ),
)

PERKS = (
    TitledText(
        _("A print nobody ordered"),
        _(
            "Every month we lock up something we’ve been wanting to try: a found ornament, a colour that "
            "shouldn’t work, a sentence from the tram."
        ),
    ),
    TitledText(
        _("Letters from the workshop"),
        _(
            "What went wrong, what it cost, and what it looked like when it finally went right. With photos, without "
            "marketing."
        ),
    ),
    TitledText(
        _("A say"),
        _("Members vote on words, colours and papers. So far they’ve always picked the option with more work in it."),
    ),
)

READ_HERE = TitledText(
    _("Read here"),
    _("Members’ posts are on this site, too, without ads and without an app, as soon as you sign in with Patreon."),
)
READ_ON_PATREON = TitledText(
    _("Read on Patreon"),
    _("Members’ posts are there as soon as you’ve joined, in your browser and in the app."),
)
STEPS = (
    TitledText(
        _("Choose a tier"),
        _(
            "On Patreon, by card or PayPal, month by month. You can change or leave at any time; we won’t send "
            "you a sad e-mail."
        ),
    ),
    TitledText(
        _("Tell us where you live"),
        _("The prints go out in the first week of the month, to anywhere in the world. Postage is included."),
    ),
    READ_ON_PATREON if settings().is_static else READ_HERE,
)

CLUB_QUESTIONS = (
    Question(
        _("Why Patreon?"),
        _(
            "It takes care of payments, taxes and addresses, so that we can take care of the ink. It takes a "
            "share for that, and we think the share is fair."
        ),
    ),
    Question(
        _("When does my first print come?"),
        _(
            "Join by the end of a month and your first print goes out in the first week of the next. It takes two "
            "days within the Czech Republic and about a week to the rest of Europe."
        ),
    ),
    Question(
        _("How do I claim my ten per cent off?"),
        _(
            "When you enquire about posters or book a workshop, write your name on Patreon in the message. We take the "
            "ten per cent off our quote for the posters, or off what you pay for the workshop. The form and the "
            "booking still show the full price; the payment details have the lower one."
        ),
    ),
    Question(
        _("How do I end my membership?"),
        _(
            "On Patreon: open Settings, then Memberships, choose us and press Cancel. Nothing more is charged, and you "
            "can read until the end of the month you’ve paid for. The link is above."
        ),
    ),
    Question(
        _("Can I give membership as a gift?"),
        _("Yes. Join, e-mail us the recipient’s address, and we’ll add a card with their name."),
    ),
)
