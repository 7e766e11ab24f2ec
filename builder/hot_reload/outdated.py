"""Marks all pages as outdated when `app.app` has changed."""

from app.folders import WEB

MODULE = "app.app"
OUTDATED = WEB / "pages.outdated"
"""A marker file, which exists until all pages are rebuilt."""


def mark(modules: set[str]) -> None:
    if MODULE in modules:
        OUTDATED.touch()
