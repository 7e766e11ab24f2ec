"""The caching rules of the service worker."""

import json
from typing import Final

CACHE_RULES: Final = {
    "code": {
        "include": [r"^static/(chunks|css)/", r"^static/[^/]+/(_\w+Manifest|start)\.js$"],
        "exclude": [
            r"\.map$",
            r"/private\b",  # members' code and pages
            r"/pages/(.+/)?(404|callback|error|offline)-",  # never navigated to
            r"/polyfills-",
        ],
        # Only some settings load these.
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
    # The pictures of phones; others are cached later.
    "pictures": {"maxWidth": 800, "format": "avif"},
    "seenPictures": {"maxEntries": 60, "maxAgeDays": 30},
    # The first language's home page; `/` may redirect.
    "home": "/index.html",
    "offline": "/offline",
}
"""Patterns of code are regular expressions, those of files are globs."""

MODULE = "pwa/worker/cache_rules.json"


def module() -> str:
    """Returns the JSON that JavaScript imports."""
    return json.dumps(CACHE_RULES, indent=2)
