"""The form shows the fields for the chosen kind of inquiry. After submission, the page shows the result."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from app.content.workshops import upcoming
from app.i18n import typeset, use
from app.routes import url_for
from tests.support.accessibility import AXE, violations
from tests.support.inquiries import CHOICES, FAST_CLOCK, InquirySite, until
from tests.support.inquiry_form import element, open_form, submit
from tests.support.languages import CZECH, ENGLISH
from tests.support.visitor import Visitor

pytestmark = pytest.mark.mostly_nightly


def choose(page: Page, values: dict[str, str]) -> None:
    for name, value in values.items():
        element(page, name).select_option(value)


def test_every_kind_is_accessible(writer: Visitor, inquiry_site: InquirySite) -> None:
    page = writer.page
    page.add_init_script(path=AXE)
    open_form(writer, inquiry_site.url + url_for("inquiry", CZECH))
    for values in CHOICES:
        choose(page, values)
        assert list(violations(page)) == [], values
    assert writer.troubles == []


def test_errors_and_the_outcome_are_accessible(writer: Visitor, inquiry_site: InquirySite) -> None:
    page = writer.page
    page.add_init_script(path=AXE)
    open_form(writer, f"{inquiry_site.url}/en/inquiry?what=sample-pack")
    submit(page)
    for name in ("address", "name", "email"):
        expect(element(page, f"{name}-problem")).to_be_visible()
    assert list(violations(page)) == []
    for name, value in {"address": "Krátká 1", "name": "Jana", "email": "jana@example.com"}.items():
        element(page, name).fill(value)
    submit(page)
    expect(element(page, "state")).to_contain_text("has arrived")
    assert list(violations(page)) == []


@pytest.mark.main
def test_labels_and_hints_are_those_of_the_kind(writer: Visitor, inquiry_site: InquirySite) -> None:
    page = writer.page
    open_form(writer, inquiry_site.url + url_for("inquiry", ENGLISH))
    for what, name, hint in (
        ("cards", "Number of pieces", ""),
        ("invitations", "Number of sets", "One for each household, and a few to spare."),
        ("workshop", "Number of people (optional)", "Leave empty for one place."),
    ):
        choose(page, {"what": what})
        expect(element(page, "pieces")).to_have_accessible_name(name)
        expect(element(page, "pieces")).to_have_accessible_description(hint)
    expect(page.locator("button[type=submit]")).to_have_accessible_name("Book")
    expect(page.locator("#inquiry-form a[href='/en/privacy']")).to_be_visible()
    for workshop in upcoming(datetime.now(UTC) + timedelta(days=1)):
        with use(ENGLISH):
            name = typeset(workshop.name)
        expect(element(page, "workshop").locator(f"option[value='{workshop.id}']")).to_have_text(name)
    element(page, "pieces").fill("3")
    expect(element(page, "estimate")).to_contain_text("5,300")


@pytest.mark.main
def test_typed_texts_survive_a_change_of_the_kind(writer: Visitor, inquiry_site: InquirySite) -> None:
    page = writer.page
    open_form(writer, inquiry_site.url + url_for("inquiry", ENGLISH))
    choose(page, {"what": "voucher", "voucher": "amount", "delivery": "post"})
    typed = {"amount": "2500", "recipient": "Eva", "greeting": "For you", "address": "Krátká 1"}
    for name, value in typed.items():
        element(page, name).fill(value)
    expect(element(page, "estimate")).to_contain_text("2,590")
    choose(page, {"what": "workshop"})
    choose(page, {"what": "cards"})
    page.reload()
    open_form(writer, page.url)
    choose(page, {"what": "voucher"})
    for name, value in typed.items():
        expect(element(page, name)).to_have_value(value)
    expect(element(page, "estimate")).to_contain_text("2,590")


@pytest.mark.main
def test_a_voucher_is_ordered_and_the_focus_is_on_the_outcome(writer: Visitor, inquiry_site: InquirySite) -> None:
    page = writer.page
    page.add_init_script(FAST_CLOCK)
    open_form(writer, f"{inquiry_site.url}/en/inquiry?what=voucher&voucher=weddings-5000")
    choose(page, {"delivery": "post"})
    for name, value in {"name": "Jana", "email": "jana@example.com", "recipient": "Eva"}.items():
        element(page, name).fill(value)
    submit(page)
    expect(element(page, "address-problem")).to_be_visible()
    expect(element(page, "address")).to_be_focused()
    element(page, "address").fill("Krátká 1, Brno")
    expect(element(page, "address")).to_have_accessible_description(re.compile("^Street and number, postcode, town"))
    submit(page)
    until(inquiry_site.stored, "the inquiry")
    [stored] = inquiry_site.stored()
    expect(element(page, "state")).to_contain_text(stored.inquiry.reference)
    expect(element(page, "state")).to_be_focused()
    assert stored.voucher
    address = f"/en/vouchers/order?token={stored.voucher.token}"
    expect(element(page, "state").get_by_role("link")).to_have_attribute("href", address)
    assert stored.inquiry.details == {
        "voucher": "weddings-5000",
        "recipient": "Eva",
        "delivery": "post",
        "address": "Krátká 1, Brno",
    }
    assert writer.troubles == []
