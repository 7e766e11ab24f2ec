import reflex as rx

from app.components.head import Meta
from app.i18n import _


class TodoState(rx.State):
    items: list[str] = ["Write Code", "Sleep", "Have Fun"]

    @rx.event
    def add_item(self, form_data: dict):
        new_item = form_data.get("new_item")
        if new_item:
            self.items.append(new_item)

    @rx.event
    def finish_item(self, item: str):
        self.items.remove(item)


def meta():
    return Meta(title=_("To do"), description=_("Reflex's list of tasks, in a page of this site, with Reflex's form."))


def todo_item(item: rx.Var[str]):
    return rx.list_item(
        rx.hstack(
            rx.button("✓", on_click=TodoState.finish_item(item), variant="soft", size="1", aria_label="Finish"),
            rx.text(item, size="5"),
            align="center",
        )
    )


def new_item():
    return rx.form(
        rx.hstack(
            rx.input(placeholder="Add a todo…", name="new_item", id="new_item", width="100%"),
            rx.button("Add", type="submit"),
        ),
        on_submit=TodoState.add_item,
        reset_on_submit=True,
        width="100%",
    )


def page():
    return rx.container(
        rx.vstack(
            rx.heading("Todos", size="6"),
            new_item(),
            rx.divider(),
            rx.list.ordered(rx.foreach(TodoState.items, todo_item), id="items"),  # pyright: ignore
            spacing="4",
        ),
        padding="2em",
    )
