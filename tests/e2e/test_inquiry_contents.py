"""Whose the form's contents are, in a browser: on a slow line, with several tabs, after Back and reload, and when the
language is switched (issue 32). `tests/extras/test_inquiry_contents.py` has any order of acts."""

import pytest
from playwright.sync_api import FilePayload, Page, Route, expect

from tests.support.inquiries import FILLED, PDF, InquirySite, until
from tests.support.visitor import MAIN, Visitor

FORM_SCRIPT = "**/_next/static/chunks/inquiry.*.js"
ENHANCED = "document.getElementById('inquiry-form')?.noValidate"
FILE: FilePayload = {"name": "plate.pdf", "mimeType": "application/pdf", "buffer": PDF}
DRAFT = """localStorage.setItem("inquiry:1", JSON.stringify({
    id: "1", tab: "closed", at: Date.now(), texts: { name: "Old", email: "old@example.com" },
    orders: { "": { pieces: "40" } }, files: [],
}))"""
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 200_000}
"""1.6 Mbit/s, as `Network.emulateNetworkConditions` takes it."""


def field(page: Page, name: str):
    return page.locator(f"#inquiry-{name}")


def write(page: Page, **values: str) -> None:
    for name, value in values.items():
        field(page, name).fill(value)


def holding(page: Page, pattern: str) -> list[Route]:
    """The requests that are held from now on."""
    held: list[Route] = []
    page.route(pattern, lambda route: held.append(route))
    return held


def enhanced(guest: Visitor, url: str) -> None:
    """Opens the form and waits for its script."""
    guest.reads(url)
    guest.acts()
    guest.until(ENHANCED)


def send(page: Page, inquiry_site: InquirySite):
    """Sends the form; returns what has arrived."""
    page.locator("button[type=submit]").click()
    until(inquiry_site.stored, "the inquiry")
    [kept] = inquiry_site.stored()
    return kept.inquiry


@pytest.mark.parametrize("source", ["a link", "a draft"])
def test_text_typed_before_the_script_is_sent(writer: Visitor, inquiry_site: InquirySite, source: str) -> None:
    page = writer.page
    if source == "a draft":
        writer.reads(f"{inquiry_site.url}/en/contact")
        page.evaluate(DRAFT)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", SLOW)
    writer.reads(f"{inquiry_site.url}/en/inquiry" + ("?what=cards&pieces=40" if source == "a link" else ""))
    field(page, "pieces").click(click_count=3)
    page.keyboard.type("80", delay=100)
    assert not page.evaluate(ENHANCED), "the script was faster than the visitor"
    writer.until(ENHANCED)
    expect(field(page, "name")).to_have_value("Old" if source == "a draft" else "")
    write(page, name="Jana", email="jana@example.com")
    assert send(page, inquiry_site).pieces == 80


def test_a_field_that_was_emptied_again_stays_empty(writer: Visitor, inquiry_site: InquirySite) -> None:
    """The browser knows that it was changed, though it has its first value again."""
    page = writer.page
    writer.reads(f"{inquiry_site.url}/en/contact")
    page.evaluate(DRAFT)
    held = holding(page, FORM_SCRIPT)
    writer.reads(f"{inquiry_site.url}/en/inquiry")
    for key in ("8", "Tab", "Shift+Tab", "Backspace", "Tab"):
        field(page, "pieces").press(key) if key == "8" else page.keyboard.press(key)
    writer.poll(lambda: bool(held), "the form's script")
    held[0].continue_()
    writer.until(ENHANCED)
    expect(field(page, "name")).to_have_value("Old")
    expect(field(page, "pieces")).to_have_value("")


def test_a_restored_value_is_selected_in_the_focused_field(writer: Visitor, inquiry_site: InquirySite) -> None:
    page = writer.page
    writer.reads(f"{inquiry_site.url}/en/contact")
    page.evaluate(DRAFT)
    writer.reads(f"{inquiry_site.url}/en/inquiry")
    field(page, "pieces").focus()
    writer.until(ENHANCED)
    expect(field(page, "pieces")).to_have_value("40")
    page.keyboard.type("80")
    expect(field(page, "pieces")).to_have_value("80")


