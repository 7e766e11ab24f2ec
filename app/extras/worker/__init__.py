"""Registers service workers and handles their events. Shows notices about updates, the network and lost inquiries.

`app/start/worker.js` registers the service worker on the first page.
"""

import re
from collections.abc import Mapping

import reflex as rx
from reflex.event import EventType, no_args_event_spec, passthrough_event_spec

from app.components import html as h
from app.extras.notice import LOOKS
from app.i18n import LANGUAGES, Text, _, client
from app.routes import url_for

SCRIPT = "/sw.js"

PATH = re.compile(r"(/[\w.~-]+)*/[\w.~-]*", re.ASCII)
"""A pattern for paths without a query."""

LABELS: Mapping[str, Text] = {
    "lost": _("An enquiry of yours was refused or couldn’t be sent."),
    "form": _("See why"),
    "ready": _("This site now works offline."),
    "waiting": _("There’s a new version of this site."),
    "refresh": _("Refresh"),
    "offline": _("You’re offline."),
    "readable": _("You’re offline. You can keep reading."),
    "online": _("You’re back online."),
    "close": _("Close"),
}


class Notices(rx.Component):
    library = "$/app/extras/worker/late_notices.js"
    tag = "Notices"

    labels: rx.Var[dict[str, dict[str, str]]]
    looks: rx.Var[dict[str, str]]
    forms: rx.Var[dict[str, str]]


class Worker(rx.Component):
    library = "$/app/extras/worker/worker.js"
    tag = "Worker"

    script: rx.Var[str]
    scope: rx.Var[str]
    on_installed: rx.EventHandler[no_args_event_spec]
    on_waiting: rx.EventHandler[passthrough_event_spec(str)]
    on_activated: rx.EventHandler[no_args_event_spec]
    on_offline_ready: rx.EventHandler[passthrough_event_spec(str)]


_worker = h.element(Worker)


def notices() -> rx.Component:
    forms = {language.code: url_for("inquiry", language) for language in LANGUAGES}
    return Notices.create(labels=client.labels_by_language(LABELS), looks=LOOKS, forms=forms)


def registration(register: str = SCRIPT, scope: str = "/") -> rx.Component:
    """Returns an element that registers the site's service worker, unless the page has a `worker()`."""
    _check(register, scope)
    return h.template(data_worker=register, data_scope=_written(register, scope))


def worker(
    register: str | None = SCRIPT,
    scope: str = "/",
    *,
    on_installed: EventType[()] | None = None,
    on_waiting: EventType[()] | EventType[str] | None = None,
    on_activated: EventType[()] | None = None,
    on_offline_ready: EventType[()] | EventType[str] | None = None,
) -> rx.Component:
    """Returns an element that registers a page's own service worker instead of the site's.

    With `register=None`, the page has no service worker.

    Raises:
        ValueError: a path is not on the site, browsers would reject the scope, or there are handlers but no script.
    """
    handlers = {
        "on_installed": on_installed,
        "on_waiting": on_waiting,
        "on_activated": on_activated,
        "on_offline_ready": on_offline_ready,
    }
    if register is None:
        if useless := next((name for name, handler in handlers.items() if handler), None):
            raise ValueError(f"worker(register=None, {useless}=…): without a registration the handler never runs.")
        return _worker(script="")
    _check(register, scope)
    return _worker(script=register, scope=_written(register, scope), **handlers)


def _check(register: str, scope: str) -> None:
    for name, path in (("register", register), ("scope", scope)):
        if not isinstance(path, str) or not PATH.fullmatch(path):
            raise ValueError(f"worker({name}={path!r}): expected a path on the site, such as {SCRIPT}.")
    if not scope.startswith(_folder(register)):
        raise ValueError(
            f"worker(register={register!r}, scope={scope!r}): browsers refuse a scope outside {_folder(register)}, "
            "the script's folder."
        )


def _written(register: str, scope: str) -> str | None:
    """Returns `scope`, or None if browsers use this scope by default."""
    return None if scope == _folder(register) else scope


def _folder(script: str) -> str:
    return script.rpartition("/")[0] + "/"
