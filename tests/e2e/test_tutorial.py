"""Examples from Reflex's documentation work in both languages. `test_state.py` tests lost connections."""

import pytest
from playwright.sync_api import expect

from app.i18n import Language
from tests.support.project_copy import replace
from tests.support.state_site import StateSite
from tests.support.tutorial import EXAMPLES, button
from tests.support.visitor import Visitor

pytestmark = pytest.mark.nightly

RECONNECT_MS = 20_000
FONTS = """() => {
    const elements = [...document.querySelectorAll("header *, footer *")].filter((element) => !element.closest("main"));
    const shown = ({ fontFamily, fontSize, fontWeight, lineHeight, color }) => [
        fontFamily, fontSize, fontWeight, lineHeight, color,
    ];
    return elements.map((element) => [element.tagName, ...shown(getComputedStyle(element))]);
}"""
NEW_STATE = """

class AddedState(rx.State):
    text: str = "added by an update"
"""


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_works(guest: Visitor, stateful_site: StateSite, language: Language, name: str) -> None:
    guest.opens(f"{stateful_site.url}{language.prefix}/tutorial_{name}")
    EXAMPLES[name](guest.page)
    assert guest.troubles == []


def test_an_open_page_survives_a_server_with_a_new_state(guest: Visitor, stateful_site: StateSite) -> None:
    guest.opens(f"{stateful_site.url}/en/tutorial_counter")
    button(guest.page, "Increment").click()
    expect(guest.page.locator("#count")).to_have_text("1")
    module = stateful_site.project / "app/pages/tutorial_todo.py"
    replace(module, "\n\ndef meta", f"{NEW_STATE}\n\ndef meta")
    try:
        stateful_site.restart()
        for count in ("1", "2"):
            button(guest.page, "Increment").click()
            expect(guest.page.locator("#count")).to_have_text(count, timeout=RECONNECT_MS)
    finally:
        replace(module, NEW_STATE, "")
        stateful_site.restart()


@pytest.mark.parametrize("name", ["counter", "form", "chart"])
def test_stock_components_have_styles_and_leave_the_page_around_alone(
    guest: Visitor, stateful_site: StateSite, name: str
) -> None:
    guest.opens(f"{stateful_site.url}/en/counter")
    around = guest.page.evaluate(FONTS)
    guest.opens(f"{stateful_site.url}/en/tutorial_{name}")
    assert guest.page.evaluate(FONTS) == around
    expect(guest.page.locator(".rt-Button").first).to_have_css("border-radius", "4px")
