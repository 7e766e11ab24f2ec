"""The desk, where the studio handles inquiries: a list with filters, and the booked and free seats of workshops."""

from collections.abc import Callable, Mapping
from typing import Any

import reflex as rx

from app.components import html as h
from app.components.desk import choice, search_field
from app.components.head import Meta
from app.components.html import Child
from app.components.layout import BUTTON, MEASURE, PRESSED, QUIET, TYPE, actions, heading, prose
from app.components.link import RouteLink
from app.components.members import notice, retry, sign_out, waiting, watch
from app.content.inquiry import WHAT
from app.desk.endpoints import SIGN_OUT
from app.desk.state import SAID, DeskState
from app.desk.texts import STATES
from app.i18n import Text, _, current
from app.inquiries.search import MAX_SEARCH_CHARS
from app.routes import url_for

VIEW: Any = DeskState.view
LISTED: Any = VIEW.listed

SIGNED_OUT = "desk-out"
"""The message that notifies other tabs when the studio signs out."""
SEARCH_DELAY_MS = 300

FIELD = "block w-full border-2 border-ink bg-paper px-3 py-2 text-lg min-h-12"
SMALL_TITLE = f"{TYPE} text-5xl md:text-7xl"

_route_link = h.element(RouteLink)


def meta() -> Meta:
    return Meta(
        title=_("The desk"),
        description=_("The studio’s own page: enquiries, bookings and what happened to them. It is for us two only."),
        on_load=DeskState.show,  # pyright: ignore[reportArgumentType]
    )


def page() -> rx.Component:
    return h.div(
        h.h1(_("The desk"), class_name=SMALL_TITLE),
        for_desk(_list(), there=LISTED),
        class_name=f"{MEASURE} px-5 pt-6 pb-14 md:px-8 md:pt-10 md:pb-20",
    )


def for_desk(content: Child, *, there: rx.Var) -> rx.Component:
    """Shows `content` to signed-in staff and a notice to others.

    Shows a placeholder until the page's data has arrived (`there`). If the database fails, shows a notice.
    """
    here = VIEW.language == current().code
    return h.div(
        watch(
            state=DeskState.get_full_name(),
            access=rx.cond(VIEW, VIEW.access, ""),
            path=rx.cond(VIEW, VIEW.path, ""),
            rest=VIEW.merge({"opened": None, "missing": False, "said": ""}),
            signal=SIGNED_OUT,
        ),
        rx.el.p(  # `rx.set_focus` needs a ref for the ID, which `h.p` would not have
            rx.cond(VIEW, VIEW.said, ""),
            id=SAID,
            role="status",
            tab_index=-1,
            # This element is visible even while empty, because it gets the focus just before React shows the text.
            class_name="mt-6 border-l-4 border-spot pl-4 text-lg empty:mt-0 empty:border-0",
        ),
        rx.cond(
            VIEW.access == "out",
            _out(),
            rx.cond(VIEW.access == "down", _down(), rx.cond(there & here, h.fragment(content), _waiting())),
        ),
        rx.cond(
            VIEW.access == "in",
            h.div(sign_out(path=SIGN_OUT, signal=SIGNED_OUT), class_name="mt-14 border-t border-rule pt-4"),
        ),
        id="desk",
        class_name="min-h-[70svh]",
        custom_attrs={"data-access": rx.cond(VIEW, VIEW.access, "")},
    )


def _out() -> rx.Component:
    path = url_for("desk-sign-in", current())
    href = rx.cond(VIEW.inquiry, f"{path}?inquiry={VIEW.inquiry}", path)
    return h.div(
        notice(_("You’re signed out. Enquiries are shown again when you sign in.")),
        actions(_route_link(_("Sign in"), href=href, class_name=PRESSED)),
        class_name="mt-8",
    )


def _down() -> rx.Component:
    return h.div(
        notice(_("The database does not answer. Enquiries that arrive meanwhile are refused with an apology.")),
        actions(retry(_("Try again"), on_click=DeskState.show, class_name=f"{PRESSED} cursor-pointer")),
        role="alert",
        class_name="mt-8",
    )


def _waiting() -> rx.Component:
    loading = h.p(_("Loading…"), role="status", class_name="mt-8 text-lg text-ink-soft noscript:hidden")
    offline = h.div(
        heading(_("No network")),
        prose(_("The desk stores nothing on this device. It loads as soon as the network is back.")),
        role="status",
        class_name="mt-8",
    )
    without_script = h.p(
        _("The desk needs JavaScript. On the server, the command line does the same."),
        class_name="mt-8 hidden max-w-prose text-lg noscript:block",
    )
    return h.fragment(waiting(loading, offline, on_again=DeskState.show), without_script)


def _list() -> list[Child]:
    return [
        _filters(),
        h.p(LISTED.total, role="status", class_name="mt-6 text-ink-soft tabular-nums"),
        rx.cond(
            LISTED.rows,
            h.ul(rx.foreach(LISTED.rows, _row), id="inquiries", class_name="mt-2 border-t border-rule"),
            h.p(_("Nothing here. Another filter may find more."), class_name="mt-4 text-lg"),
        ),
        _pager(),
        rx.cond(
            LISTED.vouchers,
            h.div(
                h.h2(_("Open vouchers"), class_name="mt-14 font-display text-4xl uppercase leading-tight"),
                rx.cond(LISTED.vouchers_total, h.p(LISTED.vouchers_total, class_name="mt-4 max-w-prose text-lg")),
                h.ul(rx.foreach(LISTED.vouchers, _voucher), id="vouchers", class_name="mt-4 border-t border-rule"),
            ),
        ),
        h.h2(_("Workshop places"), class_name="mt-14 font-display text-4xl uppercase leading-tight"),
        h.ul(rx.foreach(LISTED.seats, _seats), id="places", class_name="mt-4 border-t border-rule text-lg"),
    ]


