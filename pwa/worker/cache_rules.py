"""The caching rules of the service worker."""

import json
from typing import Final

from app.i18n import LANGUAGES
from app.routes import ROUTES, scripts_pattern
from app.settings import settings

CACHE_RULES: Final = {
    "code": {
        "include": [r"^static/(chunks|css)/", r"^static/[^/]+/_\w+Manifest\.js$"],
        "exclude": [
            r"\.map$",
            r"/chunks/private-",  # code that only members' pages use
            scripts_pattern(
                (
                    *(route.path for route in ROUTES.values() if not route.is_precached),
                    *("/404", "/error", "/offline"),  # pages that no other page links to
                )
            ),
            r"/polyfills-",
            *(rf"/pages{each.prefix}(/|-[0-9a-f]+\.js$)" for each in LANGUAGES if not each.public),
        ],
        # Chunks that only sites with certain settings need.
        "excludeChunks": ["configure", "consent", "sentry"],
    },
    # Files whose names contain no hash.
    "files": [
        "favicon.ico",
        "icons/icon.svg",
        "icons/icon-192.png",
        "**/*.webmanifest",
        "**/*.vcf",
        "_i18n/*/*/messages.json",
    ],
    # Pictures for phones. Larger pictures are cached when a page shows them.
    "pictures": {"maxWidth": 800, "format": "avif"},
    "seenPictures": {"maxEntries": 60, "maxAgeDays": 30},
    "offline": "/offline",
}
"""`include` and `exclude` contain regular expressions. `files` contains globs."""

MODULE = "pwa/worker/cache_rules.json"


def home() -> str:
    """Returns a URL of the home page that never redirects, or an empty string if there is none."""
    if not settings().is_static:
        return "/index.html"
    return "" if settings().root_redirect else "/"


def module() -> str:
    return json.dumps({**CACHE_RULES, "home": home(), "rootRedirect": _root_redirect()}, indent=2)


def _root_redirect() -> str:
    """Returns the path to which a static host redirects `/`, or an empty string."""
    target = settings().root_redirect or ""
    return target if settings().is_static and target.startswith("/") else ""
