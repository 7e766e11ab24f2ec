import json
import re

import httpx
import pytest
from playwright.sync_api import Browser, expect

from app.i18n import Language, use
from app.i18n.formats import day
from app.inquiries import actions
from app.vouchers.orders import Vouchers
from tests.support import inquiry_factory
from tests.support.accessibility import AXE, DESK, PHONE, violations
from tests.support.databases import execute
from tests.support.desk_site import LATER, NEXT, DeskSite
from tests.support.inquiries import PDF, until
from tests.support.inquiry_factory import add_inquiry
from tests.support.languages import CZECH, ENGLISH
from tests.support.service_worker import cached_texts
from tests.support.visitor import Visitor, visitor
from tests.support.voucher_orders import order_voucher
from tests.support.workshops import needs_dates

pytestmark = [pytest.mark.mostly_nightly, needs_dates]

NAME = "Šárka Dlouhá-Křížová"
TEXTS = {
    "cs": ("Zrušit rezervaci", "Nechat být", "Ano, zrušit", "Rezervace je zrušená"),
    "en": ("Cancel the booking", "Leave it", "Yes, cancel", "The booking is cancelled"),
}


def book(desk: DeskSite, seats: int = 4, **changes: object) -> str:
    return inquiry_factory.book(desk.store, seats, NEXT.id, **changes)


def free_places(desk: DeskSite) -> dict[str, int]:
    return httpx.get(f"{desk.url}/workshops.json", trust_env=False, verify=False).json()


@pytest.mark.main
@pytest.mark.parametrize("language", [CZECH, ENGLISH], ids=["cs", "en"])
def test_a_cancelled_booking_is_free_again(guest: Visitor, desk: DeskSite, language: Language) -> None:
    cancel, keep, yes, said = TEXTS[language.code]
    booked = book(desk, language=language.code, email="jana@example.com", name=NAME)
    page = guest.page
    desk.sign_in(page, booked, language)
    expect(page.get_by_role("heading", level=1)).to_have_text(NAME)
    assert free_places(desk)[NEXT.id] == 0
    until(lambda: desk.mailbox.to("jana@example.com"), "the confirmation, which a cancellation would delete")
    page.get_by_role("button", name=cancel).press("Enter")
    expect(page.get_by_role("alertdialog")).to_be_visible()
    expect(page.get_by_role("button", name=keep)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("alertdialog")).to_have_count(0)
    expect(page.locator("#desk button[type=button]").first).to_be_focused()
    page.get_by_role("button", name=cancel).click()
    page.get_by_role("button", name=yes).click()
    expect(page.get_by_role("status").filter(has_text=said)).to_be_visible()
    expect(page.get_by_role("button", name=cancel)).to_have_count(0)
    assert free_places(desk)[NEXT.id] == 4
    until(lambda: len(desk.mailbox.to("jana@example.com")) == 2, "the confirmation and the cancellation")
    assert guest.troubles == []


def test_the_result_has_the_focus_after_a_voucher_is_marked_as_used(guest: Visitor, desk: DeskSite) -> None:
    vouchers, order = Vouchers(desk.store.database), order_voucher(desk.store)
    vouchers.mark_paid(order.number, mailed=False)
    actions.delete(desk.store, str(order.inquiry))
    page = guest.page
    desk.sign_in(page)
    page.fill("#desk-search", str(order.number))
    page.locator("#vouchers summary").click()
    page.get_by_role("button", name="Ano, je uplatněný").press("Enter")
    expect(page.locator("#desk-said")).to_have_text("Poukaz je označený jako uplatněný.")
    expect(page.locator("#desk-said")).to_be_focused()
    assert guest.troubles == []


def test_the_focus_moves_on_if_the_pressed_button_is_gone(guest: Visitor, desk: DeskSite) -> None:
    booked = book(desk)
    page = guest.page
    desk.sign_in(page, booked)
    page.get_by_role("button", name="Potvrdit rezervaci").press("Enter")
    expect(page.locator("#desk-said")).to_contain_text("Rezervace je potvrzená")
    expect(page.get_by_role("button", name="Potvrdit rezervaci")).to_have_count(0)
    expect(page.locator("#desk button[type=button]").first).to_be_focused()
    page.get_by_role("button", name="Smazat", exact=True).press("Enter")
    expect(page.get_by_role("button", name="Nechat být")).to_be_focused()
    page.get_by_role("button", name="Ano, smazat").press("Enter")
    expect(page.locator("#desk-said")).to_contain_text("Smazáno")
    expect(page.locator("#desk-said")).to_be_focused()
    assert guest.troubles == []


