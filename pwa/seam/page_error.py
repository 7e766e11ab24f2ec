"""Errors that page authors can fix."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from traceback import walk_stack, walk_tb
from types import FrameType

from app.folders import ROOT

PAGES = (ROOT / "app", ROOT / "tools")
"""Folders with code that creates components."""
WRAPPERS = {str(ROOT / "app/components/html.py")}
"""Modules that create components for their callers. Error messages show the caller's line."""


class PageError(Exception):
    """An error in a page. The message says where the error is and how to fix it."""


def line_of_page(frame: FrameType | None) -> str:
    """Returns the file and line of the innermost stack frame in `PAGES`, or an empty string."""
    return next(_lines(walk_stack(frame)), "")


def line_of_error(error: BaseException) -> str:
    return next(_lines(reversed(list(walk_tb(error.__traceback__)))), "")


def is_of_page(frame: FrameType) -> bool:
    file = frame.f_code.co_filename
    return file not in WRAPPERS and any(Path(file).is_relative_to(folder) for folder in PAGES)


def _lines(frames: Iterable[tuple[FrameType, int]]) -> Iterator[str]:
    for frame, number in frames:
        if is_of_page(frame):
            yield f"{Path(frame.f_code.co_filename).relative_to(ROOT)}:{number}"
