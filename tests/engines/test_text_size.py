from collections.abc import Callable, Iterator

import pytest

from app.routes import Place
from tests.support.engines.engine import Engine, Look, WithLook
from tests.support.engines.forms import FORM, choose
from tests.support.engines.steps import open_application
from tests.support.inquiries import CHOICES
from tests.support.inquiry_form import SCRIPT_IS_READY
from tests.support.layout import cut_off
from tests.support.pages import KINDS, PUBLIC, path_of

pytestmark = pytest.mark.nightly

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
LARGE = "large text"
DAILY = [*KINDS, *(place for place in PUBLIC if place.route.name == "pricing-business")]
"""A sample of pages. It includes `pricing-business`, which has a wide table and long prices."""
IN_ONE_ENGINE = ("a least size", "zoom 200 %")
UNKNOWN = "/nope"
MANY = "2000"
EVERY_PROBLEM = "void document.getElementById('inquiry-form').requestSubmit()"


@pytest.fixture
def faults_with(site: str, with_look: WithLook) -> Callable[..., list[str]]:
    """A function that applies a browser setting and returns the layout faults of pages and the form."""

    def faults_with(name: str, places: list[Place], *windows: int) -> list[str]:
        look = LOOKS[name]
        with with_look(look) as engine:
            return [*faults(site, engine, look, places), *faults_of_the_form(site, engine, look, *windows)]

    return faults_with


def test_large_text_fits(faults_with: Callable[..., list[str]]) -> None:
    assert faults_with(LARGE, KINDS, WINDOWS[0]) == []


@pytest.mark.parametrize("engine_name", ["chromium"], indirect=True, scope="module")
@pytest.mark.parametrize("look", IN_ONE_ENGINE)
def test_other_sizes_fit(faults_with: Callable[..., list[str]], look: str) -> None:
    assert faults_with(look, DAILY, WINDOWS[0]) == []


@pytest.mark.engines
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("look", LOOKS)
def test_every_page_fits(faults_with: Callable[..., list[str]], look: str) -> None:
    assert faults_with(look, PUBLIC, *WINDOWS) == []


def faults(site: str, engine: Engine, look: Look, places: list[Place]) -> Iterator[str]:
    widths = widths_of(look, *WINDOWS)
    height = round(HEIGHT / look.zoom)
    with engine.tab(widths[0], height) as tab:
        for path in [*map(path_of, places), UNKNOWN]:
            tab.visit(site + path)
            for width in widths:
                tab.resize(width, height)
                yield from (f"{path} at {width} px: {fault}" for fault in cut_off(tab))


def faults_of_the_form(site: str, engine: Engine, look: Look, *windows: int) -> Iterator[str]:
    """Makes the form show prices and error messages for each kind of inquiry. Yields layout faults."""
    widths = widths_of(look, *windows)
    height = round(HEIGHT / look.zoom)
    with engine.tab(widths[0], height) as tab:
        open_application(tab, site + FORM)
        tab.until(SCRIPT_IS_READY)
        for choices in CHOICES:
            choose(tab, {"pieces": MANY, **choices})
            tab.evaluate(EVERY_PROBLEM)
            for width in widths:
                tab.resize(width, height)
                yield from (f"{choices} at {width} px: {fault}" for fault in cut_off(tab))


def widths_of(look: Look, *windows: int) -> list[int]:
    return [width for window in windows if (width := round(window / look.zoom)) >= MIN_WIDTH]
