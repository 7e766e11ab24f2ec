"""The application under `reflex run`. Next serves the pages, and this process serves the server's own paths."""

import os

from app.app import app, socket_guard, upload_guard
from app.inquiries.seats import capacity
from app.inquiries.service import InquiryService
from app.members.club import closing, club
from app.server.compose import compose
from app.settings import settings

NICENESS = 10
"""The niceness of this process. Its restart at each change must not slow Next down."""

os.nice(NICENESS)
inquiries = InquiryService(settings(), capacity)
app.register_lifespan_task(closing, club=club())  # pyright: ignore[reportUnknownMemberType]
app.register_lifespan_task(inquiries.running)  # pyright: ignore[reportUnknownMemberType]
app.api_transformer = (upload_guard, socket_guard, compose(settings(), None, club(), inquiries, dev=True))

__all__ = ["app"]
