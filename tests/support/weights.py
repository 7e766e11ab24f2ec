"""Measures how many bytes pages load."""

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
from app.routes import private_pattern

# Budgets are about 10 % above the measured sizes. Sizes exclude text, so longer texts cannot exceed a budget.
START_BUDGET = 5_600
"""The maximum size of JavaScript that loads before the first interaction, in bytes (brotli)."""
JAVASCRIPT_BUDGET = 105 * 1024
"""The maximum size of all JavaScript, except scripts that match `CONTENT`, in bytes (brotli)."""
CONTENT = re.compile(r"/chunks/pages/(?!_app-)|/_buildManifest\.js$")
"""A pattern for scripts that contain page text or the list of pages."""
CSS_BUDGET = 12_700
"""The maximum size of CSS that blocks rendering, in bytes (brotli)."""
HERO_BUDGET = 25_000
PHONE, DENSITY, REM = 412, 1.75, 16

FULLPAGE_BUDGET = 24_500
CHUNKS = SITE / "_next/static/chunks"
LAZY = ("sentry.javascript", "googletagmanager", "SENTRY_", "sentryDsn")

_SCRIPT = re.compile(r"<script\b(?P<attributes>[^>]*)>")
_STYLES = re.compile(r'<link rel="stylesheet" href="([^"]+)" data-n-g=""/>')
_FIRST_PICTURE = re.compile(r'<picture><source sizes="(?![^"]* 1px")[^"]*?([^",]+)" srcSet="([^"]+)" type="image/avif"')
"""A pattern for the first picture that phones show. Pictures with `1px` in `sizes` are hidden on phones."""
_SMALL_SIZE = re.compile(r"\s*(?:calc\()?(\d+)vw(?: - ([\d.]+)rem\))?")
"""A pattern for the last entry of `sizes`, which applies to phones."""
_INLINE = re.compile(r"<script(?: data-application=[^>]*)?>(.+?)</script>", re.DOTALL)
_SOURCE = re.compile(r'\bsrc="([^"]+)"')
_APPLICATION = re.compile(r'\bdata-application="([^"]+)"')
_FONTS = re.compile(r'<link rel="preload" href="([^"]+)" as="font"')
_LISTED = re.compile(r"'url':'([^']+)'")
_FILES = re.compile(r'\((\{"build":.*?\}\})\)')


@dataclass(frozen=True)
class Weight:
    """The compressed sizes of a page in bytes: gzip for `html`, brotli for everything else.

    - `start`: JavaScript that loads before the first input
    - `code`: all JavaScript, except scripts that match `CONTENT`
    """

    page: str
    html: int
    start: int
    javascript: int
    code: int
    css: int


def start_scripts(page: Path) -> list[str]:
    return _INLINE.findall(page.read_text())


def linked_scripts(page: Path) -> list[Path]:
    return _listed(page, _SOURCE)


def application(page: Path) -> list[Path]:
    """Returns the scripts that load at the visitor's first input, in loading order."""
    return [file for file in _listed(page, _APPLICATION) if file.suffix == ".js"]


def scripts(page: Path) -> list[Path]:
    return linked_scripts(page) + application(page)


def _listed(page: Path, attribute: re.Pattern[str]) -> list[Path]:
    tags = (match["attributes"] for match in _SCRIPT.finditer(page.read_text()))
    urls = (url for tag in tags if (found := attribute.search(tag)) for url in found[1].split())
    return [*map(_file, urls)]


def _file(url: str) -> Path:
    return SITE / unquote(url).lstrip("/")


def weigh(page: Path) -> Weight:
    styles = map(_file, set(_STYLES.findall(page.read_text())))
    start = sum(_brotli_size(script.encode()) for script in start_scripts(page))
    return Weight(
        page.relative_to(SITE).as_posix(),
        _compressed(page),
        start + sum(map(_brotli, linked_scripts(page))),
        start + sum(map(_brotli, scripts(page))),
        start + sum(_brotli(script) for script in scripts(page) if not CONTENT.search(script.as_posix())),
        sum(map(_brotli, styles)),
    )


def weights() -> list[Weight]:
    pages = [page for page in SITE.rglob("*.html") if _is_public(page.relative_to(SITE))]
    return sorted((weigh(page) for page in pages), key=lambda weight: -weight.javascript)


def hero(page: str) -> int:
    """Returns the size in bytes of a page's first picture on phones, or 0 if there is none."""
    found = _FIRST_PICTURE.search((SITE / page).read_text())
    if not found:
        return 0
    size, offered = found.groups()
    share, padding = _SMALL_SIZE.fullmatch(size).groups("0")  # pyright: ignore
    width = (PHONE * int(share) / 100 - float(padding) * REM) * DENSITY
    candidates = sorted((int(across[:-1]), url) for url, across in (each.split() for each in offered.split(", ")))
    return next(_file(url).stat().st_size for across, url in candidates if across >= width)


def _is_public(page: Path) -> bool:
    is_private = re.match(private_pattern(), f"/{page.with_suffix('')}")
    return page.parent.name != "errors" and page.name != "offline.html" and not is_private


def fullpage() -> list[tuple[Path, int]]:
    found = _chunks_with("https://github.com/alvarotrigo/fullPage.js", "gplv3-license")
    return [(chunk, _compressed(chunk)) for chunk in found]


def _chunks_with(*marks: str) -> list[Path]:
    return sorted(chunk for chunk in CHUNKS.glob("*.js") if any(mark in chunk.read_text() for mark in marks))


def lazy() -> dict[str, int]:
    return {chunk.name: _compressed(chunk) for chunk in _chunks_with(*LAZY)}


def worker() -> tuple[int, int]:
    """Returns the compressed sizes of the service worker and of the script that shows its notices."""
    [notices] = CHUNKS.glob("worker.*.js")
    return _compressed(SITE / "sw.js"), _compressed(notices)


def fonts(page: str) -> int:
    return sum(_file(url).stat().st_size for url in _FONTS.findall((SITE / page).read_text()))


def precached() -> Mapping[str, str | None]:
    """Returns the precached paths with their checksums. The checksum is None if the path contains a hash."""
    worker = (SITE / "sw.js").read_text()
    files = json.loads(_FILES.findall(worker)[0])["files"]
    return {**dict.fromkeys(_LISTED.findall(worker)), **files}


def precached_bytes() -> tuple[int, int]:
    export = _export()
    found = [export.resources[unquote(path)].representations for path in precached()]
    return sum(each[IDENTITY].size for each in found), sum(each.get("br", each[IDENTITY]).size for each in found)


@cache
def _export() -> Export:
    return Export.load()


def _brotli(file: Path) -> int:
    sizes = _export().resources[f"/{file.relative_to(SITE).as_posix()}"].representations
    return sizes.get("br", sizes[IDENTITY]).size


@cache
def _brotli_size(data: bytes) -> int:
    return len(brotli.compress(data, quality=11))


def _compressed(file: Path) -> int:
    return len(gzip.compress(file.read_bytes(), 9, mtime=0))
