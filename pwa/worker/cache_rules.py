"""The service worker's caching rules, read by webpack's precache list, by the build and by the worker itself."""

import json
from typing import Final

CACHE_RULES: Final = {
    "code": {
        "include": [r"^static/(chunks|css)/", r"^static/[^/]+/(_\w+Manifest|start)\.js$"],
        "exclude": [
            r"\.map$",
            r"/private\b",  # members' code and pages
            r"/pages/(.+/)?(404|callback|error|offline)-",  # never navigated to
            r"/polyfills-",  # for browsers that know neither modules nor workers
        ],
        # Loaded only if the server's settings require it, which are not known at build time.
        "excludeChunks": ["configure", "consent", "sentry"],
    },
    # Besides pages and fonts, relative to the site's root; their names contain no hash.
    "files": [
        "favicon.ico",
        "icons/icon.svg",
        "icons/icon-192.png",
        "**/*.webmanifest",
        "*.vcf",
        "_i18n/*/*/messages.json",
    ],
    # Precached are those that a phone shows; others are cached when they are seen.
    "pictures": {"maxWidth": 800, "format": "avif"},
    "seenPictures": {"maxEntries": 60, "maxAgeDays": 30},
    # The answer of `/` depends on the visitor's language, so the first language's home page is cached as:
    "home": "/index.html",
    "offline": "/offline",
}
"""Patterns of code are regular expressions for webpack's paths, those of files are globs; widths are image pixels."""

MODULE = "pwa/worker/cache_rules.json"


def module() -> str:
    """The JSON that the JavaScript beside this module reads."""
    return json.dumps(CACHE_RULES, indent=2)
