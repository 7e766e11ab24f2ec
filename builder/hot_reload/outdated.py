"""Marks all pages as outdated when `app.all_pages` has changed."""

from app.folders import WEB

MODULE = "app.all_pages"
OUTDATED = WEB / "pages.outdated"
"""A marker file that exists while pages are outdated."""


def mark(modules: set[str]) -> None:
    if MODULE in modules:
        OUTDATED.touch()
