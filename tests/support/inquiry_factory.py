from dataclasses import replace
from io import BytesIO
from uuid import uuid4

from app.inquiries.model import Inquiry, Upload
from tests.support.inquiries import PDF


def make_inquiry(**changes: object) -> Inquiry:
    """Creates an inquiry with a new ID and a new mail address."""
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
