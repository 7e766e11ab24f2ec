"""What the work costs: packages, price lists, the anatomy of one price, and the questions about them.

Every amount is a whole number of Czech crowns with VAT included.
"""

from dataclasses import dataclass

from app.content.questions import Question
from app.i18n import Text, _


@dataclass(frozen=True)
class Package:
    """Several things for one price. `crowns` is the whole of it, `covers` says for how much of what."""

    name: Text
    summary: Text
    crowns: int
    covers: Text
    contains: tuple[Text, ...]
    takes: Text


@dataclass(frozen=True)
class Row:
    """A line of a price list: a thing, and its price in each column."""

    name: Text
    prices: tuple[int, ...]
    note: Text | None = None


@dataclass(frozen=True)
class PriceList:
    """A table of prices. The columns are numbers of what is `counted`; a list without columns has one price a row."""

    caption: Text
    rows: tuple[Row, ...]
    columns: tuple[int, ...] = ()
    counted: Text | None = None


@dataclass(frozen=True)
class Part:
    """One of the amounts that a price is made of."""

    name: Text
    explanation: Text
    crowns: int


@dataclass(frozen=True)
class Lever:
    """Something that moves a price, and by how much in words."""

    name: Text
    effect: Text


@dataclass(frozen=True)
class Job:
    """A typical order: what it costs and how long it takes."""

    name: Text
    crowns: int
    takes: Text


BUSINESS_PACKAGES = (
    Package(
        _("Card"),
        _("For one person who hands something over at the end of a good conversation."),
        8900,
        _("200 cards for one name"),
        (
            _("Design of the card, two proposals, two rounds of changes"),
            _("600 g cotton paper, two sides, one color"),
            _("The plates stay with us: a reprint costs from 3,950 CZK"),
        ),
        _("four weeks"),
    ),
    Package(
        _("Desk"),
        _("For a small company that wants its letter, its card and its invoice to come from the same house."),
        24900,
        _("200 cards for two names, 250 letterheads, 250 envelopes"),
        (
            _("Logotype or wordmark, drawn from scratch"),
            _("Cards and letterheads in two colors, envelopes in one"),
            _("Office templates in the same type, for everything you print yourselves"),
            _("A rubber stamp, because everyone enjoys a stamp"),
        ),
        _("six weeks"),
    ),
    Package(
        _("Front Door"),
        _("For a café, shop or practice that opens in spring and needs everything down to the sign above the door."),
        48000,
        _("everything in Desk, signs and print for the opening"),
        (
            _("Everything in Desk"),
            _("A sign above the door, opening hours and up to six smaller signs in birch plywood"),
            _("Twenty opening posters, 50 × 70 cm, in two colors"),
            _("A short manual with colors, type and what not to do"),
        ),
        _("ten weeks"),
    ),
)

BUSINESS_PRINT = PriceList(
    _("Printing from your own artwork, prices by number of pieces"),
    (
        Row(_("Business cards, one color"), (3900, 4900, 7900), _("600 g cotton paper, one side")),
        Row(_("Business cards, two colors"), (5200, 6400, 9900), _("600 g cotton paper, two sides")),
        Row(_("Note cards with envelopes"), (5400, 7900, 14500), _("A6, one color")),
        Row(_("Labels"), (4600, 5900, 9800), _("cotton label stock, up to 9 × 12 cm")),
        Row(_("Envelopes with return address"), (2900, 3900, 6900), _("C6 or DL, one color")),
    ),
    columns=(100, 200, 500),
    counted=_("Pieces"),
)

BUSINESS_SIGNS = PriceList(
    _("Signs, price for one"),
    (
        Row(_("Room number"), (850,), _("10 × 10 cm, birch plywood, wood type")),
        Row(_("Door sign"), (2400,), _("A4, up to twelve letters")),
        Row(_("Opening hours"), (3200,), _("30 × 40 cm, lines that can be swapped")),
        Row(_("Sign above the door"), (9800,), _("up to 120 cm, oil varnish, fittings included")),
    ),
)

