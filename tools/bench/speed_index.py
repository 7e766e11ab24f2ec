"""Measures the Speed Index with Lighthouse's formula: the average time at which the parts of a page appear."""

import base64
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise
from typing import Any

from PIL import Image
from playwright.sync_api import Page

from tests.support.visitor import POLL_INTERVAL_MS

FORMAT = {"format": "jpeg", "quality": 60, "everyNthFrame": 1}

Histogram = Sequence[int]
"""Pixel counts for each value of red, then green, then blue."""


@dataclass(frozen=True)
class Frame:
    """The window's colors from `at` until the next frame. `at` is in ms since the start of loading."""

    at: float
    colors: Histogram


def speed_index(frames: Sequence[Frame]) -> float:
    """Returns the Speed Index in ms. The first frame shows the empty window, the last one the complete page."""
    first, last = frames[0].colors, frames[-1].colors
    return sum(
        (after.at - max(0, before.at)) * (1 - _progress(before.colors, first, last))
        for before, after in pairwise(frames)
        if after.at > 0
    )


def _progress(current: Histogram, first: Histogram, last: Histogram) -> float:
    changes = [(abs(now - start), abs(end - start)) for now, start, end in zip(current, first, last, strict=True)]
    total = sum(end for _, end in changes)
    return sum(min(change) for change in changes) / total if total else 1


@contextmanager
def recording(page: Page) -> Iterator[Callable[[], list[Frame]]]:
    """Records the window. Yields a function that returns the current document's frames."""
    shown: list[tuple[float, str]] = []
    session = page.context.new_cdp_session(page)

    def add(frame: dict[str, Any]) -> None:
        shown.append((frame["metadata"]["timestamp"] * 1000, frame["data"]))
        session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    def frames() -> list[Frame]:
        start = page.evaluate("performance.timeOrigin")
        return [Frame(at - start, _colors(data)) for at, data in shown]

    session.on("Page.screencastFrame", add)
    session.send("Page.startScreencast", FORMAT)
    while not shown:  # the first frame shows the empty window
        page.wait_for_timeout(POLL_INTERVAL_MS)
    yield frames
    session.send("Page.stopScreencast")


def _colors(jpeg: str) -> Histogram:
    return Image.open(BytesIO(base64.b64decode(jpeg))).convert("RGB").histogram()
