# pyright: reportUnnecessaryTypeIgnoreComment=true
"""Incorrect uses of components. `make check` fails if pyright accepts one. The pages show correct uses."""

import reflex as rx

from app.components import html as h
from app.components.layout import band, button, grid
from app.components.link import link, outward
from app.components.picture import picture
from app.components.samples import samples
from app.extras.fullpage import Section
from app.i18n import _


class Counter(rx.State):
    count: int = 0

    @rx.event
    def add(self, number: int) -> None:
        self.count += number

    @rx.event
    def reset_count(self) -> None:
        self.count = 0


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
