"""Rejects Reflex components that cannot work on this site. The error says what to use instead."""

import sys
from collections.abc import Iterable
from typing import NoReturn

from reflex.components.radix.primitives.form import FormValidityState
from reflex.components.radix.themes.color_mode import ColorModeIconButton, ColorModeNamespace, ColorModeSwitch

from app.seam.reflex_internals import expect
from pwa.seam.npm_packages import module_name
from pwa.seam.page_error import PageError, line_of_error, line_of_page

expect(ColorModeIconButton, "_create")
expect(ColorModeNamespace, "button", "switch")

COLOR_MODE = "would change the color mode, but pages follow the visitor's system: use `rx.theme` for other colors"
REFUSED_MODULES = {
    "next/image": "needs a server of Next: use `picture` of app/components/picture.py, or `rx.image`",
    "next/script": "contains or loads a script that the security policy forbids: write a module "
    "(docs/how-to.md#add-a-component-with-javascript)",
    "next-video": "needs a server of Next: use `rx.el.video`",
    "react-plotly.js": "inserts style elements, which the security policy forbids: use `rx.recharts`",
}
"""Reasons for rejecting components, keyed by imported module. Error messages add the component's name."""
REFUSED_COMPONENTS = {
    "rx.color_mode.button": (ColorModeIconButton, COLOR_MODE),
    "rx.color_mode.switch": (ColorModeSwitch, COLOR_MODE),
    "rx.form.validity_state": (FormValidityState, "needs a JavaScript function as its child: use `rx.form.message`"),
}
PLOTLY = "plotly"


def refused(modules: Iterable[str]) -> str | None:
    """Returns why a component that imports `modules` cannot work, or None."""
    return next((REFUSED_MODULES[name] for name in map(module_name, modules) if name in REFUSED_MODULES), None)


def refuse_components() -> None:
    """Makes pages raise a PageError when they create a component that cannot work."""
    for name, (component, reason) in REFUSED_COMPONENTS.items():

        def raise_error(*_: object, name: str = name, reason: str = reason, **__: object) -> NoReturn:
            raise PageError(f"`{name}` {reason} ({line_of_page(sys._getframe(1))}).")

        raise_error.__self__ = component  # pyright: ignore[reportFunctionMemberAccess]
        component.create = component._create = raise_error  # pyright: ignore[reportAttributeAccessIssue]
        if component in (ColorModeIconButton, ColorModeSwitch):  # `rx.color_mode` stores a reference to `create`
            setattr(ColorModeNamespace, name.rpartition(".")[2], staticmethod(raise_error))


def without_plotly(error: ModuleNotFoundError) -> PageError:
    return PageError(f"`rx.plotly` {REFUSED_MODULES['react-plotly.js']} ({line_of_error(error)}).")
