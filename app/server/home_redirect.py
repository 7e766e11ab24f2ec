"""Handles `/`, the only URL whose response depends on the visitor (docs/contract.md, "Language of the home page")."""

from collections.abc import Mapping

from starlette.datastructures import Headers
from starlette.responses import RedirectResponse, Response
from starlette.types import Scope

from app.http import cookies, static
from app.http.export import Export, Resource
from app.i18n.detection import COOKIE, detect
from app.i18n.languages import DEFAULT
from app.server.paths import address
from app.settings import Settings

ROOT = "/"
HEADERS = {
    "cache-control": "private, no-cache",
    "vary": "Accept-Encoding, Accept-Language, Cookie, Sec-Fetch-Site, Sec-Fetch-Dest",
}


def home(
    settings: Settings, export: Export, resource: Resource, scope: Scope, query: str, headers: Mapping[str, str]
) -> Response:
    """Redirects to `ROOT_REDIRECT`, if set. Otherwise, returns the home page in the default language, or a redirect to
    the visitor's language.

    After a click on a link of this site, Accept-Language is ignored, so that the language switch works without
    JavaScript and cookies.
    """
    if settings.root_redirect:
        return RedirectResponse(settings.root_redirect, settings.root_redirect_status, HEADERS)
    request = Headers(scope=scope)
    from_here = (
        request.get("sec-fetch-site") == "same-origin" and request.get("sec-fetch-dest", "document") == "document"
    )
    accepted = DEFAULT.tag if from_here else ",".join(request.getlist("accept-language"))
    language = detect(cookies.value(cookies.header(scope), COOKIE), accepted, settings.fallback_language)
    if language != DEFAULT:
        return RedirectResponse(address(language.prefix, query), 302, HEADERS)
    return static.respond(export, resource, scope, {**headers, **HEADERS})
