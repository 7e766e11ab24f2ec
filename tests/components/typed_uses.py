# pyright: reportUnnecessaryTypeIgnoreComment=true
"""Correct and incorrect uses of components. `make check` fails if pyright accepts an incorrect use or rejects a correct
one.
"""

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.components.layout import actions, band, button, grid, heading
from app.components.link import link, outward
from app.components.picture import picture
from app.components.samples import samples
from app.extras.fullpage import Section
from app.i18n import _


class Counter(rx.State):
    count: int = 0
    open: bool = False
    names: list[str] = []  # noqa: RUF012

    @rx.event
    def add(self, number: int) -> None:
        self.count += number

    @rx.event
    def reset_count(self) -> None:
        self.count = 0

    @rx.var
    def doubled(self) -> int:
        return 2 * self.count


def _right_children() -> list[rx.Component]:
    return [
        h.p(_("Hello"), "text", 190, 3.5, None, rx.el.b("bold"), [1, ["two", None]], (str(n) for n in range(3))),
        h.p(Counter.count, Counter.doubled, rx.Var.create(1), rx.cond(Counter.open, "yes", "no")),
        h.ul(rx.foreach(Counter.names, _item)),
        h.fragment(h.p("a"), key="a"),
    ]


def _item(name: rx.Var[str]) -> rx.Component:
    return h.li(name, id=name, key=name)


def _right_attributes() -> list[rx.Component]:
    return [
        h.p("a", id="a", key=1, class_name="a", lang=None, title=_("Hello"), custom_attrs={"data-anything": 1}),
        h.p("a", class_name=["a", rx.cond(Counter.open, "b", "c")], hidden=Counter.open, tab_index=-1),
        h.a("a", href="/", aria_label=_("Hello"), aria_current="page", data_tone="ink", role="button"),
        h.input(type="email", max_length=10, auto_complete="email", required=True),
        h.img(src="/a.jpg", alt=_("Hello"), width=10, height="10", fetch_priority="high", loading="lazy"),
        h.time("now", date_time="2026-01-01"),
    ]


def _right_events() -> list[rx.Component]:
    return [
        h.button("a", on_click=Counter.reset_count),
        h.button("a", on_click=Counter.add(1)),
        h.button("a", on_click=[Counter.add(1), rx.console_log("added")]),
        h.button("a", on_click=lambda: Counter.add(Counter.count), on_focus=rx.console_log("focus")),
    ]


def _right_components() -> list[rx.Component]:
    return [
        band(heading(_("Hello"), id="hello"), tone="sunk"),
        grid("a", 2, columns=2),
        actions(button(_("Hello"), to="contact", aria_label=_("Hello"), on_click=Counter.reset_count)),
        link("a", to="contact", class_name="underline", aria_current="page"),
        outward("a", href="https://example.org", rel="me"),
        picture("proof", alt=_("Hello"), priority=True),
    ]


_meta = Meta(title=_("Hello"), description=_("Hello"), on_load=Counter.add(1))


def _wrong_attributes() -> None:
    h.p("a", class_nam="a")  # pyright: ignore[reportCallIssue]
    h.p("a", class_name=3)  # pyright: ignore[reportArgumentType]
    h.p("a", href="/")  # pyright: ignore[reportCallIssue]
    h.p("a", aria_lable="a")  # pyright: ignore[reportCallIssue]
    h.p("a", data_nowhere_used="a")  # pyright: ignore[reportCallIssue]
    h.p("a", role="nobody")  # pyright: ignore[reportArgumentType]
    h.p("a", tab_index="first")  # pyright: ignore[reportArgumentType]
    h.br(class_nam="a")  # pyright: ignore[reportCallIssue]
    h.button("a", type="push")  # pyright: ignore[reportArgumentType]
    h.fragment("a", class_name="a")  # pyright: ignore[reportCallIssue]


def _wrong_events() -> None:
    h.button("a", on_clik=Counter.reset_count)  # pyright: ignore[reportCallIssue]
    h.button("a", on_click="reset")  # pyright: ignore[reportArgumentType]
    h.button("a", on_click=Counter.add("one"))  # pyright: ignore[reportArgumentType]
    h.input(on_change=Counter.reset_count)  # pyright: ignore[reportCallIssue]
    h.form(on_submit=Counter.reset_count)  # pyright: ignore[reportCallIssue]


def _wrong_children() -> None:
    h.p(object())  # pyright: ignore[reportArgumentType]
    h.p(b"bytes", h)  # pyright: ignore[reportArgumentType]


def _wrong_components() -> None:
    band("a", tone="snk")  # pyright: ignore[reportArgumentType]
    band("a", class_nam="a")  # pyright: ignore[reportCallIssue]
    samples(tone="snk")  # pyright: ignore[reportArgumentType]
    grid("a", columns=5)  # pyright: ignore[reportArgumentType]
    Section("a", "a", h.p("a"), tone="snk")  # pyright: ignore[reportArgumentType]
    link("a", to="contact", class_nam="a")  # pyright: ignore[reportCallIssue]
    link("a", class_name="a")  # pyright: ignore[reportCallIssue]
    outward("a", href="https://example.org", class_nam="a")  # pyright: ignore[reportCallIssue]
    button("a", to="contact", class_name="a")  # pyright: ignore[reportCallIssue]
    picture("proof")  # pyright: ignore[reportCallIssue]
    picture("proof", alt=_("Hello"), urgent=True)  # pyright: ignore[reportCallIssue]