def test_a_booking_moves_to_a_date_with_free_places(guest: Visitor, desk: DeskSite) -> None:
    booked = book(desk, seats=3, email="jana@example.com")
    desk.sign_in(guest.page, booked)
    guest.page.locator("#desk summary").click()
    with use(CZECH):
        was, becomes = day(NEXT.day), day(LATER.day)
    guest.page.get_by_role("button", name=becomes).click()
    guest.page.get_by_role("button", name="Ano, přesunout").click()
    expect(guest.page.get_by_role("status").filter(has_text="Rezervace je přesunutá")).to_be_visible()
    expect(guest.page.locator("#desk dl")).to_contain_text(was)
    assert (free_places(desk)[NEXT.id], free_places(desk)[LATER.id]) == (4, 1)
    # Moving a booking also confirms it.
    until(lambda: "Zarezervováno" in str([mail["Subject"] for mail in desk.mailbox.to("jana@example.com")]), "the mail")
    assert guest.troubles == []


def test_the_list_is_filtered_searched_and_paged(guest: Visitor, desk: DeskSite) -> None:
    for number in range(21):
        add_inquiry(desk.store, name=f"Zákazník {number}", what="posters")
    booked = book(desk, name=NAME)
    page, rows = guest.page, guest.page.locator("#inquiries > li")
    desk.sign_in(page)
    expect(rows).to_have_count(20)
    older, position = page.get_by_role("button", name="Starší"), page.get_by_role("status").filter(has_text="Strana")
    older.press("Enter")
    expect(rows).to_have_count(2)
    expect(position).to_have_text(re.compile(r"^Strana 2\b"))
    expect(older).to_be_focused()
    expect(older).to_be_disabled()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Novější").press("Enter")
    expect(position).to_have_text(re.compile(r"^Strana 1\b"))
    older.press("Enter")
    expect(rows).to_have_count(2)
    page.get_by_label("Stav").select_option("held")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text(NAME)
    page.get_by_label("Stav").select_option("all")
    expect(rows).to_have_count(20)
    page.get_by_label("Jméno, e-mail, číslo nebo text").press_sequentially("krizova")
    expect(rows).to_have_count(1)
    rows.get_by_role("link").click()
    page.wait_for_url(desk.address(booked))
    expect(page.get_by_role("heading", level=1)).to_have_text(NAME)
    page.go_back()
    expect(rows).to_have_count(1)
    expect(page.get_by_label("Jméno, e-mail, číslo nebo text")).to_have_value("krizova")
    page.get_by_label("Jméno, e-mail, číslo nebo text").fill("nobody at all")
    expect(page.get_by_text("Nic tu není")).to_be_visible()
    assert guest.troubles == []


def test_actions_are_not_printed(guest: Visitor, desk: DeskSite) -> None:
    page = guest.page
    desk.sign_in(page, book(desk))
    move, question = page.locator("#desk details"), page.get_by_role("alertdialog")
    expect(move).to_be_visible()
    page.emulate_media(media="print")
    expect(move).to_be_hidden()
    page.emulate_media(media="screen")
    page.get_by_role("button", name="Smazat", exact=True).click()
    expect(question).to_be_visible()
    page.emulate_media(media="print")
    expect(question).to_be_hidden()


def test_answers_and_failed_mails(guest: Visitor, desk: DeskSite) -> None:
    id = add_inquiry(desk.store, email="sarka@example.com")
    until(lambda: desk.mailbox.to("sarka@example.com"), "the confirmation")
    until(lambda: all(mail.sent for stored in desk.store.all() for mail in stored.mails), "the record of both mails")
    failed = "UPDATE mails SET due = NULL, sent = NULL, error = 'RCPT: 550' WHERE recipient = 'sender'"
    execute(desk.store.database, failed)
    desk.sign_in(guest.page, id)
    page = guest.page
    expect(page.locator("#mails strong")).to_have_text("neodesláno")
    page.get_by_role("button", name="Poslat znovu").press("Enter")
    expect(page.get_by_role("status").filter(has_text="1 e-mail je na cestě.")).to_be_visible()
    expect(page.get_by_role("button", name="Poslat znovu")).to_be_focused()
    until(lambda: len(desk.mailbox.to("sarka@example.com")) == 2, "the mail")
    page.get_by_role("button", name="Označit jako zodpovězené").press("Enter")
    expect(page.locator("#desk-inquiry-state")).to_contain_text("Zodpovězená")
    expect(page.get_by_role("button", name="Označit jako nezodpovězené")).to_be_focused()
    assert guest.troubles == []


