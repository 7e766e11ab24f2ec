"""Pages fit text and zoom of any size, in every engine."""

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
EVERYWHERE = {("chromium", "large text"), ("chromium", "a least size")}
"""Engines and looks that are tried on every page. Others are tried on a page of each kind."""
UNKNOWN = "/nope"


@pytest.mark.parametrize("look", LOOKS)
def test_nothing_overflows(
    site: str, engine_name: str, with_look: Callable[[str, Look], AbstractContextManager[Engine]], look: str
) -> None:
    places = PUBLIC if (engine_name, look) in EVERYWHERE else KINDS
    with with_look(engine_name, LOOKS[look]) as engine:
        assert list(faults(site, engine, LOOKS[look], places)) == []


def faults(site: str, engine: Engine, look: Look, places: list[Place]) -> Iterator[str]:
    widths = [width for window in WINDOWS if (width := round(window / look.zoom)) >= MIN_WIDTH]
    height = round(HEIGHT / look.zoom)
    with engine.tab(widths[0], height) as tab:
        for path in [*map(path_of, places), UNKNOWN]:
            tab.visit(site + path)
            for width in widths:
                tab.resize(width, height)
                yield from (f"{path} at {width} px: {fault}" for fault in cut_off(tab))
