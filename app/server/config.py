"""`/config.json`: the settings that a browser may know, read when the site runs and not when it is built."""

from starlette.responses import JSONResponse, Response

from app.settings import Settings

PATH = "/config.json"


def respond(settings: Settings, build_id: str | None) -> Response:
    """The public settings; `build_id` is None in development, where nothing is built."""
    public = {
        "buildId": build_id,
        "environment": settings.sentry_environment,
        "sentryDsn": settings.sentry_dsn,
        "analyticsId": settings.analytics_id,
        "patreon": settings.patreon_client_id is not None,
    }
    return JSONResponse(public, headers={"cache-control": "no-store"})
