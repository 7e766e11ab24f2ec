"""Examples from Reflex's documentation work in both languages, even if the network fails or the server restarts."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from app.i18n import Language
from tests.support.project_copy import replace
from tests.support.state_site import StateSite
from tests.support.visitor import Visitor

RECONNECT_MS = 20_000
FAILED_UPLOAD = "The files could not be sent."
MEGABYTE = 1_000_000
DAYS = "#chart .recharts-xAxis .recharts-cartesian-axis-tick-value"
TAKEN, INVALID = "Username already taken", "A valid Email is required"
FONTS = """() => {
    const elements = [...document.querySelectorAll("header *, footer *")].filter((element) => !element.closest("main"));
    const shown = ({ fontFamily, fontSize, fontWeight, lineHeight, color }) => [
        fontFamily, fontSize, fontWeight, lineHeight, color,
    ];
    return elements.map((element) => [element.tagName, ...shown(getComputedStyle(element))]);
}"""
"""JavaScript that returns the fonts and colors of header and footer."""
NEW_STATE = """

class AddedState(rx.State):
    text: str = "added by an update"
"""


@pytest.fixture
def open_example(guest: Visitor, stateful_site: StateSite, language: Language) -> Callable[[str], Page]:
    """A function that opens an example."""

    def open_example(name: str) -> Page:
        guest.opens(f"{stateful_site.url}{language.prefix}/tutorial_{name}")
        return guest.page

    return open_example


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def add_item(page: Page, text: str) -> None:
    page.fill("#new_item", text)
    page.press("#new_item", "Enter")


def enter(page: Page, field: str, text: str) -> None:
    page.get_by_placeholder(field, exact=True).fill(text)


def choose_file(page: Page) -> None:
    file = {"name": "proof.txt", "mimeType": "text/plain", "buffer": b"x" * MEGABYTE}
    page.locator("#upload input[type=file]").set_input_files([file])  # pyright: ignore[reportArgumentType]


def test_counter(guest: Visitor, open_example: Callable[[str], Page]) -> None:
    page = open_example("counter")
    button(page, "Increment").click()
    expect(page.locator("#count")).to_have_text("1")
    button(page, "Decrement").click()
    button(page, "Decrement").click()
    expect(page.locator("#count")).to_have_text("-1")
    assert guest.troubles == []


def test_todo(guest: Visitor, open_example: Callable[[str], Page]) -> None:
    page = open_example("todo")
    add_item(page, "Ink")
    expect(page.locator("#items li")).to_have_count(4)
    expect(page.locator("#new_item")).to_have_value("")
    button(page, "Finish").first.click()
    expect(page.locator("#items li")).to_have_text(["✓Sleep", "✓Have Fun", "✓Ink"])
    assert guest.troubles == []


def test_form_with_validation_and_a_toast(guest: Visitor, open_example: Callable[[str], Page]) -> None:
    page = open_example("form")
    taken, invalid = page.get_by_text(TAKEN), page.get_by_text(INVALID)
    enter(page, "Username", "admin")
    expect(taken).to_be_visible()
    expect(button(page, "Submit")).to_be_disabled()
    enter(page, "Username", "Jan")
    enter(page, "Email Address", "jan@example.com")
    expect(taken).to_be_hidden()
    expect(invalid).to_be_hidden()
    button(page, "Submit").click()
    expect(page.get_by_text("Please enter your age")).to_be_visible()
    enter(page, "Age", "30")
    page.get_by_role("combobox").click()
    page.get_by_role("option", name="Posters").click()
    page.get_by_role("checkbox").click()
    button(page, "Submit").click()
    expect(page.get_by_text("Welcome, Jan!")).to_be_visible()
    expect(page.locator("#submitted")).to_have_text(
        '{"username":"Jan","email":"jan@example.com","age":"30","interest":"Posters","newsletter":"on"}'
    )
    assert guest.troubles == []


def test_upload_with_progress(guest: Visitor, open_example: Callable[[str], Page]) -> None:
    page = open_example("upload")
    choose_file(page)
    expect(page.locator("#selected")).to_contain_text("proof.txt")
    button(page, "Upload").click()
    expect(page.locator("#names li")).to_have_text(["proof.txt"])
    expect(page.locator("#total")).to_have_text(f"Total bytes uploaded: {MEGABYTE}")
    expect(page.get_by_role("progressbar")).to_have_attribute("aria-valuenow", "100")
    button(page, "Clear").click()
    expect(page.locator("#selected")).to_have_text("")
    assert guest.troubles == []


def test_foreach_over_a_dictionary(guest: Visitor, open_example: Callable[[str], Page]) -> None:
    page = open_example("colors")
    colors = page.locator("#colors > *")
    expect(colors).to_have_count(3)
    button(page, "Add").click()
    expect(page.locator("#mixtures")).to_contain_text("brown")
    colors.first.click()
    expect(colors).to_have_text(["blue", "green", "orange"])
    expect(colors.last).to_have_css("background-color", "rgb(230, 126, 34)")
    assert guest.troubles == []


def test_background_task_with_progress(guest: Visitor, open_example: Callable[[str], Page]) -> None:
    page = open_example("task")
    counter = page.locator("#counter")
    button(page, "Start").click()
    expect(counter).not_to_have_text("0 /")
    button(page, "Stop").click()
    expect(button(page, "Start")).to_be_visible()
    button(page, "Reset").click()
    expect(counter).to_have_text("0 /")
    page.fill("#max", "5")
    button(page, "Start").click()
    expect(counter).to_have_text("5 /")
    expect(page.get_by_role("progressbar")).to_have_attribute("aria-valuenow", "5")
    button(page, "Reset").click()
    expect(counter).to_have_text("0 /")
    assert guest.troubles == []


def test_chart(guest: Visitor, open_example: Callable[[str], Page]) -> None:
    page = open_example("chart")
    bars = page.locator("#chart .recharts-bar-rectangle")
    expect(bars).to_have_count(2)
    button(page, "Add").click()
    expect(page.locator(DAYS)).to_have_text(["Mon", "Tue", "Wed"])
    expect(bars).to_have_count(3)
    expect(page.locator("#chart .recharts-line-dot")).to_have_count(3)
    expect(page.locator("#days")).to_have_text("3")
    bars.first.hover()
    expect(page.locator("#chart .recharts-tooltip-label")).to_have_text("Mon")
    assert guest.troubles == []


def test_memoized_components(guest: Visitor, open_example: Callable[[str], Page], language: Language) -> None:
    page = open_example("memo")
    label = {"cs": "Kontakt", "en": "Contact"}[language.code]
    button(page, label).nth(1).click()
    expect(page.locator("#picked")).to_have_text(f"{label}: Paper")
    expect(page.locator("main .rt-Button")).to_have_text([label] * 3)
    assert guest.troubles == []


def test_accordion(guest: Visitor, open_example: Callable[[str], Page]) -> None:
    page = open_example("accordion")
    content = page.get_by_text("Black and vermilion")
    expect(content).to_have_count(0)
    button(page, "Ink").click()
    expect(content).to_be_visible()
    expect(page.locator("[data-orientation]").first).to_have_css("border-radius", "8px")
    assert guest.troubles == []


class Step(NamedTuple):
    """An action of the visitor, and the text that must then appear."""

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
"""The visitor's actions before the network fails, without a network, and after a restart of the server."""


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
