"""A marker that all pages are outdated, because the app's module has changed."""

from app.folders import WEB

MODULE = "app.app"
OUTDATED = WEB / "pages.outdated"
"""The marker stays until all pages can be rebuilt."""


def mark(modules: set[str]) -> None:
    if MODULE in modules:
        OUTDATED.touch()
