"""The inquiry form: choices, limits, and error messages."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Literal

from app.content.estimate import (
    AMOUNT,
    COLOURS,
    EMAIL,
    FINISHED,
    OFFICE,
    ONLY_CARDS,
    OWN,
    POST,
    PRINTED_TO_ORDER,
    PRODUCTS,
    STUDIO,
    WEDDING,
)
from app.content.pricing import PARCEL, PARCEL_KILOGRAMS, WEDDING_PRINT
from app.content.vouchers import ANY_VALIDITY, LOWEST_VALUE, OTHER_AMOUNT, POSTAGE, VOUCHERS
from app.content.workshops import MOVING, WORKSHOPS
from app.i18n import Text, _
from app.i18n.formats import Crowns, Number
from app.inquiries.limits import (
    MAX_ADDRESS,
    MAX_COMPANY,
    MAX_COMPANY_NUMBER,
    MAX_EMAIL,
    MAX_FILE_MEGABYTES,
    MAX_FILES,
    MAX_GREETING,
    MAX_GREETING_LINES,
    MAX_MESSAGE,
    MAX_NAME,
    MAX_PEOPLE,
    MAX_PHONE,
    MAX_PIECES,
    MAX_RECIPIENT,
    MAX_VOUCHER,
)

SEATS = "/workshops.json"
"""The URL that returns each workshop's number of free seats."""

TYPES = {
    "pdf": "application/pdf",
    "ai": "application/postscript",
    "eps": "application/postscript",
    "svg": "image/svg+xml",
    "png": "image/png",
    "jpg": "image/jpeg",
    "tif": "image/tiff",
    "heic": "image/heic",
}
ENDINGS = (*TYPES, "jpeg", "tiff", "heif")
"""File suffixes that the form accepts."""
FILE_TYPES = "PDF, AI, EPS, SVG, PNG, JPEG, TIFF, HEIC"

WHAT: Mapping[str, Text] = {
    "cards": _("Business cards"),
    "invitations": _("Invitations"),
    "posters": _("Posters"),
    "prints": _("Other prints and signs"),
    "workshop": _("A workshop at the press"),
    "voucher": _("A gift voucher"),
    "sample-pack": _("A sample pack of papers"),
    "other": _("Something else"),
}
LISTED = "listed"
PAPERS: Mapping[str, Text] = {
    LISTED: _("As in the price list"),
    "lighter": _("Lighter, from 300 gsm"),
    "heavier": _("Heavier, up to 900 gsm"),
    "advice": _("Not sure, please advise"),
}
Values = Mapping[str, str]
Control = Literal["choice", "number", "date", "text", "lines", "phone", "email", "files"]


@dataclass(frozen=True)
class Field:
    """A field of the form.

    - `limit`: a text's maximum length, or a number's maximum
    - `pattern`: a regular expression for Python and JavaScript
    - `when`: another field's name and the values that make this field visible
    - `is_price`: whether the choice affects the estimate; numbers always affect it

    Different kinds of inquiries can have fields with the same name but different labels.
    """

    name: str
    label: Text
    control: Control
    problem: Text
    options: Mapping[str, Text] = field(default_factory=dict[str, Text])
    hint: Text | None = None
    least: int = 1
    limit: int = 0
    pattern: str = ".*"
    is_required: bool = False
    is_price: bool = False
    when: tuple[str, tuple[str, ...]] | None = None

    def lacks(self, value: str) -> bool:
        return self.control == "choice" and value not in self.options

    @property
    def is_free(self) -> bool:
        """Whether visitors can enter arbitrary text. Emails to visitors must not quote such text."""
        return self.control in ("text", "lines", "phone", "email")


_CHOOSE = _("Choose one of the options.")
_RANGE = _("Enter a whole number from {least} to {n}.")
_LENGTH = _("Enter {n} characters at most.")


def _number(name: str, label: Text, limit: int, *, least: int = 1, hint: Text | None = None) -> Field:
    problem = _RANGE.format(least=Number(least), n=Number(limit))
    return Field(name, label, "number", problem, hint=hint, least=least, limit=limit, is_required=True)


def _choice(name: str, label: Text, options: Mapping[str, Text], **more: Any) -> Field:
    return Field(name, label, "choice", _CHOOSE, options, **more)


def _text(name: str, label: Text, limit: int, control: Control = "text", **more: Any) -> Field:
    return Field(name, label, control, _LENGTH.format(n=Number(limit)), limit=limit, **more)


