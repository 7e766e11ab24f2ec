"""Checks that pages register only service workers that exist."""

import re
from pathlib import Path

from builder.steps import BuildError

MARK = re.compile(r'<template\b[^>]* ?data-worker="([^"]+)"')


def check(site: Path) -> None:
    """Raises a BuildError if a page's service worker does not exist."""
    for page in sorted(site.rglob("*.html")):
        for script in MARK.findall(page.read_text()):
            if not (site / script.lstrip("/")).is_file():
                raise BuildError(
                    f'{page.relative_to(site)} has worker(register="{script}"), but the site has no file {script}: '
                    "put it into assets/."
                )
