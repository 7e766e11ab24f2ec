"""Writes structured data for search engines into each public page."""

from pathlib import Path

from app.i18n import use
from app.routes import places
from app.structured_data import json_ld
from builder.index import page_file
from builder.steps import BuildError

END = "</head>"


def write(site: Path) -> None:
    """Inserts the data into each page's `<head>`, which React does not change.

    Raises:
        BuildError: a page does not contain `</head>` exactly once.
    """
    for place in places():
        if not place.is_indexed:
            continue
        file = site / page_file(place.path)
        html = file.read_text()
        if html.count(END) != 1:
            raise BuildError(f"Next writes {file.relative_to(site)} in another way than expected.")
        with use(place.language):
            data = json_ld(place)
        file.write_text(html.replace(END, f'<script type="application/ld+json">{data}</script>{END}'))
