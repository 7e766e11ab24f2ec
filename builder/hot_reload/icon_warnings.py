"""Collects warnings about missing icons, each with the line that uses the icon."""

import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.components.icon import collection
from app.folders import ROOT

ICONS = Path(collection.__file__).parent


@contextmanager
def icon_warnings() -> Iterator[list[str]]:
    warnings: list[str] = []
    handler = _Handler(warnings)
    collection.logger.addHandler(handler)
    try:
        yield warnings
    finally:
        collection.logger.removeHandler(handler)


class _Handler(logging.Handler):
    def __init__(self, warnings: list[str]) -> None:
        super().__init__()
        self.warnings = warnings

    def emit(self, record: logging.LogRecord) -> None:
        caller = next(filter(_is_of_a_page, reversed(traceback.extract_stack())))
        file = Path(caller.filename).relative_to(ROOT)
        self.warnings.append(f"{record.getMessage()}\n  {file}:{caller.lineno}, in {caller.name}\n    {caller.line}")


def _is_of_a_page(frame: traceback.FrameSummary) -> bool:
    file = Path(frame.filename)
    return file.is_relative_to(ROOT / "app") and not file.is_relative_to(ICONS)
