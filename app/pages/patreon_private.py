"""The list of posts for members. Visitors who cannot read the posts see a notice instead."""

from typing import Any

import reflex as rx

from app.components import html as h
from app.components.call_to_action import call_to_action
from app.components.head import Meta
from app.components.html import Child
from app.components.icon import icon
from app.components.layout import BUTTON, PRESSED, actions, band, button, heading, out_button, page_title, prose
from app.components.link import RouteLink, outward
from app.components.members import notice, older, retry, sign_in, sign_out, visible, waiting, watch
from app.content.club import CLUB_URL, MEMBERSHIPS_URL
from app.i18n import Text, _, current
from app.members.state import MembersState

VIEW: Any = MembersState.view

STANDINGS: dict[str, Text] = {
    "declined": _(
        "Patreon could not charge your card last time, so some posts stay shut for now. Check the payment on Patreon, "
        "and they open by themselves."
    ),
    "ending": _("Your membership is cancelled. You can read until the end of the period you’ve paid for."),
    "former": _("Your membership has ended. What is public stays open to you; for the rest, come back on Patreon."),
    "free": _(
        "You’re following the club for free. You can read what’s public; the letters and prints are for members."
    ),
    "never": _(
        "You’re not a member of the club yet. You can read what’s public; the letters and prints are for members. Just "
        "joined? Sign in once more, and the letters open."
    ),
    "creator": _("This is your own campaign: every post is open to you."),
    "unknown": _(
        "Patreon isn’t answering, so we can’t check your membership just now. You can read what’s public; the rest "
        "opens once Patreon is back."
    ),
}

_ON_PATREON: dict[str, Text] = {
    "ending": _("Come back on Patreon"),
    "former": _("Come back on Patreon"),
    "free": _("Choose your tier"),
    "never": _("Join on Patreon"),
}

FETCHING = _("Fetching the posts…")

RESERVED = "70svh"
"""The placeholder's maximum height. The content's minimum height is the same, so that the footer does not move."""
OLDER = {
    "root": "flex flex-wrap items-center gap-x-6 gap-y-4 border-t border-rule pt-8",
    "button": f"{BUTTON} cursor-pointer",
    "loading": "text-lg text-ink-soft",
}
BAR = "animate-pulse bg-rule/40 motion-reduce:animate-none"

_ROW = "grid gap-x-8 gap-y-1 border-t border-rule py-8 md:grid-cols-[11rem_minmax(0,1fr)] md:py-10"

post_link = h.element(RouteLink)


def meta() -> Meta:
    return Meta(
        title=_("Members’ posts"),
        description=_(
            "What the press room writes to members of the print club: proofs, mistakes, "
            "and the stories of finished work."
        ),
        on_load=MembersState.ask,  # pyright: ignore[reportArgumentType]
    )


def page() -> rx.Component:
    return h.fragment(
        page_title(_("Members’ posts"), _("Notes from the press room, for the people who keep it running.")),
        band(for_members(_list(), there=VIEW.listed, waiting_for=_blank_list()), class_name="pt-4 md:pt-6 xl:pt-8"),
    )


def for_members(
    content: Child, *, there: rx.Var, waiting_for: Child, path: rx.Var | None = None, who_last: bool = False
) -> rx.Component:
    """Returns a component that shows `content` to signed-in members. Other visitors see a notice.

    Members see a placeholder (`waiting_for`) until the page's data has arrived (`there`). If several pages share this
    component, `path` says which page the loaded data belongs to. `who_last` puts the member's name below the content.
    """
    here = VIEW.language == current().code
    who = rx.cond((VIEW.access == "in") & here, _who())
    return h.div(
        watch(
            state=MembersState.get_full_name(),
            access=rx.cond(VIEW, VIEW.access, ""),
            path=path,
            rest=VIEW.merge({"post": None, "missing": ""}),
        ),
        rx.cond((VIEW.recheck | MembersState.outdated) & here, visible(on_visible=MembersState.ask)),
        None if who_last else who,
        rx.cond((VIEW.stale | MembersState.outdated) & here, _stale()),
        rx.cond(
            VIEW.access == "unconfigured",
            _unconfigured(),
            rx.cond(
                VIEW.access == "out",
                _way_in(),
                rx.cond(
                    VIEW.access == "unavailable",
                    _unavailable(),
                    rx.cond(there & here, h.fragment(content), _waiting(waiting_for)),
                ),
            ),
        ),
        who if who_last else None,
        id="members",
        class_name=f"min-h-[{RESERVED}]",
        custom_attrs={
            "data-access": rx.cond(VIEW, VIEW.access, ""),
            "data-person": rx.cond((VIEW.access == "in") & there & here, VIEW.person, ""),
            "data-shown": rx.cond(VIEW.listed, VIEW.cards.length(), 0),
        },
    )


def _who() -> rx.Component:
    standings = [
        rx.cond(VIEW.status == status, h.div(notice(text), _ways_on(status), class_name="mt-8"))
        for status, text in STANDINGS.items()
    ]
    return h.div(
        h.div(
            h.p(
                h.span(VIEW.greeting, class_name="wrap-anywhere"),
                rx.cond(VIEW.tier, h.span(VIEW.tier, class_name="block text-ink-soft")),
                class_name="min-w-0 text-lg leading-snug",
            ),
            sign_out("items-end"),
            class_name="flex items-center justify-between gap-x-8",
        ),
        *standings,
        class_name="border-t border-rule pt-4 pb-8 md:pb-10",
    )


