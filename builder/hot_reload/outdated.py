"""What stands around all pages: once it has changed, everything has to be made again, as soon as all pages can be."""

from app.folders import WEB

MODULE = "app.app"
OUTDATED = WEB / "frame.outdated"
"""The file that is there from the change until then."""


def note(modules: set[str]) -> None:
    """Takes a note if a change concerns it."""
    if MODULE in modules:
        OUTDATED.touch()
