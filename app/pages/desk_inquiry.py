"""The staff's page for an inquiry: text, files, emails, and available actions."""

from typing import Any

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.components.icon import icon
from app.components.layout import BUTTON, MEASURE, PRESSED, QUIET
from app.components.link import link
from app.components.members import notice
from app.desk.state import DeskState
from app.i18n import Text, _
from app.pages.desk import SMALL_TITLE, VIEW, act_button, for_desk

OPENED: Any = VIEW.opened
QUESTION: Any = VIEW.question


def meta() -> Meta:
    return Meta(
        title=_("An enquiry on the desk"),
        description=_(
            "The studio’s own page: one enquiry, with its files, its mails and its booking. For us two only."
        ),
        on_load=DeskState.show,  # pyright: ignore[reportArgumentType]
    )


def page() -> rx.Component:
    return h.div(
        h.p(link(icon("arrow-left"), _("All enquiries"), to="desk", class_name=f"{QUIET} gap-2")),
        h.h1(
            rx.cond(OPENED, OPENED.name, h.fragment(_("Enquiry"))),
            aria_live="polite",
            class_name=f"{SMALL_TITLE} mt-5 wrap-anywhere",
        ),
        for_desk(rx.cond(VIEW.missing, _missing(), _opened()), there=OPENED | VIEW.missing),
        class_name=f"{MEASURE} px-5 pt-6 pb-14 md:px-8 md:pt-10 md:pb-20",
    )


def _missing() -> rx.Component:
    return h.div(notice(_("This enquiry is no longer here. Old enquiries are deleted.")), class_name="mt-8")


def _opened() -> rx.Component:
    return h.div(
        h.p(
            h.span(OPENED.reference, class_name="tabular-nums"),
            " · ",
            h.time(OPENED.received, date_time=OPENED.iso, class_name="tabular-nums"),
            " · ",
            h.span(OPENED.state, id="desk-inquiry-state"),
            class_name="mt-4 text-lg text-ink-soft",
        ),
        h.p(h.a(OPENED.email, href=OPENED.mailto, class_name=f"{QUIET} wrap-anywhere text-lg")),
        rx.cond(QUESTION, _question(), _verbs()),
        h.dl(rx.foreach(OPENED.facts, _fact), class_name="mt-8 border-t border-rule text-lg"),
        rx.cond(
            OPENED.message,
            h.div(
                _title(_("Text")),
                h.p(
                    OPENED.message,
                    lang=OPENED.lang,
                    class_name="mt-4 max-w-prose whitespace-pre-line text-lg wrap-anywhere",
                ),
            ),
        ),
        rx.cond(
            OPENED.files,
            h.div(_title(_("Files")), h.ul(rx.foreach(OPENED.files, _file), id="files", class_name="mt-4 text-lg")),
        ),
        _mails(),
    )


def _title(text: Text) -> rx.Component:
    return h.h2(text, class_name="mt-14 font-display text-4xl uppercase leading-tight")


def _verbs() -> rx.Component:
    # This button gets the focus when a confirmation closes, or when an action removes the pressed button. React focuses
    # only new elements, and a new key makes React recreate this button. So the key changes whenever another button can
    # disappear.
    answered = act_button(
        rx.cond(OPENED.is_answered, h.fragment(_("Mark as not answered")), h.fragment(_("Mark as answered"))),
        DeskState.mark(OPENED.id, ~OPENED.is_answered),
        PRESSED,
        auto_focus=VIEW.returned,
        key=f"{OPENED.can_confirm} {OPENED.can_pay} {OPENED.can_use} {OPENED.can_change} {OPENED.has_failed_mail}",
    )
    confirm = act_button(_("Confirm the booking"), DeskState.confirm(OPENED.id), PRESSED)
    pay = act_button(_("Mark as paid"), DeskState.ask("pay", ""), PRESSED)
    use = act_button(_("Mark as used"), DeskState.ask("use", ""))
    pdf = h.a(
        _("Voucher as a PDF"), href=OPENED.pdf, class_name=f"{BUTTON} cursor-pointer", custom_attrs={"download": True}
    )
    delete = act_button(_("Delete"), DeskState.ask("delete", ""))
    cancel = act_button(_("Cancel the booking"), DeskState.ask("cancel", ""))
    return h.div(
        h.div(
            answered,
            rx.cond(OPENED.can_confirm, confirm),
            rx.cond(OPENED.can_pay, pay),
            rx.cond(OPENED.can_use, use),
            rx.cond(OPENED.pdf, pdf),
            rx.cond(OPENED.can_change, cancel),
            delete,
            class_name="mt-8 flex flex-wrap gap-4",
        ),
        rx.cond(
            OPENED.can_change,
            h.details(
                h.summary(_("Move the booking"), class_name=f"{QUIET} cursor-pointer text-lg"),
                rx.cond(
                    OPENED.dates,
                    h.ul(rx.foreach(OPENED.dates, _date), id="dates", class_name="mt-4 grid gap-4"),
                    h.p(_("No other date has enough free places."), class_name="mt-4 text-lg"),
                ),
                class_name="mt-4",
            ),
        ),
        class_name="print:hidden",
    )


