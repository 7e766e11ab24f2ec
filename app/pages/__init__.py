"""The pages. Each module has `page()` for the contents and `meta()` for title and description."""

from importlib import import_module

from app.components.head import Meta
from app.routes import Place


def meta_of(place: Place) -> Meta:
    """Returns a page's title and description, in the language in use."""
    return import_module(place.route.page).meta(**place.params)
