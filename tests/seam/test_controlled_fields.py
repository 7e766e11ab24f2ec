from collections.abc import Iterator
from typing import Any

import pytest
import reflex as rx
from reflex.components import el
from reflex.components.core.debounce import DebounceInput
from reflex.components.el.elements import forms

from app.seam import controlled_fields

VALUE = rx.Var("value", _var_type=str)
CHANGE: Any = rx.console_log("changed")


@pytest.fixture(autouse=True)
def supported() -> Iterator[None]:
    known = {name: getattr(forms, name) for name in controlled_fields.FIELDS}
    controlled_fields.support()
    yield
    for name, create in known.items():
        setattr(forms, name, create)
        setattr(el, name, create)


@pytest.mark.parametrize("kind", [None, "text", "search", "number"])
def test_a_controlled_field_is_debounced(kind: str | None) -> None:
    props: dict[str, Any] = {"type": kind} if kind else {}
    field = rx.el.input(value=VALUE, on_change=CHANGE, id="note", **props)
    assert isinstance(field, DebounceInput)
    rendered = str(field.render())
    assert '"input"' in rendered and '"note"' in rendered
    field = rx.el.textarea(value=VALUE, on_change=CHANGE)
    assert isinstance(field, DebounceInput) and '"textarea"' in str(field.render())


@pytest.mark.parametrize(
    "props",
    [
        {"on_change": CHANGE},
        {"value": VALUE},
        {"value": "fixed", "type": "radio", "on_change": CHANGE},
        {"value": VALUE, "type": "checkbox", "on_change": CHANGE},
        {"value": VALUE, "type": "range", "on_change": CHANGE},
    ],
)
def test_other_fields_stay_as_they_are(props: dict[str, Any]) -> None:
    assert not isinstance(rx.el.input(**props), DebounceInput)
