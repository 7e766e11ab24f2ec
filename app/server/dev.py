"""The application under `reflex run`: Next serves the pages, this process the paths that the server owns."""

from app.app import app
from app.members.club import club
from app.server.compose import compose
from app.settings import settings

app.api_transformer = compose(settings(), None, club(), dev=True)

__all__ = ["app"]
