"""Examples of the studio's work, by category."""

from dataclasses import dataclass, field

from app.content.studio import STUDIO
from app.i18n import Text, _


@dataclass(frozen=True)
class Like:
    """Form values for an order similar to a work. They prefill the inquiry form and determine the displayed price."""

    what: str
    pieces: int
    colours: int


@dataclass(frozen=True)
class View:
    """A close-up of a work. `alt` describes the picture, and `text` points out a detail."""

    picture: str
    alt: Text
    text: Text


@dataclass(frozen=True)
class Work:
    """A finished work.

    `featured` works are on the home page. `like` contains the form values for a similar order. `like` is None if the
    price lists lack a feature of the work, such as a painted edge.
    """

    slug: str
    title: Text
    client: str
    year: int
    description: Text
    technique: Text
    picture: str
    alt: Text
    featured: bool = False
    views: tuple[View, ...] = ()
    like: Like | None = None


@dataclass(frozen=True)
class Category:
    """A category of works, with its own page.

    Search engines show `window` as the page's title and `abstract` as its description. `prices` is the route of the
    page with its prices. `asked` contains query parameters that prefill the inquiry form.
    """

    slug: str
    title: Text
    summary: Text
    works: tuple[Work, ...]
    headline: Text
    window: Text
    abstract: Text
    prices: str = "pricing"
    asked: dict[str, str] = field(default_factory=dict[str, str])


WEDDINGS = (
    Work(
        "linden-sprig",
        _("Linden Sprig"),
        "Ema & Šimon",
        2026,
        _(
            "They were married under a linden in Lednice. We drew one sprig of that very tree and printed it in its "
            "own green; the words needed only black."
        ),
        _("Letterpress in two colours, 600 gsm cotton, torn edge"),
        "weddings-1",
        _("Letterpress wedding invitation on thick cotton paper with a printed green sprig"),
        featured=True,
        views=(
            View(
                "weddings-1-detail",
                _("The green sprig up close: each leaf lies a little below the surface of the paper"),
                _("The leaves lie a third of a millimetre below the paper. A thumb finds them sooner than an eye."),
            ),
        ),
    ),
    Work(
        "blind-garden",
        _("Garden without Ink"),
        "Klára & Matouš",
        2025,
        _(
            "A whole border of meadow flowers pressed into the sheet and not a drop of ink on it. It shows when you "
            "tilt the card towards a window."
        ),
        _("Blind deboss, text in one colour, 700 gsm cotton"),
        "weddings-2",
        _("White wedding card with a border of flowers pressed into the paper without ink"),
        views=(
            View(
                "weddings-2-detail",
                _("Flowers pressed into white paper, seen by the shadows at their edges alone"),
                _("Light from the side, at half past six in the evening. At noon the card is nearly empty."),
            ),
        ),
    ),
    Work(
        "between-the-rows",
        _("Between the Rows"),
        "Johana & Vít",
        2026,
        _(
            "A suite for a vineyard wedding in Pálava: the lines of text run like rows of vines, straight as far as "
            "the cellar. The reply card doubles as a wine list."
        ),
        _("Letterpress in two colours, 400 gsm cotton, lined envelope"),
        "weddings-3",
        _("Wedding invitation suite with reply card and envelope, set in rows of fine type"),
    ),
    Work(
        "twelve-tables",
        _("Twelve Tables"),
        "Adéla & Ondřej",
        2024,
        _(
            "Menus, place cards and table numbers for a hundred and eight guests. The numbers are wood type from 1890, "
            "and the seven had to be borrowed from a colleague in Olomouc."
        ),
        _("Wood type and polymer plates, 300 gsm paper"),
        "weddings-4",
        _("Printed menus, place cards and large table numbers for a wedding dinner"),
    ),
    Work(
        "ticket-to-znojmo",
        _("Single to Znojmo"),
        "Barbora & Filip",
        2025,
        _(
            "They met on the 17:04 to Znojmo. The invitation is a cardboard train ticket, numbered and punched, and "
            "the conductor from that train came to the wedding."
        ),
        _("Letterpress in two colours, 1 mm grey board, numbering and punching by hand"),
        "weddings-5",
        _("Wedding invitations in the shape of small numbered cardboard train tickets"),
        featured=True,
    ),
    Work(
        "two-alphabets",
        _("Two Alphabets"),
        "Eleni & Tomáš",
        2024,
        _("Czech on the left, Greek on the right, one typeface and equal weight for both families."),
        _("Letterpress in one colour, 600 gsm cotton, folded"),
        "weddings-6",
        _("Folded wedding invitation set in two languages side by side"),
    ),
    Work(
        "january",
        _("January"),
        "Marie & Jiří",
        2026,
        _(
            "A wedding in the Beskids in the deepest frost. Silver on midnight blue, pressed three times until it "
            "shone."
        ),
        _("Letterpress in silver, three passes, 540 gsm dyed-through paper"),
        "weddings-7",
        _("Dark blue wedding card printed in silver ink"),
    ),
    Work(
        "small-wedding-large-type",
        _("Small Wedding, Large Type"),
        "Anna & Lukáš",
        2023,
        _(
            "Nineteen guests, so there was time to print each name in wood type, one sheet for each. Most of the "
            "sheets hang framed today."
        ),
        _("Wood type by hand on the proof press, 300 gsm paper"),
        "weddings-8",
        _("Wedding stationery set in large wood type, printed in black and red"),
    ),
)

