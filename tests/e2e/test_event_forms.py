from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from app.content.studio import window_title
from tests.support.layout import DelayedRequests
from tests.support.state_site import StateSite
from tests.support.visitor import Visitor

pytestmark = pytest.mark.nightly

MEGABYTE = 1_000_000
REMOVED = {
    "remove cookie": "document.cookie.includes('crumb')",
    "remove tab": "sessionStorage.tab",
    "forget": "localStorage.kept",
}
UPLOAD = "**/_upload"
UPLOAD_MS = 20_000
FAILED = "The files could not be sent."
TYPE = """(field, text) => {
    field.focus();
    for (const character of text) document.execCommand("insertText", false, character);
}"""
"""JavaScript that types text without pauses between characters."""


@pytest.fixture
def scripts(guest: Visitor, stateful_site: StateSite) -> Visitor:
    guest.opens(f"{stateful_site.url}/en/scripts")
    return guest


@pytest.fixture
def sending(guest: Visitor, stateful_site: StateSite) -> Visitor:
    guest.opens(f"{stateful_site.url}/en/sending")
    return guest


@pytest.fixture
def forms(guest: Visitor, stateful_site: StateSite) -> Visitor:
    guest.opens(f"{stateful_site.url}/en/forms")
    return guest


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def log(page: Page) -> list[str]:
    return page.locator("#log li").all_inner_texts()


@pytest.mark.parametrize(
    ("button", "got"),
    [
        ("trigger value", "got 2"),
        ("trigger lambda", "note: x"),
        ("trigger function", f"got {window_title('Scripts')}"),
        ("script with value", "got 42"),
        ("promise", "got later"),
        ("function", f"got {window_title('Scripts')}"),
    ],
)
def test_a_script_s_value_reaches_its_callback(scripts: Visitor, button: str, got: str) -> None:
    press(scripts.page, button)
    expect(scripts.page.locator("#got")).to_have_text(got)
    assert scripts.troubles == []


@pytest.mark.parametrize(("button", "ran"), [("trigger run", ""), ("script", "handler")])
def test_a_script_runs(scripts: Visitor, button: str, ran: str) -> None:
    press(scripts.page, button)
    scripts.until(f"window.ran === {ran!r}")
    assert scripts.troubles == []


def test_known_scripts_need_no_server(scripts: Visitor) -> None:
    press(scripts.page, "trigger script")
    scripts.until("window.ran === 'trigger'")
    assert scripts.sockets == [] and not [url for url in scripts.requests if "/_event" in url]
    assert scripts.troubles == []


@pytest.mark.parametrize(("button", "text"), [("trigger log", "from the trigger"), ("run", "from the handler")])
def test_the_console_shows_a_message(scripts: Visitor, button: str, text: str) -> None:
    press(scripts.page, button)
    scripts.poll(lambda: f"log: {text}" in scripts.console, "the message")


@pytest.mark.parametrize(("button", "text"), [("trigger alert", "hello"), ("alert", 'with "quotes" and </script>')])
def test_an_alert_appears(scripts: Visitor, button: str, text: str) -> None:
    with scripts.page.expect_event("dialog") as shown:
        scripts.page.once("dialog", lambda dialog: dialog.accept())
        press(scripts.page, button)
    assert shown.value.message == text


@pytest.mark.parametrize(
    ("button", "name", "text"), [("trigger download", "there.txt", "there"), ("save", "saved.txt", "saved")]
)
def test_a_file_is_downloaded(scripts: Visitor, button: str, name: str, text: str) -> None:
    with scripts.page.expect_download() as found:
        press(scripts.page, button)
    assert (found.value.suggested_filename, found.value.path().read_text()) == (name, text)


def test_a_handler_redirects(scripts: Visitor, stateful_site: StateSite) -> None:
    press(scripts.page, "leave")
    scripts.page.wait_for_url(f"{stateful_site.url}/en/about")
    assert scripts.troubles == []