BUSINESS_EXTRAS = PriceList(
    _("Extras, for up to 200 cards"),
    (
        Row(_("One more color"), (1200,)),
        Row(_("Blind deboss"), (1200,), _("a plate without ink costs the same as one with ink")),
        Row(_("Painted edges"), (1600,)),
        Row(_("One more name"), (1900,), _("its own plate, same design")),
        Row(_("Numbering by hand"), (700,)),
    ),
)

WEDDING_PACKAGES = (
    Package(
        _("Announcement"),
        _("One card that says it all: who, when, where and what time the music starts."),
        8900,
        _("40 sets"),
        (
            _("One card, 600 g cotton paper, one color"),
            _("Type and ornament of your choice from our cases"),
            _("Plain envelope"),
        ),
        _("four weeks"),
    ),
    Package(
        _("Suite"),
        _("What most couples order: the invitation and all that the guests need to find it and to answer."),
        18900,
        _("40 sets"),
        (
            _("Invitation, details card and reply card, two colors"),
            _("A drawing or monogram made for you two"),
            _("Envelope with your return address, reply envelope"),
            _("Two proposals, two rounds of changes"),
        ),
        _("six weeks"),
    ),
    Package(
        _("Whole Table"),
        _("The same hand from the first envelope to the last thank-you. For the wedding and the weeks around it."),
        34900,
        _("40 sets and a table for 80 guests"),
        (
            _("Everything in Suite"),
            _("Menus, place cards and table numbers"),
            _("Thank-you notes with envelopes"),
            _("One large sheet in wood type with the names of all your guests"),
        ),
        _("six weeks, the table three weeks before the day"),
    ),
)

WEDDING_PRINT = PriceList(
    _("Packages by number of sets; a set goes to one household"),
    (
        Row(_("Announcement"), (8900, 10900, 12900)),
        Row(_("Suite"), (18900, 22900, 26900)),
        Row(_("Whole Table"), (34900, 41900, 48900)),
    ),
    columns=(40, 70, 100),
    counted=_("Sets"),
)

WEDDING_SINGLES = PriceList(
    _("Single pieces to go with a suite, prices by number of pieces"),
    (
        Row(_("Place cards"), (1800, 2600, 3600), _("each with its name")),
        Row(_("Menus"), (3200, 4400, 5900), _("one color, 300 g paper")),
        Row(_("Thank-you notes"), (3400, 4700, 6200), _("with envelopes")),
        Row(_("Addressing by hand"), (1500, 2700, 4200), _("Jakub’s best handwriting")),
    ),
    columns=(30, 60, 100),
    counted=_("Pieces"),
)

ANATOMY_OF = BUSINESS_PRINT.rows[0]
ANATOMY_PIECES = BUSINESS_PRINT.columns[1]
ANATOMY = (
    Part(_("Plate"), _("A relief plate from your file. It stays with us for three years."), 950),
    Part(
        _("Make-ready"),
        _(
            "Locking up, inking, feeling for the right depth. About an hour and a half, whether for ten cards or a "
            "thousand."
        ),
        1450,
    ),
    Part(_("Paper"), _("200 cards from 600 g cotton board, and some to spoil."), 1100),
    Part(_("Printing"), _("Every card fed by hand, one by one, then a night to dry."), 1050),
    Part(_("Trimming and packing"), _("Cutting, counting, a box that you will want to keep."), 350),
)
"""What two hundred cards in one color cost, taken apart."""

