from dataclasses import replace
from io import BytesIO
from typing import Any
from uuid import uuid4

from app.inquiries import actions
from app.inquiries.model import Inquiry, Upload
from app.inquiries.store import Store, StoredInquiry
from tests.support.inquiries import PDF
from tests.support.workshops import OWN

FIRST, SECOND = (each.id for each in OWN[:2])


def make_inquiry(**changes: object) -> Inquiry:
    inquiry = Inquiry(
        id=str(uuid4()),
        language="cs",
        what="cards",
        workshop=None,
        pieces=200,
        colours=1,
        paper="listed",
        by=None,
        name="Jana",
        email=f"{uuid4().hex}@example.com",
        message="",
    )
    return replace(inquiry, **changes)  # pyright: ignore[reportArgumentType]


def make_upload(content: bytes = PDF, ending: str = "pdf") -> Upload:
    return Upload(f"plate.{ending}", ending, BytesIO(content), len(content))


def add_inquiry(store: Store, *files: bytes, ending: str = "pdf", mailed: bool = True, **changes: Any) -> str:
    inquiry = make_inquiry(**changes)
    uploads = [make_upload(content, ending) for content in files]
    store.add(inquiry, uploads, [inquiry.id], mailed=mailed)
    return inquiry.id


def book(store: Store, seats: int = 1, workshop: str = FIRST, **changes: Any) -> str:
    return add_inquiry(store, what="workshop", workshop=workshop, pieces=seats, **changes)


def read(store: Store, id: str) -> StoredInquiry:
    found = actions.read(store, id)
    assert found
    return found
