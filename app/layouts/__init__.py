"""Layouts: header and footer around a page. A route names its layout; without a name it is `default`.

A layout takes the result of `page()` of a route's module: a component, or for `fullpage` the page's sections.
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
