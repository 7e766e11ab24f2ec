"""Adds the first picture of each page to Next's build manifest.

`app/navigation/prefetch.js` can then load the first picture of a linked page before the visitor clicks.
"""

import json
import re
from pathlib import Path

from app.routes import places
from builder.index import page_file

MANIFEST = "_next/static/{}/_buildManifest.js"
_PICTURE = re.compile(
    r'<picture><source sizes="([^"]*)" srcSet="([^"]*)" type="image/avif"/>(?:<source[^>]*>)*'
    r'<img[^>]* fetchPriority="high"'
)


def write(site: Path, build_id: str) -> None:
    found: dict[str, tuple[str, ...]] = {}
    for place in places():
        page = site / page_file(place.path)
        if place.is_indexed and (picture := _PICTURE.search(page.read_text())):
            found[place.path] = picture.groups()
    manifest = site / MANIFEST.format(build_id)
    listed = json.dumps(found, separators=(",", ":"))
    manifest.write_text(f"{manifest.read_text()};self.__FIRST_PICTURES={listed}")
