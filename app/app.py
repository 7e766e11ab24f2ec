"""The application: every route in every language, assembled."""

import logging
from importlib import import_module

import reflex as rx

from app.components import html as h
from app.components.head import card, document_head, head, manifest_link
from app.i18n import LANGUAGES, use
from app.layouts import LAYOUTS
from app.layouts.error import PAGE_TITLE, error_page, error_route
from app.members.state import MembersState
from app.routes import Place, places

logger = logging.getLogger(__name__)


def log_event_error(exception: Exception) -> None:
    """An event handler failed: the log has the traceback, the visitor's page goes on."""
    logger.error("An event handler failed", exc_info=exception)


def add_place(app: rx.App, place: Place) -> None:
    """Adds one page in one language; its module is asked for the content when the page is compiled."""
    module = import_module(place.route.page)

    def component() -> rx.Component:
        with use(place.language):
            return LAYOUTS[place.route.layout](place, module.page(**place.params))

    with use(place.language):
        meta = module.meta(**place.params)
        app.add_page(
            component,
            route=place.path,
            title=meta.full_title,
            description=str(meta.description),
            image=card(),
            meta=head(meta, place),  # pyright: ignore[reportArgumentType] - Reflex takes elements too
            on_load=MembersState.visit if place.route.stateful else None,
        )


app = rx.App(
    theme=None,
    toaster=None,
    app_wraps={},
    head_components=document_head(),
    backend_exception_handler=log_event_error,
)
for place in places():
    add_place(app, place)
for language in LANGUAGES:
    app.add_page(
        error_page(language),
        route=error_route(language),
        title=PAGE_TITLE,
        image=card(),
        meta=[manifest_link(language)],  # pyright: ignore[reportArgumentType] - as above
    )
app.add_page(h.fragment("404"), route="404", title="404", image="")
