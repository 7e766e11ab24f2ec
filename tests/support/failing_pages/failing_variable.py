import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.i18n import _


class Prices(rx.State):
    table: rx.Field[dict[str, dict[str, str]]] = rx.field({})


def meta() -> Meta:
    return Meta(title=_("Press"), description=_("A page that fails: an example for tests."))


def page() -> rx.Component:
    return h.div(h.h1(_("Press")), h.p(Prices.table["cards"]["small"]))
