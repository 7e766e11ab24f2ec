"""Writes the precache list into the service worker.

The list contains hashes, so the service worker does not cache pages from other builds. Webpack writes a second list,
of code and styles (`pwa/worker/manifest.js`).
"""

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from app.i18n import LANGUAGES, PUBLIC
from app.pages.offline import SCRIPT, offline_route
from app.routes import places
from builder.index import page_file
from pwa.worker.cache_rules import CACHE_RULES, home

MADE = "_next/static/sw.js"
SERVED = "sw.js"
MARKER = "self.__SITE"
"""A placeholder in webpack's output for the build ID and the precache list."""
_PICTURE = re.compile(r".+-(\d+)\.\w+\.(\w+)")


def files(site: Path) -> Mapping[str, str | None]:
    """Returns SHA-256 hashes in Base64, keyed by URL path. The value is None if the path contains a hash."""
    hashed = {path: _hash(site / file) for path, file in sorted((*_pages(), *_other_files(site)))}
    fonts = (_url(site, file) for file in site.glob("fonts/*"))
    return hashed | dict.fromkeys(sorted((*fonts, *_pictures(site))))


def finish(site: Path, build_id: str) -> None:
    """Inserts the precache list into webpack's service worker and moves the result to `sw.js`.

    Raises:
        ValueError: the service worker does not contain `MARKER` exactly once.
    """
    made = site / MADE
    source = made.read_text()
    if source.count(MARKER) != 1:
        raise ValueError(f"webpack's service worker contains {MARKER} {source.count(MARKER)} times; once was expected")
    listed = json.dumps({"build": build_id, "files": files(site)}, separators=(",", ":"))
    (site / SERVED).write_text(source.replace(MARKER, f"({listed})"))
    made.unlink()


def _pages() -> Iterator[tuple[str, str]]:
    for place in places():
        if place.is_indexed and place.route.is_precached:
            path = home() if place.path == "/" else place.path
            if path:
                yield path, page_file(place.path)
    for language in PUBLIC:
        yield offline_route(language), page_file(offline_route(language))
    yield SCRIPT, SCRIPT.lstrip("/")


def _other_files(site: Path) -> Iterator[tuple[str, str]]:
    unpublished = {language.code for language in LANGUAGES if not language.public}
    for pattern in CACHE_RULES["files"]:
        for file in site.glob(pattern):
            if unpublished.isdisjoint(file.relative_to(site).parts):
                yield _url(site, file), file.relative_to(site).as_posix()


def _pictures(site: Path) -> Iterator[str]:
    wanted = CACHE_RULES["pictures"]
    for file in site.glob("pictures/*"):
        named = _PICTURE.fullmatch(file.name)
        if named and int(named[1]) <= wanted["maxWidth"] and named[2] == wanted["format"]:
            yield _url(site, file)


def _url(site: Path, file: Path) -> str:
    return f"/{file.relative_to(site).as_posix()}"


def _hash(file: Path) -> str:
    return b64encode(sha256(file.read_bytes()).digest()).decode()
