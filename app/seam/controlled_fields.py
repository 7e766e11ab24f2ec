"""Delays the events of state-controlled text fields until the visitor stops typing.

Without the delay, a late response would overwrite newer input.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from reflex.components import el
from reflex.components.component import Component
from reflex.components.core.debounce import DebounceInput
from reflex.components.el.elements import forms
from reflex.vars import VarData
from reflex.vars.base import Var

from app.seam.reflex_internals import expect

FIELDS = ("input", "textarea")
TYPED = {"text", "search", "email", "url", "tel", "password", "number"}
"""The values of the `type` attribute that mark text and number fields."""

expect(forms, *FIELDS)
expect(Component, "_get_imports", "_get_all_hooks")

_creators: dict[str, Callable[..., Component]] = {name: getattr(forms, name) for name in FIELDS}


def support() -> None:
    """Makes `rx.el.input` and `rx.el.textarea` delay their events. A second call does nothing."""
    for name, create in _creators.items():
        for module in (forms, el):
            setattr(module, name, _debounced(create))


def _debounced(create: Callable[..., Component]) -> Callable[..., Component]:
    @wraps(create)
    def create_field(*children: Any, **props: Any) -> Component:
        field = create(*children, **props)
        is_controlled = isinstance(props.get("value"), Var) and props.get("on_change") is not None
        if not is_controlled or props.get("type", "text") not in TYPED:
            return field
        data = VarData(imports=field._get_imports(), hooks=field._get_all_hooks())
        return DebounceInput.create(
            field, element=Var(_js_expr=f'"{field.tag}"', _var_type=type[Component], _var_data=data)
        )

    return create_field
