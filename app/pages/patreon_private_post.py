"""A post for members. Posts are unknown at build time, so all posts share this page. The server sends their text."""

import reflex as rx

from app.components import html as h
from app.components.error_view import LOOKS
from app.components.head import Meta
from app.components.html import Child
from app.components.icon import icon
from app.components.layout import BUTTON, MEASURE, QUIET, TYPE, actions, button, heading, out_button
from app.components.link import link, outward
from app.components.members import letter
from app.content.club import CLUB_URL
from app.content.errors import BACK, SORRY, TITLES
from app.content.studio import window_title
from app.i18n import _
from app.members.state import MembersState
from app.pages.patreon_private import BAR, VIEW, check_payment, for_members, try_again

NOT_FOUND = 404

TITLE = f"{TYPE} mt-5 max-w-4xl text-5xl wrap-anywhere sm:text-6xl md:text-7xl xl:text-8xl"


def meta() -> Meta:
    return Meta(
        title=_("A post for members"),
        description=_(
            "One post from the press room, for members of the print club. Sign in with Patreon to read it all."
        ),
        on_load=MembersState.ask,  # pyright: ignore[reportArgumentType]
    )


def page() -> rx.Component:
    return h.div(
        h.header(
            h.p(link(icon("arrow-left"), _("All posts"), to="patreon-private", class_name=f"{QUIET} gap-2")),
            rx.cond(VIEW.missing, h.p(str(NOT_FOUND), class_name=LOOKS["status"])),
            rx.cond(
                VIEW.post,
                h.p(
                    h.time(VIEW.post.day, date_time=VIEW.post.date),
                    class_name="mt-8 text-lg text-ink-soft tabular-nums md:mt-12",
                ),
            ),
            h.h1(_title(), aria_live="polite", class_name=TITLE),
            class_name="pt-6 md:pt-10",
        ),
        h.div(
            for_members(
                rx.cond(VIEW.missing, _missing(), rx.cond(VIEW.post.readable, _open(), _locked())),
                there=VIEW.post | VIEW.missing,
                waiting_for=_blank(),
                path=rx.cond(VIEW.post, VIEW.post.path, VIEW.missing),
                who_last=True,
            ),
            class_name="pt-8 pb-14 md:pt-10 md:pb-20",
        ),
        class_name=f"{MEASURE} px-5 md:px-8",
    )


def _title() -> rx.Var | rx.Component:
    other = rx.cond(VIEW.missing, h.fragment(TITLES[NOT_FOUND]), h.fragment(_("A post for members")))
    return rx.cond(VIEW.post, VIEW.post.title, other)


def _open() -> rx.Component:
    return h.article(
        letter(html=VIEW.post.html, window_title=VIEW.post.page_title, class_name="letter"),
        rx.cond(VIEW.post.note, h.p(VIEW.post.note, class_name="mt-8 max-w-prose text-lg leading-relaxed")),
        h.p(
            _(
                "If this post comes with a poll, a recording, a gallery or files, you’ll find them on Patreon, along "
                "with the comments."
            ),
            class_name="mt-14 max-w-prose text-lg text-ink-soft",
        ),
        h.div(
            button(_("All posts"), to="patreon-private"),
            outward(_("Open on Patreon"), icon("arrow-up-right"), href=VIEW.post.url, class_name=BUTTON),
            class_name="mt-6 flex flex-wrap gap-4",
        ),
        class_name="pb-14",
    )


def _locked() -> rx.Component:
    return h.div(
        letter(html="", window_title=VIEW.post.page_title),
        heading(_("This one is still locked")),
        h.p(VIEW.post.takes, class_name="mt-6 max-w-prose text-lg leading-relaxed"),
        rx.cond(
            ~VIEW.post.unlockable | (VIEW.status == "never") | (VIEW.status == "declined") | (VIEW.status == "unknown"),
            h.fragment(),
            h.p(
                _("You can change your tier on Patreon at any time; the post opens within minutes."),
                class_name="mt-4 max-w-prose text-lg leading-relaxed",
            ),
        ),
        actions(
            rx.cond(
                VIEW.status == "declined",
                check_payment(pressed=True),
                rx.cond(
                    VIEW.status == "unknown",
                    try_again(),
                    rx.cond(VIEW.post.unlockable, out_button(_("Choose your tier"), href=CLUB_URL, pressed=True)),
                ),
            ),
            button(_("All posts"), to="patreon-private"),
        ),
        class_name="pb-14",
    )


def _missing() -> rx.Component:
    """Returns a notice about a missing post, worded like the site's error page."""
    return h.div(
        letter(html="", window_title=window_title(f"{NOT_FOUND} {TITLES[NOT_FOUND]}")),
        h.p(SORRY, class_name=LOOKS["sorry"]),
        h.p("Page not found: ", VIEW.missing, lang="en", class_name="mt-2 text-ink-soft [overflow-wrap:anywhere]"),
        h.p(link(BACK, to="home", class_name=LOOKS["button"]), class_name=LOOKS["action"]),
        class_name="pb-14",
    )


def _blank() -> list[Child]:
    lines = ("w-full", "w-11/12", "w-full", "w-4/5", "mt-8 w-full", "w-2/3")
    return [h.div(class_name=f"{BAR} mt-3 h-5 max-w-2xl {width}") for width in lines]
