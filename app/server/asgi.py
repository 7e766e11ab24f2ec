"""The application that the web server runs: Reflex's, inside the site's own.

The site stands outside, so that nothing answers before it does: Reflex's own outer layer answers odd paths and CORS
requests by itself, and takes longer than a static file does.
"""

from starlette.types import ASGIApp

from app.app import app as reflex
from app.members.club import closing, club
from app.monitoring import server as monitoring
from app.server.compose import compose
from app.server.export import Export
from app.settings import settings


def create() -> ASGIApp:
    """The application.

    Raises:
        SettingsError: a setting has a value that is not allowed, or session keys cannot be kept.
        ExportError: the site is not built.
    """
    export = Export.load()
    reflex.register_lifespan_task(monitoring.reporting, settings=settings(), release=export.build_id)
    reflex.register_lifespan_task(closing, club=club())
    return compose(settings(), export, club())(reflex())
