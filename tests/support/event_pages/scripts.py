"""A test page with every Reflex event that runs in the browser."""

from collections.abc import Iterator
from typing import Any

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.i18n import _, current
from app.routes import url_for

FUNCTION = "() => document.title"


class Scripts(rx.State):
    got: str = ""
    also: str = ""
    kept: str = rx.LocalStorage("", name="kept", sync=True)
    tab: str = rx.SessionStorage("", name="tab")
    cookie: str = rx.Cookie("", name="crumb")

    @rx.event
    def receive(self, value: str | int | None) -> None:
        self.got = f"got {value}"

    @rx.event
    def receive_two(self, value: str, note: str) -> None:
        self.got = f"{note}: {value}"

    @rx.event
    def script(self) -> Any:
        return rx.call_script("window.ran = 'handler'")

    @rx.event
    def script_with_value(self) -> Any:
        return rx.call_script("const a = 40;\na + 2", callback=Scripts.receive)

    @rx.event
    def promise(self) -> Any:
        return rx.call_script("Promise.resolve('later')", callback=Scripts.receive)

    @rx.event
    def function(self) -> Any:
        return rx.call_function(FUNCTION, callback=Scripts.receive)

    @rx.event
    def run(self) -> Iterator[Any]:
        yield rx.run_script("window.ran = 'run'")
        self.also = "after"
        yield rx.console_log("from the handler")

    @rx.event
    def broken(self) -> Any:
        return rx.call_script("a b c")

    @rx.event
    def too_long(self) -> Any:
        return rx.call_script(";".join(f"f{number**9}()" for number in range(2000)))

    @rx.event
    def save(self) -> Any:
        return rx.download(data="saved", filename="saved.txt")

    @rx.event
    def leave(self) -> Any:
        return rx.redirect(url_for("about", current()))

    @rx.event
    def change_field(self) -> list[Any]:
        return [rx.set_value("my-field", "set"), rx.set_focus("my-field"), rx.scroll_to("bottom")]

    @rx.event
    def alert(self) -> Any:
        return rx.window_alert('with "quotes" and </script>')

    @rx.event
    def clip(self) -> Any:
        return rx.set_clipboard("copied")

    @rx.event
    def store(self) -> None:
        self.kept, self.tab, self.cookie = "kept", "tab", "crumb; =ě"

    @rx.event
    def forget(self) -> Any:
        return rx.clear_local_storage()


def meta() -> Meta:
    return Meta(title=_("Scripts"), description=_("A page that runs scripts."))


def page() -> rx.Component:
    ran = rx.vars.FunctionStringVar.create("((text) => { window.ran = text })")
    return h.fragment(
        h.h1("Scripts"),
        h.p(Scripts.got, id="got"),
        h.p(Scripts.also, id="also"),
        h.p(Scripts.kept, "|", Scripts.tab, "|", Scripts.cookie, id="stored"),
        rx.el.input(id="my-field"),
        _button("trigger script", rx.call_script("window.ran = 'trigger'")),
        _button("trigger value", rx.call_script("const a = 1; // one\na + 1", callback=Scripts.receive)),
        _button(
            "trigger lambda",
            rx.call_script("'x'", callback=lambda value: Scripts.receive_two(value, "note")),  # pyright: ignore
        ),
        _button("trigger function", rx.call_function(FUNCTION, callback=Scripts.receive)),
        _button("trigger run", rx.run_script(ran.call(Scripts.got))),
        _button("trigger log", rx.console_log("from the trigger")),
        _button("trigger alert", rx.window_alert("hello")),
        _button("trigger download", rx.download(data="there", filename="there.txt")),
        _button("remove cookie", rx.remove_cookie("crumb")),
        _button("remove tab", rx.remove_session_storage("tab")),
        _button("trigger field", [rx.set_value("my-field", "there"), rx.set_focus("my-field")]),  # pyright: ignore
        *(_button(name.replace("_", " "), getattr(Scripts, name)) for name in HANDLERS),
        # Make the page scrollable with paragraphs, because a style would change the style sheet that pages share.
        *(h.p("far") for _line in range(100)),
        h.p("bottom", id="bottom"),
    )


HANDLERS = (
    *("script", "script_with_value", "promise", "function", "run", "broken", "too_long", "save", "leave"),
    *("change_field", "alert", "clip", "store", "forget"),
)


def _button(label: str, on_click: Any) -> rx.Component:
    return h.button(label, type="button", on_click=on_click)
