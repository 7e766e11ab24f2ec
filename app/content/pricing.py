"""Prices and questions about them. All prices are in whole Czech crowns and include VAT."""

from dataclasses import dataclass
from datetime import date

from app.content.presses import PROOF
from app.content.questions import Question
from app.content.titled_text import TitledText
from app.i18n import Text, _
from app.i18n.formats import Crowns

VAT = 21
PRICES_UNTIL: date | None = None
"""The last day on which the prices are valid, for search engines. If None, no date is published."""
PARCEL = 150
"""The postage for a parcel of up to `PARCEL_KILOGRAMS` within the Czech Republic."""
PARCEL_KILOGRAMS = 10
HEAVY_PARCEL = 210
HEAVY_KILOGRAMS = 20
LOGO_REDRAWN = 1500


@dataclass(frozen=True)
class Package:
    """A package of products and services at a fixed price. `covers` is a summary, such as “200 cards for one name”."""

    name: Text
    summary: Text
    crowns: int
    covers: Text
    contains: tuple[Text, ...]
    takes: Text
    is_bestseller: bool = False


@dataclass(frozen=True)
class Row:
    """A row of a price list: a product and its price in each column."""

    name: Text
    prices: tuple[int, ...]
    note: Text | None = None


@dataclass(frozen=True)
class PriceList:
    """A table of prices.

    `columns` contains quantities, and `counted` is their unit, such as pieces. Without columns, each row has one price.
    """

    caption: Text
    rows: tuple[Row, ...]
    columns: tuple[int, ...] = ()
    counted: Text | None = None


@dataclass(frozen=True)
class Part:
    """A price component, in crowns: `once` is charged per order, and `a_hundred` per hundred pieces."""

    name: Text
    explanation: Text
    once: int = 0
    a_hundred: int = 0

    def crowns(self, pieces: int) -> int:
        return self.once + self.a_hundred * pieces // 100


@dataclass(frozen=True)
class Job:
    name: Text
    crowns: int
    takes: Text


FILE_CHECK = Part(
    _("File check"),
    _("We go through your file, tell you what won’t come out, and order the plate and the paper."),
    once=800,
)
PLATE = Part(_("Plate"), _("A relief plate from your file. It stays with us for three years."), once=700)
MAKE_READY = Part(
    _("Make-ready"),
    _(
        "Locking up, inking, feeling for the right depth. About an hour and a half, whether for ten cards or a "
        "thousand."
    ),
    once=1000,
)
PAPER = Part(_("Paper"), _("Cotton paper, 600 gsm, and some to spoil."), a_hundred=580)
PRINTING = Part(_("Printing"), _("Every card fed by hand, one by one, then a night to dry."), once=200, a_hundred=250)
TRIMMING = Part(_("Trimming and packing"), _("Cutting, counting, a box you’ll want to keep."), once=200, a_hundred=170)

ANATOMY = (FILE_CHECK, PLATE, MAKE_READY, PAPER, PRINTING, TRIMMING)
"""The price components of single-colour business cards."""
ANATOMY_PIECES = 200
"""The number of business cards in the published price breakdown."""
PASS = (PLATE, MAKE_READY, PRINTING)
"""The price components of each additional colour, or of a second side."""
AGAIN = (MAKE_READY, PAPER, PRINTING, TRIMMING)
"""The price components for a reprint from the existing file and plate."""
ANOTHER_NAME = (PLATE, MAKE_READY, PAPER, PRINTING, TRIMMING)
"""The price components for a later order with the same design and another name."""
NAME_ALONG = (PLATE, PAPER, PRINTING, TRIMMING)
"""The price components for an additional name in the same order."""


def cost(parts: tuple[Part, ...], pieces: int = ANATOMY_PIECES) -> int:
    return sum(part.crowns(pieces) for part in parts)


def without_vat(crowns: int) -> int:
    return round(crowns * 100 / (100 + VAT))


SMALL_SIGN = "10 × 10 cm"
SMALL_SIGNS = 6
OPENING_POSTERS = 20

