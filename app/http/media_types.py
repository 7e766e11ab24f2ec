"""Content types of files, and the folders whose files never change."""

HTML = "text/html; charset=utf-8"

# Python's own table is not used, because it differs between machines.
TEXT = {
    ".css": "text/css; charset=utf-8",
    ".html": HTML,
    ".ico": "image/x-icon",
    ".ics": "text/calendar; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".vcf": "text/vcard; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".xml": "application/xml",
}
MEDIA = {
    ".avif": "image/avif",
    ".gif": "image/gif",
    ".jpeg": "image/jpeg",
    ".jpg": "image/jpeg",
    ".mp4": "video/mp4",
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".webm": "video/webm",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
TYPES = {**TEXT, **MEDIA}
"""Content types, keyed by file suffix. Only files in `TEXT` are worth compressing."""

IMMUTABLE = ("/_next/static/", "/pictures/", "/fonts/")
"""Folders in which each file name contains a hash."""
