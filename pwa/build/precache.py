"""What the service worker keeps beside code and styles, and the worker itself, finished once the bytes are final.

webpack lists the code and styles that it made (`pwa/worker/manifest.js`); pages, pictures and the rest are known only
here. The hash of a page is that of the bytes which are served, so that a browser can tell another build's page.
"""

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from app.i18n import LANGUAGES
from app.pages.offline import SCRIPT, offline_route
from app.routes import places
from pwa.worker.kept import KEPT

MADE = "_next/static/sw.js"
"""Where webpack leaves the worker, with a list of its own."""
SERVED = "sw.js"
MARKER = "self.__SITE"
"""What stands in the worker for `{"build": …, "files": …}`."""
_PICTURE = re.compile(r".+-(\d+)\.\w+\.(\w+)")


def files(site: Path) -> Mapping[str, str | None]:
    """What to keep of the finished site: URL paths, each with the Base64 of its bytes' SHA-256, or None where the name
    has a hash in it."""
    hashed = {path: _hash(site / file) for path, file in sorted((*_pages(), *_loose(site)))}
    return hashed | dict.fromkeys(sorted((*_fonts(site), *_pictures(site))))


def finish(site: Path, build_id: str) -> None:
    """Puts the worker where it is served, with what it has to keep.

    Raises:
        ValueError: webpack's worker has no single place for it.
    """
    made = site / MADE
    source = made.read_text()
    if source.count(MARKER) != 1:
        raise ValueError(f"the service worker has {source.count(MARKER)} places for its files; one was expected")
    listed = json.dumps({"build": build_id, "files": files(site)}, separators=(",", ":"))
    (site / SERVED).write_text(source.replace(MARKER, f"({listed})"))
    made.unlink()


def _pages() -> Iterator[tuple[str, str]]:
    """Every public page and the offline pages: their URL paths and their files below the site's root."""
    for place in places():
        if place.route.indexed:
            path = KEPT["home"] if place.path == "/" else place.path
            yield path, f"{path.removesuffix('.html')}.html".lstrip("/")
    for language in LANGUAGES:
        yield offline_route(language), f"{offline_route(language)}.html".lstrip("/")
    yield SCRIPT, SCRIPT.lstrip("/")


def _loose(site: Path) -> Iterator[tuple[str, str]]:
    for pattern in KEPT["files"]:
        for file in site.glob(pattern):
            yield _url(site, file), file.relative_to(site).as_posix()


def _fonts(site: Path) -> Iterator[str]:
    return (_url(site, file) for file in site.glob("fonts/*"))


def _pictures(site: Path) -> Iterator[str]:
    wanted = KEPT["pictures"]
    for file in site.glob("pictures/*"):
        named = _PICTURE.fullmatch(file.name)
        if named and int(named[1]) <= wanted["maxWidth"] and named[2] == wanted["format"]:
            yield _url(site, file)


def _url(site: Path, file: Path) -> str:
    return f"/{file.relative_to(site).as_posix()}"


def _hash(file: Path) -> str:
    return b64encode(sha256(file.read_bytes()).digest()).decode()
