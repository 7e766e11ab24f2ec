"""Layouts, which add a header and footer to pages. Routes without an explicit layout use `default`.

A layout takes the result of the route's `page()`: a component, or a list of sections for `fullpage`.
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
