"""Renders pages without a build, and extracts the text of pages and translations."""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import product
from types import SimpleNamespace
from unittest.mock import patch

import reflex as rx
from babel.messages.catalog import Message

from app.components import picture
from app.i18n import use
from app.i18n.catalogs import po
from app.i18n.messages import po_file
from app.i18n.placeholders import forms
from app.layouts import LAYOUTS
from app.pages import meta_of
from app.routes import Place
from tests.support.languages import CZECH, ENGLISH
from tests.support.rendered import Element, rendered


def picture_without_master(name: str, *_) -> SimpleNamespace:
    """Returns a fake picture, which needs no image file."""
    return SimpleNamespace(
        name=name, width=3, height=2, sources={}, fallback=f"/pictures/{name}.jpeg", placeholder="data:"
    )


@cache
def component_of(place: Place) -> rx.Component:
    with use(place.language), patch.object(picture, "derive", picture_without_master):
        return LAYOUTS[place.route.layout](place, import_module(place.route.page).page(**place.params))


def loads_data(place: Place) -> bool:
    with use(place.language):
        return meta_of(place).on_load is not None


@cache
def page_of(place: Place) -> Element:
    return rendered(component_of(place))


def page_texts(page: Element) -> Iterator[str]:
    """Yields a page's text, including text for screen readers."""
    yield from page.texts
    yield from (str(element[name]) for element in page.elements for name in SPOKEN if name in element.attributes)


@cache
def catalog_texts() -> tuple[tuple[str, str], ...]:
    """Returns all the site's messages as pairs of English and Czech."""
    english, czech = po.read(po_file("en"), ENGLISH), po.read(po_file("cs"), CZECH)
    return tuple(
        pair for message in czech if message.id for pair in product(_shown(english[message.id]), forms(message.string))
    )


SPOKEN = ("alt", "aria-label", "title", "placeholder")
"""Attributes whose values are visible or read aloud."""


def _shown(message: Message) -> tuple[str, ...]:
    """Returns a message's English plural forms from the catalog, or from the code if the catalog lacks a form."""
    return forms(message.string if all(forms(message.string)) else message.id)
