"""`/builds/latest.json`: which build this server serves, for pages that were loaded from another one."""

from starlette.responses import JSONResponse, Response

from app.server import config
from app.settings import Settings

PATH = "/builds/latest.json"


def respond(settings: Settings, build_id: str | None) -> Response:
    """The id of the build that is served; None in development, where nothing is built.

    Every page asks for it, so it also says whether `/config.json` asks anything of the browser: where it does not, no
    page has to look.
    """
    answer = {"id": build_id, **({"config": config.PATH} if config.asks(settings) else {})}
    return JSONResponse(answer, headers={"cache-control": "no-store"})
