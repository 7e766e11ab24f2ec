"""The layout of pages that are made of full-page sections."""

import reflex as rx

from app.layouts.default import default
from app.routes import Place


def fullpage(place: Place, page: rx.Component) -> rx.Component:
    """`page` as a stack of sections, each as high as the window."""
    return default(place, page)
