import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.inquiries import FILLED, PDF, InquirySite, contents_of, until
from tests.support.inquiry_form import (
    PLATE,
    SCRIPT_IS_READY,
    WRONG_FILE,
    element,
    open_form,
    problem,
    submit,
    wait_for_form_script,
)
from tests.support.layout import DelayedRequests
from tests.support.visitor import MAIN, Visitor, follow

pytestmark = pytest.mark.mostly_nightly

FORM_SCRIPT = "**/_next/static/chunks/inquiry.*.js"
INQUIRIES = "**/inquiries"
DRAFT = """localStorage.setItem("inquiry:1", JSON.stringify({
    id: "1", tab: "closed", at: Date.now(), texts: { name: "Old", email: "old@example.com" },
    orders: { "": { pieces: "40" } }, files: [],
}))"""


def fill(page: Page, **values: str) -> None:
    for name, value in values.items():
        element(page, name).fill(value)


def send(page: Page, inquiry_site: InquirySite):
    submit(page)
    until(inquiry_site.stored, "the inquiry")
    [stored] = inquiry_site.stored()
    return stored.inquiry


@pytest.mark.parametrize("source", ["a link", pytest.param("a draft", marks=pytest.mark.main)])
def test_text_typed_before_the_script_is_sent(writer: Visitor, inquiry_site: InquirySite, source: str) -> None:
    page = writer.page
    if source == "a draft":
        writer.reads(f"{inquiry_site.url}/en/contact")
        page.evaluate(DRAFT)
    held = DelayedRequests(writer, MAIN)
    writer.reads(f"{inquiry_site.url}/en/inquiry" + ("?what=cards&pieces=40" if source == "a link" else ""))
    element(page, "pieces").click(click_count=3)
    page.keyboard.type("80")
    assert not page.evaluate(SCRIPT_IS_READY), "the script was loaded before the visitor typed"
    held.release()
    writer.until(SCRIPT_IS_READY)
    expect(element(page, "name")).to_have_value("Old" if source == "a draft" else "")
    fill(page, name="Jana", email="jana@example.com")
    assert send(page, inquiry_site).pieces == 80


def test_a_restored_value_is_selected_in_the_focused_element(writer: Visitor, inquiry_site: InquirySite) -> None:
    page = writer.page
    writer.reads(f"{inquiry_site.url}/en/contact")
    page.evaluate(DRAFT)
    writer.reads(f"{inquiry_site.url}/en/inquiry")
    element(page, "pieces").focus()
    writer.until(SCRIPT_IS_READY)
    expect(element(page, "pieces")).to_have_value("40")
    page.keyboard.type("80")
    expect(element(page, "pieces")).to_have_value("80")


def test_tabs_have_drafts_of_their_own(writer: Visitor, inquiry_site: InquirySite) -> None:
    one = writer.page
    open_form(writer, f"{inquiry_site.url}/en/inquiry")
    fill(one, **{name: FILLED[name] for name in ("pieces", "name", "email", "message")})
    other = Visitor(one.context.new_page())
    open_form(other, f"{inquiry_site.url}/en/inquiry")
    expect(element(other.page, "name")).to_have_value("")
    fill(other.page, name="Petr", message="Another one")
    assert send(one, inquiry_site).name == FILLED["name"]
    open_form(other, f"{inquiry_site.url}/en/inquiry")
    expect(element(other.page, "message")).to_have_value("Another one")
    other.page.close()
    last = Visitor(one.context.new_page())
    open_form(last, f"{inquiry_site.url}/en/inquiry")
    expect(element(last.page, "name")).to_have_value("Petr")


def test_edits_during_sending_stay(writer: Visitor, inquiry_site: InquirySite) -> None:
    page = writer.page
    open_form(writer, f"{inquiry_site.url}/en/inquiry")
    fill(page, **{name: FILLED[name] for name in ("pieces", "name", "email")})
    held = DelayedRequests(writer, INQUIRIES)
    submit(page)
    held.wait()
    fill(page, name="Petr")
    held.end()
    until(inquiry_site.stored, "the inquiry")
    expect(element(page, "state")).to_contain_text(inquiry_site.stored()[0].inquiry.reference)
    expect(element(page, "name")).to_have_value("Petr")
    open_form(writer, f"{inquiry_site.url}/en/inquiry")
    expect(element(page, "name")).to_have_value("Petr")


