"""The pages that staff see after a sign-in link was sent, when they open it, and after it has expired."""

from collections.abc import Mapping
from typing import NamedTuple

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.components.html import Child
from app.components.layout import actions, band, button, page_title
from app.desk.limits import LINK_TTL_SECONDS
from app.i18n import Text, _
from app.pages.desk_sign_in import form


class Step(NamedTuple):
    title: Text
    description: Text
    lead: Text


STEPS: Mapping[str, Step] = {
    "sent": Step(
        _("Look into the mailbox"),
        _("For the studio only: the link for signing in is on its way to the studio’s own mailbox."),
        _(
            "If a link was due, it is on its way to the studio’s mailbox. It works once, for {n} minutes. One can be "
            "sent a minute, and five an hour."
        ).format(n=LINK_TTL_SECONDS // 60),
    ),
    "open": Step(
        _("One more step"),
        _("For the studio only: the last step of signing in to the desk with the link from the e-mail."),
        _("Press the button to sign in on this device."),
    ),
    "expired": Step(
        _("This link no longer works"),
        _("For the studio only: the link for signing in was used already, or it is too old."),
        _("It was used already, or it is older than {n} minutes. Nothing is lost: ask for another one.").format(
            n=LINK_TTL_SECONDS // 60
        ),
    ),
}


def meta(step: str) -> Meta:
    return Meta(title=STEPS[step].title, description=STEPS[step].description)


def page(step: str) -> rx.Component:
    chosen = STEPS[step]
    return h.fragment(page_title(chosen.title, chosen.lead), band(_next(step), class_name="pt-4 md:pt-6 xl:pt-8"))


def _next(step: str) -> Child:
    if step == "open":
        return form(_("Sign in"))
    return actions(button(_("Ask for a link"), to="desk-sign-in"))
