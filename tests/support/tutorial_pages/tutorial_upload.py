from typing import Any

import reflex as rx

from app.components.head import Meta
from app.i18n import _

COLOR = "rgb(107, 99, 246)"


class UploadState(rx.State):
    uploading: bool = False
    progress: int = 0
    total_bytes: int = 0
    names: list[str] = []

    @rx.event
    async def handle_upload(self, files: list[rx.UploadFile]):
        for file in files:
            data = await file.read()
            self.total_bytes += len(data)
            self.names.append(file.name or "")

    @rx.event
    def handle_upload_progress(self, progress: dict):
        self.uploading = True
        self.progress = round(progress["progress"] * 100)
        if self.progress >= 100:
            self.uploading = False

    @rx.event
    def cancel_upload(self) -> Any:
        self.uploading = False
        return rx.cancel_upload("upload")


def meta():
    return Meta(title=_("Upload"), description=_("Reflex's upload with progress, in a page of this site."))


def page():
    return rx.vstack(
        rx.upload(
            rx.vstack(
                rx.button("Select File", color=COLOR, bg="white", border=f"1px solid {COLOR}"),
                rx.text("Drag and drop files here or click to select files"),
            ),
            id="upload",
            border=f"1px dotted {COLOR}",
            padding="2em",
        ),
        rx.hstack(rx.foreach(rx.selected_files("upload"), rx.text), id="selected"),
        rx.progress(value=UploadState.progress, max=100),
        rx.cond(
            ~UploadState.uploading,
            rx.button(
                "Upload",
                on_click=UploadState.handle_upload(
                    rx.upload_files(upload_id="upload", on_upload_progress=UploadState.handle_upload_progress)  # pyright: ignore
                ),
            ),
            rx.button("Cancel", on_click=UploadState.cancel_upload),
        ),
        rx.button("Clear", on_click=rx.clear_selected_files("upload"), variant="soft"),
        rx.text("Total bytes uploaded: ", UploadState.total_bytes, id="total"),
        rx.list.unordered(rx.foreach(UploadState.names, rx.list_item), id="names"),  # pyright: ignore
        align="center",
        padding="2em",
    )