def test_a_link_does_not_fill_in_the_sender(writer: Visitor, inquiry_site: InquirySite) -> None:
    page = writer.page
    others = "name=Eve&email=eve@example.com&message=Hers&by=2030-01-01&website=x&id=1"
    enhanced(writer, f"{inquiry_site.url}/en/inquiry?what=posters&pieces=40&paper=heavier&{others}")
    for name in ("name", "email", "message", "by", "website"):
        expect(field(page, name)).to_have_value("")
    expect(field(page, "paper")).to_have_value("heavier")


def test_a_link_does_not_overwrite_typed_values_after_reload_or_back(
    writer: Visitor, inquiry_site: InquirySite
) -> None:
    """Not after a reload, nor on Back; a new link shows its own choice, and who is asking stays."""
    page = writer.page
    first = f"{inquiry_site.url}/en/inquiry?what=cards&pieces=40"
    enhanced(writer, first)
    write(page, pieces="80", name="Jana")
    enhanced(writer, first)
    expect(field(page, "pieces")).to_have_value("80")
    enhanced(writer, f"{inquiry_site.url}/en/inquiry?what=posters&pieces=100")
    expect(field(page, "pieces")).to_have_value("100")
    expect(field(page, "name")).to_have_value("Jana")
    page.go_back()
    writer.acts()
    writer.until(ENHANCED)
    expect(field(page, "pieces")).to_have_value("80")
    page.reload()
    writer.acts()
    writer.until(ENHANCED)
    expect(field(page, "what")).to_have_value("cards")
    expect(field(page, "pieces")).to_have_value("80")
    assert writer.troubles == []


def test_tabs_have_drafts_of_their_own(writer: Visitor, inquiry_site: InquirySite) -> None:
    one = writer.page
    enhanced(writer, f"{inquiry_site.url}/en/inquiry")
    write(one, **{name: FILLED[name] for name in ("pieces", "name", "email", "message")})
    other = Visitor(one.context.new_page())
    enhanced(other, f"{inquiry_site.url}/en/inquiry")
    expect(field(other.page, "name")).to_have_value("")
    write(other.page, name="Petr", message="Another one")
    assert send(one, inquiry_site).name == FILLED["name"]
    enhanced(other, f"{inquiry_site.url}/en/inquiry")
    expect(field(other.page, "message")).to_have_value("Another one")
    other.page.close()
    last = Visitor(one.context.new_page())
    enhanced(last, f"{inquiry_site.url}/en/inquiry")
    expect(field(last.page, "name")).to_have_value("Petr")


def test_edits_during_sending_stay(writer: Visitor, inquiry_site: InquirySite) -> None:
    page = writer.page
    enhanced(writer, f"{inquiry_site.url}/en/inquiry")
    write(page, **{name: FILLED[name] for name in ("pieces", "name", "email")})
    held = holding(page, "**/inquiries")
    page.locator("button[type=submit]").click()
    writer.poll(lambda: bool(held), "the request")
    write(page, name="Petr")
    held[0].continue_()
    until(inquiry_site.stored, "the inquiry")
    expect(page.locator("#inquiry-state")).to_contain_text(inquiry_site.stored()[0].inquiry.reference)
    expect(field(page, "name")).to_have_value("Petr")
    enhanced(writer, f"{inquiry_site.url}/en/inquiry")
    expect(field(page, "name")).to_have_value("Petr")


def test_the_estimate_is_cleared_after_sending(writer: Visitor, inquiry_site: InquirySite) -> None:
    page = writer.page
    enhanced(writer, f"{inquiry_site.url}/en/inquiry?what=cards&pieces=200")
    expect(page.locator("#inquiry-estimate")).not_to_be_empty()
    write(page, name="Jana", email="jana@example.com")
    send(page, inquiry_site)
    expect(page.locator("#inquiry-state")).to_contain_text("has arrived")
    expect(page.locator("#inquiry-estimate")).to_be_empty()
    expect(page.locator("#inquiry-parts li")).to_have_count(0)
    expect(page.locator("#inquiry-clear")).to_be_hidden()


