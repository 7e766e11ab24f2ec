"""What the built pages weigh: the bytes of what a page's HTML loads, compressed."""

import gzip
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import brotli

from app.http.export import IDENTITY, SITE, Export
from builder.assemble import MAPS
from builder.inputs import DIST
from tests.support.source_maps import without

# Budgets leave about 10 % of room over the present size. They limit code, so that an editor never meets one.
START_BUDGET = 1_800
"""Bytes of brotli JavaScript that a public page may load before its visitor acts."""
JAVASCRIPT_BUDGET = 96 * 1024
"""Bytes of brotli JavaScript that a public page may have loaded once its visitor has acted, without `CONTENT`."""
CONTENT = re.compile(r"/chunks/pages/(?!_app-)|/_buildManifest\.js$")
"""Scripts that grow with the site's content: a page's own text, and the list of all pages."""
CSS_BUDGET = 6_750
"""Bytes of brotli CSS that a public page may wait for before it is drawn."""
HERO_BUDGET = 25_000
"""Bytes of the picture at the top of the home page on `PHONE`."""
PHONE = 412 * 1.75
"""The width of a common phone in its own pixels."""

FULLPAGE_BUDGET = 24_500
"""Bytes of gzip JavaScript that moves full-page sections, on large screens only."""
MONITORING_BUDGET = 2_750
"""Bytes of gzip that a public page's application may hold of `MONITORING`."""
MONITORING = re.compile(
    r"/(app/(monitoring|components/error_view|extras/consent|root\.js|main\.js|guard/(report|crawlers)\.js)"
    r"|pwa/seam/replacements/next-on-recoverable-error)\b"
)
"""Sources for error handling and consent; calls of them from other sources are not counted."""
LAZY = ("sentry.javascript", "googletagmanager", "SENTRY_", "sentryDsn")
"""How chunks are recognised that are loaded because of the server's settings."""

_SCRIPT = re.compile(r"<script\b(?P<attributes>[^>]*)>")
_STYLES = re.compile(r'<link rel="stylesheet" href="([^"]+)"(?: data-n-g="")?/>')
"""Style sheets that a page waits for; one for print has a `media`."""
_HERO = re.compile(r'srcSet="([^"]+)" type="image/avif"/>(?:<source[^>]*>)*<img[^>]* fetchPriority="high"')
_SOURCE = re.compile(r'\bsrc="([^"]+)"')
_APPLICATION = re.compile(r'\bdata-application="([^"]+)"')
_FONTS = re.compile(r'<link rel="preload" href="([^"]+)" as="font"')
_LISTED = re.compile(r"'url':'([^']+)'")
_FILES = re.compile(r'\((\{"build":.*?\}\})\)')


@dataclass(frozen=True)
class Weight:
    """The bytes of a page by its file: HTML with gzip; JavaScript and CSS with brotli.

    `start` is loaded before the visitor's first act, `javascript` also after it, `code` is that without `CONTENT`.
    """

    page: str
    html: int
    start: int
    javascript: int
    code: int
    css: int


def start_scripts(page: Path, site: Path = SITE) -> list[Path]:
    """The scripts that an exported page loads by itself."""
    return _listed(page, _SOURCE, site)


def application(page: Path, site: Path = SITE) -> list[Path]:
    """The scripts that an exported page loads when its visitor acts, in their order."""
    return [file for file in _listed(page, _APPLICATION, site) if file.suffix == ".js"]


def scripts(page: Path, site: Path = SITE) -> list[Path]:
    """The scripts that an exported page loads, before its visitor acts and then."""
    return start_scripts(page, site) + application(page, site)


def _listed(page: Path, attribute: re.Pattern[str], site: Path) -> list[Path]:
    tags = (match["attributes"] for match in _SCRIPT.finditer(page.read_text()))
    urls = (url for tag in tags if (found := attribute.search(tag)) for url in found[1].split())
    return [site / unquote(url).lstrip("/") for url in urls]


def weigh(page: Path, site: Path = SITE) -> Weight:
    """The weight of one exported page."""
    styles = [site / unquote(url).lstrip("/") for url in set(_STYLES.findall(page.read_text()))]
    return Weight(
        page.relative_to(site).as_posix(),
        _compressed(page),
        sum(map(_brotli, start_scripts(page, site))),
        sum(map(_brotli, scripts(page, site))),
        sum(_brotli(script) for script in scripts(page, site) if not CONTENT.search(script.as_posix())),
        sum(map(_brotli, styles)),
    )


