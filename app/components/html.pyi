"""Types of the elements in html.py, for editors and pyright. Written by `make stubs`."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, Literal, TypedDict, Unpack

import reflex as rx
from reflex.components.el.elements.base import BaseHTML
from reflex.event import EventType
from reflex.vars.base import Var

from app.i18n import Text

AutoCapitalizeValue = Literal["characters", "none", "off", "on", "sentences", "words"]

EnterKeyHintValue = Literal["done", "enter", "go", "next", "previous", "search", "send"]

InputModeValue = Literal["decimal", "email", "none", "numeric", "search", "tel", "text", "url"]

RoleValue = Literal[
    "alert",
    "alertdialog",
    "application",
    "article",
    "banner",
    "button",
    "cell",
    "checkbox",
    "columnheader",
    "combobox",
    "complementary",
    "contentinfo",
    "definition",
    "dialog",
    "directory",
    "document",
    "feed",
    "figure",
    "form",
    "grid",
    "gridcell",
    "group",
    "heading",
    "img",
    "link",
    "list",
    "listbox",
    "listitem",
    "log",
    "main",
    "marquee",
    "math",
    "menu",
    "menubar",
    "menuitem",
    "menuitemcheckbox",
    "menuitemradio",
    "navigation",
    "none",
    "note",
    "option",
    "presentation",
    "progressbar",
    "radio",
    "radiogroup",
    "region",
    "row",
    "rowgroup",
    "rowheader",
    "scrollbar",
    "search",
    "searchbox",
    "separator",
    "slider",
    "spinbutton",
    "status",
    "switch",
    "tab",
    "table",
    "tablist",
    "tabpanel",
    "term",
    "textbox",
    "timer",
    "toolbar",
    "tooltip",
    "tree",
    "treegrid",
    "treeitem",
]

ReferrerPolicyValue = Literal[
    "",
    "no-referrer",
    "no-referrer-when-downgrade",
    "origin",
    "origin-when-cross-origin",
    "same-origin",
    "strict-origin",
    "strict-origin-when-cross-origin",
    "unsafe-url",
]

TypeValue = Literal[
    "button",
    "checkbox",
    "color",
    "date",
    "datetime-local",
    "email",
    "file",
    "hidden",
    "image",
    "month",
    "number",
    "password",
    "radio",
    "range",
    "reset",
    "search",
    "submit",
    "tel",
    "text",
    "time",
    "url",
    "week",
]

Child = rx.Component | rx.Var[Any] | Text | str | int | float | Decimal | None | Iterable["Child"]

def lines(text: Text | str) -> Iterator[rx.Component | str]: ...
def spread(children: Iterable[Child]) -> Iterator[rx.Component | rx.Var | str]: ...
def attributes(component: type[rx.Component], props: dict[str, object]) -> dict[str, object]: ...
def element(component: type[rx.Component], **defaults: object) -> Callable[..., rx.Component]: ...

class Figure(BaseHTML): ...
class Form(BaseHTML): ...
class Textarea(BaseHTML): ...
class Select(BaseHTML): ...
class Input(BaseHTML): ...

class UnstyledAttributes(TypedDict, total=False):
    access_key: Text | Var[str] | str | None
    auto_capitalize: AutoCapitalizeValue | Var[AutoCapitalizeValue] | None
    content_editable: (
        Literal["inherit", "plaintext-only", False, True]
        | Var[Literal["inherit", "plaintext-only", False, True]]
        | None
    )
    context_menu: Text | Var[str] | str | None
    dir: Text | Var[str] | str | None
    draggable: Var[bool] | bool | None
    enter_key_hint: EnterKeyHintValue | Var[EnterKeyHintValue] | None
    hidden: Var[bool] | bool | None
    input_mode: InputModeValue | Var[InputModeValue] | None
    item_prop: Text | Var[str] | str | None
    lang: Text | Var[str] | str | None
    role: RoleValue | Var[RoleValue] | None
    slot: Text | Var[str] | str | None
    spell_check: Var[bool] | bool | None
    tab_index: Var[int] | int | None
    title: Text | Var[str] | str | None
    key: Var[Any] | str | int | None
    id: Var[str] | str | None
    ref: Var[Any] | None
    autofocus: bool | None
    custom_attrs: dict[str, Var | Any] | None
    on_blur: EventType[()] | None
    on_click: EventType[()] | None
    on_context_menu: EventType[()] | None
    on_double_click: EventType[()] | None
    on_focus: EventType[()] | None
    on_mount: EventType[()] | None
    on_mouse_down: EventType[()] | None
    on_mouse_enter: EventType[()] | None
    on_mouse_leave: EventType[()] | None
    on_mouse_move: EventType[()] | None
    on_mouse_out: EventType[()] | None
    on_mouse_over: EventType[()] | None
    on_mouse_up: EventType[()] | None
    on_scroll: EventType[()] | None
    on_unmount: EventType[()] | None
    aria_activedescendant: Text | Var[Any] | str | float | bool | None
    aria_atomic: Text | Var[Any] | str | float | bool | None
    aria_autocomplete: Text | Var[Any] | str | float | bool | None
    aria_braillelabel: Text | Var[Any] | str | float | bool | None
    aria_brailleroledescription: Text | Var[Any] | str | float | bool | None
    aria_busy: Text | Var[Any] | str | float | bool | None
    aria_checked: Text | Var[Any] | str | float | bool | None
    aria_colcount: Text | Var[Any] | str | float | bool | None
    aria_colindex: Text | Var[Any] | str | float | bool | None
    aria_colindextext: Text | Var[Any] | str | float | bool | None
    aria_colspan: Text | Var[Any] | str | float | bool | None
    aria_controls: Text | Var[Any] | str | float | bool | None
    aria_current: Text | Var[Any] | str | float | bool | None
    aria_describedby: Text | Var[Any] | str | float | bool | None
    aria_description: Text | Var[Any] | str | float | bool | None
    aria_details: Text | Var[Any] | str | float | bool | None
    aria_disabled: Text | Var[Any] | str | float | bool | None
    aria_errormessage: Text | Var[Any] | str | float | bool | None
    aria_expanded: Text | Var[Any] | str | float | bool | None
    aria_flowto: Text | Var[Any] | str | float | bool | None
    aria_haspopup: Text | Var[Any] | str | float | bool | None
    aria_hidden: Text | Var[Any] | str | float | bool | None
    aria_invalid: Text | Var[Any] | str | float | bool | None
    aria_keyshortcuts: Text | Var[Any] | str | float | bool | None
    aria_label: Text | Var[Any] | str | float | bool | None
    aria_labelledby: Text | Var[Any] | str | float | bool | None
    aria_level: Text | Var[Any] | str | float | bool | None
    aria_live: Text | Var[Any] | str | float | bool | None
    aria_modal: Text | Var[Any] | str | float | bool | None
    aria_multiline: Text | Var[Any] | str | float | bool | None
    aria_multiselectable: Text | Var[Any] | str | float | bool | None
    aria_orientation: Text | Var[Any] | str | float | bool | None
    aria_owns: Text | Var[Any] | str | float | bool | None
    aria_placeholder: Text | Var[Any] | str | float | bool | None
    aria_posinset: Text | Var[Any] | str | float | bool | None
    aria_pressed: Text | Var[Any] | str | float | bool | None
    aria_readonly: Text | Var[Any] | str | float | bool | None
    aria_relevant: Text | Var[Any] | str | float | bool | None
    aria_required: Text | Var[Any] | str | float | bool | None
    aria_roledescription: Text | Var[Any] | str | float | bool | None
    aria_rowcount: Text | Var[Any] | str | float | bool | None
    aria_rowindex: Text | Var[Any] | str | float | bool | None
    aria_rowindextext: Text | Var[Any] | str | float | bool | None
    aria_rowspan: Text | Var[Any] | str | float | bool | None
    aria_selected: Text | Var[Any] | str | float | bool | None
    aria_setsize: Text | Var[Any] | str | float | bool | None
    aria_sort: Text | Var[Any] | str | float | bool | None
    aria_valuemax: Text | Var[Any] | str | float | bool | None
    aria_valuemin: Text | Var[Any] | str | float | bool | None
    aria_valuenow: Text | Var[Any] | str | float | bool | None
    aria_valuetext: Text | Var[Any] | str | float | bool | None
    data_application: Text | Var[Any] | str | float | bool | None
    data_box: Text | Var[Any] | str | float | bool | None
    data_field: Text | Var[Any] | str | float | bool | None
    data_full: Text | Var[Any] | str | float | bool | None
    data_problem: Text | Var[Any] | str | float | bool | None
    data_scope: Text | Var[Any] | str | float | bool | None
    data_speed: Text | Var[Any] | str | float | bool | None
    data_tone: Text | Var[Any] | str | float | bool | None
    data_touch: Text | Var[Any] | str | float | bool | None
    data_worker: Text | Var[Any] | str | float | bool | None

class GlobalAttributes(UnstyledAttributes, total=False):
    class_name: Var[Any] | str | Sequence[Var[Any] | str] | None
    style: Sequence[Mapping[str, Any]] | Mapping[str, Any] | Var[Mapping[str, Any]] | None

class AAttributes(GlobalAttributes, total=False):
    download: Text | Var[bool | str] | bool | str | None
    href: Text | Var[str] | str | None
    href_lang: Text | Var[str] | str | None
    media: Text | Var[str] | str | None
    ping: Text | Var[str] | str | None
    referrer_policy: ReferrerPolicyValue | Var[ReferrerPolicyValue] | None
    rel: Text | Var[str] | str | None
    target: (
        Text
        | Literal["_blank", "_parent", "_self", "_top"]
        | Var[Literal["_blank", "_parent", "_self", "_top"] | str]
        | str
        | None
    )

def a(*children: Child, **attributes: Unpack[AAttributes]) -> rx.Component: ...
def abbr(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...
def address(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...
def article(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...
def aside(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...
def br(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...

class ButtonAttributes(GlobalAttributes, total=False):
    auto_focus: Var[bool] | bool | None
    disabled: Var[bool] | bool | None
    form: Text | Var[str] | str | None
    form_action: Text | Var[str] | str | None
    form_enc_type: Text | Var[str] | str | None
    form_method: Text | Var[str] | str | None
    form_no_validate: Var[bool] | bool | None
    form_target: Text | Var[str] | str | None
    name: Text | Var[str] | str | None
    type: Literal["button", "reset", "submit"] | Var[Literal["button", "reset", "submit"]] | None
    value: Text | Var[float | int | str] | float | int | str | None

def button(*children: Child, **attributes: Unpack[ButtonAttributes]) -> rx.Component: ...
def caption(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...
def dd(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...

class DetailsAttributes(GlobalAttributes, total=False):
    open: Var[bool] | bool | None

def details(*children: Child, **attributes: Unpack[DetailsAttributes]) -> rx.Component: ...
def div(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...
def dl(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...
def dt(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...
def em(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...

class FieldsetAttributes(GlobalAttributes, total=False):
    disabled: Var[bool] | bool | None
    form: Text | Var[str] | str | None
    name: Text | Var[str] | str | None

def fieldset(*children: Child, **attributes: Unpack[FieldsetAttributes]) -> rx.Component: ...
def figcaption(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...
def figure(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...
def footer(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...

class FormAttributes(GlobalAttributes, total=False):
    accept: Text | Var[str] | str | None
    accept_charset: Text | Var[str] | str | None
    action: Text | Var[str] | str | None
    auto_complete: Text | Var[str] | str | None
    enc_type: Text | Var[str] | str | None
    method: Text | Var[str] | str | None
    name: Text | Var[str] | str | None
    no_validate: Var[bool] | bool | None
    target: Text | Var[str] | str | None

def form(*children: Child, **attributes: Unpack[FormAttributes]) -> rx.Component: ...
def fragment(*children: Child, key: Var[Any] | str | int | None = None) -> rx.Component: ...
def h1(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...
def h2(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...
def h3(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...
def h4(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...
def header(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...
def hr(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...

class ImgAttributes(GlobalAttributes, total=False):
    alt: Text | Var[str] | str | None
    cross_origin: Literal["", "anonymous", "use-credentials"] | Var[Literal["", "anonymous", "use-credentials"]] | None
    decoding: Literal["async", "auto", "sync"] | Var[Literal["async", "auto", "sync"]] | None
    loading: Literal["eager", "lazy"] | Var[Literal["eager", "lazy"]] | None
    referrer_policy: ReferrerPolicyValue | Var[ReferrerPolicyValue] | None
    sizes: Text | Var[str] | str | None
    src: Any | Var[Any] | None
    src_set: Text | Var[str] | str | None
    use_map: Text | Var[str] | str | None
    width: Var[int] | int | str | None
    height: Var[int] | int | str | None
    fetch_priority: Literal["high", "low", "auto"] | None

def img(*children: Child, **attributes: Unpack[ImgAttributes]) -> rx.Component: ...

class InputAttributes(GlobalAttributes, total=False):
    accept: Text | Var[str] | str | None
    alt: Text | Var[str] | str | None
    auto_complete: Text | Var[str] | str | None
    auto_focus: Var[bool] | bool | None
    capture: Literal["environment", "user", False, True] | Var[Literal["environment", "user", False, True]] | None
    checked: Var[bool] | bool | None
    default_checked: Var[bool] | bool | None
    default_value: Text | Var[float | int | str] | float | int | str | None
    disabled: Var[bool] | bool | None
    form: Text | Var[str] | str | None
    form_action: Text | Var[str] | str | None
    form_enc_type: Text | Var[str] | str | None
    form_method: Text | Var[str] | str | None
    form_no_validate: Var[bool] | bool | None
    form_target: Text | Var[str] | str | None
    list: Text | Var[str] | str | None
    max: Text | Var[float | int | str] | float | int | str | None
    max_length: Var[float | int] | float | int | None
    min_length: Var[float | int] | float | int | None
    min: Text | Var[float | int | str] | float | int | str | None
    multiple: Var[bool] | bool | None
    name: Text | Var[str] | str | None
    pattern: Text | Var[str] | str | None
    placeholder: Text | Var[str] | str | None
    read_only: Var[bool] | bool | None
    required: Var[bool] | bool | None
    size: Text | Var[float | int | str] | float | int | str | None
    src: Text | Var[str] | str | None
    step: Text | Var[float | int | str] | float | int | str | None
    type: TypeValue | Var[TypeValue] | None
    value: Text | Var[float | int | str] | float | int | str | None

def input(*children: Child, **attributes: Unpack[InputAttributes]) -> rx.Component: ...

class LabelAttributes(GlobalAttributes, total=False):
    html_for: Text | Var[str] | str | None
    form: Text | Var[str] | str | None

def label(*children: Child, **attributes: Unpack[LabelAttributes]) -> rx.Component: ...
def legend(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...
def li(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...
def main(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...

class MetaAttributes(GlobalAttributes, total=False):
    char_set: Text | Var[str] | str | None
    content: Text | Var[str] | str | None
    http_equiv: Text | Var[str] | str | None
    name: Text | Var[str] | str | None
    property: Text | Var[str] | str | None
    media: Text | Var[str] | str | None

def meta(*children: Child, **attributes: Unpack[MetaAttributes]) -> rx.Component: ...
def nav(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...
def noscript(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...

class OlAttributes(GlobalAttributes, total=False):
    reversed: Var[bool] | bool | None
    start: Var[int] | int | None
    type: Literal["1", "A", "I", "a", "i"] | Var[Literal["1", "A", "I", "a", "i"]] | None

def ol(*children: Child, **attributes: Unpack[OlAttributes]) -> rx.Component: ...

class OptionAttributes(GlobalAttributes, total=False):
    disabled: Var[bool] | bool | None
    label: Text | Var[str] | str | None
    selected: Var[bool] | bool | None
    value: Text | Var[float | int | str] | float | int | str | None

def option(*children: Child, **attributes: Unpack[OptionAttributes]) -> rx.Component: ...

class OutputAttributes(GlobalAttributes, total=False):
    html_for: Text | Var[str] | str | None
    form: Text | Var[str] | str | None
    name: Text | Var[str] | str | None

def output(*children: Child, **attributes: Unpack[OutputAttributes]) -> rx.Component: ...
def p(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...
def picture(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...
def section(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...

class SelectAttributes(GlobalAttributes, total=False):
    auto_complete: Text | Var[str] | str | None
    auto_focus: Var[bool] | bool | None
    disabled: Var[bool] | bool | None
    form: Text | Var[str] | str | None
    multiple: Var[bool] | bool | None
    name: Text | Var[str] | str | None
    required: Var[bool] | bool | None
    size: Text | Var[int | str] | int | str | None
    value: Text | Var[str] | str | None
    default_value: Text | Var[str] | str | None

def select(*children: Child, **attributes: Unpack[SelectAttributes]) -> rx.Component: ...
def small(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...

class SourceAttributes(GlobalAttributes, total=False):
    media: Text | Var[str] | str | None
    sizes: Text | Var[str] | str | None
    src: Text | Var[str] | str | None
    src_set: Text | Var[str] | str | None
    type: Text | Var[str] | str | None

def source(*children: Child, **attributes: Unpack[SourceAttributes]) -> rx.Component: ...
def span(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...
def strong(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...
def sub(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...
def summary(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...
def sup(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...

class TableAttributes(GlobalAttributes, total=False):
    align: Literal["center", "left", "right"] | Var[Literal["center", "left", "right"]] | None
    summary: Text | Var[str] | str | None

def table(*children: Child, **attributes: Unpack[TableAttributes]) -> rx.Component: ...
def tbody(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...

class TdAttributes(GlobalAttributes, total=False):
    align: (
        Literal["center", "char", "justify", "left", "right"]
        | Var[Literal["center", "char", "justify", "left", "right"]]
        | None
    )
    col_span: Var[int] | int | None
    headers: Text | Var[str] | str | None
    row_span: Var[int] | int | None

def td(*children: Child, **attributes: Unpack[TdAttributes]) -> rx.Component: ...
def template(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...

class TextareaAttributes(GlobalAttributes, total=False):
    auto_complete: Text | Var[str] | str | None
    auto_focus: Var[bool] | bool | None
    cols: Text | Var[int | str] | int | str | None
    default_value: Text | Var[str] | str | None
    dirname: Text | Var[str] | str | None
    disabled: Var[bool] | bool | None
    form: Text | Var[str] | str | None
    max_length: Text | Var[int | str] | int | str | None
    min_length: Text | Var[int | str] | int | str | None
    name: Text | Var[str] | str | None
    placeholder: Text | Var[str] | str | None
    read_only: Var[bool] | bool | None
    required: Var[bool] | bool | None
    rows: Text | Var[int | str] | int | str | None
    value: Text | Var[str] | str | None
    wrap: Text | Var[str] | str | None

def textarea(*children: Child, **attributes: Unpack[TextareaAttributes]) -> rx.Component: ...

class ThAttributes(GlobalAttributes, total=False):
    align: (
        Literal["center", "char", "justify", "left", "right"]
        | Var[Literal["center", "char", "justify", "left", "right"]]
        | None
    )
    col_span: Var[int] | int | None
    headers: Text | Var[str] | str | None
    row_span: Var[int] | int | None
    scope: Text | Var[str] | str | None

def th(*children: Child, **attributes: Unpack[ThAttributes]) -> rx.Component: ...
def thead(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...

class TimeAttributes(GlobalAttributes, total=False):
    date_time: Text | Var[str] | str | None

def time(*children: Child, **attributes: Unpack[TimeAttributes]) -> rx.Component: ...
def tr(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...
def ul(*children: Child, **attributes: Unpack[GlobalAttributes]) -> rx.Component: ...
