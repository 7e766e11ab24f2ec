"""The built site on disk, and the index by which it is served.

The build lays the finished pages and files into a folder and calls `write_index`; the server calls `Export.load`. A
request is looked up in the index and never on disk, so no URL can reach a file that the build did not put there.
"""

import gzip
import os
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from types import MappingProxyType
from typing import Literal

import brotli
from pydantic import TypeAdapter, ValidationError

from app.i18n import client as messages
from app.routes import match
from app.settings import ROOT

INDEX = "index.json"
SITE = ROOT / "dist" / "site"
"""Where the build lays the site. The index and the compressed files stand beside this folder."""

IDENTITY = "identity"
ENCODERS = {
    "br": partial(brotli.compress, quality=11),
    "gzip": partial(gzip.compress, compresslevel=9, mtime=0),
}
"""Content codings beside `identity`; each gives the same bytes for the same file on every run."""

# Not the mimetypes module: it reads the machine's own tables, and two builds of one tree must be the same.
TEXT = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
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
"""Content types by suffix: `TEXT` is worth compressing, `MEDIA` is compressed already."""

IMMUTABLE = ("/_next/static/", "/pictures/", "/fonts/")
"""Folders in which every name carries its content's hash."""

ALIASES = {"/index.html": "/"}
"""What has a second URL: `/` may answer with a redirect, and a service worker needs the page itself."""

MESSAGES = f"/{messages.FOLDER}/"
"""The folder of the messages that browsers load (specification, section 9: cached 24 hours)."""

ERROR_PAGES = "/errors/"
UNADDRESSABLE = ("/404", "/500")
"""Error pages that Next writes by itself; ours are the ones in `ERROR_PAGES`."""

Cache = Literal["immutable", "day", "revalidate"]


class ExportError(Exception):
    """The built site is missing, unreadable or not what its index says. `str(error)` is one line."""


@dataclass(frozen=True, slots=True)
class Representation:
    """A resource's bytes in one content coding; `file` is relative to the folder of the index."""

    file: str
    size: int
    etag: str


@dataclass(frozen=True, slots=True)
class Resource:
    """What a URL gives: its content type, its class of caching, and its representations by content coding."""

    media_type: str
    cache: Cache
    representations: Mapping[str, Representation]


@dataclass(frozen=True)
class Index:
    """The index as written: resources by URL path, pages of open routes by Next's pattern, error pages by language."""

    build_id: str
    resources: Mapping[str, Resource]
    templates: Mapping[str, Resource]
    errors: Mapping[str, Representation]

    @property
    def representations(self) -> Iterator[Representation]:
        """Every file that the index names."""
        for resource in (*self.resources.values(), *self.templates.values()):
            yield from resource.representations.values()
        yield from self.errors.values()


_INDEX = TypeAdapter(Index)


@dataclass(frozen=True)
class Export:
    """The built site, ready to be served.

    `folder` is what representations are relative to; `errors` are the error pages' texts by language code.
    """

    folder: Path
    build_id: str
    resources: Mapping[str, Resource]
    templates: Mapping[str, Resource]
    errors: Mapping[str, str]

    @classmethod
    def load(cls, root: Path = SITE) -> "Export":
        """The site in `root`, as `write_index` left it.

        Raises:
            ExportError: the index is missing or damaged, or a file is not of the size that it says.
        """
        index = _read(root.parent / INDEX)
        _check(root.parent, index.representations)
        return cls(
            folder=root.parent,
            build_id=index.build_id,
            resources=MappingProxyType(dict(index.resources)),
            templates=MappingProxyType(dict(index.templates)),
            errors={code: (root.parent / page.file).read_text("utf-8") for code, page in index.errors.items()},
        )

    def find(self, path: str) -> Resource | None:
        """What the decoded URL `path` gives: a file or page of its own, or the page of an open route (`[postId]`)."""
        own = self.resources.get(path)
        found = match(path) if own is None else None
        return self.templates.get(replace(found.place, params={}).path) if found and found.valid else own

    def is_page(self, path: str) -> bool:
        """Whether `path` gives an HTML page."""
        resource = self.find(path)
        return resource is not None and resource.media_type == TYPES[".html"]


def write_index(root: Path, build_id: str) -> None:
    """Compresses the finished site in `root` and writes its index, all beside it: `br/`, `gzip/`, `index.json`.

    Raises:
        ValueError: two files would have the same URL.
    """
    for coding in ENCODERS:
        rmtree(root.parent / coding, ignore_errors=True)
    files = sorted(file for file in root.rglob("*") if file.is_file())
    with ThreadPoolExecutor(os.cpu_count()) as pool:  # the encoders release the interpreter's lock
        index = _index(build_id, pool.map(partial(_described, root), files))
    (root.parent / INDEX).write_bytes(_INDEX.dump_json(index, indent=1))


def _index(build_id: str, described: Iterable[tuple[str, Resource]]) -> Index:
    resources: dict[str, Resource] = {}
    templates: dict[str, Resource] = {}
    errors: dict[str, Representation] = {}
    for url, resource in described:
        page = resource.media_type == TYPES[".html"]
        if page and url.startswith(ERROR_PAGES):
            errors[url.removeprefix(ERROR_PAGES)] = resource.representations[IDENTITY]
        elif page and "[" in url:
            templates[url] = resource
        elif url in resources:
            raise ValueError(f"Two files of the built site have the URL {url}")
        elif url not in UNADDRESSABLE:
            resources[url] = resource
    resources |= {alias: resources[url] for alias, url in ALIASES.items() if url in resources}
    return Index(build_id, resources, templates, errors)


def _described(root: Path, file: Path) -> tuple[str, Resource]:
    content = file.read_bytes()
    path = file.relative_to(root)
    location = f"/{path.as_posix()}"
    representations = {IDENTITY: _representation(file.relative_to(root.parent), content)}
    for coding, encode in ENCODERS.items() if file.suffix in TEXT else ():
        encoded = encode(content)
        if len(encoded) < len(content):
            representations[coding] = _representation(Path(coding) / path, encoded)
            target = root.parent / coding / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(encoded)
    return _url(location), Resource(
        media_type=TYPES.get(file.suffix, "application/octet-stream"),
        cache=_cache(location),
        representations=representations,
    )


def _cache(location: str) -> Cache:
    if location.startswith(IMMUTABLE):
        return "immutable"
    return "day" if location.startswith(MESSAGES) else "revalidate"


def _url(location: str) -> str:
    if not location.endswith(".html"):
        return location
    return location.removesuffix(".html").removesuffix("/index") or "/"


def _representation(file: Path, content: bytes) -> Representation:
    return Representation(file.as_posix(), len(content), f'"{sha256(content).hexdigest()[:32]}"')


def _read(file: Path) -> Index:
    try:
        return _INDEX.validate_json(file.read_bytes())
    except FileNotFoundError:
        raise ExportError(f"The site is not built ({file} is missing): run `make run`.") from None
    except (OSError, ValidationError):
        raise ExportError(f"The built site's index is damaged ({file}): run `make run`.") from None


def _check(folder: Path, representations: Iterable[Representation]) -> None:
    for representation in representations:
        file = folder / representation.file
        if not file.is_file() or file.stat().st_size != representation.size:
            raise ExportError(f"The built site is incomplete ({file} is missing or changed): run `make run`.")