def _stale() -> rx.Component:
    text = _("Patreon isn’t answering just now. This is our last saved copy; the newest posts may be missing.")
    return h.div(notice(text), role="status", class_name="pb-8 md:pb-10")


def _ways_on(status: str) -> rx.Component | None:
    if status == "unknown":
        return actions(try_again())
    if status == "declined":
        return actions(check_payment())
    if status not in _ON_PATREON:
        return None
    # Visitors who have just become members keep the status "never" until they sign in again.
    anew = sign_in(_("Sign in once more"), class_name=BUTTON) if status == "never" else None
    return actions(out_button(_ON_PATREON[status], href=CLUB_URL), anew)


def check_payment(*, pressed: bool = False) -> rx.Component:
    return out_button(_("Check the payment"), href=MEMBERSHIPS_URL, pressed=pressed)


def try_again() -> rx.Component:
    return retry(_("Try again"), on_click=MembersState.ask, class_name=f"{PRESSED} cursor-pointer")


def _unconfigured() -> rx.Component:
    return h.div(
        notice(_("Signing in isn’t set up on this site yet. Members read the posts on Patreon in the meantime.")),
        actions(
            out_button(_("Our page on Patreon"), href=CLUB_URL, pressed=True),
            button(_("About the print club"), to="patreon"),
        ),
    )


def _way_in() -> rx.Component:
    return h.div(
        call_to_action(
            _("The door is ajar"),
            _(
                "What is behind it is for members of the print club. Sign in with Patreon and you come back right "
                "here. We learn your name, your Patreon ID, the ID and the tier of your membership, and whether it’s "
                "paid."
            ),
            sign_in(),
            button(_("About the print club"), to="patreon"),
        ),
        class_name="pt-4",
    )


def _unavailable() -> rx.Component:
    return h.div(
        call_to_action(
            _("Patreon isn’t answering"),
            _(
                "The posts come from there, and we have no saved copy. It’s not your fault, and usually a "
                "matter of minutes. Everything else on this site works."
            ),
            try_again(),
            out_button(_("Our page on Patreon"), href=CLUB_URL),
        ),
        rx.cond(VIEW.greeting, h.div(sign_out("items-start"), class_name="mt-4")),
        role="alert",
        class_name="pt-4",
    )


def _waiting(outline: Child) -> rx.Component:
    offline = h.div(
        heading(_("No network")),
        prose(_("Posts aren’t stored on your device. They load as soon as you’re connected.")),
        role="status",
        class_name="pt-4",
    )
    slow = h.p(
        _("This is taking longer than usual. Leave this page open: it keeps trying on its own."),
        class_name="mt-6 max-w-prose animate-late text-lg",
    )
    without_script = h.p(
        _("Members’ posts need JavaScript, which is switched off in this browser. They are on Patreon as well:"),
        " ",
        outward(_("Our page on Patreon"), href=CLUB_URL, class_name="underline decoration-spot underline-offset-4"),
        class_name="hidden max-w-prose text-lg leading-relaxed noscript:block",
    )
    asked = h.div(
        h.p(FETCHING, role="status", class_name="text-lg text-ink-soft"),
        h.div(outline, aria_hidden="true", class_name="mt-6 min-h-0 overflow-hidden"),
        slow,
        class_name=f"flex max-h-[{RESERVED}] flex-col noscript:hidden",
    )
    return h.fragment(waiting(asked, offline, on_again=MembersState.ask), without_script)


def _blank_list() -> list[Child]:
    return [
        h.div(
            h.div(class_name=f"{BAR} h-5 w-28"),
            h.div(
                h.div(class_name=f"{BAR} h-10 max-w-xl"),
                h.div(class_name=f"{BAR} mt-4 h-5 max-w-prose"),
                h.div(class_name=f"{BAR} mt-2 h-5 w-2/3 max-w-lg"),
            ),
            class_name=_ROW,
        )
        for _number in range(3)
    ]


def _list() -> list[Child]:
    empty = h.div(
        heading(_("Nothing here yet")),
        prose(_("The first letter is still in the press. When it is dry, it hangs here.")),
        class_name="pt-8",
    )
    return [
        rx.cond(VIEW.cards, h.ul(rx.foreach(VIEW.cards, _card), id="posts"), empty),
        older(
            _("Older posts"),
            FETCHING,
            shown=VIEW.cards.length(),
            more=VIEW.more,
            looks=OLDER,
            on_click=MembersState.older,
        ),
    ]


# Without the parameter `index`, Reflex would generate a random variable name in each build.
def _card(card: Any, index: Any) -> rx.Component:
    title = post_link(card.title, href=card.href, class_name="hover:text-spot wrap-anywhere")
    locked = h.p(icon("lock"), h.span(card.takes), class_name="mt-3 flex items-baseline gap-2 text-lg text-ink-soft")
    words = h.div(
        h.h2(title, class_name="font-display text-4xl uppercase leading-tight text-balance md:text-5xl"),
        rx.cond(
            card.readable,
            h.p(card.excerpt, class_name="mt-3 max-w-prose text-lg leading-relaxed text-pretty wrap-anywhere"),
            locked,
        ),
        class_name="min-w-0",
    )
    date = h.time(card.day, date_time=card.date, class_name="pt-2 text-ink-soft tabular-nums")
    return h.li(h.article(date, words, class_name=_ROW))