@pytest.mark.parametrize(("button", "value"), [("trigger field", "there"), ("change field", "set")])
def test_a_field_is_set_and_focused(scripts: Visitor, button: str, value: str) -> None:
    press(scripts.page, button)
    expect(scripts.page.locator("#my-field")).to_have_value(value)
    expect(scripts.page.locator("#my-field")).to_be_focused()
    if button == "change field":
        expect(scripts.page.locator("#bottom")).to_be_in_viewport()


def test_text_is_copied(scripts: Visitor) -> None:
    scripts.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    press(scripts.page, "clip")
    scripts.until("navigator.clipboard.readText().then((text) => text === 'copied')")


@pytest.mark.parametrize("button", ["broken", "too long"])
def test_a_script_with_an_error_leaves_the_page_working(scripts: Visitor, button: str) -> None:
    press(scripts.page, button)
    press(scripts.page, "script with value")
    expect(scripts.page.locator("#got")).to_have_text("got 42")


def test_values_are_stored_and_removed(scripts: Visitor) -> None:
    page = scripts.page
    press(page, "store")
    expect(page.locator("#stored")).to_have_text("kept|tab|crumb; =ě")
    scripts.until("localStorage.kept === 'kept' && sessionStorage.tab === 'tab' && document.cookie.includes('crumb')")
    page.reload()
    scripts.acts()
    expect(page.locator("#stored")).to_have_text("kept|tab|crumb; =ě")
    for button, gone in REMOVED.items():
        press(page, button)
        scripts.until(f"!{gone}")
    expect(page.locator("#stored")).to_have_text("||")
    assert scripts.troubles == []


def test_a_stored_value_reaches_other_tabs(scripts: Visitor, stateful_site: StateSite) -> None:
    other = Visitor(scripts.page.context.new_page())
    other.opens(f"{stateful_site.url}/en/scripts")
    press(scripts.page, "store")
    expect(other.page.locator("#stored")).to_have_text("kept||")
    other.page.close()


def choose(page: Page, size: int = 10) -> None:
    page.set_input_files("#files", [{"name": "../a b.txt", "mimeType": "text/plain", "buffer": b"x" * size}])
    expect(page.locator("#chosen li")).to_have_count(1)


def test_files_are_uploaded_with_progress(sending: Visitor) -> None:
    page = sending.page
    choose(page, 3 * MEGABYTE)
    press(page, "Send")
    expect(page.locator("#received li")).to_have_text(["a b.txt: 3000000"], timeout=UPLOAD_MS)
    expect(page.locator("#percent")).to_have_text("100")
    expect(page.locator("#chosen li")).to_have_count(0)
    choose(page)
    press(page, "Send")
    expect(page.locator("#received li")).to_have_count(2, timeout=UPLOAD_MS)
    assert sending.troubles == []


def test_an_upload_is_cancelled(sending: Visitor) -> None:
    page = sending.page
    upload = DelayedRequests(sending, UPLOAD)
    choose(page)
    press(page, "Send")
    upload.wait()
    press(page, "Cancel")
    sending.poll(lambda: any("_upload" in each for each in sending.failed), "the end of the upload")
    page.unroute(UPLOAD)
    expect(page.locator("#received li")).to_have_count(0)
    expect(page.get_by_text(FAILED)).to_have_count(0)
    press(page, "Send")
    expect(page.locator("#received li")).to_have_count(1, timeout=UPLOAD_MS)


def test_a_failed_upload_loses_nothing(sending: Visitor) -> None:
    page = sending.page
    page.fill("#note", "typed")
    expect(page.locator("#noted")).to_have_text("typed")
    choose(page)
    page.route(UPLOAD, lambda route: route.fulfill(status=503))
    press(page, "Send")
    failed = page.get_by_text(FAILED)
    expect(failed).to_be_visible()
    expect(page.locator("#chosen li")).to_have_count(1)
    page.unroute(UPLOAD)
    press(page, "Send")
    expect(page.locator("#received li")).to_have_count(1, timeout=UPLOAD_MS)
    expect(failed).to_be_hidden()
    expect(page.locator("#note")).to_have_value("typed")


