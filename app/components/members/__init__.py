"""What members' pages are made of: the way in and out, and what keeps them to those whom they are for."""

import reflex as rx

from app.components import html as h
from app.components.html import Child
from app.components.layout import PRESSED, QUIET
from app.i18n import Text, _, current
from app.i18n.typography import polish

SIGN_IN = _("Sign in with Patreon")
_FOLDER = "$/app/components/members"


class Watch(rx.Component):
    """Clears the page when somebody signs out in any tab; says `lost` while there is no way to the server.

    `state` is the full name of the state that the page shows, `access` what it says of the way in.
    """

    library = f"{_FOLDER}/watch.js"
    tag = "Watch"

    state: rx.Var[str]
    access: rx.Var[str]
    lost: rx.Var[str]
    looks: rx.Var[str]


class Waiting(rx.Component):
    """The first of two children, or the second without a network; asks `on_again` now and then."""

    library = f"{_FOLDER}/waiting.js"
    tag = "Waiting"

    on_again: rx.EventHandler[rx.event.no_args_event_spec]


class Letter(rx.Component):
    """The text of a post, as sanitised HTML, and the title that the window gets from it."""

    library = f"{_FOLDER}/letter.js"
    tag = "Letter"

    window_title: rx.Var[str]
    html: rx.Var[str]


class Problem(rx.Component):
    """The child whose name, in `names`, is the address's `problem`; the first where there is none."""

    library = f"{_FOLDER}/problem.js"
    tag = "Problem"

    names: rx.Var[list[str]]


class Configured(rx.Component):
    """The first of two children where people can sign in, the second where that is not set up."""

    library = f"{_FOLDER}/configured.js"
    tag = "Configured"


class SignIn(rx.Component):
    """A link to Patreon that leads back to the page it is on."""

    library = f"{_FOLDER}/sign_in.js"
    tag = "SignIn"

    href: rx.Var[str]


class Again(rx.Component):
    """A link to Patreon that leads where the sign-in before was to lead."""

    library = f"{_FOLDER}/again.js"
    tag = "Again"

    href: rx.Var[str]


class SignOut(rx.Component):
    """The form that signs out; a button with another `formaction` does it everywhere."""

    library = f"{_FOLDER}/sign_out.js"
    tag = "SignOut"

    action: rx.Var[str]


watch = h.element(Watch)
waiting = h.element(Waiting)
letter = h.element(Letter)
problem = h.element(Problem)
configured = h.element(Configured)
_sign_in = h.element(SignIn)
_again = h.element(Again)
_sign_out = h.element(SignOut)


def login() -> str:
    """Where signing in starts, in the language in use."""
    return f"{current().prefix}/patreon/login"


def sign_in(text: Text = SIGN_IN, class_name: str = PRESSED) -> rx.Component:
    """The way in, and back to the page that it stands on."""
    return _sign_in(text, href=login(), class_name=class_name)


def again(text: Text) -> rx.Component:
    """Another try, after one that failed."""
    return _again(text, href=login(), class_name=PRESSED)


def sign_out(class_name: str = "") -> rx.Component:
    """The ways out: of this browser, and of every browser. They work without the socket."""
    action, looks = f"{current().prefix}/patreon/logout", f"{QUIET} cursor-pointer whitespace-nowrap"
    return _sign_out(
        h.button(_("Sign out"), type="submit", class_name=looks),
        h.button(_("Sign out everywhere"), type="submit", form_action=f"{action}?everywhere", class_name=looks),
        action=action,
        class_name=f"flex flex-col gap-x-6 sm:flex-row {class_name}",
    )


def said(text: Text) -> str:
    """A text that JavaScript says, typeset in the language in use."""
    return polish(str(text), current().code)


def notice(*children: Child) -> rx.Component:
    """A paragraph that wants to be noticed: what one has to know, or do."""
    return h.p(*children, class_name="max-w-prose border-l-4 border-spot pl-4 text-lg leading-relaxed")