def _filters() -> rx.Component:
    return h.div(
        _labelled(
            choice,
            _("State"),
            *_options(STATES),
            id="desk-state",
            default_value=LISTED.state,
            on_change=DeskState.choose_state,
        ),
        _labelled(
            choice,
            _("What"),
            *_options({"": _("Everything"), **WHAT}),
            id="desk-what",
            default_value=LISTED.what,
            on_change=DeskState.choose_what,
        ),
        _labelled(
            search_field,
            _("Name, e-mail, number or text"),
            id="desk-search",
            type="search",
            default_value=LISTED.text,
            max_length=MAX_SEARCH_CHARS,
            auto_complete="off",
            on_change=DeskState.search.debounce(SEARCH_DELAY_MS),
        ),
        class_name="mt-8 grid gap-4 md:grid-cols-3",
    )


def _labelled(field: Callable[..., rx.Component], name: Text, *children: Child, id: str, **more: Any) -> rx.Component:
    label = h.label(name, html_for=id, class_name="block text-ink-soft")
    return h.div(label, field(*children, id=id, class_name=FIELD, **more))


def _options(names: Mapping[Any, Text]) -> list[rx.Component]:
    return [h.option(text, value=value) for value, text in names.items()]


# Without the parameter `index`, Reflex would generate a random variable name in each build.
def _row(row: Any, index: Any) -> rx.Component:
    return h.li(
        _route_link(
            h.span(row.reference, class_name="text-ink-soft tabular-nums"),
            h.span(row.name, class_name="font-bold wrap-anywhere"),
            h.span(row.what, class_name="tabular-nums"),
            h.time(row.received, date_time=row.iso, class_name="text-ink-soft tabular-nums"),
            h.span(rx.foreach(row.marks, _mark), class_name="flex flex-wrap gap-2"),
            href=row.href,
            class_name="grid gap-x-6 py-3 text-lg hover:text-spot md:grid-cols-5 md:items-baseline",
        ),
        class_name="border-b border-rule",
    )


def _mark(mark: Any, index: Any) -> rx.Component:
    return h.span(mark, class_name="border border-rule px-2")


def _pager() -> rx.Component:
    return rx.cond(
        LISTED.has_newer | LISTED.has_older,
        h.nav(
            _turn(_("Newer"), LISTED.page - 1, LISTED.has_newer),
            h.span(LISTED.position, role="status", class_name="text-lg tabular-nums"),
            _turn(_("Older"), LISTED.page + 1, LISTED.has_older),
            aria_label=_("Pages of the list"),
            class_name="mt-8 flex flex-wrap items-center gap-4",
        ),
    )


def _turn(name: Text, page: Any, exists: Any) -> rx.Component:
    """Returns a button that opens `page` of the list. If there is no such page, it does nothing."""
    return h.button(
        name,
        on_click=rx.cond(exists, DeskState.turn_to(page), rx.noop()),
        type="button",
        aria_disabled=~exists,
        class_name=f"{BUTTON} cursor-pointer aria-disabled:pointer-events-none aria-disabled:opacity-40",
    )


def _voucher(voucher: Any, index: Any) -> rx.Component:
    looks = "grid gap-x-6 py-3 text-lg tabular-nums md:grid-cols-3"
    parts = (h.span(voucher.number, class_name="text-ink-soft"), h.span(voucher.what), h.span(voucher.state))
    return h.li(
        rx.cond(
            voucher.href,
            _route_link(*parts, href=voucher.href, class_name=f"{looks} hover:text-spot"),
            h.div(*parts, class_name=looks),
        ),
        rx.cond(voucher.use_question, _use(voucher)),
        key=voucher.number,  # prevents React from showing an open question for another voucher
        class_name="border-b border-rule",
    )


def act_button(label: Child, on_click: rx.event.EventType[()], looks: str = BUTTON, **more: Any) -> rx.Component:
    """Returns a button that ignores presses while an action runs. Unlike a disabled button, it keeps the focus."""
    return h.button(
        label,
        on_click=rx.cond(DeskState.busy, rx.noop(), on_click),
        type="button",
        aria_disabled=DeskState.busy,
        class_name=f"{looks} cursor-pointer",
        **more,
    )


def _use(voucher: Any) -> rx.Component:
    return h.details(
        h.summary(_("Mark as used"), class_name=f"{QUIET} cursor-pointer text-lg"),
        h.p(voucher.use_question, class_name="mt-4 text-lg"),
        act_button(_("Yes, it is used"), DeskState.use(voucher.number), f"{BUTTON} mt-4"),
        class_name="pb-4 print:hidden",
    )


def _seats(seats: Any, index: Any) -> rx.Component:
    return h.li(
        h.span(seats.day),
        h.span(seats.taken, class_name="text-ink-soft"),
        h.span(seats.left),
        class_name="grid gap-x-6 border-b border-rule py-3 tabular-nums md:grid-cols-3",
    )
