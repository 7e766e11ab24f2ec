"""`/config.json`: public settings that pages read at run time, so changes require no build."""

from starlette.responses import JSONResponse, Response

from app.settings import Settings

PATH = "/config.json"


def public_config(settings: Settings, build_id: str | None) -> Response:
    public = {
        "buildId": build_id,
        "environment": settings.sentry_environment,
        "sentryDsn": settings.sentry_dsn,
        "analyticsId": settings.analytics_id,
    }
    return JSONResponse(public, headers={"cache-control": "no-store"})


def is_needed(settings: Settings) -> bool:
    return bool(settings.sentry_dsn or settings.analytics_id)
