"""Compresses the built site and lists its files for `app.http.export`."""

import gzip
import os
import time
from collections.abc import Container, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from zlib import ZLIB_RUNTIME_VERSION

import brotli

from app.atomic import replacing
from app.folders import WEB
from app.http.export import IDENTITY, INDEX, INDEX_TYPE, SHOWN, Cache, Index, Representation, Resource
from app.http.media_types import HTML, IMMUTABLE, TEXT, TYPES
from app.i18n import client as messages
from app.settings import settings
from builder.inline import Inline, inline_sources

ENCODERS = {
    "br": partial(brotli.compress, quality=11),
    "gzip": partial(gzip.compress, compresslevel=9, mtime=0),
}
ENCODED_BY = f"brotli {brotli.__version__}, zlib {ZLIB_RUNTIME_VERSION}".encode()
"""Library versions. ETags depend on them, because another version might compress differently."""
COMPRESSED = WEB / "compressed"
UNUSED_SECONDS = 7 * 24 * 3600

ALIASES = {"/index.html": "/"}
"""Additional URLs of files. The service worker uses `/index.html`, because `/` might redirect."""

MESSAGES = f"/{messages.FOLDER}/"
"""The folder with translations, which browsers cache for a day."""

ERROR_PAGES = "/errors/"
UNADDRESSABLE = ("/404", "/500")
"""URLs of Next's own error pages, which the server must not serve."""


def write_index(root: Path, build_id: str, own: Container[Path] = ()) -> None:
    """Writes the compressed site and its index beside `root`: `br/`, `gzip/` and `index.json`.

    The URLs of pages omit the suffix `.html`. Files in `own` are not pages, so their URLs include the suffix.

    Raises:
        ValueError: two files would have the same URL.
    """
    for coding in ENCODERS:
        rmtree(root.parent / coding, ignore_errors=True)
    files = sorted(file for file in root.rglob("*") if file.is_file())
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        index = _index(build_id, pool.map(partial(_resource, root, own), files))
    (root.parent / INDEX).write_bytes(INDEX_TYPE.dump_json(index, indent=1))


def page_file(path: str) -> str:
    """Returns the name of the HTML file for a page's URL path, such as `en/about.html`."""
    return f"{path.strip('/') or 'index'}.html"


def _index(build_id: str, found: Iterable[tuple[str, Resource]]) -> Index:
    resources: dict[str, Resource] = {}
    templates: dict[str, Resource] = {}
    errors: dict[str, Representation] = {}
    for url, resource in found:
        page = resource.media_type == HTML and not url.endswith(".html")
        if page and url.startswith(ERROR_PAGES):
            errors[url.removeprefix(ERROR_PAGES)] = resource.representations[IDENTITY]
        elif page and "[" in url:
            templates[url] = resource
        elif url in resources:
            raise ValueError(f"Two files of the built site have the URL {url}")
        elif url not in UNADDRESSABLE:
            resources[url] = resource
    resources |= {alias: resources[url] for alias, url in ALIASES.items() if url in resources}
    return Index(build_id, resources, templates, errors, {name: getattr(settings(), name) for name in SHOWN})


def _resource(root: Path, own: Container[Path], file: Path) -> tuple[str, Resource]:
    content = file.read_bytes()
    path = file.relative_to(root)
    location = f"/{path.as_posix()}"
    version = sha256(ENCODED_BY + content).hexdigest()[:32]
    representations = {IDENTITY: Representation(file.relative_to(root.parent).as_posix(), len(content), f'"{version}"')}
    for coding in ENCODERS if file.suffix in TEXT else ():
        encoded = _encoded(content, coding)
        if len(encoded) < len(content):
            name = (Path(coding) / path).as_posix()
            representations[coding] = Representation(name, len(encoded), f'"{version}-{coding}"')
            target = root.parent / coding / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(encoded)
    inline = inline_sources(content.decode()) if file.suffix == ".html" else Inline()
    return location if file in own else _url(location), Resource(
        media_type=TYPES.get(file.suffix, "application/octet-stream"),
        cache=_cache(location),
        representations=representations,
        styles=inline.styles,
        scripts=inline.scripts,
    )


def _encoded(content: bytes, coding: str) -> bytes:
    encode = ENCODERS[coding]
    inputs = ENCODED_BY + f"{encode.func.__module__} {encode.keywords}".encode() + content
    cached = COMPRESSED / f"{sha256(inputs).hexdigest()}.{coding}"
    try:
        os.utime(cached)
    except FileNotFoundError:
        COMPRESSED.mkdir(parents=True, exist_ok=True)
        with replacing(cached) as file:
            file.write(encode(content))
    return cached.read_bytes()


def delete_unused() -> None:
    """Deletes compressed files that no build has used for a week."""
    for file in COMPRESSED.iterdir():
        with suppress(FileNotFoundError):  # another build has deleted the file
            if time.time() - file.stat().st_mtime > UNUSED_SECONDS:
                file.unlink()


def _cache(location: str) -> Cache:
    if location.startswith(IMMUTABLE):
        return "immutable"
    return "day" if location.startswith(MESSAGES) else "revalidate"


def _url(location: str) -> str:
    if not location.endswith(".html"):
        return location
    return location.removesuffix(".html").removesuffix("/index") or "/"
