import asyncio

import reflex as rx

from app.components.head import Meta
from app.i18n import _


class TaskState(rx.State):
    counter: int = 0
    max_counter: int = 10
    running: bool = False
    _n_tasks: int = 0

    @rx.event(background=True)
    async def my_task(self):
        async with self:
            if self._n_tasks > 0:
                return
            self._n_tasks += 1
        while True:
            async with self:
                if self.counter >= self.max_counter:
                    self.running = False
                if not self.running:
                    self._n_tasks -= 1
                    return
                self.counter += 1
            await asyncio.sleep(0.3)

    @rx.event
    def toggle_running(self):
        self.running = not self.running
        if self.running:
            return TaskState.my_task

    @rx.event
    def set_max_counter(self, max_counter: str):
        self.max_counter = int(max_counter or 0)

    @rx.event
    def clear_counter(self):
        self.counter = 0


def meta():
    return Meta(title=_("Task"), description=_("Reflex's background task with its progress, in a page of this site."))


def page():
    return rx.vstack(
        rx.hstack(
            rx.heading(TaskState.counter, " /", id="counter"),
            rx.input(value=TaskState.max_counter, on_change=TaskState.set_max_counter, width="4em", id="max"),
            rx.button(rx.cond(~TaskState.running, "Start", "Stop"), on_click=TaskState.toggle_running),
            rx.button("Reset", on_click=TaskState.clear_counter),
            align="center",
        ),
        rx.progress(value=TaskState.counter, max=TaskState.max_counter),
        padding="2em",
    )
