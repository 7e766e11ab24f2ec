"""Marks all pages as outdated after a change to `app.all_pages`."""

from app.folders import WEB

MODULE = "app.all_pages"
OUTDATED = WEB / "pages.outdated"


def mark(modules: set[str]) -> None:
    if MODULE in modules:
        OUTDATED.touch()
