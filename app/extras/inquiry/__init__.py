"""The inquiry form, usable without JavaScript. `form.js` adds estimates, validation, drafts and offline sending."""

import json
from collections.abc import Collection
from typing import Any

import reflex as rx

from app.components import html as h
from app.components.html import Child
from app.components.layout import PRESSED, QUIET
from app.content.destination import destination, is_mail
from app.content.estimate import COLOURS, LINES, Line
from app.content.inquiry import (
    BOOKABLE,
    CLEAR,
    EARLIER,
    ENDINGS,
    ESTIMATE,
    FILE_TYPES,
    FORM,
    PAPERS,
    PARTS,
    PREFILLED,
    PROBLEMS,
    REASON,
    STATE,
    WHAT,
    WRONG,
    field_id,
    order,
    problem_id,
)
from app.content.studio import STUDIO
from app.extras.inquiry.outcomes import outcome_list
from app.i18n import LANGUAGES, Language, Text, _, client, current, use
from app.i18n.formats import CZK_PER, day, estimate, number, price
from app.inquiries.limits import (
    MAX_EMAIL,
    MAX_FILE_BYTES,
    MAX_FILE_MEGABYTES,
    MAX_FILES,
    MAX_MESSAGE,
    MAX_NAME,
    MAX_PIECES,
)
from app.settings import settings

MODULE = "app/extras/inquiry/words.json"

LABELS: dict[str, Text] = {
    "sending": _("Sending …"),
    "sent": _("Your enquiry {reference} has arrived, and a confirmation is on its way to you."),
    "arrived": _("Your enquiry has arrived."),
    "mail": _(
        "Your mail program opens with your enquiry: send it from there, with your files. If nothing opens, write to "
        "{email}."
    ).format(email=STUDIO.email),
    "waiting": _(
        "Our server can’t be reached. Your enquiry waits in this browser and goes out on its own once you’re "
        "connected; you may close the page."
    ),
    "waitingHere": _(
        "Our server can’t be reached. Your enquiry goes out on its own once you’re connected, as long as this page "
        "stays open."
    ),
    "refused": _("Your enquiry wasn’t accepted."),
    "failed": _("The server didn’t accept your enquiry. Try again in a while, or write to {email}.").format(
        email=STUDIO.email
    ),
    "wrong": WRONG,
    "filesGone": _("Browsers don’t keep files. Choose them again: {names}"),
}
PRICED = ("cards", "invitations", "posters")
PRICES = {
    what: {colours: LINES[order({"what": what, "colours": str(colours)})[0]] for colours in COLOURS} for what in PRICED
}
LINE_NAMES: dict[str, Text] = {
    f"{what} {colours} {number}": line.name
    for what, table in PRICES.items()
    for colours, lines in table.items()
    for number, line in enumerate(lines)
}
"""The names of the estimate's lines, by product, number of colours and position."""

_GROUP = "mt-10 grid gap-6 first:mt-0 *:min-w-0 sm:grid-cols-2"
_LABEL = "block text-lg"
_CONTROL = (
    "mt-2 block min-h-12 w-full rounded-none border-2 border-ink bg-paper px-3 py-2 text-lg aria-invalid:border-spot"
)
_WRONG = "mt-2 text-spot"
_HINT = "mt-1 text-ink-soft"
_WIDE = "sm:col-span-2"


class Inquiry(rx.Component):
    """A component that loads the form's script."""

    library = "$/app/extras/inquiry/inquiry.js"
    tag = "Inquiry"


def inquiry() -> rx.Component:
    """Returns the inquiry form, which a browser without JavaScript can send too."""
    address = destination(settings())
    return h.form(
        outcome_list(),
        h.p(
            id=REASON,
            role="alert",
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
                class_name="min-h-11",
            ),
            aria_hidden="true",
            class_name="sr-only",
        ),
        _estimate(),
        h.div(
            h.button(_("Send the enquiry"), type="submit", class_name=f"{PRESSED} cursor-pointer"),
            h.button(_("Clear the form"), type="button", id=CLEAR, hidden=True, class_name=f"{QUIET} cursor-pointer"),
            class_name="col-span-full mt-10 flex flex-wrap items-center gap-6",
        ),
        h.p(id=STATE, role="status", class_name="col-span-full mt-6 max-w-prose text-xl empty:hidden"),
        Inquiry.create(),
        id=FORM,
        action=address or f"{current().prefix}/inquiries",
        method="post",
        enc_type="text/plain" if is_mail(address) else "multipart/form-data",
        class_name="grid gap-x-16 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]",
    )


def _heading(title: Text) -> rx.Component:
    return h.h2(title, class_name="font-display text-3xl uppercase leading-tight md:text-4xl")


