"""Icons that a page lacks, as its author wants to read it: with the line that names them."""

import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.components.icon import collection
from app.folders import ROOT

ICONS = Path(collection.__file__).parent


@contextmanager
def placeholders() -> Iterator[list[str]]:
    """The list of what is said of icons in the block."""
    told: list[str] = []
    handler = _Handler(told)
    collection.logger.addHandler(handler)
    try:
        yield told
    finally:
        collection.logger.removeHandler(handler)


class _Handler(logging.Handler):
    def __init__(self, told: list[str]) -> None:
        super().__init__()
        self.told = told

    def emit(self, record: logging.LogRecord) -> None:
        """Adds the message, with the line that has asked for the icon."""
        asked = next(filter(_is_a_page, reversed(traceback.extract_stack())))
        file = Path(asked.filename).relative_to(ROOT)
        self.told.append(f"{record.getMessage()}\n  {file}:{asked.lineno}, in {asked.name}\n    {asked.line}")


def _is_a_page(frame: traceback.FrameSummary) -> bool:
    file = Path(frame.filename)
    return file.is_relative_to(ROOT / "app") and not file.is_relative_to(ICONS)
