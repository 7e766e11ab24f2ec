"""Components of the members' pages."""

import reflex as rx

from app.components import html as h
from app.components.html import Child
from app.components.layout import PRESSED, QUIET
from app.i18n import Text, _, current
from app.start import AT_ONCE

SIGN_IN = _("Sign in with Patreon")
_FOLDER = "$/app/components/members"


class Watch(rx.Component):
    """Removes private content when the visitor signs out in any tab, or leaves the content's `path`.

    Reloads the page after a sign-in in another tab.
    """

    library = "$/pwa/seam/watch.js"
    tag = "Watch"

    state: rx.Var[str]
    access: rx.Var[str]
    path: rx.Var[str]
    rest: rx.Var[dict[str, object]]
    signal: rx.Var[str]


class Waiting(rx.Component):
    """Shows the first child if the browser is online, the second if it is offline.

    While online, triggers `on_again` every 15 s.
    """

    library = f"{_FOLDER}/waiting.js"
    tag = "Waiting"

    on_again: rx.EventHandler[rx.event.no_args_event_spec]


class Visible(rx.Component):
    library = f"{_FOLDER}/visible.js"
    tag = "Visible"

    on_visible: rx.EventHandler[rx.event.no_args_event_spec]


class Retry(rx.Component):
    library = f"{_FOLDER}/retry.js"
    tag = "Retry"


class Older(rx.Component):
    library = f"{_FOLDER}/older.js"
    tag = "Older"

    shown: rx.Var[int]
    more: rx.Var[bool]
    looks: rx.Var[dict[str, str]]


class Letter(rx.Component):
    library = f"{_FOLDER}/letter.js"
    tag = "Letter"

    window_title: rx.Var[str]
    html: rx.Var[str]


class Problem(rx.Component):
    library = f"{_FOLDER}/problem.js"
    tag = "Problem"

    names: rx.Var[list[str]]


class Configured(rx.Component):
    """Shows the first child if sign-in is configured, and the second if it is not."""

    library = f"{_FOLDER}/configured.js"
    tag = "Configured"


class SignIn(rx.Component):
    library = f"{_FOLDER}/sign_in.js"
    tag = "SignIn"

    href: rx.Var[str]


class Again(rx.Component):
    library = f"{_FOLDER}/again.js"
    tag = "Again"

    href: rx.Var[str]


class SignOut(rx.Component):
    """A sign-out form. Sends a message (`signal`) to other tabs, which then remove private content."""

    library = f"{_FOLDER}/sign_out.js"
    tag = "SignOut"

    action: rx.Var[str]
    signal: rx.Var[str]


watch = h.element(Watch)
waiting = h.element(Waiting)
visible = h.element(Visible)
retry = h.element(Retry)
older = h.element(Older)
letter = h.element(Letter)
_problem = h.element(Problem)
configured = h.element(Configured)
_sign_in = h.element(SignIn)
_again = h.element(Again)
_sign_out = h.element(SignOut)


def problem(*parts: Child, names: list[str]) -> rx.Component:
    """Shows the child for the problem code in the URL's query. Without a known code, shows the first child.

    `names` contains one code for each child.
    """
    return h.div(_problem(*parts, names=names), data_application=AT_ONCE)


def login() -> str:
    return f"{current().prefix}/patreon/login"


def sign_in(text: Text = SIGN_IN, class_name: str = PRESSED) -> rx.Component:
    """Returns a link for signing in with Patreon."""
    return _sign_in(text, href=login(), class_name=class_name)


def again(text: Text) -> rx.Component:
    """Returns a link that retries sign-in. The visitor then returns to the page where sign-in started."""
    return _again(text, href=login(), class_name=PRESSED)


def sign_out(class_name: str = "", *, path: str = "/patreon/logout", signal: str | None = None) -> rx.Component:
    """Returns a form for signing out in this browser or in all browsers. The form works without a websocket."""
    action, looks = f"{current().prefix}{path}", f"{QUIET} cursor-pointer whitespace-nowrap"
    return _sign_out(
        h.button(_("Sign out"), type="submit", class_name=looks),
        h.button(_("Sign out everywhere"), type="submit", form_action=f"{action}?everywhere", class_name=looks),
        action=action,
        signal=signal,
        class_name=f"flex flex-col gap-x-6 sm:flex-row {class_name}",
    )


def notice(*children: Child) -> rx.Component:
    """Returns a highlighted paragraph."""
    return h.p(*children, class_name="max-w-prose border-l-4 border-spot pl-4 text-lg leading-relaxed")