BUSINESS_PACKAGES = (
    Package(
        _("Card"),
        _("For one person who hands something over at the end of a good conversation."),
        8900,
        _("{n} cards for one name").format(n=ANATOMY_PIECES),
        (
            _("Card design, two concepts, two rounds of changes"),
            _("600 gsm cotton, one side, one colour"),
            _("The plate stays with us: another {n} cards cost {price}").format(
                n=ANATOMY_PIECES, price=Crowns(cost(AGAIN))
            ),
        ),
        _("four weeks"),
    ),
    Package(
        _("Desk"),
        _("For a small company that wants its letter, its card and its invoice to belong together."),
        29900,
        _("{n} cards each for two names, 250 letterheads, 250 envelopes").format(n=ANATOMY_PIECES),
        (
            _("Wordmark or symbol, drawn from scratch"),
            _("Cards and letterheads in two colours, envelopes in one"),
            _("Office templates in the same type, for everything you print yourselves"),
            _("A rubber stamp, because everyone enjoys a stamp"),
        ),
        _("six weeks"),
    ),
    Package(
        _("Front Door"),
        _("For a café, shop or practice that opens in spring and needs everything down to the sign above the door."),
        58000,
        _("everything in Desk, signs and print for the opening"),
        (
            _("Everything in Desk"),
            _("A sign above the door, opening hours and up to {n} signs of {size} in birch plywood").format(
                n=SMALL_SIGNS, size=SMALL_SIGN
            ),
            _("{n} opening posters, {size}, in two colours").format(n=OPENING_POSTERS, size=PROOF.sheet),
            _("A short manual with colours, type and what not to do"),
        ),
        _("ten weeks"),
    ),
)

PIECES = (50, 100, ANATOMY_PIECES, 500, 1000)
BUSINESS_CARDS = Row(
    _("Business cards, one colour"),
    tuple(cost(ANATOMY, pieces) for pieces in PIECES),
    _("600 gsm cotton, one side"),
)
BUSINESS_PRINT = PriceList(
    _("Printing from your own artwork, prices by number of pieces"),
    (
        BUSINESS_CARDS,
        Row(
            _("Business cards, two colours"),
            tuple(cost((*ANATOMY, *PASS), pieces) for pieces in PIECES),
            _("600 gsm cotton; a second side counts as a second colour"),
        ),
        Row(_("Note cards with envelopes"), (4100, 5400, 7900, 14500, 25000), _("A6, one colour")),
        Row(_("Labels"), (3900, 4600, 5900, 9800, 16100), _("cotton label stock, up to 9 × 12 cm")),
        Row(_("Envelopes with return address"), (2400, 2900, 3900, 6900, 11800), _("C6 or DL, one colour")),
    ),
    columns=PIECES,
    counted=_("Pieces"),
)

FEW_CARDS = 100


def _cards(pieces: int) -> int:
    return BUSINESS_CARDS.prices[PIECES.index(pieces)]


DOOR_SIGN = Row(_("Door sign"), (2400,), _("A4, up to twelve letters"))
BUSINESS_SIGNS = PriceList(
    _("Signs, price for one"),
    (
        Row(_("Room number"), (850,), _("{size}, birch plywood, wood type").format(size=SMALL_SIGN)),
        DOOR_SIGN,
        Row(_("Opening hours"), (3200,), _("30 × 40 cm, lines that can be swapped")),
        Row(_("Sign above the door"), (9800,), _("up to 120 cm, from two boards, oil varnish, fittings included")),
    ),
)

BUSINESS_EXTRAS = PriceList(
    _("Extras, for up to {n} cards").format(n=ANATOMY_PIECES),
    (
        Row(_("One more colour, or the second side"), (cost(PASS),), _("a plate, a make-ready and a run of its own")),
        Row(_("Blind deboss"), (cost(PASS),), _("a plate without ink costs the same as one with ink")),
        Row(_("Painted edges"), (1600,)),
        Row(_("One more name in the same order"), (cost(NAME_ALONG),), _("its own plate, same design")),
        Row(_("Numbering by hand"), (700,)),
        Row(_("A logo redrawn as a vector"), (LOGO_REDRAWN,)),
    ),
)

POSTERS_IN_TWO_COLOURS = Row(_("Two colours"), (8900, 12900, 18900))
POSTERS = PriceList(
    _("Posters {size}, prices by number of pieces").format(size=PROOF.sheet),
    (
        Row(_("One colour"), (5900, 8900, 13900), _("300 gsm paper, wood type or lino")),
        POSTERS_IN_TWO_COLOURS,
        Row(_("Three colours"), (11900, 16900, 23900)),
    ),
    columns=(OPENING_POSTERS, 60, 120),
    counted=_("Pieces"),
)

WEDDING_SETS = (40, 70, 100)
INVITATION_PRICES = (8900, 10900, 12900)
SUITE_PRICES = (18900, 22900, 26900)
WHOLE_TABLE_PRICES = (34900, 41900, 48900)