LEVERS = (
    Lever(
        _("Each color is a pass"),
        _(
            "A second color is a second plate, another make-ready and another round of all the sheets. It is where "
            "most of the money goes, and most of the beauty."
        ),
    ),
    Lever(
        _("Number of pieces"),
        _("The first card is the expensive one. Twice as many never costs twice as much; often a third more."),
    ),
    Lever(
        _("Paper"),
        _("Between 300 g and 600 g there are a few crowns a piece. Between 600 g and 900 g there is a handshake."),
    ),
    Lever(
        _("Whose design"),
        _("You send finished artwork: you pay for printing. Jakub draws it: you pay for his time, agreed in advance."),
    ),
    Lever(
        _("Type instead of plates"),
        _(
            "A short text set by hand from our cases saves the plate. It also makes you cut your text, which rarely "
            "hurts."
        ),
    ),
    Lever(_("Hurry"), _("We charge nothing extra for a rush. We simply say no when it cannot be done well.")),
)

JOBS = (
    Job(_("200 business cards, one color, your artwork"), BUSINESS_PRINT.rows[0].prices[1], _("two weeks")),
    Job(_("200 business cards with design"), BUSINESS_PACKAGES[0].crowns, BUSINESS_PACKAGES[0].takes),
    Job(_("Wedding suite for 40 households"), WEDDING_PACKAGES[1].crowns, WEDDING_PACKAGES[1].takes),
    Job(_("Identity and stationery of a small company"), BUSINESS_PACKAGES[1].crowns, BUSINESS_PACKAGES[1].takes),
    Job(_("60 posters 50 × 70 cm, two colors"), 12900, _("three weeks")),
    Job(_("A door sign in birch plywood"), BUSINESS_SIGNS.rows[1].prices[0], _("two weeks")),
)

PRICING_QUESTIONS = (
    Question(
        _("Are these prices final?"),
        _(
            "For what stands beside them, yes, VAT included. When your job differs, you get one number in a quote, and "
            "that number then holds."
        ),
    ),
    Question(
        _("What is the smallest run?"),
        _(
            "There is no minimum, only the make-ready, which costs the same for ten pieces as for a thousand. Under "
            "fifty pieces we will tell you when digital printing makes more sense."
        ),
    ),
    Question(
        _("How do I pay?"),
        _(
            "Half when you approve the design, half when you collect it. By bank transfer or card; the invoice comes "
            "from an ordinary printer, so do not be disappointed."
        ),
    ),
    Question(
        _("Can I see it before you print all of it?"),
        _(
            "We send a photo of the first sheet, and you are welcome to come to the press and approve it in person. "
            "There is coffee, and the first sheet is yours."
        ),
    ),
)

BUSINESS_QUESTIONS = (
    Question(
        _("We have a logo already. Will you print it as it is?"),
        _(
            "Gladly. Send a vector file; if it only exists as a screenshot from 2009, Jakub will redraw it for 1,500 "
            "CZK."
        ),
    ),
    Question(
        _("What does not suit letterpress?"),
        _(
            "Photographs, gradients and large solid areas on both sides of thin paper. Fine lines, type and empty "
            "space look better here than anywhere else."
        ),
    ),
    Question(
        _("A colleague joined us. Can you print just her card?"),
        _(
            "Yes. We keep your plates for three years, so we only make the one with her name: 1,900 CZK for up to 200 "
            "cards, plus the paper."
        ),
    ),
    Question(
        _("Do you match Pantone colors?"),
        _(
            "Tereza mixes them by eye and checks them by scale. On cotton paper ink dries a little darker than in the "
            "swatch book, so we always show you a dry sheet."
        ),
    ),
)

WEDDING_QUESTIONS = (
    Question(
        _("When should we order?"),
        _(
            "Five months before the day is comfortable, three is enough. Guests should hold the invitation eight weeks "
            "before the wedding at the latest."
        ),
    ),
    Question(
        _("How many sets do we need?"),
        _(
            "One a household, not one a guest. Then add five: for the aunt you forgot, for the album, and for the one "
            "that falls into a puddle."
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
            "We have lived through that. If it changes before printing, it costs a new plate, 950 CZK. After printing "
            "we can do a small, charming correction card for half the price."
        ),
    ),
)
