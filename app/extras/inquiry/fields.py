"""Creates the form's fields. CSS shows the fields for the chosen kind of order."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import reflex as rx

from app.components import html as h
from app.components.html import Child
from app.content.inquiry import ENDINGS, FIELDS, KINDS, NAMES, WHAT, Condition, Field, field_id, hint_id, problem_id
from app.i18n import Text, _

CONTROL = (
    "mt-2 block min-h-12 w-full rounded-none border-2 border-ink bg-paper px-3 py-2 text-lg aria-invalid:border-spot"
)
_WIDE = "sm:col-span-2"
_WIDE_FIELDS = ("stationery", "package", "workshop", "voucher")
_ROWS = {"message": 6}
_AUTOCOMPLETE = {
    "name": "name",
    "email": "email",
    "phone": "tel",
    "company": "organization",
}

Conditions = Sequence[Condition]


def boxes(names: Iterable[str], *, without: Iterable[str] = ()) -> list[rx.Component]:
    """Returns boxes for the named fields. Each box contains a label, an input, a hint and an error message."""
    return [_box(name, _variants(name)) for name in FIELDS if name in names and name not in without]


def what_box() -> rx.Component:
    return h.div(
        h.label(NAMES["what"], html_for=field_id("what"), class_name="block text-lg"),
        select("what", WHAT),
        _problem("what"),
        data_field="what",
        class_name=_WIDE,
    )


def common_box(field: Field) -> rx.Component:
    return _box(field.name, dict.fromkeys(WHAT, field))


def shown_for(kinds: Mapping[str, Conditions]) -> str:
    """Returns CSS classes that show an element only for some kinds of order. `kinds` maps each kind to further
    conditions. Browsers without `:has()` always show the element.
    """
    others = [kind for kind in WHAT if kind not in kinds]
    hidden = [f"form:has({_checked(others)})"] if others else []
    hidden += [
        f"form:has({_checked([kind])}):not(:has({_checked(values)}))"
        for kind, conditions in kinds.items()
        for _name, values in conditions
    ]
    return " ".join(f"[{each}_&]:hidden" for each in hidden)


def variants(texts: Mapping[str, Text | None]) -> list[Child]:
    """Returns text that depends on the chosen kind of order."""
    distinct = list(dict.fromkeys(texts.values()))
    if len(distinct) == 1:
        return [distinct[0]] if distinct[0] else []
    return [
        h.span(text, class_name=shown_for({kind: () for kind, each in texts.items() if each == text}))
        for text in distinct
        if text
    ]


def _variants(name: str) -> dict[str, Field]:
    return {kind: field for kind, fields in KINDS.items() for field in fields if field.name == name}


def _box(name: str, fields: Mapping[str, Field]) -> rx.Component:
    some = next(iter(fields.values()))
    is_wide = some.control in ("lines", "files") or name in _WIDE_FIELDS
    optional = _texts(fields, lambda field: None if field.is_required or field.control == "choice" else _("(optional)"))
    shown = shown_for({kind: (field.when,) if field.when else () for kind, field in fields.items()})
    return h.div(
        h.label(
            *variants(_texts(fields, lambda field: field.label)),
            h.small(" ", *variants(optional), class_name="text-ink-soft") if any(optional.values()) else None,
            html_for=field_id(name),
            class_name="block text-lg",
        ),
        _control(some),
        h.p(*variants(_texts(fields, lambda field: field.hint)), id=hint_id(name), class_name="mt-1 text-ink-soft")
        if _has_hint(name)
        else None,
        _problem(name),
        data_field=name,
        class_name=f"{_WIDE if is_wide else ''} {shown}".strip() or None,
    )


def _texts(fields: Mapping[str, Field], text_of: Callable[[Field], Text | None]) -> dict[str, Text | None]:
    return {kind: text_of(field) for kind, field in fields.items()}


def _has_hint(name: str) -> bool:
    return any(field.hint for field in _variants(name).values())


def _problem(name: str) -> rx.Component:
    return h.p(id=problem_id(name), hidden=True, class_name="mt-2 text-spot")


def _control(field: Field) -> rx.Component:
    if field.control == "choice":
        return select(field.name, field.options)
    props = _named(field.name)
    if field.control == "lines":
        rows = _ROWS.get(field.name, 3)
        return h.textarea(rows=rows, class_name=CONTROL, max_length=field.limit, **props)
    return h.input(class_name=CONTROL, **_INPUTS[field.control](field), **props)


_INPUTS: Mapping[str, Callable[[Field], dict[str, Any]]] = {
    "number": lambda field: {"type": "text", "input_mode": "numeric", "max_length": 7},
    "date": lambda field: {"type": "date"},
    "text": lambda field: {"type": "text", "max_length": field.limit, "required": field.is_required},
    "phone": lambda field: {"type": "tel", "max_length": field.limit},
    "email": lambda field: {"type": "email", "input_mode": "email", "max_length": field.limit, "required": True},
    "files": lambda field: {"type": "file", "multiple": True, "accept": ",".join(f".{each}" for each in ENDINGS)},
}
"""HTML attributes of inputs, keyed by control. A field that can be hidden must not be `required`, because browsers do
not submit forms with an empty required field.
"""


def select(name: str, options: Mapping[str, Text]) -> rx.Component:
    shown = (h.option(label, value=value) for value, label in options.items())
    # `pr-10` leaves space for the arrow that site.css draws.
    return h.select(*shown, class_name=f"{CONTROL} pr-10", **_named(name))


def _named(name: str) -> dict[str, Any]:
    described = f"{hint_id(name)} {problem_id(name)}" if _has_hint(name) else problem_id(name)
    autocomplete = {"auto_complete": _AUTOCOMPLETE[name]} if name in _AUTOCOMPLETE else {}
    return {"id": field_id(name), "name": name, "aria_describedby": described, **autocomplete}


def _checked(values: Iterable[str]) -> str:
    return ",".join(f"[value={value}]:checked" for value in values)
