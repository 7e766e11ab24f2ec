"""The inquiry form, which works without JavaScript. `form.js` adds an estimate, validation, drafts and offline use."""

import json

import reflex as rx

from app.components import html as h
from app.components.html import Child
from app.components.layout import PRESSED, QUIET
from app.components.link import link
from app.content.destination import destination, is_mail
from app.content.estimate import LINES, PRICE_DIGEST, PRICES, Line, example
from app.content.inquiry import (
    CLEAR,
    ENDINGS,
    ESTIMATE,
    FORM,
    KINDS,
    NOTES,
    PARTS,
    PERSON,
    PREFILLED,
    PROBLEMS,
    REASON,
    STATE,
    TYPES,
    WHAT,
    Condition,
    Field,
)
from app.content.inquiry_messages import FILES_GONE, WRONG
from app.content.studio import STUDIO
from app.content.workshops import HELD, PRAGUE, WORKSHOPS
from app.extras.dates import milliseconds
from app.extras.inquiry.fields import boxes, common_box, shown_for, variants, what_box
from app.extras.inquiry.outcomes import outcome_list
from app.i18n import LANGUAGES, Language, Text, _, client, current, use
from app.i18n.formats import CZK_PER, estimate, number, price
from app.inquiries.limits import HOLD_HOURS, MAX_FILE_BYTES, MAX_FILES, MAX_YEARS_AHEAD
from app.settings import settings

MODULE = "app/extras/inquiry/words.json"

LABELS: dict[str, Text] = {
    "example": _("Example, for a quantity of {n}"),
    "sending": _("Sending…"),
    "sent": _("It has arrived (reference {reference}). An e-mail is on its way to you."),
    "sentUnmailed": _("It has arrived (reference {reference})."),
    "arrived": _("It has arrived."),
    "mail": _(
        "Your mail program opens with your enquiry: send it from there, with your files. If nothing opens, write to "
        "{email}."
    ).format(email=STUDIO.email),
    "unreachable": _("Our server can’t be reached."),
    "waiting": _(
        "Your enquiry waits in this browser and goes out on its own as soon as it can; you may close the page. If no "
        "confirmation arrives, open this site again."
    ),
    "waitingOpen": _(
        "Your enquiry waits in this browser and goes out on its own while this site is open: leave the page open, or "
        "come back later."
    ),
    "waitingHere": _("Your enquiry goes out on its own as soon as it can, as long as this page stays open."),
    "failed": _("The server didn’t accept your enquiry. Try again in a while, or write to {email}.").format(
        email=STUDIO.email
    ),
    "wrong": WRONG,
    "stays": _("What you wrote will still be there."),
    "filesGone": FILES_GONE,
}
_LINE_NAMES = tuple(dict.fromkeys(line.name for lines in LINES.values() for line in lines))
LINE_NAMES: dict[str, Text] = {str(number): name for number, name in enumerate(_LINE_NAMES)}

_GROUP = "mt-10 grid gap-6 first:mt-0 *:min-w-0 sm:grid-cols-2"
_INVOICED = ("company", "number")
_QUOTED = tuple(kind for kind in WHAT if kind not in ("workshop", "voucher", "sample-pack"))
"""Kinds of orders with an estimate. All other kinds have a fixed price."""


class Inquiry(rx.Component):
    """A component that renders nothing and loads the form's script."""

    library = "$/app/extras/inquiry/inquiry.js"
    tag = "Inquiry"


def inquiry() -> rx.Component:
    """Returns the inquiry form."""
    address = destination(settings())
    action = address or f"{current().prefix}/inquiries"
    return h.form(
        outcome_list(),
        h.p(
            id=REASON,
            role="alert",
            tab_index=-1,
            hidden=True,
            class_name="col-span-full mb-8 border-2 border-spot p-4 text-lg text-spot",
        ),
        h.div(_about(), _person(), class_name="min-w-0"),
        h.p(
            h.label("Web", html_for="inquiry-website"),
            h.input(
                type="text",
                name="website",
                id="inquiry-website",
                tab_index=-1,
                auto_complete="off",
            ),
            hidden=True,
        ),
        _estimate(),
        h.div(
            h.button(
                *variants(_SUBMIT),
                type="submit",
                # Without JavaScript, the query contains the price digest. The form's script sends the total instead.
                form_action=action if address else f"{action}?{PRICES}={PRICE_DIGEST}",
                class_name=f"{PRESSED} cursor-pointer",
            ),
            h.button(_("Clear the form"), type="button", id=CLEAR, hidden=True, class_name=f"{QUIET} cursor-pointer"),
            h.p(
                _("What we do with your details:"),
                " ",
                link(_("privacy notice"), to="privacy", class_name="underline"),
                class_name="text-ink-soft",
            ),
            h.p(
                _("What applies to orders and bookings:"),
                " ",
                link(_("terms of business"), to="terms", class_name="underline"),
                class_name=f"text-ink-soft {shown_for({kind: () for kind in WHAT if kind not in _QUOTED})}",
            ),
            class_name="col-span-full mt-10 flex flex-wrap items-center gap-6",
        ),
        h.p(id=STATE, role="status", tab_index=-1, class_name="col-span-full mt-6 max-w-prose text-xl empty:mt-0"),
        Inquiry.create(),
        id=FORM,
        action=action,
        method="post",
        enc_type="text/plain" if is_mail(address) else "multipart/form-data",
        class_name="grid gap-x-16 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]",
    )


