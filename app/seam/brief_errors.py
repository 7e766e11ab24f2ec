"""An error in a page as its author wants to read it: what is wrong, then the project's own lines; the generator's are
folded.

Reflex prints the whole traceback when it compiles, exports and reloads. Python prints none of it where
`sys.tracebacklimit` is 0, only the message and the error's notes.
"""

import sys
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import dropwhile, groupby
from pathlib import Path

from app.folders import ROOT


@contextmanager
def briefly(what: str) -> Iterator[None]:
    """Has an error in the block told by its message, the project's lines that led to it, and `what`, a sentence."""
    try:
        yield
    except Exception as error:
        error.add_note("\n".join([*own_lines(error), what]))
        sys.tracebacklimit = 0
        raise


def own_lines(error: BaseException) -> Iterator[str]:
    """The traceback below the block that has caught `error`, from our last frame, in which it was raised or which has
    called what raised it, to our first: our frames with their lines, and how many others are between them."""
    frames = traceback.extract_tb(error.__traceback__)[2:]
    for ours, group in groupby(_from_ours(reversed([*_from_ours(frames)])), _is_ours):
        if not ours:
            yield f"  … {len(list(group))} of other packages"
            continue
        for frame in group:
            yield f"  {Path(frame.filename).relative_to(ROOT)}:{frame.lineno}, in {frame.name}"
            yield f"    {frame.line}"


def _from_ours(frames: Iterable[traceback.FrameSummary]) -> Iterator[traceback.FrameSummary]:
    """The frames from the first of ours on."""
    return dropwhile(lambda frame: not _is_ours(frame), frames)


def _is_ours(frame: traceback.FrameSummary) -> bool:
    file = Path(frame.filename)
    return file.is_relative_to(ROOT) and not file.relative_to(ROOT).parts[0].startswith(".")
