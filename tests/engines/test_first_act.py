"""The visitor's first action loads the application. Text typed before the application starts is not lost."""

from collections.abc import Callable

import pytest

from tests.support.engines.engine import Tab
from tests.support.engines.forms import choose
from tests.support.visitor import HYDRATED

pytestmark = pytest.mark.mostly_nightly

TYPED = "Vizitky, prosím. Dvě barvy."
AUTOFILLED = {
    "name": "Jana Nováková",
    "email": "jana@example.com",
    "tel": "+420 777 123 456",
    "organization": "Papír s. r. o.",
}
"""Text for the form's fields, keyed by the `autocomplete` attribute."""
FIELD = "#inquiry-form [autocomplete='{}']"


def key(tab: Tab) -> None:
    tab.press("Tab")


def wheel(tab: Tab) -> None:
    tab.wheel(100)


def assert_application_after(act: Callable[[Tab], None], tab: Tab, site: str) -> None:
    tab.visit(f"{site}/en/contact")
    act(tab)
    tab.until(HYDRATED)
    assert tab.console == []


@pytest.mark.main
@pytest.mark.parametrize("act", [key, wheel])
def test_first_act_brings_the_application(phone: Tab, site: str, act: Callable[[Tab], None]) -> None:
    assert_application_after(act, phone, site)


@pytest.mark.parametrize("engine_name", ["chromium", "firefox"], indirect=True, scope="module")
def test_a_tap_opens_the_menu_and_brings_the_application(phone: Tab, site: str) -> None:
    assert_application_after(lambda tab: tab.tap("header summary"), phone, site)
    assert phone.evaluate("document.querySelector('header details').open")


def test_what_is_filled_in_before_the_application_stays(tab: Tab, site: str) -> None:
    tab.visit(f"{site}/en/inquiry")
    choose(tab, {"what": "voucher"})
    for kind, value in AUTOFILLED.items():
        tab.select(FIELD.format(kind), value)
    tab.evaluate("document.getElementById('inquiry-message').focus({ preventScroll: true })")
    for letter in TYPED:
        tab.press(letter)
    tab.until("document.getElementById('inquiry-form').noValidate")  # wait until the form's script has run
    tab.press("!")
    assert tab.value("#inquiry-message") == TYPED + "!"
    assert {kind: tab.value(FIELD.format(kind)) for kind in AUTOFILLED} == AUTOFILLED
    assert tab.console == []
