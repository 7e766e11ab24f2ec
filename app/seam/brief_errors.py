"""Shortens the tracebacks of page errors to the message and the lines of the project's own code.

Sets `sys.tracebacklimit` to 0 and adds the lines as notes, which Python always prints.
"""

import sys
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import dropwhile, groupby
from pathlib import Path

from app.folders import ROOT

BROKEN_MODULES = ROOT / "app/broken_modules.py"
"""A module that only re-raises errors, so its frames are omitted."""
MAX_FRAMES = 1000
"""The default of `sys.tracebacklimit`, which `briefly` sets to 0."""


@contextmanager
def briefly(what: str) -> Iterator[None]:
    """Shortens the traceback of an error in the `with` block and adds a sentence (`what`) as a note."""
    try:
        yield
    except Exception as error:
        error.add_note("\n".join([*_missing_setter(error), *own_lines(error), what]))
        sys.tracebacklimit = 0
        raise


def _missing_setter(error: Exception) -> Iterator[str]:
    name = getattr(error, "name", None) or ""
    variable = name.removeprefix("set_")
    state = getattr(error, "obj", None)
    if isinstance(error, AttributeError) and variable != name and variable in getattr(state, "base_vars", {}):
        handler = f"def {name}(self, value: str) -> None: self.{variable} = value"
        yield (
            "This site's states have no setters, because browsers could set every variable. "
            f"Write a handler in `{getattr(state, '__name__', 'the state')}`: `{handler}`"
        )


def own_lines(error: BaseException) -> Iterator[str]:
    """Yields a traceback's frames as text, innermost first. Frames of other packages are counted, not listed."""
    frames = traceback.extract_tb(error.__traceback__, limit=MAX_FRAMES)[2:]
    for ours, group in groupby(_from_ours(reversed([*_from_ours(frames)])), _is_ours):
        if not ours:
            yield f"  … {len(list(group))} of other packages"
            continue
        for frame in group:
            yield f"  {Path(frame.filename).relative_to(ROOT)}:{frame.lineno}, in {frame.name}"
            yield f"    {frame.line}"


def _from_ours(frames: Iterable[traceback.FrameSummary]) -> Iterator[traceback.FrameSummary]:
    return dropwhile(lambda frame: not _is_ours(frame), frames)


def _is_ours(frame: traceback.FrameSummary) -> bool:
    file = Path(frame.filename)
    return file != BROKEN_MODULES and file.is_relative_to(ROOT) and not file.relative_to(ROOT).parts[0].startswith(".")
