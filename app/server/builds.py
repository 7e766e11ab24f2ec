"""`/builds/latest.json`: which build this server serves, for pages that were loaded from another one."""

from starlette.responses import JSONResponse, Response

PATH = "/builds/latest.json"


def respond(build_id: str | None) -> Response:
    """The id of the build that is served; None in development, where nothing is built."""
    return JSONResponse({"id": build_id}, headers={"cache-control": "no-store"})
