"""The application under `reflex run`. Next serves the pages, this process the server's own paths."""

import os

from app.app import app, socket_guard
from app.inquiries.bookable import capacity
from app.inquiries.desk import Desk
from app.members.club import closing, club
from app.server.compose import compose
from app.settings import settings

NICENESS = 10
"""The process's priority: it restarts at each change, while Next has to be quick."""

os.nice(NICENESS)
desk = Desk(settings(), capacity)
app.register_lifespan_task(closing, club=club())
app.register_lifespan_task(desk.running)
app.api_transformer = (socket_guard, compose(settings(), None, club(), desk, dev=True))

__all__ = ["app"]
