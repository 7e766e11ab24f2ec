"""The first act brings the application, and nothing typed before it arrives is lost."""

from collections.abc import Callable

import pytest

from tests.support.engines import Engine, Tab
from tests.support.visitor import HYDRATED

PAGE = "/en/contact"
TYPED = "Vizitky, prosim. Dve barvy, dve ste kusu."


def key(tab: Tab) -> None:
    tab.press("Tab")


def pointer(tab: Tab) -> None:
    tab.act()


def wheel(tab: Tab) -> None:
    tab.wheel(100)


def assert_application_after(tab: Tab, url: str, act: Callable[[Tab], None]) -> None:
    tab.visit(url)
    act(tab)
    tab.until(HYDRATED)
    assert tab.console == []


@pytest.mark.parametrize("act", [key, pointer, wheel])
def test_first_act_brings_the_application(each_engine: Engine, site: str, act: Callable[[Tab], None]) -> None:
    with each_engine.tab(390, 844) as tab:
        assert_application_after(tab, site + PAGE, act)


@pytest.mark.parametrize("engine_name", ["chromium", "firefox"], indirect=True, scope="module")
def test_a_tap_opens_the_menu_and_brings_the_application(each_engine: Engine, site: str) -> None:
    """WebKitWebDriver has no touch input."""
    with each_engine.tab(390, 844) as tab:
        assert_application_after(tab, site + PAGE, lambda tab: tab.tap("header summary"))
        assert tab.evaluate("document.querySelector('header details').open")


def test_what_is_typed_before_the_application_stays(each_engine: Engine, site: str) -> None:
    with each_engine.tab(390, 844) as tab:
        tab.visit(f"{site}/en/inquiry")
        tab.evaluate("document.getElementById('inquiry-message').focus({ preventScroll: true })")
        for letter in TYPED:
            tab.press(letter)
        tab.until("document.getElementById('inquiry-form').noValidate")  # set by the form's script
        tab.press("!")
        assert tab.value("#inquiry-message") == TYPED + "!"
        assert tab.console == []
