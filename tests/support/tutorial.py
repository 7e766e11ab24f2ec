"""Simulates a visitor who uses Reflex's tutorial examples, on the built site or under `reflex run`."""

from collections.abc import Callable, Mapping

from playwright.sync_api import FilePayload, Locator, Page, expect

MEGABYTE = 1_000_000
DAYS = "#chart .recharts-xAxis .recharts-cartesian-axis-tick-value"
TAKEN, INVALID = "Username already taken", "A valid Email is required"


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def enter(page: Page, field: str, text: str) -> None:
    page.get_by_placeholder(field, exact=True).fill(text)


def use_counter(page: Page) -> None:
    button(page, "Increment").click()
    expect(page.locator("#count")).to_have_text("1")
    button(page, "Decrement").click()
    button(page, "Decrement").click()
    expect(page.locator("#count")).to_have_text("-1")


def use_todo(page: Page) -> None:
    page.fill("#new_item", "Ink")
    page.press("#new_item", "Enter")
    expect(page.locator("#items li")).to_have_count(4)
    expect(page.locator("#new_item")).to_have_value("")
    button(page, "Finish").first.click()
    expect(page.locator("#items li")).to_have_text(["✓Sleep", "✓Have Fun", "✓Ink"])


def use_form(page: Page) -> None:
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


def use_upload(page: Page) -> None:
    file: FilePayload = {"name": "proof.txt", "mimeType": "text/plain", "buffer": b"x" * MEGABYTE}
    page.locator("#upload input[type=file]").set_input_files([file])
    expect(page.locator("#selected")).to_contain_text("proof.txt")
    button(page, "Upload").click()
    expect(page.locator("#names li")).to_have_text(["proof.txt"])
    expect(page.locator("#total")).to_have_text(f"Total bytes uploaded: {MEGABYTE}")
    expect(page.get_by_role("progressbar")).to_have_attribute("aria-valuenow", "100")
    button(page, "Clear").click()
    expect(page.locator("#selected")).to_have_text("")


def use_colors(page: Page) -> None:
    colors = page.locator("#colors > *")
    expect(colors).to_have_count(3)
    button(page, "Add").click()
    expect(page.locator("#mixtures")).to_contain_text("brown")
    colors.first.click()
    expect(colors).to_have_text(["blue", "green", "orange"])
    expect(colors.last).to_have_css("background-color", "rgb(230, 126, 34)")


def use_task(page: Page) -> None:
    counter = page.locator("#counter")
    page.fill("#max", "1000")
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
    expect(button(page, "Start")).to_be_visible()
    button(page, "Reset").click()
    expect(counter).to_have_text("0 /")


def use_chart(page: Page) -> None:
    bars = page.locator("#chart .recharts-bar-rectangle")
    expect(bars).to_have_count(2)
    button(page, "Add").click()
    expect(page.locator(DAYS)).to_have_text(["Mon", "Tue", "Wed"])
    expect(bars).to_have_count(3)
    expect(page.locator("#chart .recharts-line-dot")).to_have_count(3)
    expect(page.locator("#days")).to_have_text("3")
    bars.first.hover()
    expect(page.locator("#chart .recharts-tooltip-label")).to_have_text("Mon")


def use_memo(page: Page) -> None:
    label = {"cs": "Kontakt", "en": "Contact"}[page.evaluate("document.documentElement.lang")]
    button(page, label).nth(1).click()
    expect(page.locator("#picked")).to_have_text(f"{label}: Paper")
    expect(page.locator("main .rt-Button")).to_have_text([label] * 3)


def use_accordion(page: Page) -> None:
    content = page.get_by_text("Black and vermilion")
    expect(content).to_have_count(0)
    button(page, "Ink").click()
    expect(content).to_be_visible()
    expect(page.locator("[data-orientation]").first).to_have_css("border-radius", "8px")


EXAMPLES: Mapping[str, Callable[[Page], None]] = {
    "counter": use_counter,
    "todo": use_todo,
    "form": use_form,
    "upload": use_upload,
    "colors": use_colors,
    "task": use_task,
    "chart": use_chart,
    "memo": use_memo,
    "accordion": use_accordion,
}