def test_chosen_files_are_cleared(sending: Visitor) -> None:
    choose(sending.page)
    press(sending.page, "Clear")
    expect(sending.page.locator("#chosen li")).to_have_count(0)


def test_too_large_files_are_refused(sending: Visitor, tmp_path: Path) -> None:
    large = tmp_path / "large"
    large.write_bytes(bytes(51 * MEGABYTE))
    sending.page.set_input_files("#files", large)
    expect(sending.page.locator("#chosen li")).to_have_count(1)
    press(sending.page, "Send")
    expect(sending.page.get_by_text(FAILED)).to_be_visible(timeout=UPLOAD_MS)


def test_variables_are_shown(forms: Visitor) -> None:
    page = forms.page
    expect(page.locator("#rows li")).to_have_text(["12", "3"])
    expect(page.locator("#prices li")).to_have_text(["cardsmall1"])
    expect(page.locator("#match")).to_have_text("none")
    press(page, "Raise")
    expect(page.locator("#total")).to_have_text("5")
    expect(page.locator("#high")).to_have_text("high")
    expect(page.locator("#match")).to_have_text("many")
    press(page, "Base")
    expect(page.locator("#base")).to_have_text("2")
    press(page, "Chain")
    expect(page.locator("#operations")).to_have_text("11/2/first+second")
    expect(page.locator("#cached")).to_have_text("2 notes")
    expect(page.locator("#count")).to_have_text("1")
    expect(page.locator("#log li")).to_have_text(["row first", "row second"])
    assert forms.troubles == []


def test_events_run_in_order(forms: Visitor) -> None:
    page = forms.page
    press(page, "List")
    forms.until("window.ran === 'list'")
    expect(page.locator("#count")).to_have_text("1")
    press(page, "Generate")
    expect(page.locator("#done")).to_have_text("3")
    press(page, "Work")
    expect(page.locator("#done")).to_have_text("100")
    expect(page.locator("#count")).to_have_text("11")
    expect(page.locator("#from-other")).to_have_text("11")
    assert forms.troubles == []


def test_modifiers(forms: Visitor, stateful_site: StateSite) -> None:
    page = forms.page
    page.get_by_role("link", name="Link", exact=True).click()
    press(page, "Stop")
    expect(page.locator("#log li")).to_have_text(["row link", "row outer", "row inner"])
    assert page.url == f"{stateful_site.url}/en/forms"
    # Click with JavaScript, because Playwright's clicks might be too far apart to be throttled.
    page.get_by_role("button", name="Throttle").evaluate("button => { for (let n = 0; n < 3; n++) button.click(); }")
    page.locator("#debounced").evaluate(TYPE, "abc")
    press(page, "Temporal")
    expect(page.locator("#log li").filter(has_text="temporal")).to_have_count(1)
    expect(page.locator("#log li").filter(has_text="abc")).to_have_count(1)
    assert "row a" not in log(page) and log(page).count("row throttled") == 1


def test_components_with_state_count_separately(forms: Visitor) -> None:
    page = forms.page
    page.get_by_role("button", name="One").click()
    page.get_by_role("button", name="Ten").click()
    page.get_by_role("button", name="Ten").click()
    expect(page.get_by_role("button", name="One")).to_have_text("One 1")
    expect(page.get_by_role("button", name="Ten")).to_have_text("Ten 20")
    assert forms.troubles == []


@pytest.mark.parametrize("button", ["Fail", "Unchecked"])
def test_a_failing_event_leaves_the_page_working(forms: Visitor, button: str) -> None:
    failure = forms.page.get_by_text("Something went wrong on our side.")
    press(forms.page, button)
    if button == "Fail":
        expect(failure).to_be_visible(timeout=UPLOAD_MS)
    press(forms.page, "Raise")
    expect(forms.page.locator("#total")).to_have_text("5", timeout=UPLOAD_MS)
    expect(failure).to_be_hidden()
