"""Reads the built site. Clients can request only files that `builder.index` has listed."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from pydantic import TypeAdapter, ValidationError

from app.http.media_types import HTML
from app.http.releases import CURRENT
from app.routes import match

INDEX = "index.json"
SITE = CURRENT / "site"

IDENTITY = "identity"

Cache = Literal["immutable", "day", "revalidate"]


SHOWN = {
    "site_url": "SITE_URL",
    "hosting": "HOSTING",
    "inquiries_days": "INQUIRIES_DAYS",
    "has_card_payments": "Payment by card (GOPAY_*)",
    "fallback_language": "FALLBACK_LANGUAGE",
    "messages_origin": "I18N_BASE_URL",
}
"""Settings that both the built pages and the server use, mapped to their names in messages."""


class ExportError(Exception):
    """Raised when the built site is missing or damaged."""


@dataclass(frozen=True, slots=True)
class Representation:
    """A file in one content encoding. `file` is relative to the index file's folder."""

    file: str
    size: int
    etag: str


@dataclass(frozen=True, slots=True)
class Resource:
    """A URL's files, keyed by encoding. `styles` and `scripts` contain hashes of inline styles and scripts."""

    media_type: str
    cache: Cache
    representations: Mapping[str, Representation]
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Index:
    """All files, keyed by URL path. `templates` contains the pages of routes with parameters, keyed by route.

    `settings` contains the values of the `SHOWN` settings during the build.
    """

    build_id: str
    resources: Mapping[str, Resource]
    templates: Mapping[str, Resource]
    errors: Mapping[str, Representation]
    settings: Mapping[str, str | int | bool] = field(default_factory=dict[str, str | int | bool])

    @property
    def representations(self) -> Iterator[Representation]:
        for resource in (*self.resources.values(), *self.templates.values()):
            yield from resource.representations.values()
        yield from self.errors.values()


INDEX_TYPE = TypeAdapter(Index)


@dataclass(frozen=True)
class Export:
    """The built site. `errors` contains the error pages' HTML, keyed by language."""

    folder: Path
    build_id: str
    resources: Mapping[str, Resource]
    templates: Mapping[str, Resource]
    errors: Mapping[str, str]
    settings: Mapping[str, str | int | bool] = field(default_factory=dict[str, str | int | bool])

    @classmethod
    def load(cls, root: Path = SITE) -> "Export":
        """Loads the release behind the symlink `root`. Later changes to the symlink have no effect.

        Raises:
            ExportError: the index or a file is missing or damaged.
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
            settings=index.settings,
        )

    def find(self, path: str) -> Resource | None:
        if path in self.resources:
            return self.resources[path]
        found = match(path)
        return self.templates.get(replace(found.place, params={}).path) if found and found.valid else None

    def is_page(self, path: str) -> bool:
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
