"""The site's pages. In each module, `page()` returns the content, and `meta()` returns the title and description."""

from importlib import import_module

from app.components.head import Meta
from app.routes import Place


def meta_of(place: Place) -> Meta:
    return import_module(place.route.page).meta(**place.params)
