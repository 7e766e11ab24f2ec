import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from app.content.inquiry import REFERENCE
from app.i18n import use
from app.i18n.formats import price
from app.inquiries.limits import MAX_BODY_BYTES
from app.routes import url_for
from tests.support.accessibility import AXE, DESK, PHONE, tab_stops, violations
from tests.support.inquiries import FILLED, PDF, InquirySite, contents_of, until
from tests.support.inquiry_form import PLATE, SCRIPT_IS_READY, element, fill_in, open_form, problem, submit
from tests.support.languages import CZECH, ENGLISH
from tests.support.visitor import Visitor, visitor


def test_the_form_works_without_javascript(browser: Browser, inquiry_site: InquirySite) -> None:
    with visitor(browser, java_script_enabled=False) as guest:
        page = guest.page
        page.goto(inquiry_site.url + url_for("inquiry", ENGLISH))
        fill_in(page, name="<b>Jana</b>", pieces="none", email="jana@example.com")
        submit(page)
        expect(problem(page, "pieces")).to_be_visible()
        expect(element(page, "pieces")).to_have_value("none")
        expect(element(page, "pieces")).to_be_focused()
        expect(element(page, "name")).to_have_value("<b>Jana</b>")
        expect(element(page, "colours")).to_have_value("2")
        expect(element(page, "message")).to_have_value(FILLED["message"])
        assert page.locator("html").get_attribute("lang") == "en"
        element(page, "pieces").fill("200")
        submit(page)
        page.wait_for_url(f"**{url_for('inquiry-thanks', ENGLISH)}?*")
        [stored] = inquiry_site.stored()
        expect(page.locator(f"#{REFERENCE}")).to_have_text(f"Your reference: {stored.inquiry.reference}")
    assert (stored.inquiry.name, stored.inquiry.message) == ("<b>Jana</b>", FILLED["message"])
    until(lambda: len(inquiry_site.mailbox.mails) == 2, "both mails")


@pytest.mark.nightly
def test_without_javascript_a_form_that_is_too_large_is_one_step_back(
    browser: Browser, inquiry_site: InquirySite, tmp_path: Path
) -> None:
    large = tmp_path / "plate.pdf"
    large.write_bytes(PDF)
    os.truncate(large, MAX_BODY_BYTES)
    with visitor(browser, java_script_enabled=False) as guest:
        page = guest.page
        page.goto(f"{inquiry_site.url}/en/inquiry?what=posters")
        fill_in(page)
        element(page, "files").set_input_files(large)
        submit(page)
        expect(element(page, "reason")).to_contain_text("too large")
        page.go_back()
        for name, value in FILLED.items():
            expect(element(page, name)).to_have_value(value)


def test_a_link_fills_the_form_in_and_shows_the_estimate(writer: Visitor, inquiry_site: InquirySite) -> None:
    page = writer.page
    writer.opens(inquiry_site.url + url_for("pricing", CZECH))
    page.locator("main a[href*='what=posters']").click()
    writer.until(SCRIPT_IS_READY)
    with use(CZECH):
        expect(element(page, "estimate")).to_contain_text(price(12900))
    expect(page.locator("#inquiry-parts li")).to_have_count(2)
    element(page, "what").select_option("other")
    expect(element(page, "estimate")).to_be_empty()
    for name in ("paper", "workshop"):
        expect(element(page, name)).to_be_hidden()
    element(page, "what").select_option("workshop")
    expect(element(page, "workshop")).to_be_visible()
    assert writer.troubles == []


def test_problems_are_shown_beside_each_field(writer: Visitor, inquiry_site: InquirySite) -> None:
    """The page is in Czech, because Czech messages are longer."""
    page = writer.page
    page.add_init_script(path=AXE)
    page.set_viewport_size(PHONE)
    open_form(writer, inquiry_site.url + url_for("inquiry", CZECH))
    assert element(page, "state").evaluate("(state) => getComputedStyle(state).display") != "none"
    element(page, "by").fill("2020-01-01")
    element(page, "files").set_input_files([{"name": f"{n}.pdf", "mimeType": "", "buffer": PDF} for n in "1234"])
    submit(page)
    for name in ("pieces", "by", "name", "email", "files"):
        expect(problem(page, name)).to_be_visible()
        assert element(page, name).get_attribute("aria-invalid") == "true"
    expect(element(page, "pieces")).to_be_focused()
    element(page, "what").select_option("other")
    submit(page)
    expect(problem(page, "message")).to_be_visible()
    assert list(violations(page)) == []
    element(page, "name").fill("Jana")
    expect(problem(page, "name")).to_be_hidden()
    assert inquiry_site.stored() == []


def test_the_form_is_sent_by_keyboard_with_a_file(writer: Visitor, inquiry_site: InquirySite) -> None:
    page = writer.page
    page.set_viewport_size(DESK)
    open_form(writer, f"{inquiry_site.url}/en/inquiry")
    assert [name for seen, name in tab_stops(page) if not seen] == []
    fill_in(page)
    element(page, "files").set_input_files([PLATE])
    element(page, "email").press("Enter")
    until(inquiry_site.stored, "the inquiry")
    [stored] = inquiry_site.stored()
    expect(element(page, "state")).to_contain_text(stored.inquiry.reference)
    assert [contents_of(file) for file in stored.files] == [PDF]
    until(lambda: len(inquiry_site.mailbox.mails) == 2, "both mails")
    [attachment] = next(iter(inquiry_site.mailbox.to("studio@otisk.test"))).iter_attachments()
    assert attachment.get_content() == PDF
    assert page.evaluate("localStorage.getItem('inquiry')") is None
    assert writer.troubles == []


def test_a_draft_survives_a_reload_and_can_be_cleared(writer: Visitor, inquiry_site: InquirySite) -> None:
    page = writer.page
    open_form(writer, f"{inquiry_site.url}/inquiry")
    fill_in(page)
    open_form(writer, f"{inquiry_site.url}/inquiry")
    for name, value in FILLED.items():
        expect(element(page, name)).to_have_value(value)
    element(page, "clear").click()
    expect(element(page, "name")).to_have_value("")
    expect(element(page, "what")).to_be_focused()
    open_form(writer, f"{inquiry_site.url}/inquiry")
    expect(element(page, "name")).to_have_value("")
    expect(element(page, "clear")).to_be_hidden()
