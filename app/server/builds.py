"""`/builds/latest.json`: the id of the build being served, for pages that were loaded from another one."""

from starlette.responses import JSONResponse, Response

from app.server import config, headers
from app.settings import Settings

PATH = "/builds/latest.json"


def latest_build(settings: Settings, build_id: str | None) -> Response:
    """The JSON answer. `build_id` is None in development, where nothing is built.

    Every page requests it, so it also says whether people can sign in with Patreon, has the path of `/config.json` if
    that is worth a request, and `consent` if visitors have to be asked for it. The service worker reads `headers`, the
    revision of the pages' headers, before it answers with a page that it has stored.
    """
    answer = {
        "id": build_id,
        "headers": headers.revision(settings),
        "patreon": settings.patreon_client_id is not None,
        **({"config": config.PATH} if config.is_needed(settings) else {}),
        **({"consent": True} if settings.analytics_id else {}),
    }
    return JSONResponse(answer, headers={"cache-control": "no-store"})
