"""Translated messages for JavaScript. Pages on another host can load them (docs/contract.md, "Messages")."""

import logging
from urllib.parse import urlsplit

from starlette.responses import Response
from starlette.types import Scope

from app.i18n.client import FOLDER
from app.settings import Settings

PREFIX = f"/{FOLDER}/"
HEADERS = {"access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin"}
PREFLIGHT = {
    **HEADERS,
    "access-control-allow-methods": "GET, HEAD",
    "access-control-allow-headers": "Cache-Control",
    "access-control-max-age": "86400",
}
"""Headers of responses to CORS preflights. Requests that set `Cache-Control` cause a preflight."""

logger = logging.getLogger(__name__)


def is_preflight(scope: Scope, path: str) -> bool:
    return scope["method"] == "OPTIONS" and path.startswith(PREFIX)


def preflight() -> Response:
    return Response(status_code=204, headers=PREFLIGHT)


def headers(path: str) -> dict[str, str]:
    return HEADERS if path.startswith(PREFIX) else {}


def log_other_host(settings: Settings) -> None:
    base = settings.i18n_base_url
    if settings.i18n_messages == "dynamic" and base and urlsplit(base).netloc != urlsplit(settings.site_url).netloc:
        logger.error("I18N_BASE_URL has another host than SITE_URL; pages load their messages from %s", base)
