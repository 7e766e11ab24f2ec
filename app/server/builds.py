"""`/builds/latest.json`: the ID of the served build, which lets older pages detect a new build."""

from starlette.responses import JSONResponse, Response

from app.server import config, headers
from app.settings import Settings

PATH = "/builds/latest.json"


def latest_build(settings: Settings, build_id: str | None) -> Response:
    answer = {
        "id": build_id,
        "headers": headers.revision(settings),
        "patreon": settings.patreon_client_id is not None,
        **({"config": config.PATH} if config.is_needed(settings) else {}),
        **({"consent": True} if settings.analytics_id else {}),
    }
    return JSONResponse(answer, headers={"cache-control": "no-store"})
