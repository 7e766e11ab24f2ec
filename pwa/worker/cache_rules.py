"""Rules that say what the service worker caches."""

import json
from typing import Final

from app.settings import settings

CACHE_RULES: Final = {
    "code": {
        "include": [r"^static/(chunks|css)/", r"^static/[^/]+/_\w+Manifest\.js$"],
        "exclude": [
            r"\.map$",
            r"/private\b",  # code and pages for members
            r"/pages/(\w+/)?desk\b",
            r"/pages/(\w+/)?workshops/",  # these pages disappear after their date
            r"/pages/(.+/)?(404|callback|error|offline)-",  # pages without links to them
            r"/polyfills-",
        ],
        # Only sites with certain settings need these.
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
    # Pictures for phones. Larger ones are cached when a page shows them.
    "pictures": {"maxWidth": 800, "format": "avif"},
    "seenPictures": {"maxEntries": 60, "maxAgeDays": 30},
    "offline": "/offline",
}
"""Code is matched by regular expressions, and files by globs."""

MODULE = "pwa/worker/cache_rules.json"


def home() -> str:
    """Returns a URL of the home page that never redirects."""
    return "/" if settings().is_static else "/index.html"


def module() -> str:
    """Returns the rules as JSON for JavaScript."""
    return json.dumps({**CACHE_RULES, "home": home()}, indent=2)
