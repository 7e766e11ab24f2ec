"""Samples of Reflex's components that need arguments or children."""

from collections.abc import Callable, Mapping

import reflex as rx
from reflex.components.radix.themes.layout.list import list_ns as lists

TEXT = "Text"


def _accordion() -> rx.Component:
    accordion = rx.accordion
    trigger = accordion.header(accordion.trigger(TEXT, accordion.icon()))
    return accordion.root(accordion.item(trigger, accordion.content(TEXT), value="one"), collapsible=True)


def _alert_dialog() -> rx.Component:
    dialog = rx.alert_dialog
    content = dialog.content(
        dialog.title(TEXT),
        dialog.description(TEXT),
        dialog.cancel(rx.button("Cancel")),
        dialog.action(rx.button("Go")),
    )
    return dialog.root(dialog.trigger(rx.button("Alert")), content)


def _context_menu() -> rx.Component:
    menu = rx.context_menu
    sub = menu.sub(menu.sub_trigger(TEXT), menu.sub_content(menu.item(TEXT)))
    group = menu.group(menu.label(TEXT), menu.item(TEXT), menu.checkbox(TEXT))
    radio = menu.radio_group(menu.radio(["a", "b"]), value="a")
    return menu.root(menu.trigger(rx.text("Menu")), menu.content(group, radio, menu.separator(), sub))


def _dialog() -> rx.Component:
    dialog = rx.dialog
    content = dialog.content(dialog.title(TEXT), dialog.description(TEXT), dialog.close(rx.button("Close")))
    return dialog.root(dialog.trigger(rx.button("Dialog")), content)


def _drawer() -> rx.Component:
    drawer = rx.drawer
    content = drawer.content(drawer.handle(), drawer.title(TEXT), drawer.description(TEXT), drawer.close(TEXT))
    return drawer.root(drawer.trigger(rx.el.button("Drawer")), drawer.overlay(), drawer.portal(content))


def _dropdown_menu() -> rx.Component:
    menu = rx.dropdown_menu
    sub = menu.sub(menu.sub_trigger(TEXT), menu.sub_content(menu.item(TEXT)))
    return menu.root(menu.trigger(rx.button("Menu")), menu.content(menu.item(TEXT), menu.separator(), sub))


def _form() -> rx.Component:
    form = rx.form
    control = form.control(rx.input(name="name", required=True), as_child=True)
    message = form.message(TEXT, match="valueMissing")
    field = form.field(form.label("Name"), control, message, name="name")
    return form.root(field, form.submit(rx.button("Send"), as_child=True))


def _select() -> rx.Component:
    select = rx.select
    group = select.group(select.label(TEXT), select.item("A", value="a"), select.separator())
    return select.root(select.trigger(), select.content(group))


def _table() -> rx.Component:
    table = rx.table
    head = table.header(table.row(table.column_header_cell(TEXT)))
    return table.root(head, table.body(table.row(table.row_header_cell(TEXT), table.cell(TEXT))))


def _tabs() -> rx.Component:
    tabs = rx.tabs
    return tabs.root(tabs.list(tabs.trigger(TEXT, value="a")), tabs.content(TEXT, value="a"), default_value="a")


