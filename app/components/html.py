"""HTML elements that take texts of the catalogs, as children and as attributes.

`h.p(_("Hello"))` is Reflex's `rx.el.p`, with the text translated into the language in use, its line breaks kept as line
breaks on the page and the language's typographic manners applied. Children that are None are left out, lists are spread.
"""

from collections.abc import Callable, Iterable, Iterator

import reflex as rx

from app.i18n import Text, current
from app.i18n.typography import polish

Child = rx.Component | rx.Var | Text | str | None | Iterable["Child"]


def lines(text: Text | str) -> Iterator[rx.Component | str]:
    """The lines of a text, with line breaks between them."""
    for number, line in enumerate(polish(str(text), current().code).split("\n")):
        if number:
            yield rx.el.br()
        yield line


def spread(children: Iterable[Child]) -> Iterator[rx.Component | rx.Var | str]:
    """Children as Reflex takes them: texts translated, iterables flattened, None left out."""
    for child in children:
        if isinstance(child, (Text, str)):
            yield from lines(child)
        elif isinstance(child, (rx.Component, rx.Var)):
            yield child
        elif child is not None:
            yield from spread(child)


def attributes(props: dict) -> dict:
    """Attributes with their texts translated; None left out."""
    return {name: str(value) if isinstance(value, Text) else value for name, value in props.items() if value is not None}


def element(create: Callable[..., rx.Component]) -> Callable[..., rx.Component]:
    """A Reflex component's `create` that takes texts."""

    def build(*children: Child, **props: object) -> rx.Component:
        return create(*spread(children), **attributes(props))

    return build


a = element(rx.el.a)
abbr = element(rx.el.abbr)
address = element(rx.el.address)
article = element(rx.el.article)
aside = element(rx.el.aside)
button = element(rx.el.button)
caption = element(rx.el.caption)
dd = element(rx.el.dd)
details = element(rx.el.details)
div = element(rx.el.div)
dl = element(rx.el.dl)
dt = element(rx.el.dt)
em = element(rx.el.em)
figcaption = element(rx.el.figcaption)
figure = element(rx.el.figure)
footer = element(rx.el.footer)
form = element(rx.el.form)
h1 = element(rx.el.h1)
h2 = element(rx.el.h2)
h3 = element(rx.el.h3)
h4 = element(rx.el.h4)
header = element(rx.el.header)
hr = element(rx.el.hr)
i = element(rx.el.i)
img = element(rx.el.img)
input = element(rx.el.input)
label = element(rx.el.label)
li = element(rx.el.li)
main = element(rx.el.main)
nav = element(rx.el.nav)
ol = element(rx.el.ol)
output = element(rx.el.output)
p = element(rx.el.p)
picture = element(rx.el.picture)
section = element(rx.el.section)
small = element(rx.el.small)
source = element(rx.el.source)
span = element(rx.el.span)
strong = element(rx.el.strong)
sub = element(rx.el.sub)
summary = element(rx.el.summary)
sup = element(rx.el.sup)
svg = element(rx.el.svg)
table = element(rx.el.table)
tbody = element(rx.el.tbody)
td = element(rx.el.td)
th = element(rx.el.th)
thead = element(rx.el.thead)
time = element(rx.el.time)
tr = element(rx.el.tr)
ul = element(rx.el.ul)
br = rx.el.br
fragment = element(rx.fragment)
