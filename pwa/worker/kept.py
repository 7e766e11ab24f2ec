"""What the service worker keeps: the one table that webpack's list of code, the build and the worker read."""

import json
from typing import Final

KEPT: Final = {
    "code": {
        "include": [r"^static/(chunks|css)/", r"^static/[^/]+/_\w+Manifest\.js$"],
        "exclude": [
            r"\.map$",
            r"/private\b",  # members' code and pages
            r"/pages/(.+/)?(404|callback|error|offline)-",  # never navigated to
            r"/polyfills-",  # for browsers that know neither modules nor workers
        ],
        # Fetched only where the server's settings ask for it, which a build does not know.
        "excludeChunks": ["configure", "consent", "sentry"],
    },
    # Beside pages and fonts, below the site's root; the names carry no hash.
    "files": [
        "favicon.ico",
        "icons/icon.svg",
        "icons/icon-192.png",
        "**/*.webmanifest",
        "*.vcf",
        "_i18n/*/*/messages.json",
    ],
    # From the start, those that a phone shows; the others as they are seen.
    "pictures": {"maxWidth": 800, "format": "avif"},
    "seenPictures": {"maxEntries": 60, "maxAgeDays": 30},
    # `/` itself answers by the visitor's language, so the home page of the first language is kept as:
    "home": "/index.html",
    "offline": "/offline",
}
"""Patterns of code are regular expressions of webpack's paths, those of files are globs; widths are CSS pixels."""

MODULE = "pwa/worker/kept.json"


def module() -> str:
    """The JSON that the JavaScript beside this module reads."""
    return json.dumps(KEPT, indent=2)
