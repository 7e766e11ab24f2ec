"""The application under `reflex run`: Next serves the pages, this process the server's own paths."""

from app.app import app, gate
from app.members.club import closing, club
from app.server.compose import compose
from app.settings import settings

app.register_lifespan_task(closing, club=club())
app.api_transformer = (gate, compose(settings(), None, club(), dev=True))

__all__ = ["app"]