def switch(page: Page) -> None:
    page.locator("a[hreflang=en]").first.click()
    page.wait_for_url("**/en/inquiry?what=workshop#inquiry-form")


def test_the_language_switch_before_the_script_preserves_query_hash_and_text(
    writer: Visitor, inquiry_site: InquirySite
) -> None:
    """The application never arrives on the first page."""
    page = writer.page
    page.route(MAIN, lambda route: route.abort())
    writer.reads(f"{inquiry_site.url}/inquiry?what=workshop#inquiry-form")
    page.evaluate("document.querySelector('a[hreflang=en]').click()")
    page.wait_for_url("**/en/inquiry?what=workshop#inquiry-form")
    writer.reads(f"{inquiry_site.url}/inquiry?what=workshop#inquiry-form")
    write(page, name="Jana", message="Dobrý den")
    field(page, "files").set_input_files([FILE])
    switch(page)
    page.unroute(MAIN)
    writer.acts()
    writer.until(ENHANCED)
    expect(field(page, "message")).to_have_value("Dobrý den")
    expect(field(page, "what")).to_have_value("workshop")
    expect(page.locator("#inquiry-files-problem")).to_contain_text("plate.pdf")


def test_the_language_switch_within_the_document_preserves_files(writer: Visitor, inquiry_site: InquirySite) -> None:
    page = writer.page
    enhanced(writer, f"{inquiry_site.url}/inquiry?what=workshop#inquiry-form")
    write(page, name="Jana", email="jana@example.com", pieces="2", message="Dobrý den")
    field(page, "files").set_input_files([FILE])
    switch(page)
    writer.until(ENHANCED)
    expect(field(page, "message")).to_have_value("Dobrý den")
    sent = send(page, inquiry_site)
    assert (sent.what, sent.pieces, sent.language) == ("workshop", 2, "en")
    assert [file.name for file in inquiry_site.stored()[0].files] == ["plate.pdf"]
    assert writer.troubles == []


def test_the_language_switch_while_the_script_loads(writer: Visitor, inquiry_site: InquirySite) -> None:
    """The first page's script is not to start on the second page's form."""
    page = writer.page
    held = holding(page, FORM_SCRIPT)
    writer.opens(f"{inquiry_site.url}/inquiry?what=workshop#inquiry-form")
    write(page, name="Jana", email="jana@example.com", pieces="2")
    page.evaluate("document.querySelector('a[hreflang=en]').click()")
    page.wait_for_url("**/en/inquiry?what=workshop#inquiry-form")
    writer.poll(lambda: bool(held), "the form's script")
    held[0].continue_()
    writer.until(ENHANCED)
    expect(field(page, "name")).to_have_value("Jana")
    send(page, inquiry_site)
    expect(page.locator("#inquiry-state")).to_contain_text("has arrived")
    assert len(inquiry_site.stored()) == 1, "even if it was sent twice"


def test_a_refusal_does_not_move_the_focus_while_typing(writer: Visitor, inquiry_site: InquirySite) -> None:
    page = writer.page
    enhanced(writer, f"{inquiry_site.url}/en/inquiry")
    write(page, pieces="200", name="Jana", email="jana@example.com")
    field(page, "files").set_input_files([{**FILE, "buffer": b"no document"}])
    held = holding(page, "**/inquiries")
    page.locator("button[type=submit]").click()
    writer.poll(lambda: bool(held), "the request")
    field(page, "message").press_sequentially("Good ")
    held[0].continue_()
    expect(page.locator("#inquiry-files-problem")).to_be_visible()
    page.keyboard.type("day")
    expect(field(page, "message")).to_have_value("Good day")