def test_the_estimate_is_cleared_after_sending(writer: Visitor, inquiry_site: InquirySite) -> None:
    page = writer.page
    open_form(writer, f"{inquiry_site.url}/en/inquiry")
    expect(page.locator("#inquiry-parts li").first).to_have_text("Example, for a quantity of 200")
    element(page, "pieces").fill("500")
    expect(element(page, "estimate")).to_contain_text("7,900")
    fill(page, name="Jana", email="jana@example.com")
    send(page, inquiry_site)
    expect(element(page, "state")).to_contain_text("has arrived")
    expect(element(page, "estimate")).to_be_empty()
    expect(page.locator("#inquiry-parts li")).to_have_count(0)
    expect(element(page, "clear")).to_be_hidden()


def test_a_file_that_the_browser_restores_is_not_asked_for_again(
    writer: Visitor, inquiry_site: InquirySite, tmp_path: Path
) -> None:
    """Chromium restores a chosen file only on Back, and only if the file is on disk."""
    page, file = writer.page, tmp_path / "plate.pdf"
    file.write_bytes(PDF)
    open_form(writer, f"{inquiry_site.url}/en/inquiry")
    fill(page, **{name: FILLED[name] for name in ("pieces", "name", "email")})
    element(page, "files").set_input_files(file)
    writer.reads(f"{inquiry_site.url}/en/contact")
    page.go_back()
    wait_for_form_script(writer)
    expect(problem(page, "files")).to_be_hidden()
    send(page, inquiry_site)
    assert [contents_of(each) for each in inquiry_site.stored()[0].files] == [PDF]


def switch(page: Page) -> None:
    page.locator("a[hreflang=en]").first.click()
    page.wait_for_url("**/en/inquiry?what=workshop#inquiry-form")


def test_the_language_switch_before_the_script_preserves_query_hash_and_text(
    writer: Visitor, inquiry_site: InquirySite
) -> None:
    page = writer.page
    page.route(MAIN, lambda route: route.abort())
    writer.reads(f"{inquiry_site.url}/inquiry?what=workshop#inquiry-form")
    page.evaluate("document.querySelector('a[hreflang=en]').click()")
    writer.until(
        "location.href.endsWith('/en/inquiry?what=workshop#inquiry-form') && document.readyState === 'complete'"
    )
    writer.reads(f"{inquiry_site.url}/inquiry?what=workshop#inquiry-form")
    fill(page, name="Jana", message="Dobrý den")
    element(page, "files").set_input_files([PLATE])
    switch(page)
    page.unroute(MAIN)
    wait_for_form_script(writer)
    expect(element(page, "message")).to_have_value("Dobrý den")
    expect(element(page, "what")).to_have_value("workshop")
    expect(problem(page, "files")).to_contain_text("plate.pdf")


def test_the_language_switch_within_the_document_preserves_files(writer: Visitor, inquiry_site: InquirySite) -> None:
    page = writer.page
    open_form(writer, f"{inquiry_site.url}/inquiry?what=workshop#inquiry-form")
    fill(page, name="Jana", email="jana@example.com", pieces="2", message="Dobrý den")
    element(page, "files").set_input_files([PLATE])
    switch(page)
    writer.until(SCRIPT_IS_READY)
    expect(element(page, "message")).to_have_value("Dobrý den")
    assert element(page, "files").evaluate("({ files }) => files[0].name") == "plate.pdf"
    sent = send(page, inquiry_site)
    assert (sent.what, sent.pieces, sent.language) == ("workshop", 2, "en")
    assert inquiry_site.stored()[0].files == (), "a workshop has no files"
    assert writer.troubles == []


def test_the_form_starts_after_its_script_was_lost(writer: Visitor, inquiry_site: InquirySite) -> None:
    page = writer.page
    lost: list[str] = []
    page.route(FORM_SCRIPT, lambda route: (lost.append(route.request.url), route.abort()), times=1)
    writer.opens(f"{inquiry_site.url}/en/inquiry")
    writer.poll(lambda: bool(lost), "a lost request")
    fill(page, name="Jana", message="A question")
    follow(page, "/en/contact")
    page.go_back()
    writer.until(SCRIPT_IS_READY)
    expect(element(page, "name")).to_have_value("Jana")
    expect(element(page, "message")).to_have_value("A question")