def voucher_option(kind: Text, crowns: int, buys: Text) -> Text:
    return _("{kind}, {price}: {buys}").format(kind=kind, buys=buys, price=Crowns(crowns))


_WHAT = Field("what", _("What would you like?"), "choice", _("Choose what it’s about."), WHAT)
_PIECES = _number("pieces", _("Number of pieces"), MAX_PIECES)
_SETS = _number("pieces", _("Number of sets"), MAX_PIECES, hint=_("One for each household, and a few to spare."))
_PEOPLE = replace(
    _number("pieces", _("Number of people"), MAX_PEOPLE, hint=_("Leave empty for one place.")), is_required=False
)
_COLOURS = replace(
    _choice("colours", _("Colours"), {str(each): Text(str(each)) for each in COLOURS}, is_price=True),
    problem=_("Choose from {first} to {last} colours.").format(first=COLOURS[0], last=COLOURS[-1]),
)
_DESIGN = _choice("design", _("Design"), {OWN: _("I have my own artwork"), STUDIO: _("Please draw it for me")})
_PAPER = replace(_choice("paper", _("Paper"), PAPERS), problem=_("Choose one of the papers."))
_BY = Field("by", _("Needed by"), "date", _("Enter a date in the future, or leave the field empty."))
_MESSAGE = Field(
    "message",
    _("Your message"),
    "lines",
    _("Tell us a little about it, in {n} characters at most.").format(n=Number(MAX_MESSAGE)),
    limit=MAX_MESSAGE,
)
_FILES = Field(
    "files",
    _("Files"),
    "files",
    _("At most {n} files, each up to {size} MB and of one of these types: {types}.").format(
        n=MAX_FILES, size=MAX_FILE_MEGABYTES, types=FILE_TYPES
    ),
    hint=_("Up to {n} files, {size} MB each: {types}.").format(n=MAX_FILES, size=MAX_FILE_MEGABYTES, types=FILE_TYPES),
)
_COMPANY = (
    _text("company", _("Company"), MAX_COMPANY, hint=_("For the invoice.")),
    replace(
        _text("number", _("Company ID (IČO)"), MAX_COMPANY_NUMBER, pattern="(?:[0-9] ?){8}"),
        problem=_("Enter the eight digits of the number, or leave the field empty."),
    ),
)
_ADDRESS = replace(
    _text(
        "address",
        _("Postal address"),
        MAX_ADDRESS,
        "lines",
        hint=_("Street and number, postcode, town, in the Czech Republic. For other countries, write to us first."),
        is_required=True,
    ),
    problem=_("Enter the address, in {n} characters at most.").format(n=Number(MAX_ADDRESS)),
)
_STATIONERY = _choice(
    "stationery",
    _("What exactly?"),
    {
        ONLY_CARDS: _("Business cards"),
        **{
            name: _("{package}: {covers}").format(package=each.name, covers=each.covers)
            for name, each in OFFICE.items()
        },
    },
    is_price=True,
)
_PACKAGE = _choice(
    "package",
    _("Package"),
    {
        name: _("{package}: {price} for {n} sets").format(
            package=each.name, price=Crowns(each.crowns), n=WEDDING_PRINT.columns[0]
        )
        for name, each in WEDDING.items()
    },
    is_price=True,
)
_PRODUCT = _choice(
    "product", _("What exactly?"), {name: each.row.name for name, each in PRODUCTS.items()}, is_price=True
)
_WORKSHOP = Field(
    "workshop",
    _("Date of the workshop"),
    "choice",
    _("The date you wanted can no longer be booked. Choose another one, or “Any”."),
    {"": _("Any, please advise"), **{each.id: each.name for each in WORKSHOPS}},
    hint=MOVING,
)
_VOUCHER = _choice(
    "voucher",
    _("Voucher"),
    {
        **{
            each.key: voucher_option(category.title, each.crowns, each.buys)
            for category in VOUCHERS
            for each in category.vouchers
        },
        AMOUNT: OTHER_AMOUNT,
    },
    is_price=True,
    is_required=True,
)
_AMOUNT = replace(
    _number(
        "amount",
        _("Amount in crowns"),
        MAX_VOUCHER,
        least=LOWEST_VALUE,
        hint=_(
            "From {least} to {n}. The voucher is valid for {validity}; any unused value stays valid until then."
        ).format(least=Number(LOWEST_VALUE), n=Number(MAX_VOUCHER), validity=ANY_VALIDITY),
    ),
    when=("voucher", (AMOUNT,)),
)
_GREETING = replace(
    _text(
        "greeting",
        _("Text on the voucher"),
        MAX_GREETING,
        "lines",
        pattern=rf"(?:[^\n]*\n){{0,{MAX_GREETING_LINES - 1}}}[^\n]*",
    ),
    problem=_("Enter {n} characters and {lines} lines at most.").format(n=MAX_GREETING, lines=MAX_GREETING_LINES),
)
_DELIVERY = _choice(
    "delivery",
    _("Delivery"),
    {
        EMAIL: _("By e-mail, as a PDF"),
        POST: _("By post within the Czech Republic, {price}").format(price=Crowns(POSTAGE)),
    },
    is_price=True,
)

