import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.i18n import _


class Press(rx.Component):
    tag = "Press"

    def add_custom_code(self) -> list[str]:
        return ["const Press = () => { throw new Error('the press is on fire') }"]


def meta() -> Meta:
    return Meta(title=_("Press"), description=_("A page that fails: an example for tests."))


def page() -> rx.Component:
    return h.div(h.h1(_("Press")), Press.create())
