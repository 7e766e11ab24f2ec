"""Creates the Reflex application with every page in every language.

Put code that affects every page here, or import it here. If this code changes, the build renders all pages again
(`builder/page_cache.py`).
"""

import logging
from importlib import import_module

import reflex as rx
from redis.exceptions import RedisError
from reflex.event import EventSpec

from app.components import html as h
from app.components.head import document_head, head, manifest_link
from app.components.share import share_url
from app.extras.worker import notices, registration
from app.i18n import LANGUAGES, Language, use
from app.layouts import LAYOUTS
from app.layouts.connection import with_connection
from app.pages import meta_of
from app.pages.error import PAGE_TITLE, error_page, error_route
from app.pages.offline import offline_page, offline_route, offline_title
from app.routes import Place, Route, places
from app.seam import component_states, controlled_fields, memo_languages, scripts, texts
from app.seam.brief_errors import briefly
from app.seam.page_state import uses_state
from app.settings import settings

SHOW_FAILURE = "dispatchEvent(new CustomEvent('event:failed', { detail: true }))"
"""A script for failed events. It makes `pwa/seam/connection.js` show a message."""

logger = logging.getLogger(__name__)


def app_with_pages() -> rx.App:
    scripts.support()
    component_states.support()
    controlled_fields.support()
    texts.support()
    memo_languages.support()
    app = rx.App(
        theme=None,
        toaster=None,
        app_wraps={(0, "Worker"): lambda stateful: h.fragment(registration(), notices())},
        head_components=document_head(),
        backend_exception_handler=report_event_error,
        frontend_exception_handler=ignore_browser_error,
    )
    for place in places():
        add_place(app, place)
    for language in LANGUAGES:
        add_error_page(app, language)
        add_offline_page(app, language)
    app.add_page(h.fragment("404"), route="404", title="404", image="")
    return app


def report_event_error(exception: Exception) -> EventSpec:
    log_event_error(exception)
    return rx.call_script(SHOW_FAILURE)


def log_event_error(exception: Exception) -> None:
    """Logs an error only once, because Reflex and `app/seam/events.py` can both report it."""
    if vars(exception).get("is_logged"):
        return
    vars(exception)["is_logged"] = True
    if isinstance(exception, RedisError):
        logger.warning("Redis unavailable (%s); an event failed", type(exception).__name__)
    else:
        logger.error("An event failed", exc_info=exception)


def ignore_browser_error(exception: Exception) -> None:
    """Ignores errors that Reflex's client sends to the server, because pages report errors directly to Sentry."""


def add_place(app: rx.App, place: Place) -> None:
    failed = f"The page {place.route.name} could not be made."
    with briefly(failed):
        module = import_module(place.route.page)

    with briefly(failed), use(place.language):
        meta = module.meta(**place.params)

    def component() -> rx.Component:
        with briefly(failed), use(place.language), component_states.of_page(place.path):
            page = LAYOUTS[place.route.layout](place, module.page(**place.params))
            if not (meta.on_load or uses_state(page)):
                return page
            _check_has_server(place.route)
            return with_connection(page, meta.on_load)

    with briefly(failed), use(place.language):
        app.add_page(
            component,
            route=place.path,
            title=meta.full_title,
            description=str(meta.description),
            image=share_url(meta.picture),
            meta=head(meta, place),  # pyright: ignore[reportArgumentType]
            on_load=meta.on_load,
        )


def _check_has_server(route: Route) -> None:
    if settings().is_static and not route.is_left_out:
        raise ValueError(
            f"The page {route.name} uses state, which needs the server. Write `served=True` in its route "
            "(app/routes.py), and the export omits the page."
        )


def add_error_page(app: rx.App, language: Language) -> None:
    app.add_page(
        error_page(language),
        route=error_route(language),
        title=PAGE_TITLE,
        image=share_url(),
        meta=[manifest_link(language)],  # pyright: ignore[reportArgumentType]
    )


def add_offline_page(app: rx.App, language: Language) -> None:
    app.add_page(
        offline_page(language, public_pages(language)),
        route=offline_route(language),
        title=offline_title(language),
        image=share_url(),
        meta=[manifest_link(language), h.meta(name="robots", content="noindex")],  # pyright: ignore
    )


def public_pages(language: Language) -> list[tuple[str, str]]:
    """Returns the paths and titles of a language's public pages that need no server."""
    with use(language):
        return [
            (place.path, str(meta_of(place).title))
            for place in places()
            if place.language == language and place.route.indexed and not place.route.served
        ]
