"""Adds the script of pages with state (`app/start/first_acts.js`) to their HTML."""

from pathlib import Path

from builder.steps import BuildError

SCRIPT = "_next/static/*/first_acts.js"
MARK = "data-connection="
"""The attribute of pages with state (`app.layouts.connection`)."""


def add_script(site: Path, build_id: str) -> None:
    """Adds the script before the start script of each page with state.

    Raises:
        BuildError: a page links the start script in another way than expected.
    """
    folder = f"/_next/static/{build_id}"
    start = f'<script src="{folder}/start.js"'
    script = f'<script src="{folder}/first_acts.js" defer=""></script>'
    for file in filter(is_in, site.rglob("*.html")):
        html = file.read_text()
        if html.count(start) != 1:
            raise BuildError(f"Next links the start script of {file.relative_to(site)} in another way than expected.")
        file.write_text(html.replace(start, script + start))


def is_in(page: Path) -> bool:
    """Whether a page uses state, and so needs the script."""
    return MARK in page.read_text()