def _sets(crowns: int) -> Text:
    each = round(crowns / WEDDING_SETS[0])
    return _("{n} sets, about {price} each").format(n=WEDDING_SETS[0], price=Crowns(each))


WEDDING_PACKAGES = (
    Package(
        _("Invitation"),
        _("One card that says it all: who, when, where and what time the music starts."),
        INVITATION_PRICES[0],
        _sets(INVITATION_PRICES[0]),
        (
            _("One card, 600 gsm cotton, one colour"),
            _("Type and ornament of your choice from our cases"),
            _("Plain envelope"),
        ),
        _("four weeks"),
    ),
    Package(
        _("Suite"),
        _("What most couples order: the invitation and everything guests need to find you and to reply."),
        SUITE_PRICES[0],
        _sets(SUITE_PRICES[0]),
        (
            _("Invitation card, details card and reply card, two colours"),
            _("A drawing or monogram made for you two"),
            _("Envelope with your return address, reply envelope"),
            _("Two concepts, two rounds of changes"),
        ),
        _("six weeks"),
        is_bestseller=True,
    ),
    Package(
        _("The Full Table"),
        _("The same hand from the first envelope to the last thank-you. For the wedding and the weeks around it."),
        WHOLE_TABLE_PRICES[0],
        _("{n} sets, and table pieces for 80 guests").format(n=WEDDING_SETS[0]),
        (
            _("Everything in Suite"),
            _("Menus, place cards and table numbers"),
            _("Thank-you notes with envelopes"),
            _("One large sheet in wood type with the names of all your guests"),
        ),
        _("six weeks; table pieces three weeks before the day"),
    ),
)

WEDDING_PRINT = PriceList(
    _("Packages by number of sets; a set goes to one household"),
    (
        Row(_("Invitation"), INVITATION_PRICES),
        Row(_("Suite"), SUITE_PRICES),
        Row(_("The Full Table"), WHOLE_TABLE_PRICES),
    ),
    columns=WEDDING_SETS,
    counted=_("Sets"),
)

CORRECTION_CARDS = Row(_("Correction cards"), (2600, 3400, 4400), _("A7, one colour, with the new date"))
WEDDING_SINGLES = PriceList(
    _("Single pieces to go with a suite, prices by number of pieces"),
    (
        Row(_("Place cards"), (1800, 2600, 3600), _("each with its name")),
        Row(_("Menus"), (3200, 4400, 5900), _("one colour, 300 gsm paper")),
        Row(_("Thank-you notes"), (3400, 4700, 6200), _("with envelopes")),
        CORRECTION_CARDS,
        Row(_("Addressing by hand"), (1500, 2700, 4200), _("Jakub’s best handwriting")),
    ),
    columns=(30, 60, 100),
    counted=_("Pieces"),
)

TABLE_NUMBERS = PriceList(
    _("Table numbers, prices by number of pieces"),
    (Row(_("Table numbers"), (1900, 2400, 2900), _("A6, wood type, 300 gsm paper")),),
    columns=(10, 15, 20),
    counted=_("Pieces"),
)

LEVERS = (
    TitledText(
        _("Each colour is a pass"),
        _(
            "A second colour is a second plate, another make-ready and another round of all the sheets: "
            "{price} on {n} business cards. It’s where most of the money goes, and most of the beauty."
        ).format(price=Crowns(cost(PASS)), n=ANATOMY_PIECES),
    ),
    TitledText(
        _("Number of pieces"),
        _("The first card is the expensive one: {few} cost {price}, and another {more} add only {added}.").format(
            few=FEW_CARDS,
            price=Crowns(_cards(FEW_CARDS)),
            more=ANATOMY_PIECES - FEW_CARDS,
            added=Crowns(_cards(ANATOMY_PIECES) - _cards(FEW_CARDS)),
        ),
    ),
    TitledText(
        _("Paper"),
        _(
            "Between 300 gsm and 600 gsm there are a few crowns a piece. Between 600 gsm and 900 gsm there is a "
            "handshake."
        ),
    ),
    TitledText(
        _("Whose design"),
        _("You send finished artwork: you pay for printing. Jakub draws it: you pay for his time, agreed in advance."),
    ),
    TitledText(
        _("Type instead of plates"),
        _(
            "A short text set by hand from our cases saves the plate. It also makes you cut your text, which rarely "
            "hurts."
        ),
    ),
    TitledText(_("Rush jobs"), _("We charge nothing extra for them. We simply say no when it can’t be done well.")),
)

