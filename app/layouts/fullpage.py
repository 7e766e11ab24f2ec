"""The layout of pages whose sections fill the window. The footer follows the last section."""

from collections.abc import Sequence

import reflex as rx

from app.components import html as h
from app.components.header import header
from app.components.sheet import sheet
from app.extras.fullpage import Section, Sections, full_page
from app.i18n import _
from app.layouts.default import SKIP
from app.layouts.footer import footer
from app.routes import Place


def fullpage(place: Place, page: Sequence[Section] | Sections) -> rx.Component:
    """Returns a page of sections, with header and footer."""
    given = page if isinstance(page, Sections) else Sections(page)
    return sheet(
        h.a(_("Skip to content"), href="#content", class_name=SKIP),
        h.div(header(place), class_name="inset-x-0 top-0 z-40 bg-paper lg:absolute"),
        full_page(place.path, given.shown, end=footer(), **given.settings),
    )
