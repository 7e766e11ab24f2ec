"""Examples from Reflex's documentation work in both languages, even if the network fails or the server restarts."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from app.i18n import Language
from tests.support.project_copy import replace
from tests.support.state_site import StateSite
from tests.support.tutorial import DAYS, EXAMPLES, INVALID, TAKEN, add_item, button, choose_file, enter
from tests.support.visitor import Visitor

pytestmark = pytest.mark.nightly

RECONNECT_MS = 20_000
FAILED_UPLOAD = "The files could not be sent."
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


class Step(NamedTuple):
    act: Callable[[Page], None]
    selector: str
    text: str | list[str]


def pressing(name: str) -> Callable[[Page], None]:
    return lambda page: button(page, name).first.click()


INTERRUPTED = {
    "counter": [Step(pressing("Increment"), "#count", text) for text in ("1", "2", "1")],
    "todo": [
        Step(lambda page: add_item(page, "Ink"), "#items li p", ["Write Code", "Sleep", "Have Fun", "Ink"]),
        Step(pressing("Finish"), "#items li p", ["Sleep", "Have Fun", "Ink"]),
        Step(lambda page: add_item(page, "Oil"), "#items li p", ["Write Code", "Sleep", "Have Fun", "Oil"]),
    ],
    "form": [
        Step(lambda page: enter(page, "Username", "admin"), ".Message", [TAKEN, INVALID]),
        Step(lambda page: enter(page, "Username", "Jan"), ".Message", [INVALID]),
        Step(lambda page: enter(page, "Username", "reflex"), ".Message", [TAKEN, INVALID]),
    ],
    "colors": [
        Step(pressing("Add"), "#colors > *", ["red", "blue", "green", "orange"]),
        Step(lambda page: page.locator("#colors > *").first.click(), "#colors > *", ["blue", "green", "orange"]),
        Step(pressing("Add"), "#colors > *", ["red", "blue", "green", "orange"]),
    ],
    "chart": [
        Step(pressing("Add"), DAYS, ["Mon", "Tue", "Wed"]),
        Step(pressing("Add"), DAYS, ["Mon", "Tue", "Wed", "Thu"]),
        Step(pressing("Add"), DAYS, ["Mon", "Tue", "Wed"]),
    ],
    "task": [
        Step(pressing("Start"), "main .rt-Button", ["Stop", "Reset"]),
        Step(lambda page: None, "#counter", "10 /"),
        Step(pressing("Start"), "main .rt-Button", ["Stop", "Reset"]),
    ],
}
"""The visitor's actions in three phases: with a network, without a network, and after a server restart."""


@pytest.mark.parametrize("name", INTERRUPTED)
def test_an_interruption_loses_no_event(guest: Visitor, stateful_site: StateSite, name: str) -> None:
    guest.opens(f"{stateful_site.url}/en/tutorial_{name}")
    online, cut, restarted = INTERRUPTED[name]
    take(guest.page, online)
    stateful_site.proxy.cut()
    cut.act(guest.page)
    stateful_site.proxy.restore()
    expect(guest.page.locator(cut.selector)).to_have_text(cut.text, timeout=RECONNECT_MS)
    stateful_site.restart()
    take(guest.page, restarted)


def take(page: Page, step: Step) -> None:
    step.act(page)
    expect(page.locator(step.selector)).to_have_text(step.text, timeout=RECONNECT_MS)


def test_an_interrupted_upload_can_be_repeated(guest: Visitor, stateful_site: StateSite) -> None:
    guest.opens(f"{stateful_site.url}/en/tutorial_upload")
    page = guest.page
    choose_file(page)
    stateful_site.proxy.cut()
    button(page, "Upload").click()
    expect(page.get_by_text(FAILED_UPLOAD)).to_be_visible(timeout=RECONNECT_MS)
    stateful_site.proxy.restore()
    stateful_site.restart()
    button(page, "Upload").click()
    expect(page.locator("#names li")).to_have_text(["proof.txt"], timeout=RECONNECT_MS)
    expect(page.get_by_text(FAILED_UPLOAD)).to_be_hidden()


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


@pytest.mark.parametrize("name", [*INTERRUPTED, "upload"])
def test_stock_components_have_styles_and_leave_the_page_around_alone(
    guest: Visitor, stateful_site: StateSite, name: str
) -> None:
    guest.opens(f"{stateful_site.url}/en/counter")
    around = guest.page.evaluate(FONTS)
    guest.opens(f"{stateful_site.url}/en/tutorial_{name}")
    assert guest.page.evaluate(FONTS) == around
    expect(guest.page.locator(".rt-Button").first).to_have_css("border-radius", "4px")
