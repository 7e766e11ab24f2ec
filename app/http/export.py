"""The built site, read through the index that the build has written (`builder.index`).

Requests are looked up in the index and never on disk, so no URL can reach a file that the build did not put there.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from pydantic import TypeAdapter, ValidationError

from app.http.media_types import HTML
from app.http.releases import CURRENT
from app.routes import match

INDEX = "index.json"
SITE = CURRENT / "site"
"""Where the current release has the site. The index and the compressed files are beside this folder."""

IDENTITY = "identity"
"""The content coding of a file as it is."""

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
    """What a URL serves: its content type, its caching class, and its representations by content coding. `styles` are
    the hashes of a page's inline styles, as sources of a content security policy.
    """

    media_type: str
    cache: Cache
    representations: Mapping[str, Representation]
    styles: tuple[str, ...] = ()


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


INDEX_TYPE = TypeAdapter(Index)
"""Reads and writes the index as JSON."""


@dataclass(frozen=True)
class Export:
    """The built site, ready to be served.

    Files of representations are relative to `folder`; `errors` are the error pages' HTML by language code.
    """

    folder: Path
    build_id: str
    resources: Mapping[str, Resource]
    templates: Mapping[str, Resource]
    errors: Mapping[str, str]

    @classmethod
    def load(cls, root: Path = SITE) -> "Export":
        """The site in `root`, from its index. It stays the site of this release when `root` leads to another one later.

        Raises:
            ExportError: the index is missing or damaged, or a file does not have the size in it.
        """
        folder = root.resolve().parent
        index = _read(folder / INDEX)
        _check(folder, index.representations)
        return cls(
            folder=folder,
            build_id=index.build_id,
            resources=MappingProxyType(dict(index.resources)),
            templates=MappingProxyType(dict(index.templates)),
            errors={code: (folder / page.file).read_text("utf-8") for code, page in index.errors.items()},
        )

    def find(self, path: str) -> Resource | None:
        """The resource at a decoded URL path: a file, a page, or the page of an open route (`[postId]`)."""
        own = self.resources.get(path)
        found = match(path) if own is None else None
        return self.templates.get(replace(found.place, params={}).path) if found and found.valid else own

    def is_page(self, path: str) -> bool:
        """Whether an HTML page is at `path`."""
        resource = self.find(path)
        return resource is not None and resource.media_type == HTML


def _read(file: Path) -> Index:
    try:
        return INDEX_TYPE.validate_json(file.read_bytes())
    except FileNotFoundError:
        raise ExportError(f"The site is not built ({file} is missing): run `make run`.") from None
    except (OSError, ValidationError):
        raise ExportError(f"The built site's index is damaged ({file}): run `make run`.") from None


def _check(folder: Path, representations: Iterable[Representation]) -> None:
    for representation in representations:
        file = folder / representation.file
        if not file.is_file() or file.stat().st_size != representation.size:
            raise ExportError(f"The built site is incomplete ({file} is missing or changed): run `make run`.")