BUSINESS = (
    Work(
        "down-the-stairs",
        _("Seven Steps Down"),
        "Kavárna Pod Schody",
        2026,
        _(
            "Identity for a basement café: cards, menus and a loyalty card. Six letters walk down the stairs, one to "
            "a step; the seventh step is a coffee on the house."
        ),
        _("Letterpress in two colours, 700 gsm cotton and grey board"),
        "business-1",
        _("Letterpress business cards of a café, stacked and laid out on a table"),
        featured=True,
    ),
    Work(
        "floor-plans",
        _("Floor Plans at 1:500"),
        "Ateliér Kolář Veselá",
        2025,
        _(
            "Each of the nine architects has a different house pressed into the card, drawn to scale. Clients "
            "collect the set."
        ),
        _("Blind deboss and one colour, 700 gsm cotton"),
        "business-2",
        _("Architects’ business cards with a floor plan pressed into white paper"),
    ),
    Work(
        "paper-with-weight",
        _("A Letter with Weight"),
        "Advokátní kancelář Brázdová",
        2025,
        _(
            "Letterhead, envelopes and cards for a solicitor who still sends letters. Small type, wide margins, one "
            "line in vermilion where the signature goes."
        ),
        _("Letterpress in two colours, 120 gsm laid paper and 600 gsm cotton"),
        "business-3",
        _("Letterhead, envelopes and cards of a law practice with fine type and wide margins"),
    ),
    Work(
        "labels-pod-hajkem",
        _("Six Wines, One Hill"),
        "Vinařství Pod Hájkem",
        2024,
        _(
            "Labels for a winery of four hectares. The contour lines on all six belong to the same hill; put the "
            "bottles in order and you can see all of it."
        ),
        _("Letterpress in two colours, 170 gsm cotton label stock"),
        "business-4",
        _("Printed wine labels with contour lines and small type"),
    ),
    Work(
        "third-leaven",
        _("Bread on Wednesday"),
        "Pekárna Třetí kvas",
        2026,
        _(
            "Bags, price tags and a sign above the door for a bakery that bakes four days a week. The price tags "
            "come in sets, so that they can be swapped by hand."
        ),
        _("Wood type, polymer plates, kraft paper and birch plywood"),
        "business-5",
        _("Printed paper bags and price tags of a bakery in bold type"),
        featured=True,
    ),
    Work(
        "watchmaker",
        _("Twelve Cards, Twelve Hours"),
        "Hodinářství Urbanec",
        2023,
        _(
            "A watchmaker’s card with an edge painted in vermilion and the hands in twelve positions. You get the one "
            "that matches the hour you came in."
        ),
        _("Letterpress in one colour, 900 gsm duplexed cotton, painted edge"),
        "business-6",
        _("Thick business cards with edges painted in vermilion"),
        views=(
            View(
                "business-6-detail",
                _("A stack of the watchmaker’s cards from its corner: the painted edges make one vermilion block"),
                _("The edges are painted by hand, a whole stack clamped in the vice at a time, in three thin coats."),
            ),
        ),
    ),
    Work(
        "little-owl",
        _("From the Little Owl’s Library"),
        "Nakladatelství Sýček",
        2024,
        _(
            "Bookplates, compliment slips and a stamp for a publisher of essays. The owl is set entirely from brackets "
            "and a semicolon."
        ),
        _("Hand-set metal type, 120 gsm laid paper"),
        "business-7",
        _("Bookplates and slips of a publisher with an ornament set in metal type"),
    ),
    Work(
        "three-lindens",
        _("Rooms One to Nine"),
        "Penzion U Tří lip",
        2025,
        _(
            "Signage for a guesthouse in Telč: room numbers, arrows and a breakfast board, all printed from one worn "
            "case of wood type."
        ),
        _("Wood type on birch plywood, oil varnish"),
        "business-8",
        _("Signage with large numbers printed in wood type"),
    ),
)

