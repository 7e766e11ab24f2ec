import reflex as rx

from app.components.head import Meta
from app.i18n import _


class MemoState(rx.State):
    names: list[str] = ["Ink", "Paper"]
    picked: str = ""

    @rx.event
    def pick(self, name: str):
        self.picked = name
        self.names = [*self.names, "Type"]


@rx.memo
def choice(name: str, on_pick: rx.EventHandler[rx.event.no_args_event_spec]):
    return rx.hstack(rx.text(name), rx.button(_("Contact"), on_click=on_pick))


@rx.memo
def picked(name: str):
    return rx.text(_("Contact"), ": ", name, id="picked")


def meta():
    return Meta(title=_("Contact"), description=_("Reflex's memoized components, in a page of this site."))


def page():
    return rx.vstack(
        rx.vstack(rx.foreach(MemoState.names, lambda name: choice(name=name, on_pick=MemoState.pick(name)))),
        picked(name=MemoState.picked),
        padding="2em",
    )
