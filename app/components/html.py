"""HTML elements that translate their text and attributes.

`h.p(_("Hello"))` creates a `<p>` with the translated text. Line breaks become `<br>`. Children can be lists. Numbers
are formatted for the page's language. None and False are ignored. `html.pyi` contains the types of all elements.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any

import reflex as rx
from reflex.components.el.elements.base import BaseHTML
from reflex.constants.compiler import SpecialAttributes
from reflex.utils.format import to_camel_case

from app.i18n import Text, typeset
from app.i18n.formats import ungrouped

Child = rx.Component | rx.Var[Any] | Text | str | int | float | Decimal | None | Iterable["Child"]


def lines(text: Text | str) -> Iterator[rx.Component | str]:
    """Typesets a text and yields its lines, separated by `<br>`."""
    for number, line in enumerate(typeset(text).split("\n")):
        if number:
            yield rx.el.br()
        yield line


def spread(children: Iterable[Child]) -> Iterator[rx.Component | rx.Var | str]:
    """Converts children for Reflex: translates text, unpacks lists, and omits None and False.

    Raises:
        TypeError: the type of a child is not supported.
    """
    for child in children:
        if child is None or child is False:
            continue
        if isinstance(child, (Text, str)):
            yield from lines(child)
        elif isinstance(child, (rx.Component, rx.Var)):
            yield child
        elif isinstance(child, (int, float, Decimal)) and child is not True:
            yield ungrouped(child)
        elif isinstance(child, Iterable) and not isinstance(child, (bytes, Mapping)):
            yield from spread(child)
        else:
            raise TypeError(f"{child!r} cannot be shown: children are texts, numbers, components, variables and lists")


def attributes(component: type[rx.Component], props: dict[str, object]) -> dict[str, object]:
    """Converts attributes for Reflex: translates text and omits None.

    Moves unknown attributes and `id` into `custom_attrs`. Otherwise, Reflex would treat unknown attributes as CSS and
    add a ref for `id`.
    """
    given = {
        name: str(value) if isinstance(value, Text) else value for name, value in props.items() if value is not None
    }
    undeclared = {name for name in given if name == "id" or not _declared(component, name)}
    if not undeclared:
        return given
    custom = {to_camel_case(name): given.pop(name) for name in undeclared}
    return {**given, "custom_attrs": {**custom, **props.get("custom_attrs", {})}}  # pyright: ignore


def _declared(component: type[rx.Component], name: str) -> bool:
    return name in component.get_fields() or name.startswith("on_") or SpecialAttributes.is_special(name)


def element(component: type[rx.Component], **defaults: object) -> Callable[..., rx.Component]:
    """Returns a function that creates `component` and translates its text."""

    def build(*children: Child, **props: object) -> rx.Component:
        return component.create(*spread(children), **attributes(component, {**defaults, **props}))

    return build


def _html(tag: str, **defaults: object) -> Callable[..., rx.Component]:
    return element(getattr(rx.el, tag).__self__, **defaults)


class Figure(BaseHTML):
    """A `<figure>`, which Reflex lacks."""

    tag = "figure"


class Form(BaseHTML):
    """A `<form>` that the browser submits. Reflex's own form dispatches an event instead."""

    tag = "form"


class Textarea(BaseHTML):
    """A `<textarea>` without the JavaScript that Reflex adds."""

    tag = "textarea"


class Select(BaseHTML):
    """A `<select>` without the JavaScript that Reflex adds."""

    tag = "select"


class Input(BaseHTML):
    """An `<input>` without the JavaScript that Reflex adds."""

    tag = "input"


a = _html("a")
abbr = _html("abbr")
address = _html("address")
article = _html("article")
aside = _html("aside")
br = _html("br")
button = _html("button")
caption = _html("caption")
dd = _html("dd")
details = _html("details")
div = _html("div")
dl = _html("dl")
dt = _html("dt")
em = _html("em")
figcaption = _html("figcaption")
footer = _html("footer")
fieldset = _html("fieldset")
h1 = _html("h1")
h2 = _html("h2")
h3 = _html("h3")
h4 = _html("h4")
header = _html("header")
hr = _html("hr")
img = _html("img")
label = _html("label")
legend = _html("legend")
li = _html("li")
main = _html("main")
meta = _html("meta")
nav = _html("nav")
noscript = _html("noscript")
ol = _html("ol", role="list")  # otherwise, screen readers in Safari do not announce the list
option = _html("option")
output = _html("output")
p = _html("p")
picture = _html("picture")
section = _html("section")
small = _html("small")
source = _html("source")
span = _html("span")
strong = _html("strong")
sub = _html("sub")
summary = _html("summary")
sup = _html("sup")
table = _html("table")
template = _html("template")
tbody = _html("tbody")
td = _html("td")
th = _html("th")
thead = _html("thead")
time = _html("time")
tr = _html("tr")
ul = _html("ul", role="list")
figure = element(Figure)
form = element(Form)
input = element(Input)
select = element(Select)
textarea = element(Textarea)
fragment = element(rx.Fragment)