def _heading(*title: Child) -> rx.Component:
    return h.h2(*title, class_name="font-display text-3xl uppercase leading-tight md:text-4xl")


_SUBMIT: dict[str, Text | None] = {
    **dict.fromkeys(WHAT, _("Send the enquiry")),
    "workshop": _("Book"),
    **dict.fromkeys(("voucher", "sample-pack"), _("Order and pay")),
}
"""The button's text for each kind of inquiry. By law, buttons that place an order must mention the payment."""


_TITLES: dict[str, Text | None] = {kind: _("Your project") if kind in _QUOTED else _("Your order") for kind in WHAT}


def _about() -> rx.Component:
    without = (*_INVOICED, *(("files",) if is_mail(destination(settings())) else ()))
    return h.fieldset(
        h.legend(_heading(*variants(_TITLES)), class_name="mb-6"),
        what_box(),
        _workshop_note(),
        *boxes({each.name for fields in KINDS.values() for each in fields}, without=without),
        class_name=_GROUP,
    )


def _workshop_note() -> rx.Component:
    """Returns a note on the reservation period. Static sites get no note, because they cannot reserve seats."""
    if settings().is_static:
        return h.fragment()
    return h.p(HELD.format(n=HOLD_HOURS), class_name=f"max-w-prose text-lg sm:col-span-2 {shown_for({'workshop': ()})}")


def _person() -> rx.Component:
    return h.fieldset(
        h.legend(_heading(_("Your details")), class_name="mb-6"),
        *(common_box(each) for each in PERSON),
        *boxes(_INVOICED),
        class_name=_GROUP,
    )


def _estimate() -> rx.Component:
    return h.div(
        _heading(*variants({kind: _("Estimate") if kind in _QUOTED else _("Price") for kind in WHAT})),
        h.output(
            id=ESTIMATE,
            aria_live="off",  # not announced until the first input
            class_name="mt-4 block min-h-12 font-display text-5xl leading-none",
        ),
        *(
            h.p(text, class_name=f"mt-4 max-w-prose {shown_for(dict.fromkeys(kinds, when))}")
            for (when, text), kinds in _notes().items()
        ),
        h.p(
            _("From our price list. What counts is the price in our quote."),
            class_name=f"mt-4 max-w-prose text-ink-soft {shown_for(dict.fromkeys(_QUOTED, ()))}",
        ),
        # The estimate's lines come last, so that adding lines does not move the notes or the fields.
        h.ul(id=PARTS, class_name="mt-4 max-w-lg empty:hidden *:flex *:justify-between *:gap-4 *:py-1"),
        class_name="mt-10 self-start border-t-4 border-ink pt-5 lg:sticky lg:top-8 lg:mt-0",
    )


def _notes() -> dict[tuple[tuple[Condition, ...], Text], list[str]]:
    """Returns the kinds of orders that show each note. A key consists of the note's conditions and the note's text."""
    found: dict[tuple[tuple[Condition, ...], Text], list[str]] = {}
    for kind, texts in NOTES.items():
        for each in texts:
            found.setdefault(each, []).append(kind)
    return found


def module() -> str:
    """Returns the data for `form.js` as JSON: limits, prices and text."""
    config = {
        "prefilled": list(PREFILLED),
        "maxFiles": MAX_FILES,
        "maxFileBytes": MAX_FILE_BYTES,
        "fileTypes": [*(f".{each}" for each in ENDINGS), *sorted({*TYPES.values()})],
        "maxYearsAhead": MAX_YEARS_AHEAD,
        "timeZone": PRAGUE.key,
        "kinds": {kind: [_rules(each) for each in (*fields, *PERSON)] for kind, fields in KINDS.items()},
        "bookableUntil": {
            each.id: 0 if each.is_called_off else milliseconds(each.bookable_until) for each in WORKSHOPS
        },
        "lines": {key: [_figures(line) for line in lines] for key, lines in LINES.items()},
        "examples": {key: example(key) for key in LINES if example(key)},
        "languages": {language.code: _words(language) for language in LANGUAGES},
    }
    return json.dumps(config, ensure_ascii=False, indent=2)


def _rules(field: Field) -> dict[str, object]:
    """Returns a field's properties for `fields.js`. Omits properties that have their default value."""
    rules: dict[str, object] = {"name": field.name, "control": field.control}
    if field.control == "number":
        rules |= {"least": field.least, "limit": field.limit}
    if field.when:
        rules["shownIf"] = field.when
    more = {"isRequired": field.is_required, "isPrice": field.is_price, "mayBeEmpty": "" in field.options}
    pattern = {"pattern": field.pattern} if field.pattern != ".*" else {}
    return {**rules, **{name: True for name, is_set in more.items() if is_set}, **pattern}


def _figures(line: Line) -> list[int | None]:
    name = _LINE_NAMES.index(line.name)
    return [name, line.once, line.crowns, line.pieces, line.above, line.up_to, line.times, line.group]


def _words(language: Language) -> dict[str, object]:
    with use(language):
        pattern = estimate(0)
        return {
            "labels": client.typeset_labels(LABELS),
            "problems": client.typeset_labels(dict(PROBLEMS)),
            "lines": client.typeset_labels(LINE_NAMES),
            "price": price(0),
            "second": pattern and [pattern, *CZK_PER[str(language.estimate)].as_integer_ratio()],
            "separator": number(1000)[1:-3],
        }
