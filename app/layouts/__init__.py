"""Layouts add a header and footer to pages.

The route names the layout; without a name, it is `default`. A layout gets what the function `page()` of the page
returns: a component, or a list of sections.
"""

from collections.abc import Callable, Mapping
from typing import Any

import reflex as rx

from app.layouts.default import default, plain
from app.layouts.fullpage import fullpage
from app.routes import Place

LAYOUTS: Mapping[str, Callable[[Place, Any], rx.Component]] = {
    "default": default,
    "fullpage": fullpage,
    "plain": plain,
}
