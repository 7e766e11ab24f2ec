"""Loads the HTML of built pages, so that endpoints can insert contents."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from app.http import static
from app.http.export import IDENTITY, Export
from app.http.filled_page import MAX_CACHED_PAGES, without_scripts

PageHeaders = Callable[..., Mapping[str, str]]


class BuiltPage(NamedTuple):
    html: str
    headers: Mapping[str, str]


class BuiltPages:
    def __init__(self, export: Export | None, page_headers: PageHeaders) -> None:
        self._export = export
        self._page_headers = page_headers

    def find(self, path: str, *, has_scripts: bool = False) -> BuiltPage | None:
        """Returns a page and its security headers. Removes scripts, unless `has_scripts` is true."""
        resource = self._export and self._export.find(path)
        if not self._export or not resource:
            return None
        built = resource.representations[IDENTITY]
        html = _html(self._export.folder / built.file, built.etag, has_scripts)
        return BuiltPage(html, self._page_headers(resource.styles, resource.scripts, has_scripts=has_scripts))


@lru_cache(maxsize=MAX_CACHED_PAGES)
def _html(file: Path, etag: str, has_scripts: bool) -> str:
    html = static.content(file, etag).decode()
    return html if has_scripts else without_scripts(html)