def test_a_stranger_gets_a_404_and_no_socket(guest: Visitor, desk: DeskSite) -> None:
    booked = book(desk, name=NAME)
    for address in (desk.address(), desk.address(booked), desk.address(booked, ENGLISH)):
        answer = guest.page.goto(address)
        assert answer and answer.status == 404 and NAME not in answer.text()
    guest.page.mouse.move(1, 1)
    guest.page.mouse.move(2, 1)
    guest.settle()
    assert guest.sockets == []


def test_the_html_has_no_data_and_public_pages_no_link(guest: Visitor, desk: DeskSite) -> None:
    booked = book(desk, name=NAME)
    desk.sign_in(guest.page, booked)
    answer = guest.page.request.get(desk.address(booked))
    assert answer.status == 200 and NAME not in answer.text() and answer.headers["cache-control"] == "no-store"
    for path in ("/", "/contact", "/robots.txt", "/sitemap.xml", "/manifest.webmanifest", "/offline"):
        assert "/desk" not in guest.page.request.get(desk.url + path).text(), path


def test_signing_out_removes_the_desk_from_every_tab(guest: Visitor, desk: DeskSite) -> None:
    booked = book(desk, name=NAME)
    page = guest.page
    desk.sign_in(page, booked)
    other = page.context.new_page()
    other.goto(desk.address(booked))
    expect(other.locator("#mails")).to_be_visible()
    page.get_by_role("button", name="Odhlásit se", exact=True).click()
    page.wait_for_url(f"{desk.url}/desk/sign-in")
    expect(other.locator("#desk")).to_have_attribute("data-access", "out")
    assert NAME not in other.content()
    answer = other.reload()
    assert answer and answer.status == 404
    page.go_back()
    expect(page.get_by_role("heading", level=1)).not_to_have_text(NAME)
    assert NAME not in page.content()


def test_a_restarted_server_loses_neither_session_nor_action(guest: Visitor, desk: DeskSite) -> None:
    booked = book(desk, name=NAME)
    page = guest.page
    desk.sign_in(page, booked)
    with desk.server.stopped():
        expect(page.get_by_role("status").filter(has_text="Spojení s dílnou se přerušilo")).to_be_visible()
        expect(page.get_by_role("heading", level=1)).to_have_text(NAME)
        page.get_by_role("button", name="Označit jako zodpovězené").click()
    expect(page.locator("#desk-inquiry-state")).to_contain_text("Zodpovězená", timeout=40_000)
    expect(page.get_by_text("Spojení s dílnou se přerušilo")).to_have_count(0)


def test_no_cache_has_the_desk(browser: Browser, desk: DeskSite) -> None:
    booked = book(desk, name=NAME)
    with visitor(browser, worker=True) as guest:
        guest.opens(f"{desk.url}/about")
        guest.until("navigator.serviceWorker.ready")
        desk.sign_in(guest.page, booked)
        guest.page.goto(desk.address())
        expect(guest.page.locator("#inquiries")).to_contain_text(NAME)
        found = cached_texts(guest)
        assert found, "the site is precached"
        assert [url for url, text in found.items() if "/desk" in url.split("/_next/")[0] or NAME in text] == []
        assert NAME not in json.dumps(guest.page.evaluate("({ ...localStorage, ...sessionStorage })"))


@pytest.mark.parametrize("language", [CZECH, ENGLISH], ids=["cs", "en"])
def test_the_pages_are_accessible_on_every_screen(guest: Visitor, desk: DeskSite, language: Language) -> None:
    guest.page.add_init_script(path=AXE)
    booked = book(desk, name=NAME * 2, email=f"{'velmi-dlouha-adresa' * 3}@example.com")
    page = guest.page
    desk.sign_in(page, booked, language)
    add_inquiry(desk.store, PDF)
    for path in (desk.address(booked, language), desk.address("", language), f"{desk.url}/desk/sign-in"):
        page.goto(path)
        if "sign-in" not in path:
            expect(page.locator("#mails, #places")).to_be_visible()
        for window in (PHONE, DESK):
            page.set_viewport_size(window)
            assert page.evaluate("document.documentElement.scrollWidth") <= window["width"], (path, window)
        assert [*violations(page, PHONE, DESK)] == [], path
