"""The caching rules of the service worker."""

import json
from typing import Final

from app.settings import settings

CACHE_RULES: Final = {
    "code": {
        "include": [r"^static/(chunks|css)/", r"^static/[^/]+/_\w+Manifest\.js$"],
        "exclude": [
            r"\.map$",
            r"/private\b",  # members' code and pages
            r"/pages/(\w+/)?desk\b",
            r"/pages/(.+/)?(404|callback|error|offline)-",  # pages that no link leads to
            r"/polyfills-",
        ],
        # Chunks that are needed only with certain settings.
        "excludeChunks": ["configure", "consent", "sentry"],
    },
    # Files without a hash in their names.
    "files": [
        "favicon.ico",
        "icons/icon.svg",
        "icons/icon-192.png",
        "**/*.webmanifest",
        "*.vcf",
        "_i18n/*/*/messages.json",
    ],
    # Pictures for phones. Larger pictures are cached when a page shows them.
    "pictures": {"maxWidth": 800, "format": "avif"},
    "seenPictures": {"maxEntries": 60, "maxAgeDays": 30},
    "offline": "/offline",
}
"""Regular expressions for code, globs for files."""

MODULE = "pwa/worker/cache_rules.json"


def home() -> str:
    """Returns the URL of the home page that does not redirect."""
    return "/" if settings().is_static else "/index.html"


def module() -> str:
    """Returns the caching rules as JSON, which JavaScript imports."""
    return json.dumps({**CACHE_RULES, "home": home()}, indent=2)
