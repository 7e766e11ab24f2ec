"""What stands around a page. A route names its layout; `default` is used unless it names another."""

from collections.abc import Callable, Mapping

import reflex as rx

from app.layouts.default import default, plain
from app.layouts.fullpage import fullpage
from app.routes import Place

LAYOUTS: Mapping[str, Callable[[Place, rx.Component], rx.Component]] = {
    "default": default,
    "fullpage": fullpage,
    "plain": plain,
}