def weights(site: Path = SITE) -> list[Weight]:
    """Every public page of the build, the heaviest JavaScript first."""
    pages = [page for page in site.rglob("*.html") if _is_public(page)]
    return sorted((weigh(page, site) for page in pages), key=lambda weight: -weight.javascript)


def hero(page: str, width: float = PHONE, site: Path = SITE) -> int:
    """The bytes of the picture at the top of a page, as wide as the window, on a screen of this width in pixels."""
    [offered] = _HERO.findall((site / page).read_text())
    candidates = sorted((int(across[:-1]), url) for url, across in (each.split() for each in offered.split(", ")))
    return next((site / url.lstrip("/")).stat().st_size for across, url in candidates if across >= width)


def _is_public(page: Path) -> bool:
    return page.parent.name != "errors" and page.name != "offline.html" and "private" not in page.as_posix()


def fullpage(site: Path = SITE) -> list[tuple[Path, int]]:
    """The scripts that are loaded on a large screen to move full-page sections, each with its bytes in gzip."""
    marks = ("https://github.com/alvarotrigo/fullPage.js", "gplv3-license")
    chunks = (site / "_next" / "static" / "chunks").glob("*.js")
    found = [chunk for chunk in chunks if any(mark in chunk.read_text() for mark in marks)]
    return [(chunk, _compressed(chunk)) for chunk in sorted(found)]


def monitoring(page: str, site: Path = SITE, maps: Path = DIST / MAPS) -> tuple[int, set[str]]:
    """The gzip bytes that `MONITORING` adds to a page's scripts, and the sources of it that they contain."""
    size, found = 0, set[str]()
    for script in scripts(site / page):
        source_map = maps / f"{script.relative_to(site)}.map"
        if not source_map.is_file():  # Next's manifests, of no source of anybody's
            continue
        described, text = json.loads(source_map.read_text()), script.read_text()
        found |= {name.partition("/./")[2] for name in described["sources"] if MONITORING.search(name)}
        rest = without(text, described, lambda name: MONITORING.search(name) is not None)
        size += _size(text.encode()) - _size(rest.encode())
    return size, found


def lazy(site: Path = SITE) -> dict[str, int]:
    """The chunks that are loaded because of the server's settings, each with its gzip bytes."""
    chunks = (site / "_next" / "static" / "chunks").glob("*.js")
    return {chunk.name: _compressed(chunk) for chunk in chunks if any(mark in chunk.read_text() for mark in LAZY)}


def worker(site: Path = SITE) -> tuple[int, int]:
    """The bytes in gzip of the service worker, and of the notices about it."""
    [part] = (site / "_next" / "static" / "chunks").glob("worker.*.js")
    return _compressed(site / "sw.js"), _compressed(part)


def fonts(page: str, site: Path = SITE) -> int:
    """The bytes of the fonts that a page preloads."""
    return sum((site / url.lstrip("/")).stat().st_size for url in _FONTS.findall((site / page).read_text()))


def precached(site: Path = SITE) -> Mapping[str, str | None]:
    """What the built service worker keeps: URL paths, each with the Base64 of the SHA-256 that it must have, or None
    where the name has a hash in it."""
    worker = (site / "sw.js").read_text()
    files = json.loads(_FILES.findall(worker)[0])["files"]
    return {**dict.fromkeys(_LISTED.findall(worker)), **files}


def precached_bytes(site: Path = SITE) -> tuple[int, int]:
    """The bytes of what the service worker keeps: as stored, and as sent to a browser that takes brotli."""
    export = Export.load(site)
    found = [export.resources[unquote(path)].representations for path in precached(site)]
    return sum(each[IDENTITY].size for each in found), sum(each.get("br", each[IDENTITY]).size for each in found)


def _brotli(file: Path) -> int:
    return _brotli_size(file.read_bytes())


@cache
def _brotli_size(data: bytes) -> int:
    """Kept, as all pages share most of their scripts."""
    return len(brotli.compress(data, quality=11))


def _compressed(file: Path) -> int:
    return _size(file.read_bytes())


def _size(data: bytes) -> int:
    return len(gzip.compress(data, 9, mtime=0))
