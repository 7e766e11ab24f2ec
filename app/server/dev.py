"""The application under `reflex run`. Next serves the pages, and this process serves everything else."""

import os

from app.app import app, socket_guard, upload_guard
from app.desk.desk import desk
from app.inquiries.seats import capacity
from app.inquiries.service import InquiryService
from app.members.club import closing, club
from app.server.compose import compose
from app.server.rendered_pages import NEXT_URL, RenderedPages
from app.settings import settings

NICENESS = 10
"""The niceness of this process. With the default, the frequent restarts would slow Next down."""

os.nice(NICENESS)
pages = RenderedPages(os.environ.get(NEXT_URL, ""))
inquiries = InquiryService(settings(), capacity)
app.register_lifespan_task(closing, club=club())  # pyright: ignore[reportUnknownMemberType]
app.register_lifespan_task(inquiries.running)  # pyright: ignore[reportUnknownMemberType]
server = compose(settings(), pages.export, club(), inquiries, desk=desk(), dev=True)
app.api_transformer = (upload_guard, socket_guard, pages.before(server))

__all__ = ["app"]