@pytest.mark.parametrize(
    ("answer", "times"),
    [
        (lambda route: route.abort(), 1),
        # a Wi-Fi network's sign-in page
        (lambda route: route.fulfill(content_type="text/html", body="<title>Sign in</title>"), 2),
    ],
    ids=["lost", "HTML"],
)
def test_a_lost_script_is_fetched_again_on_the_same_page(
    writer: Visitor, inquiry_site: InquirySite, answer: Callable[[Route], None], times: int
) -> None:
    asked: list[Route] = []
    writer.page.route(FORM_SCRIPT, lambda route: (asked.append(route), answer(route)), times=times)
    writer.opens(f"{inquiry_site.url}/en/inquiry")
    fill(writer.page, name="Jana")
    writer.page.evaluate("self.isSameDocument = true")
    writer.until(f"dispatchEvent(new Event('online')) && {SCRIPT_IS_READY}")
    assert len(asked) == times
    assert writer.page.evaluate("self.isSameDocument"), "a document was loaded"
    expect(element(writer.page, "name")).to_have_value("Jana")


@pytest.mark.main
def test_an_inquiry_sent_before_and_after_the_script_arrives_is_stored_once(
    writer: Visitor, inquiry_site: InquirySite
) -> None:
    """The visitor taps again, because the response to the first request is lost."""
    page = writer.page
    scripts = DelayedRequests(writer, FORM_SCRIPT)
    writer.opens(f"{inquiry_site.url}/en/inquiry")
    fill(page, **{name: FILLED[name] for name in ("pieces", "name", "email", "message")})
    posts: list[Route] = []
    page.route(re.compile(r"/inquiries\?"), lambda route: (posts.append(route), len(posts) > 1 and route.continue_()))
    tap = "document.querySelector('#inquiry-form button[type=submit]').click()"
    # Playwright cannot tap while a response is pending. Instead, JavaScript in the page taps after the form's script
    # has loaded.
    page.evaluate(f"""document.addEventListener("load", ({{ target }}) => {{
        if (target.src?.includes("/chunks/inquiry.")) setTimeout(() => {tap}, 500);
    }}, true)""")
    page.evaluate(tap)
    writer.poll(lambda: len(posts) == 1, "the first request")
    posts[0].fetch()  # the server stores the inquiry
    scripts.release()
    writer.poll(lambda: len(posts) == 2, "the second request")
    [stored] = inquiry_site.stored()
    expect(page.locator("main")).to_contain_text(stored.inquiry.reference)
    assert len(inquiry_site.stored()) == 1, "the inquiry was stored twice"


def test_the_language_switch_while_the_script_loads(writer: Visitor, inquiry_site: InquirySite) -> None:
    page = writer.page
    held = DelayedRequests(writer, FORM_SCRIPT)
    writer.opens(f"{inquiry_site.url}/inquiry?what=workshop#inquiry-form")
    fill(page, name="Jana", email="jana@example.com", pieces="2")
    page.evaluate("document.querySelector('a[hreflang=en]').click()")
    page.wait_for_url("**/en/inquiry?what=workshop#inquiry-form")
    held.release()
    writer.until(SCRIPT_IS_READY)
    expect(element(page, "name")).to_have_value("Jana")
    send(page, inquiry_site)
    expect(element(page, "state")).to_contain_text("has arrived")
    assert len(inquiry_site.stored()) == 1, "the inquiry was stored twice"


def test_text_typed_while_the_script_loads_survives_a_visit_to_another_page(
    writer: Visitor, inquiry_site: InquirySite
) -> None:
    page = writer.page
    held = DelayedRequests(writer, FORM_SCRIPT)
    writer.opens(f"{inquiry_site.url}/en/inquiry")
    fill(page, name="Jana", message="Good day")
    for _ in range(2):
        page.locator("header a[href='/en/contact']").first.evaluate("link => link.click()")
        page.wait_for_url("**/en/contact")
        page.wait_for_selector("#inquiry-form", state="detached")
        page.go_back()
        page.wait_for_url("**/en/inquiry")
        page.wait_for_selector("#inquiry-form")
    held.release()
    writer.until(SCRIPT_IS_READY)
    expect(element(page, "name")).to_have_value("Jana")
    expect(element(page, "message")).to_have_value("Good day")


@pytest.mark.main
def test_a_refusal_is_shown_and_does_not_move_the_focus_while_typing(
    writer: Visitor, inquiry_site: InquirySite
) -> None:
    page = writer.page
    open_form(writer, f"{inquiry_site.url}/en/inquiry")
    fill(page, pieces="200", name="Jana", email="jana@example.com")
    element(page, "files").set_input_files([WRONG_FILE])
    held = DelayedRequests(writer, INQUIRIES)
    submit(page)
    held.wait()
    element(page, "message").press_sequentially("Good ")
    held.end()
    expect(problem(page, "files")).to_be_visible()
    expect(element(page, "reason")).to_be_visible()
    page.keyboard.type("day")
    expect(element(page, "message")).to_have_value("Good day")
    assert inquiry_site.stored() == []