_CARDS_ONLY = ("stationery", (ONLY_CARDS,))
_TO_ORDER = ("product", PRINTED_TO_ORDER)
KINDS: Mapping[str, tuple[Field, ...]] = {
    "cards": (
        _STATIONERY,
        *(replace(each, when=_CARDS_ONLY) for each in (_PIECES, _COLOURS, replace(_DESIGN, is_price=True), _PAPER)),
        _BY,
        _MESSAGE,
        _FILES,
        *_COMPANY,
    ),
    "invitations": (
        _PACKAGE,
        _SETS,
        replace(_COLOURS, when=("package", ("invitation",))),
        _PAPER,
        _BY,
        _MESSAGE,
        _FILES,
    ),
    "posters": (_PIECES, _COLOURS, _DESIGN, _PAPER, _BY, _MESSAGE, _FILES, *_COMPANY),
    "prints": (_PRODUCT, _PIECES, replace(_DESIGN, when=_TO_ORDER), _BY, _MESSAGE, _FILES, *_COMPANY),
    "workshop": (_WORKSHOP, _PEOPLE, _MESSAGE),
    "voucher": (
        _VOUCHER,
        _AMOUNT,
        _text("recipient", _("Name on the voucher"), MAX_RECIPIENT),
        _GREETING,
        _DELIVERY,
        replace(_ADDRESS, when=("delivery", (POST,))),
        _BY,
        _MESSAGE,
        *_COMPANY,
    ),
    "sample-pack": (_ADDRESS, _MESSAGE),
    "other": (replace(_MESSAGE, is_required=True), _BY, _FILES, *_COMPANY),
}
"""The fields for each kind of inquiry, in the form's order."""

_EARLIER = (replace(_PIECES, is_required=False), _COLOURS, _PAPER, _BY, _MESSAGE, _FILES)
EARLIER: Mapping[str, tuple[Field, ...]] = {
    **dict.fromkeys(("cards", "invitations", "posters"), (_PIECES, *_EARLIER[1:])),
    "workshop": (_WORKSHOP, *_EARLIER),
    "sample-pack": _EARLIER,
    "other": (*_EARLIER, replace(_MESSAGE, is_required=True)),
}
"""The fields of earlier releases' forms, which visitors might still have open."""
EARLIER_FIELDS = (_PIECES, _BY)
"""Fields that earlier releases stored for every kind of inquiry."""

Condition = tuple[str, tuple[str, ...]]
"""A condition: a field's name, and the field's values that meet the condition."""
_OWN_ARTWORK = _("Printing from your own artwork, VAT included. Design and postage are extra.")
_PRINT_ONLY = _("Printing, VAT included. Design and postage are extra: we agree on the price of the design first.")
NOTES: Mapping[str, tuple[tuple[tuple[Condition, ...], Text], ...]] = {
    "cards": (
        (
            (_CARDS_ONLY, ("design", (OWN,))),
            _(
                "Printing from your own artwork on 600 gsm cotton, one side, VAT included. Design and postage are "
                "extra."
            ),
        ),
        (
            (_CARDS_ONLY, ("design", (STUDIO,))),
            _("Design with two concepts, and printing on 600 gsm cotton, one side, VAT included. Postage is extra."),
        ),
        ((("stationery", tuple(OFFICE)),), _("The whole package with its design, VAT included. Postage is extra.")),
    ),
    "invitations": (
        (
            (),
            _("The whole package with type or drawing, and envelopes, VAT included. Postage and addressing are extra."),
        ),
    ),
    "posters": (((("design", (OWN,)),), _OWN_ARTWORK), ((("design", (STUDIO,)),), _PRINT_ONLY)),
    "prints": (
        ((_TO_ORDER, ("design", (OWN,))), _OWN_ARTWORK),
        ((_TO_ORDER, ("design", (STUDIO,))), _PRINT_ONLY),
        (
            (("product", FINISHED),),
            _("A finished print, VAT included. You can collect it, or we post it; up to {n} kg costs {price}.").format(
                n=PARCEL_KILOGRAMS, price=Crowns(PARCEL)
            ),
        ),
    ),
    "workshop": (((), _("VAT included, and so are paper, ink, an apron and coffee. This price is final.")),),
    "voucher": (((), _("The value of the voucher, and postage if it goes by post. This price is final.")),),
    "sample-pack": (((), _("VAT and postage within the Czech Republic included. We take it off your first order.")),),
    "other": (((), _("It isn’t on the price list. We’ll send you one final price.")),),
}
"""Notes about an estimate, keyed by kind of inquiry. The form shows the first note whose conditions are all met."""


