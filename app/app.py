"""The application: every route in every language, and the server around Reflex's backend."""

from importlib import import_module

import reflex as rx
from reflex.utils.exec import is_prod_mode

from app.components import html as h
from app.components.head import head
from app.i18n import LANGUAGES, use
from app.layouts import LAYOUTS
from app.layouts.error import error_page
from app.members.state import MembersState
from app.routes import Place, places
from app.server.compose import compose
from app.server.errors import log_event_error
from app.settings import settings


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
            image="",
            meta=head(meta, place),
            on_load=MembersState.visit if place.route.stateful else None,
        )


app = rx.App(
    theme=None,
    toaster=None,
    app_wraps={},
    backend_exception_handler=log_event_error,
    api_transformer=compose(settings(), dev=not is_prod_mode()),
)
for place in places():
    add_place(app, place)
for language in LANGUAGES:
    app.add_page(error_page(language), route=f"/errors/{language.code}", title="%%status%%", image="")
app.add_page(h.fragment("404"), route="404", title="404", image="")
