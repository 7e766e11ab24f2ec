"""A test page with Reflex's event modifiers, event chains, inherited states and component states."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.i18n import _


class Shared(rx.State, mixin=True):
    total: int = 0

    @rx.event
    def raise_total(self, by: int) -> None:
        self.total += by

    @rx.var
    def is_high(self) -> bool:
        return self.total > 4


class Base(rx.State):
    base: int = 1

    @rx.event
    def add_base(self) -> None:
        self.base += 1


class Other(rx.State):
    count: int = 0

    @rx.event
    def count_up(self) -> None:
        self.count += 1


class Forms(Shared, Base):
    rows: list[list[int]] = [[1, 2], [3]]
    prices: dict[str, dict[str, int]] = {"card": {"small": 1}}
    log: list[str] = []
    done: int = 0

    @rx.event
    def note(self, text: str) -> None:
        self.log.append(text)

    @rx.event
    def chain(self) -> Iterator[Any]:
        self.log.append("first")
        yield Other.count_up
        yield Forms.note("second")

    @rx.event
    async def generate(self) -> AsyncIterator[None]:
        for _step in range(3):
            self.done += 1
            yield
            await asyncio.sleep(0.05)

    @rx.event(background=True)
    async def work(self) -> None:
        async with self:
            other = await self.get_state(Other)
            other.count += 10
            self.done = 100

    @rx.event
    def fail(self) -> None:
        raise ValueError("this handler fails")

    @rx.event
    def unchecked(self, value) -> None:  # pyright: ignore
        self.log.append(str(value))

    @rx.var(cache=True)
    def cached(self) -> str:
        return f"{len(self.log)} notes"

    @rx.var
    async def from_other(self) -> int:
        other = await self.get_state(Other)
        return other.count


class Tally(rx.ComponentState):
    count: int = 0

    @rx.event
    def add(self, by: int) -> None:
        self.count += by

    @classmethod
    def get_component(cls, *children: Any, **props: Any) -> rx.Component:
        return h.button(props["label"], cls.count, type="button", on_click=cls.add(props["by"]))


@rx.memo
def row(text: str) -> rx.Component:
    return h.li("row ", text)


def meta() -> Meta:
    return Meta(title=_("Forms"), description=_("A page with other forms of events."))


def page() -> rx.Component:
    total: Any = Forms.total
    notes: Any = Forms.log
    return h.fragment(
        h.h1("Forms"),
        h.ul(rx.foreach(Forms.log, lambda text: row(text=text)), id="log"),
        h.p(Forms.total, id="total"),
        h.p(Forms.base, id="base"),
        h.p(Forms.done, id="done"),
        h.p(Forms.cached, id="cached"),
        h.p(Forms.from_other, id="from-other"),
        h.p(Other.count, id="count"),
        h.p((total * 2 + 1).to_string(), "/", notes.length(), "/", notes.join("+"), id="operations"),
        h.p(rx.cond(Forms.is_high, "high", "low"), id="high"),
        h.p(rx.match(Forms.total, (0, "none"), (1, "one"), "many"), id="match"),
        h.ul(rx.foreach(Forms.rows, lambda cells: h.li(rx.foreach(cells, lambda cell: rx.el.b(cell)))), id="rows"),
        h.ul(
            rx.foreach(
                Forms.prices, lambda item: h.li(item[0], rx.foreach(item[1], lambda size: rx.el.b(size[0], size[1])))
            ),
            id="prices",
        ),
        h.div(
            h.a("Link", href="/en/about", on_click=Forms.note("link").prevent_default),
            h.button("Stop", type="button", on_click=Forms.note("inner").stop_propagation),
            id="outer",
            on_click=Forms.note("outer"),
        ),
        rx.el.input(id="debounced", on_change=Forms.note.debounce(300)),
        _button("Throttle", Forms.note("throttled").throttle(2000)),
        _button("Temporal", Forms.note("temporal").temporal),
        _button("Chain", Forms.chain),
        _button("List", [Forms.note("a"), Other.count_up, rx.call_script("window.ran = 'list'")]),
        _button("Generate", Forms.generate),
        _button("Work", Forms.work),
        _button("Raise", Forms.raise_total(5)),
        _button("Base", Forms.add_base),
        _button("Fail", Forms.fail),
        _button("Unchecked", Forms.unchecked("x")),
        Tally.create(label="One ", by=1),
        Tally.create(label="Ten ", by=10),
    )


def _button(label: str, on_click: Any) -> rx.Component:
    return h.button(label, type="button", on_click=on_click)