SAMPLES: Mapping[str, Callable[[], rx.Component]] = {
    "rx.accordion": _accordion,
    "rx.alert_dialog": _alert_dialog,
    "rx.avatar": lambda: rx.avatar(fallback="A"),
    "rx.callout": lambda: rx.callout.root(rx.callout.icon(rx.icon("info")), rx.callout.text(TEXT)),
    "rx.callout (one line)": lambda: rx.callout(TEXT, icon="info"),
    "rx.checkbox": lambda: rx.checkbox(TEXT),
    "rx.checkbox_cards": lambda: rx.checkbox_cards.root(rx.checkbox_cards.item(TEXT, value="a")),
    "rx.checkbox_group": lambda: rx.checkbox_group.root(rx.checkbox_group.item(TEXT, value="a")),
    "rx.clipboard": lambda: rx.clipboard(on_paste=rx.console_log("pasted")),
    "rx.code_block": lambda: rx.code_block("print()", language="python"),
    "rx.cond": lambda: rx.cond(rx.Var("true"), rx.text("yes"), rx.text("no")),
    "rx.context_menu": _context_menu,
    "rx.context_menu.radio": _context_menu,
    "rx.data_editor": lambda: rx.data_editor(columns=[{"title": "A", "type": "str"}], data=[["a"]]),
    "rx.data_table": lambda: rx.data_table(data=[["a"]], columns=["A"]),
    "rx.data_list": lambda: rx.data_list.root(rx.data_list.item(rx.data_list.label("A"), rx.data_list.value("B"))),
    "rx.debounce_input": lambda: rx.debounce_input(
        rx.input(value="a", on_change=rx.console_log("changed")), debounce_timeout=300
    ),
    "rx.dialog": _dialog,
    "rx.drawer": _drawer,
    "rx.dropdown_menu": _dropdown_menu,
    "rx.foreach": lambda: rx.foreach(["a", "b"], rx.text),
    "rx.form": _form,
    "rx.form.validity_state": lambda: rx.form.validity_state(),
    "rx.hover_card": lambda: rx.hover_card.root(
        rx.hover_card.trigger(rx.link(TEXT, href="#")), rx.hover_card.content(rx.text(TEXT))
    ),
    "rx.html": lambda: rx.html("<b>Text</b>"),
    "rx.icon": lambda: rx.icon("plus"),
    "rx.icon_button": lambda: rx.icon_button(rx.icon("plus"), aria_label="Add"),
    "rx.image": lambda: rx.image(src="/icons/icon.svg", alt=""),
    "rx.input": lambda: rx.input(rx.input.slot("@"), placeholder=TEXT),
    "rx.link": lambda: rx.link(TEXT, href="/"),
    "rx.list": lambda: lists.unordered(lists.item(TEXT)),
    "rx.list (ordered)": lambda: lists.ordered(lists.item(TEXT)),
    "rx.markdown": lambda: rx.markdown("# Text"),
    "rx.match": lambda: rx.fragment(rx.match(rx.Var("1"), (1, rx.text("one")), rx.text("another"))),
    "rx.moment": lambda: rx.moment("2027-01-16"),
    "rx.next.next_link": lambda: rx.next.next_link(TEXT, href="/"),
    "rx.popover": lambda: rx.popover.root(
        rx.popover.trigger(rx.button("Popover")), rx.popover.content(rx.popover.close(rx.button("Close")))
    ),
    "rx.progress": lambda: rx.progress(value=40),
    "rx.radio_cards": lambda: rx.radio_cards.root(rx.radio_cards.item(TEXT, value="a")),
    "rx.radio": lambda: rx.radio(["a", "b"], default_value="a"),
    "rx.script": lambda: rx.script(src="/script.js"),
    "rx.segmented_control": lambda: rx.segmented_control.root(
        rx.segmented_control.item("A", value="a"), default_value="a"
    ),
    "rx.select": _select,
    "rx.select (one line)": lambda: rx.select(["a", "b"], default_value="a"),
    "rx.slider": lambda: rx.slider(default_value=40),
    "rx.table": _table,
    "rx.tabs": _tabs,
    "rx.text": lambda: rx.text(
        rx.text.em(TEXT), rx.text.kbd(TEXT), rx.text.quote(TEXT), rx.text.span(TEXT), rx.text.strong(TEXT)
    ),
    "rx.toast": lambda: rx.fragment(rx.toast.provider(), rx.button("Toast", on_click=rx.toast(TEXT))),
    "rx.tooltip": lambda: rx.tooltip(rx.text(TEXT), content=TEXT),
    "rx.upload": lambda: rx.upload(rx.text(TEXT), id="upload"),
    "rx.upload (bare)": lambda: rx.fragment(
        rx.upload.root(rx.el.p(TEXT), id="files"), rx.foreach(rx.selected_files("files"), rx.text)
    ),
}
"""Samples, keyed by component. A namespace such as `rx.dialog` has one sample with all its components."""