def _date(date: Any, index: Any) -> rx.Component:
    return h.li(
        act_button(date.day, DeskState.ask("move", date.id)),
        h.span(date.left, class_name="text-lg text-ink-soft"),
        class_name="flex flex-wrap items-center gap-4",
    )


def _question() -> rx.Component:
    cancel = act_button(_("Yes, cancel"), DeskState.cancel(OPENED.id, OPENED.workshop), PRESSED)
    delete = act_button(_("Yes, delete"), DeskState.delete(OPENED.id, OPENED.deletion_state), PRESSED)
    move = act_button(_("Yes, move"), DeskState.move(OPENED.id, QUESTION.workshop, OPENED.workshop), PRESSED)
    pay = act_button(_("Yes, it is paid"), DeskState.pay(OPENED.voucher), PRESSED)
    use = act_button(_("Yes, it is used"), DeskState.use(OPENED.voucher), PRESSED)
    of_voucher = rx.cond(QUESTION.verb == "pay", pay, rx.cond(QUESTION.verb == "use", use, move))
    yes = rx.cond(QUESTION.verb == "cancel", cancel, rx.cond(QUESTION.verb == "delete", delete, of_voucher))
    # The button “Leave it” gets the focus, so that Enter changes nothing.
    keep = act_button(_("Leave it"), DeskState.keep, auto_focus=True)
    return h.div(
        h.p(QUESTION.text, id="desk-question", class_name="max-w-prose text-lg wrap-anywhere"),
        h.div(keep, yes, class_name="mt-4 flex flex-wrap gap-4"),
        role="alertdialog",
        aria_labelledby="desk-question",
        class_name="mt-8 border-2 border-spot p-5 print:hidden",
    )


def _fact(fact: Any, index: Any) -> rx.Component:
    return h.div(
        h.dt(fact.name, class_name="text-ink-soft"),
        h.dd(fact.value, class_name="whitespace-pre-line tabular-nums wrap-anywhere"),
        class_name="grid gap-x-6 border-b border-rule py-3 sm:grid-cols-[9rem_minmax(0,1fr)] sm:items-baseline",
    )


def _file(file: Any, index: Any) -> rx.Component:
    return h.li(
        h.a(file.name, href=file.href, class_name=f"{QUIET} wrap-anywhere", custom_attrs={"download": True}),
        " ",
        h.span(file.size, class_name="text-ink-soft tabular-nums"),
    )


def _mails() -> rx.Component:
    again = act_button(_("Send again"), DeskState.send_again(OPENED.id), f"{BUTTON} mt-4")
    return h.div(
        _title(_("Mails")),
        rx.cond(
            OPENED.mails,
            h.ul(rx.foreach(OPENED.mails, _mail), id="mails", class_name="mt-4 text-lg"),
            h.p(_("No mail was to be sent."), class_name="mt-4 text-lg"),
        ),
        rx.cond(OPENED.has_failed_mail, again),
    )


def _mail(mail: Any, index: Any) -> rx.Component:
    return h.li(
        mail.what,
        ": ",
        rx.cond(mail.is_failed, h.strong(mail.state, class_name="text-spot"), h.span(mail.state)),
        rx.cond(mail.error, h.span(mail.error, lang="en", class_name="block text-ink-soft wrap-anywhere")),
    )