def _about() -> rx.Component:
    return h.fieldset(
        h.legend(_heading(_("Your project")), class_name="mb-6"),
        _field("what", _("What would you like?"), _choice("what", [(name, WHAT[name]) for name in EARLIER])),
        _field(
            "workshop",
            _("Date of the workshop"),
            _choice("workshop", [("", _("Any, please advise")), *_dates()]),
            only=("workshop",),
        )
        if BOOKABLE
        else None,
        _field(
            "pieces",
            _("Number of pieces"),
            _control("pieces", type="text", input_mode="numeric", max_length=7),
            hint=_("Sets of invitations, people at a workshop. From 1 to {n}.").format(n=number(MAX_PIECES)),
        ),
        _field("colours", _("Colours"), _choice("colours", [(str(each), str(each)) for each in COLOURS]), only=PRICED),
        _field("paper", _("Paper"), _choice("paper", PAPERS.items()), only=PRICED),
        _field("by", _("Needed by"), _control("by", type="date"), optional=True),
        _field(
            "message",
            _("Your message"),
            h.textarea(rows=6, class_name=_CONTROL, max_length=MAX_MESSAGE, **_named("message")),
            optional=True,
            wide=True,
        ),
        _field(
            "files",
            _("Files"),
            _control("files", type="file", multiple=True, accept=",".join(f".{each}" for each in ENDINGS)),
            hint=_("Up to {n} files, {size} MB each: {types}.").format(
                n=MAX_FILES, size=MAX_FILE_MEGABYTES, types=FILE_TYPES
            ),
            optional=True,
            wide=True,
        )
        if not is_mail(destination(settings()))
        else None,
        class_name=_GROUP,
    )


def _person() -> rx.Component:
    return h.fieldset(
        h.legend(_heading(_("Your details")), class_name="mb-6"),
        _field(
            "name", _("Name"), _control("name", type="text", auto_complete="name", max_length=MAX_NAME, required=True)
        ),
        _field(
            "email",
            _("E-mail"),
            _control(
                "email", type="email", auto_complete="email", input_mode="email", max_length=MAX_EMAIL, required=True
            ),
        ),
        class_name=_GROUP,
    )


def _estimate() -> rx.Component:
    return h.div(
        _heading(_("Estimate")),
        h.output(
            id=ESTIMATE,
            class_name="mt-4 block font-display text-5xl leading-none empty:hidden",
        ),
        h.ul(id=PARTS, class_name="mt-4 max-w-lg empty:hidden *:flex *:justify-between *:gap-4 *:py-1"),
        h.p(
            _(
                "An estimate from our price list, on the paper that it names, VAT included. What counts is the number "
                "that we write to you."
            ),
            class_name="mt-4 max-w-prose text-ink-soft",
        ),
        class_name="mt-10 self-start border-t-4 border-ink pt-5 lg:sticky lg:top-8 lg:mt-0",
    )


def _field(
    name: str,
    label: Text,
    control: rx.Component,
    *,
    hint: Text | None = None,
    optional: bool = False,
    wide: bool = False,
    only: Collection[str] = (),
) -> rx.Component:
    """Adds a label, a hint and an error message to a control. `only` lists the choices of `what` that show it."""
    others = ",".join(f"[value={what}]:checked" for what in WHAT if what not in only)
    return h.div(
        h.label(
            label,
            h.small(" ", _("(optional)"), class_name="text-ink-soft") if optional else None,
            html_for=field_id(name),
            class_name=_LABEL,
        ),
        control,
        h.p(hint, class_name=_HINT) if hint else None,
        h.p(id=problem_id(name), hidden=True, class_name=_WRONG),
        data_field=name,
        class_name=f"[form:has({others})_&]:hidden" if only else _WIDE if wide else None,
    )


def _named(name: str) -> dict[str, Any]:
    return {"id": field_id(name), "name": name, "aria_describedby": problem_id(name)}


def _control(name: str, **props: Any) -> rx.Component:
    return h.input(class_name=_CONTROL, **_named(name), **props)


def _choice(name: str, options) -> rx.Component:
    shown = (h.option(label, value=value) for value, label in options)
    return h.select(*shown, class_name=f"{_CONTROL} pr-10", **_named(name))  # leaves room for the arrow (site.css)


def _dates() -> list[tuple[str, Child]]:
    return [(each.id, f"{day(each.day)}: {each.title}") for each in BOOKABLE]


def module() -> str:
    """Returns limits, estimate lines and texts for `form.js`, as JSON."""
    config = {
        "prefilled": list(PREFILLED),
        "priced": list(PRICED),
        "maxPieces": MAX_PIECES,
        "maxFiles": MAX_FILES,
        "maxFileBytes": MAX_FILE_BYTES,
        "lines": {
            what: {str(colours): [_figures(line) for line in lines] for colours, lines in table.items()}
            for what, table in PRICES.items()
        },
        "languages": {language.code: _words(language) for language in LANGUAGES},
    }
    return json.dumps(config, ensure_ascii=False, indent=2)


def _figures(line: Line) -> list[int | None]:
    return [line.once, line.crowns, line.pieces, line.above, line.up_to, line.times]


def _words(language: Language) -> dict[str, object]:
    with use(language):
        second = estimate(0)
        return {
            "labels": client.typeset_labels(LABELS),
            "problems": client.typeset_labels(dict(PROBLEMS)),
            "lines": client.typeset_labels(LINE_NAMES),
            "price": price(0),
            "second": second and [second, int(CZK_PER["EUR"])],
            "separator": number(1000)[1:-3],
        }