JOBS = (
    Job(
        _("{n} business cards, one colour, your artwork").format(n=ANATOMY_PIECES),
        _cards(ANATOMY_PIECES),
        _("two weeks"),
    ),
    Job(
        _("{n} business cards with design").format(n=ANATOMY_PIECES),
        BUSINESS_PACKAGES[0].crowns,
        BUSINESS_PACKAGES[0].takes,
    ),
    Job(
        _("Wedding suite for {n} households").format(n=WEDDING_SETS[0]),
        WEDDING_PACKAGES[1].crowns,
        WEDDING_PACKAGES[1].takes,
    ),
    Job(_("Identity and stationery for a small company"), BUSINESS_PACKAGES[1].crowns, BUSINESS_PACKAGES[1].takes),
    Job(
        _("{n} posters {size}, two colours").format(n=POSTERS.columns[1], size=PROOF.sheet),
        POSTERS_IN_TWO_COLOURS.prices[1],
        _("three weeks"),
    ),
    Job(_("A door sign in birch plywood"), DOOR_SIGN.prices[0], _("two weeks")),
)

PRICING_QUESTIONS = (
    Question(
        _("Are these prices final?"),
        _(
            "Yes, for exactly what is listed, VAT included. When your job differs, you get one number in a quote, "
            "and that price stands."
        ),
    ),
    Question(
        _("What is the smallest run?"),
        _(
            "There’s no minimum, only the make-ready, which costs the same for ten pieces as for a thousand. "
            "Under fifty pieces we’ll tell you when digital printing makes more sense."
        ),
    ),
    Question(
        _("How do I pay?"),
        _(
            "Half when you approve the design, half when you collect it, or before we post it. By bank transfer; when "
            "you collect, also by card or in cash."
        ),
    ),
    Question(
        _("Do you post it?"),
        _(
            "You can collect it on Francouzská free of charge. Within the Czech Republic we post up to {n} kg for "
            "{price}; abroad you pay what the carrier charges, which you’ll find in the quote."
        ).format(n=PARCEL_KILOGRAMS, price=Crowns(PARCEL)),
    ),
    Question(
        _("Can I see it before you print all of it?"),
        _(
            "We send a photo of the first sheet, and you’re welcome to come to the press and approve it in "
            "person. There’s coffee, and the first sheet is yours."
        ),
    ),
)

BUSINESS_QUESTIONS = (
    Question(
        _("We have a logo already. Will you print it as it is?"),
        _(
            "Gladly. Send a vector file; if it only exists as a screenshot from 2009, Jakub will redraw it for {price}."
        ).format(price=Crowns(LOGO_REDRAWN)),
    ),
    Question(
        _("What doesn’t suit letterpress?"),
        _(
            "Photographs, gradients and large solid areas on both sides of thin paper. Fine lines, type and empty "
            "space look better here than anywhere else."
        ),
    ),
    Question(
        _("A colleague joined us. Can you print just her card?"),
        _(
            "Yes. We know your design by now: {n} cards with her name cost {price}, or {together} if they go to "
            "press together with yours."
        ).format(n=ANATOMY_PIECES, price=Crowns(cost(ANOTHER_NAME)), together=Crowns(cost(NAME_ALONG))),
    ),
    Question(
        _("Do you match Pantone colours?"),
        _(
            "Yes. Tereza mixes them by eye and checks them on the scales. On cotton paper ink dries a little "
            "darker than in the swatch book, so we always show you a dry sheet."
        ),
    ),
)

WEDDING_QUESTIONS = (
    Question(
        _("How many sets do we need?"),
        _(
            "One per household, not per guest. Then add five: for the aunt you forgot, for the album, and for the "
            "one that falls into a puddle."
        ),
    ),
    Question(
        _("Could it be in two languages?"),
        _(
            "Yes, and for the price of one, as long as both fit on the card. We have set Czech with English, German, "
            "Greek and Vietnamese; someone in the family must proofread, though."
        ),
    ),
    Question(
        _("And if the date changes?"),
        _(
            "It happens. Before printing, it costs a new plate, {plate}. After printing, we make small, charming "
            "correction cards: {n} of them for {cards}."
        ).format(plate=Crowns(PLATE.once), n=WEDDING_SINGLES.columns[1], cards=Crowns(CORRECTION_CARDS.prices[1])),
    ),
)
