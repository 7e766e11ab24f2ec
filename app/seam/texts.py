"""Allows translatable text in Reflex's components and values.

Text is translated when a component is created, because no language is set when Reflex renders the page.
"""

from functools import wraps
from types import SimpleNamespace
from typing import Any

from reflex.components import component as components
from reflex.components.component import Component
from reflex.vars import Var, VarData, base
from reflex.vars.function import VarOperationCall
from reflex.vars.object import LiteralObjectVar
from reflex.vars.sequence import LiteralArrayVar, LiteralStringVar, StringVar

from app.i18n import Text, typeset
from app.seam.reflex_internals import expect

expect(components, "ComponentChildTypes")
expect(Component, "_post_init")
expect(base, "_var_literal_subclasses")
LAZY = (LiteralArrayVar, LiteralObjectVar, VarOperationCall)
"""Reflex's Var classes that read their values at render time, when no language is set."""

_child_types = components.ComponentChildTypes
_post_init = Component._post_init
_creators: dict[type, Any] = {variable: vars(variable)["create"].__func__ for variable in LAZY}


def support() -> None:
    """Patches Reflex to accept translatable text. A second call does nothing."""
    components.ComponentChildTypes = (*_child_types, Text)
    Component._post_init = _with_translated_props
    if _TEXT not in base._var_literal_subclasses:
        base._var_literal_subclasses.append(_TEXT)  # pyright: ignore[reportArgumentType]
    for variable, create in _creators.items():
        setattr(variable, "create", classmethod(_with_translated_values(create)))  # noqa: B010


def _literal(text: Text, _var_data: VarData | None = None) -> Var[str]:
    return LiteralStringVar.create(typeset(text), _var_data=_var_data)


_TEXT = (SimpleNamespace(create=_literal), SimpleNamespace(python_types=(Text,), var_subclass=StringVar))
"""An entry for `_var_literal_subclasses`, so that Reflex converts each `Text` to a string."""


def _with_translated_values(create: Any) -> Any:
    @wraps(create)
    def create_translated(cls: type, *values: Any, **options: Any) -> Any:
        return create(cls, *map(_translated, values), **options)

    return create_translated


@wraps(_post_init)
def _with_translated_props(self: Component, *args: Any, **props: Any) -> None:
    _post_init(self, *args, **{name: str(prop) if isinstance(prop, Text) else prop for name, prop in props.items()})


def _translated(value: Any) -> Any:
    if isinstance(value, Text):
        return typeset(value)
    if isinstance(value, list | tuple):
        return [*map(_translated, value)] if isinstance(value, list) else tuple(map(_translated, value))
    if isinstance(value, dict):
        return {name: _translated(item) for name, item in value.items()}
    return value
