"""Handles `/`, whose response depends on the visitor (docs/contract.md, "Language of the home page")."""

import re
from collections.abc import Mapping

from starlette.datastructures import Headers
from starlette.responses import RedirectResponse, Response
from starlette.types import Scope

from app.http import cookies, origin, static
from app.http.export import Export, Resource
from app.i18n.detection import COOKIE, cookie, detect
from app.i18n.languages import DEFAULT
from app.server.paths import address
from app.settings import Settings

ROOT = "/"
WORKER = "/sw.js"
"""The Referer of the service worker's requests in WebKit."""
CRAWLERS = (
    r"compatible;|https?:|[^u]bot\b|spider|crawl|lighthouse|preview|urllookup"
    r"|^viber|facebookexternalhit|google-|-google|iframely|mastodon|tumblr|vkshare|w3c_|whatsapp"
)
"""Matches user agents of crawlers, ignoring case. `[^u]` excludes the phone brand "Cubot"."""
HEADERS = {
    "cache-control": "private, no-cache",
    "vary": "Accept-Encoding, Accept-Language, Cookie, Referer, Sec-Fetch-Site, Sec-Fetch-Dest, User-Agent",
}


def home(
    settings: Settings, export: Export, resource: Resource, scope: Scope, query: str, headers: Mapping[str, str]
) -> Response:
    """Redirects to `ROOT_REDIRECT`, if set. Otherwise, returns the default home page or redirects to the visitor's
    language.

    Crawlers and visitors who follow a link on this site get the default language.
    """
    if settings.root_redirect:
        return RedirectResponse(settings.root_redirect, settings.root_redirect_status, HEADERS)
    request = Headers(scope=scope)
    accepted = ",".join(request.getlist("accept-language"))
    chosen = cookies.value(cookies.header(scope), COOKIE)
    is_crawler = re.search(CRAWLERS, request.get("user-agent", ""), re.IGNORECASE)
    stays = is_crawler or _is_from_this_site(scope, settings)
    language = DEFAULT if stays else detect(chosen, accepted, settings.fallback_language)
    # Renews the cookie: Safari deletes cookies seven days after a script set them.
    own = {**HEADERS, "set-cookie": cookie(language)} if chosen == language.code else HEADERS
    if language != DEFAULT:
        return RedirectResponse(address(language.prefix, query), 302, own)
    return static.respond(export, resource, scope, {**headers, **own})


def _is_from_this_site(scope: Scope, settings: Settings) -> bool:
    """Whether the visitor has followed a link on this site.

    Checks two headers, because the service worker replaces Sec-Fetch-*, and some pages send no Referer.
    """
    request = Headers(scope=scope)
    is_navigation = request.get("sec-fetch-dest", "document") == "document"
    is_from_same_origin = is_navigation and request.get("sec-fetch-site") == "same-origin"
    referer = request.get("referer", "")
    is_from_page = origin.is_own_url(referer, scope, settings.site_url) and not referer.endswith(WORKER)
    return is_from_same_origin or is_from_page