POSTERS = (
    Work(
        "prask",
        _("Prásk!"),
        STUDIO.name,
        2026,
        _(
            "The first sheet off the proof press after its overhaul, five letters and an exclamation mark. The sound "
            "is accurate; the neighbours confirmed it."
        ),
        _("Wood type in two colours, 50 × 70 cm, edition of 60"),
        "posters-1",
        _("Poster with one large word in wood type, printed in black and vermilion"),
        featured=True,
        views=(
            View(
                "posters-1-detail",
                _("The feet of large vermilion letters, with the pale specks that worn wood leaves in the ink"),
                _("The pale specks come from the wood, not the ink: the letters are older than both of us combined."),
            ),
        ),
        like=Like("posters", pieces=60, colours=2),
    ),
    Work(
        "jazz-in-the-basement",
        _("Jazz in the Basement"),
        "Klub Suterén",
        2025,
        _(
            "A season of eight concerts. Circles for the horns, bars for the bass; every evening the next colour was "
            "printed over the sheets that were left."
        ),
        _("Linocut and wood type in three colours, 48 × 60 cm"),
        "posters-2",
        _("Concert poster of overlapping circles and bars in three colours"),
        like=Like("posters", pieces=60, colours=3),
    ),
    Work(
        "forty-two-letters",
        _("Forty-Two Letters"),
        STUDIO.name,
        2024,
        _(
            "The whole Czech alphabet from thirteen different cases, no two letters in the same size. And yes, Ch is a "
            "letter; it has its own place between H and I."
        ),
        _("Wood and metal type in one colour, 48 × 60 cm, edition of 120"),
        "posters-3",
        _("Poster with the Czech alphabet in many sizes of wood type"),
        like=Like("posters", pieces=120, colours=1),
    ),
    Work(
        "three-sisters",
        _("Three Sisters"),
        "Divadlo Na Dlažbě",
        2025,
        _(
            "Three rectangles that lean towards Moscow and never get there. The third pass was printed with almost "
            "no ink left."
        ),
        _("Linocut and metal type in three passes, 48 × 60 cm"),
        "posters-4",
        _("Theatre poster with three leaning shapes printed over one another"),
        like=Like("posters", pieces=60, colours=3),
    ),
    Work(
        "open-presses",
        _("Open Press Day"),
        STUDIO.name,
        2026,
        _(
            "An invitation to our own workshop that visitors print themselves. It says everything except the hour, "
            "because that one piece of type fell behind the cabinet."
        ),
        _("Wood type in two colours, 40 × 50 cm"),
        "posters-5",
        _("Poster for an open day at a print workshop, set in wood type of several widths"),
        like=Like("posters", pieces=20, colours=2),
    ),
    Work(
        "up-and-back",
        _("Up to Vranov and Back"),
        "Cyklospolek Šlapka",
        2023,
        _("A cycle race of 41 kilometres and 760 metres of climbing. The line of the hill is the actual profile."),
        _("Linocut and wood type in two colours, 48 × 60 cm"),
        "posters-6",
        _("Poster of a cycle race with wheels and the line of a hill"),
        like=Like("posters", pieces=60, colours=2),
    ),
    Work(
        "comma",
        _("Comma"),
        "Knihkupectví Obratník",
        2024,
        _(
            "A bookshop asked for a poster about reading. We cut the largest comma that fits our press, because that "
            "is where a reader takes a breath."
        ),
        _("Linocut in one colour, 48 × 60 cm, edition of 80"),
        "posters-7",
        _("Poster with a single huge comma printed in one colour"),
        like=Like("posters", pieces=80, colours=1),
    ),
    Work(
        "full-moon",
        _("Full Moon"),
        "Hvězdářský kroužek Vega",
        2025,
        _(
            "A calendar of the thirteen full moons of 2026, each one a circle pressed with a little less ink than "
            "the one before."
        ),
        _("Letterpress in two colours with overprint, 48 × 60 cm"),
        "posters-8",
        _("Poster with a grid of circles that grow paler from row to row"),
        featured=True,
        like=Like("posters", pieces=120, colours=2),
    ),
)

PORTFOLIO: tuple[Category, ...] = (
    Category(
        "weddings",
        _("Weddings"),
        _("Invitations, menus and everything else there is to read at a wedding."),
        WEDDINGS,
        _("Wedding stationery"),
        _("Letterpress wedding invitations: our work"),
        _(
            "Letterpress weddings: invitations, menus and place cards on cotton paper, among them a train ticket to "
            "Znojmo and a garden printed without ink."
        ),
        prices="pricing-weddings",
        asked={"what": "invitations"},
    ),
    Category(
        "business",
        _("Business"),
        _("Identities, cards, labels and signs for companies that want to be remembered by touch, too."),
        BUSINESS,
        _("Letterpress for businesses"),
        _("Our letterpress business cards and identities"),
        _(
            "Letterpress for businesses: cards, letterheads, wine labels and signs for a café, architects, a bakery, "
            "a guesthouse and a watchmaker."
        ),
        prices="pricing-business",
        asked={"what": "cards"},
    ),
    Category(
        "posters",
        _("Posters"),
        _("Large letters, strong colour, limited editions. Some were commissions, some we simply could not resist."),
        POSTERS,
        _("Posters in wood type"),
        _("Letterpress posters in wood type: our work"),
        _(
            "Posters from wood type and lino, printed by hand in Brno in small editions: jazz, theatre, an alphabet "
            "and the largest comma in town."
        ),
        asked={"what": "posters"},
    ),
)


def category(slug: str) -> Category:
    return {one.slug: one for one in PORTFOLIO}[slug]
