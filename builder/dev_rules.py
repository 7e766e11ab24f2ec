"""Writes rules for `next dev`: which requests go to the Python server, and which security headers responses get."""

import json
import os
import re

from app.content.inquiry import PREFILLED, REFERENCE
from app.desk import endpoints as desk_endpoints
from app.folders import WEB
from app.i18n import LANGUAGES
from app.inquiries import booking_endpoint
from app.pages.error import error_route
from app.routes import ROUTES, Place, url_for
from app.server import dev_worker, headers, home_redirect
from app.server.rendered_pages import FOR_SERVER, NEXT_URL
from app.settings import Settings
from app.vouchers import endpoint as voucher_endpoint

FILE = WEB / "development.json"
NEVER_SERVED = ("/404", *(error_route(language) for language in LANGUAGES))
_FILLED_BY_SERVER = {"inquiry": PREFILLED, "inquiry-thanks": (REFERENCE,), "inquiry-held": (REFERENCE,)}
"""Query parameters whose values the server inserts into pages, keyed by route."""


def write(settings: Settings, next_url: str) -> None:
    """Writes the rules to a file that `pwa/seam/next-development.js` reads. Stores Next's URL in the environment."""
    os.environ[NEXT_URL] = next_url
    shared = {**headers.headers(settings), **headers.page_headers(settings, dev=True)}
    del shared[headers.REVISION]
    FILE.write_text(
        json.dumps(
            {
                "decided": [
                    home_redirect.ROOT,
                    *NEVER_SERVED,
                    *open_paths(),
                    *desk_endpoints.PRIVATE_PAGES,
                    *booking_endpoint.PATHS,
                    *voucher_endpoint.PATHS,
                    *dev_worker.OFFLINE,
                ],
                "worker": dev_worker.is_on(),
                "prefilled": {
                    url_for(page, language): [*queries]
                    for page, queries in _FILLED_BY_SERVER.items()
                    for language in LANGUAGES
                },
                "headers": shared,
                "own": FOR_SERVER,
            },
            indent=2,
        )
    )


def open_paths() -> list[str]:
    """Returns patterns for paths whose parameters the server must check."""
    places = (Place(route, language) for route in ROUTES.values() if route.open for language in LANGUAGES)
    return [re.sub(r"\[(\w+)\]", r":\1", place.path) for place in places]