PHONE = replace(
    _text("phone", _("Phone"), MAX_PHONE, "phone", pattern=r"\+?[0-9 ()./-]{6,}"),
    problem=_("Enter a phone number, or leave the field empty."),
)
PERSON = (
    Field(
        "name",
        _("Name"),
        "text",
        _("Enter your name, in {n} characters at most.").format(n=MAX_NAME),
        limit=MAX_NAME,
        is_required=True,
    ),
    Field(
        "email",
        _("E-mail"),
        "email",
        _("Enter an address that our answer will reach, such as jana@example.com."),
        limit=MAX_EMAIL,
        is_required=True,
    ),
    PHONE,
)
"""Fields about the sender, which are part of every form."""

FIELDS = (
    "what",
    *("stationery", "package", "product", "workshop", "voucher", "amount", "pieces", "colours", "design", "paper"),
    *("recipient", "greeting", "delivery", "address", "by", "message", "files"),
    *("name", "email", "phone", "company", "number"),
)
"""The names of all fields, in the form's order."""
TEXT_FIELDS = tuple(name for name in FIELDS if name != "files")
PREFILLED = ("what", "workshop", "pieces", "colours", "paper", "stationery", "package", "product", "design", "voucher")
COLUMNS = ("what", "workshop", "pieces", "colours", "paper", "by", "name", "email", "message", "files")
"""Fields with their own column in the database. The column `details` contains the other fields."""
DETAILS = tuple(name for name in FIELDS if name not in COLUMNS)
PRINTED = ("recipient", "greeting")
GREETING = "message"
"""The key of a voucher's greeting in the column `details`."""


FORM, REASON, ESTIMATE, PARTS, STATE, CLEAR, OUTCOMES = (
    f"inquiry-{name}" for name in ("form", "reason", "estimate", "parts", "state", "clear", "outcomes")
)
"""IDs of elements that the page, the script and the server use."""


REFERENCE = "reference"
"""The query parameter with an inquiry's reference, and the ID of the paragraph that shows it."""


def field_id(name: str) -> str:
    return f"inquiry-{name}"


def hint_id(name: str) -> str:
    return f"inquiry-{name}-hint"


def problem_id(name: str) -> str:
    return f"inquiry-{name}-problem"


def _by_field(text_of: Callable[[Field], Text]) -> Mapping[str, Text]:
    """Returns the texts of fields, keyed by field name. If a kind of inquiry has its own text for a field, the key of
    this text contains the kind, such as `workshop pieces`.
    """
    found: dict[str, Text] = {}
    for kind, fields in (*KINDS.items(), ("", PERSON)):
        for each in fields:
            if found.setdefault(each.name, text_of(each)) != text_of(each):
                found[f"{kind} {each.name}"] = text_of(each)
    return found


NAMES = {"what": _WHAT.label, **_by_field(lambda field: field.label)}
PROBLEMS = {"what": _WHAT.problem, **_by_field(lambda field: field.problem)}


def removed_options(values: Values) -> dict[str, Text]:
    """Returns an error message for each chosen option that the form no longer offers, keyed by field name."""
    what = values.get("what", "")
    fields = {each.name: each for each in chain((_WHAT,), *KINDS.values(), KINDS.get(what, ()))}
    return {name: problem(what, name) for name, each in fields.items() if values.get(name) and each.lacks(values[name])}


def problem(what: str, name: str) -> Text:
    return PROBLEMS.get(f"{what} {name}", PROBLEMS[name])
