"""The page that explains why signing in with Patreon failed and how to try again."""

from dataclasses import dataclass

import reflex as rx

from app.components import html as h
from app.components.call_to_action import call_to_action
from app.components.head import Meta
from app.components.layout import band, button, out_button, page_title
from app.components.members import again, problem
from app.content.club import CLUB_URL
from app.i18n import Text, _


@dataclass(frozen=True)
class Problem:
    """A reason for a failed sign-in. `name` is part of the URL. `retry` adds a button that tries again. `on_patreon`
    adds a link to the club on Patreon.
    """

    name: str
    title: Text
    text: Text
    retry: bool = True
    on_patreon: bool = False


PROBLEMS = (
    Problem(
        "",
        _("Not signed in yet"),
        _(
            "If you have just been to Patreon, something went wrong on the way back: nobody is signed in, and nothing "
            "was paid. Try it once more."
        ),
    ),
    Problem(
        "denied",
        _("You said no"),
        _(
            "Patreon tells us that you didn’t allow the sign-in, so we’ve learnt nothing about you. If it was "
            "the wrong button, try again."
        ),
    ),
    Problem(
        "expired",
        _("That took too long"),
        _("A sign-in has to be finished within ten minutes, and this one was older. A new one takes a moment."),
    ),
    Problem(
        "replayed",
        _("Already used"),
        _(
            "This sign-in was used before; perhaps the page was loaded twice. You may be signed in already. If not, "
            "begin again."
        ),
    ),
    Problem(
        "forged",
        _("Begun elsewhere"),
        _(
            "This sign-in didn’t begin in this browser, so we’ve let nobody in. If a link brought you here, "
            "don’t trust it; begin from our own page."
        ),
    ),
    Problem(
        "cookies",
        _("The cookie is missing"),
        _(
            "Signing in takes a cookie, and this browser hasn’t sent one. If you began in another browser or an app, "
            "begin again here. If that doesn’t help, your browser blocks cookies: allow them for this site, or read "
            "the posts on Patreon."
        ),
        on_patreon=True,
    ),
    Problem(
        "used",
        _("Patreon refused"),
        _("Patreon didn’t accept the confirmation it had sent along. It’s good for one use only. Try again."),
    ),
    Problem(
        "unavailable",
        _("Patreon isn’t answering"),
        _("We couldn’t reach it to learn who you are. Wait a minute or two, then try again."),
    ),
    Problem(
        "busy",
        _("Too many attempts"),
        _(
            "Too many sign-ins have failed in a row, yours or somebody else’s, so we’re leaving Patreon alone "
            "for a moment. Nothing is lost: wait a minute and try again."
        ),
    ),
    Problem(
        "unconfigured",
        _("Not set up yet"),
        _("Signing in isn’t set up on this site yet. Members read the posts on Patreon in the meantime."),
        retry=False,
        on_patreon=True,
    ),
)
"""The reasons why sign-in can fail. If the URL contains no reason, the page shows the first reason."""


def meta() -> Meta:
    return Meta(
        title=_("Back from Patreon"),
        description=_(
            "This is where you come back to after signing in with Patreon. If you got here by yourself, the page about "
            "the print club is a better place to be."
        ),
    )


def page() -> rx.Component:
    parts = (_part(each) for each in PROBLEMS)
    return h.fragment(
        page_title(_("Back from Patreon")),
        band(problem(*parts, names=[each.name for each in PROBLEMS]), class_name="pt-4 md:pt-6 xl:pt-8"),
    )


def _part(each: Problem) -> rx.Component:
    retry = again(_("Try again")) if each.retry else None
    there = out_button(_("Our page on Patreon"), href=CLUB_URL, pressed=not each.retry) if each.on_patreon else None
    about = button(_("About the print club"), to="patreon")
    return h.div(call_to_action(each.title, each.text, retry, there, about), data_problem=each.name)
