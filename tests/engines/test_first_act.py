"""The visitor's first action loads the application. Nothing that was typed before is lost."""

from collections.abc import Callable

import pytest

from tests.support.engines import Tab
from tests.support.visitor import HYDRATED

TYPED = "Vizitky, prosím. Dvě barvy."


def key(tab: Tab) -> None:
    tab.press("Tab")


def wheel(tab: Tab) -> None:
    tab.wheel(100)


def assert_application_after(act: Callable[[Tab], None], tab: Tab, site: str) -> None:
    tab.visit(f"{site}/en/contact")
    act(tab)
    tab.until(HYDRATED)
    assert tab.console == []


@pytest.mark.parametrize("act", [key, wheel])
def test_first_act_brings_the_application(phone: Tab, site: str, act: Callable[[Tab], None]) -> None:
    assert_application_after(act, phone, site)


@pytest.mark.parametrize("engine_name", ["chromium", "firefox"], indirect=True, scope="module")
def test_a_tap_opens_the_menu_and_brings_the_application(phone: Tab, site: str) -> None:
    assert_application_after(lambda tab: tab.tap("header summary"), phone, site)
    assert phone.evaluate("document.querySelector('header details').open")


def test_what_is_typed_before_the_application_stays(tab: Tab, site: str) -> None:
    tab.visit(f"{site}/en/inquiry")
    tab.evaluate("document.getElementById('inquiry-message').focus({ preventScroll: true })")
    for letter in TYPED:
        tab.press(letter)
    tab.until("document.getElementById('inquiry-form').noValidate")  # the form's script sets this
    tab.press("!")
    assert tab.value("#inquiry-message") == TYPED + "!"
    assert tab.console == []
