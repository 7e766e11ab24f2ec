"""Pages fit the window with every text size and zoom."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import pytest

from app.routes import Place
from tests.support.engines import Engine, Look
from tests.support.layout import cut_off
from tests.support.pages import KINDS, PUBLIC, path_of

LOOKS = {
    "small text": Look(font_size=12),
    "large text": Look(font_size=32),
    "a least size": Look(least_font_size=24),
    "zoom 200 %": Look(zoom=2),
    "zoom 400 %": Look(zoom=4),
}
WINDOWS = (320, 390, 1280)
HEIGHT = 800
MIN_WIDTH = 160
LARGER = ("large text", "a least size")
NARROWEST = "zoom 200 %"
"""The setting with the narrowest window, 160 pixels wide. One engine is enough for this test."""
UNKNOWN = "/nope"
Overflow = Callable[[str, list[Place]], list[str]]
"""A function that opens pages with a setting, and returns their faults."""


@pytest.fixture
def overflow(site: str, engine_name: str, with_look: Callable[[str, Look], AbstractContextManager[Engine]]) -> Overflow:
    def overflow(look: str, places: list[Place]) -> list[str]:
        with with_look(engine_name, LOOKS[look]) as engine:
            return list(faults(site, engine, LOOKS[look], places))

    return overflow


@pytest.mark.parametrize("look", LARGER)
def test_large_text_fits(overflow: Overflow, look: str) -> None:
    assert overflow(look, KINDS) == []


@pytest.mark.parametrize("engine_name", ["chromium"], indirect=True, scope="module")
def test_zoomed_pages_fit(overflow: Overflow) -> None:
    assert overflow(NARROWEST, KINDS) == []


@pytest.mark.engines
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("look", LOOKS)
def test_every_page_fits(overflow: Overflow, look: str) -> None:
    assert overflow(look, PUBLIC) == []


def faults(site: str, engine: Engine, look: Look, places: list[Place]) -> Iterator[str]:
    widths = [width for window in WINDOWS if (width := round(window / look.zoom)) >= MIN_WIDTH]
    height = round(HEIGHT / look.zoom)
    with engine.tab(widths[0], height) as tab:
        for path in [*map(path_of, places), UNKNOWN]:
            tab.visit(site + path)
            for width in widths:
                tab.resize(width, height)
                yield from (f"{path} at {width} px: {fault}" for fault in cut_off(tab))
