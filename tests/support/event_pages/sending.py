"""A test page that uploads files without `rx.upload`."""

from typing import Any

import reflex as rx
from reflex.components.core.upload import UploadFilesProvider

from app.components import html as h
from app.components.head import Meta
from app.i18n import _

CHOOSE = "(event) => setFilesById((files) => ({ ...files, papers: [...event.target.files] }))"


class FileList(rx.Fragment):
    """A component that gives the page access to the selected files, as `rx.upload` does."""

    @staticmethod
    def _get_app_wrap_components() -> dict[tuple[int, str], rx.Component]:
        return {(5, "UploadFilesProvider"): UploadFilesProvider.create()}


class Sending(rx.State):
    received: list[str] = []
    percent: int = 0
    note: str = ""

    @rx.event
    async def receive(self, files: list[rx.UploadFile]) -> Any:
        for file in files:
            contents = await file.read()
            self.received.append(f"{file.name}: {len(contents)}")
            yield
        yield rx.clear_selected_files("papers")

    @rx.event
    def show(self, progress: dict[str, Any]) -> None:
        self.percent = round(100 * progress["progress"])

    @rx.event
    def write(self, note: str) -> None:
        self.note = note


def meta() -> Meta:
    return Meta(title=_("Sending"), description=_("A page that uploads files."))


def page() -> rx.Component:
    files = rx.selected_files("papers")
    choose = rx.Var(CHOOSE, _var_type=rx.EventChain, _var_data=files._get_all_var_data())
    upload: Any = rx.upload_files(upload_id="papers", on_upload_progress=Sending.show)
    return h.fragment(
        h.h1("Sending"),
        rx.el.input(id="files", type="file", multiple=True, on_change=choose),
        rx.el.input(id="note", on_change=Sending.write),
        FileList.create(h.ul(rx.foreach(files, lambda name: h.li(name)), id="chosen")),
        h.ul(rx.foreach(Sending.received, lambda text: h.li(text)), id="received"),
        h.p(Sending.percent, id="percent"),
        h.p(Sending.note, id="noted"),
        h.button("Send", type="button", on_click=Sending.receive(upload)),
        h.button("Cancel", type="button", on_click=rx.cancel_upload("papers")),
        h.button("Clear", type="button", on_click=rx.clear_selected_files("papers")),
    )
