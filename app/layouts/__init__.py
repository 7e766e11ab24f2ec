"""Layouts, which put header and footer around a page. Routes that name no layout use `default`.

A layout takes the result of the route's `page()`: a component or, for `fullpage`, sections.
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
