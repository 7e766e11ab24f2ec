"""The inquiry in a browser: with and without JavaScript, with and without a network (issue 20)."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, FilePayload, Page, expect

from app.i18n import use
from app.i18n.formats import price
from app.inquiries.form import MAX_BYTES
from app.routes import url_for
from tests.support.inquiries import FASTER, FILLED, PDF, Desk, taking, until
from tests.support.judges import AXE, DESK, PHONE, judged, tab_stops
from tests.support.keeping import keeps_the_site, with_first
from tests.support.languages import CZECH, ENGLISH
from tests.support.proxy import Proxy, proxied
from tests.support.visitor import Visitor, visitor

SYNC = "workbox-background-sync:inquiries"
"""The tag under which the worker waits for the network."""
WITHOUT_SYNC = "delete ServiceWorkerRegistration.prototype.sync; delete self.SyncManager"
"""A script that makes a browser, or its worker, one that knows no Background Sync."""
RIGHT_FILE: FilePayload = {"name": "plate.pdf", "mimeType": "application/pdf", "buffer": PDF}
WRONG_FILE: FilePayload = {"name": "plate.pdf", "mimeType": "application/pdf", "buffer": b"no document"}


@pytest.fixture(scope="module")
def site_with_desk(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with taking(tmp_path_factory.mktemp("desk")) as desk:
        yield desk


@pytest.fixture
def desk(site_with_desk: Desk) -> Desk:
    site_with_desk.clear()
    return site_with_desk


@pytest.fixture
def writer(browser: Browser) -> Iterator[Visitor]:
    """A visitor who takes the time that writing takes."""
    with visitor(browser) as guest:
        guest.page.add_init_script(FASTER)
        yield guest


def write(page: Page, **values: str) -> None:
    """Fills in the form."""
    for name, value in (FILLED | values).items():
        field = page.locator(f"#inquiry-{name}")
        if name in ("what", "colours", "paper"):
            field.select_option(value)
        else:
            field.fill(value)


def enhanced(guest: Visitor, url: str) -> None:
    """Opens the form and waits for its script."""
    guest.reads(url)
    enhanced_here(guest)


def enhanced_here(guest: Visitor) -> None:
    """Acts on the form that is open and waits for its script."""
    guest.acts()
    guest.until("document.getElementById('inquiry-form')?.noValidate")


def problem(page: Page, name: str):
    return page.locator(f"#inquiry-{name}-problem")


def sync(context: BrowserContext, url: str) -> None:
    """Has the browser notice that the network is back, as it does by itself where that is not played. `url` is that of
    another page of the site."""
    page = context.new_page()
    page.goto(url)
    registrations: list[str] = []
    devtools = context.new_cdp_session(page)
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registrations.extend(each["registrationId"] for each in told["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    while not registrations:
        page.wait_for_timeout(20)
    origin = "/".join(url.split("/")[:3])
    event = {"origin": origin, "registrationId": registrations[0], "tag": SYNC, "lastChance": False}
    devtools.send("ServiceWorker.dispatchSyncEvent", event)
    page.close()


def test_without_javascript(browser: Browser, desk: Desk) -> None:
    """In the language whose pages have a prefix; `tests/inquiries/test_reception.py` has both."""
    language = ENGLISH
    with visitor(browser, java_script_enabled=False) as guest:
        page = guest.page
        page.goto(desk.url + url_for("inquiry", language))
        write(page, name="<b>Jana</b>", pieces="none", email="jana@example.com")
        page.locator("button[type=submit]").click()
        expect(problem(page, "pieces")).to_be_visible()
        expect(page.locator("#inquiry-pieces")).to_have_value("none")
        expect(page.locator("#inquiry-pieces")).to_be_focused()
        expect(page.locator("#inquiry-name")).to_have_value("<b>Jana</b>")
        expect(page.locator("#inquiry-colours")).to_have_value("2")
        expect(page.locator("#inquiry-message")).to_have_value(FILLED["message"])
        assert page.locator("html").get_attribute("lang") == language.code
        page.locator("#inquiry-pieces").fill("200")
        page.locator("button[type=submit]").click()
        page.wait_for_url(f"**{url_for('inquiry-thanks', language)}")
    [kept] = desk.kept()
    assert (kept.inquiry.name, kept.inquiry.message) == ("<b>Jana</b>", FILLED["message"])
    until(lambda: len(desk.mailbox.mails) == 2, "both mails")


def test_a_link_fills_the_form_in_without_javascript(browser: Browser, desk: Desk) -> None:
    with visitor(browser, java_script_enabled=False) as guest:
        guest.page.goto(f"{desk.url}/en/pricing/business")
        guest.page.locator("main a[href^='/en/inquiry?']").click()
        expect(guest.page.locator("#inquiry-what")).to_have_value("cards")
        expect(guest.page.locator("#inquiry-pieces")).to_have_value("200")


def test_what_is_too_large_without_javascript_is_one_step_back(browser: Browser, desk: Desk, tmp_path: Path) -> None:
    large = tmp_path / "plate.pdf"
    large.write_bytes(PDF)
    os.truncate(large, MAX_BYTES)
    with visitor(browser, java_script_enabled=False) as guest:
        page = guest.page
        page.goto(f"{desk.url}/en/inquiry?what=posters")
        write(page)
        page.locator("#inquiry-files").set_input_files(large)
        page.locator("button[type=submit]").click()
        expect(page.locator("#inquiry-reason")).to_contain_text("too large")
        page.go_back()
        for name, value in FILLED.items():
            expect(page.locator(f"#inquiry-{name}")).to_have_value(value)


def test_a_link_fills_the_form_in_and_the_estimate_is_there(writer: Visitor, desk: Desk) -> None:
    page = writer.page
    writer.opens(desk.url + url_for("pricing", CZECH))
    page.locator("main a[href*='what=posters']").click()
    writer.until("document.getElementById('inquiry-form')?.noValidate")
    with use(CZECH):
        expect(page.locator("#inquiry-estimate")).to_contain_text(price(12900))
    expect(page.locator("#inquiry-parts li")).to_have_count(2)
    page.locator("#inquiry-what").select_option("other")
    expect(page.locator("#inquiry-estimate")).to_be_empty()
    for name in ("paper", "workshop"):
        expect(page.locator(f"#inquiry-{name}")).to_be_hidden()
    page.locator("#inquiry-what").select_option("workshop")
    expect(page.locator("#inquiry-workshop")).to_be_visible()
    assert writer.troubles == []


def test_what_is_wrong_is_said_beside_each_field(writer: Visitor, desk: Desk) -> None:
    """In Czech, whose words are the longer ones."""
    page = writer.page
    page.add_init_script(path=AXE)
    page.set_viewport_size(PHONE)
    enhanced(writer, desk.url + url_for("inquiry", CZECH))
    assert list(judged(page)) == []
    page.locator("#inquiry-by").fill("2020-01-01")
    page.locator("#inquiry-files").set_input_files(
        [{"name": f"{n}.pdf", "mimeType": "", "buffer": PDF} for n in "1234"]
    )
    page.locator("button[type=submit]").click()
    for name in ("pieces", "by", "name", "email", "files"):
        expect(problem(page, name)).to_be_visible()
        assert page.locator(f"#inquiry-{name}").get_attribute("aria-invalid") == "true"
    expect(page.locator("#inquiry-pieces")).to_be_focused()
    page.locator("#inquiry-what").select_option("other")
    page.locator("button[type=submit]").click()
    expect(problem(page, "message")).to_be_visible()
    assert list(judged(page)) == []
    page.locator("#inquiry-name").fill("Jana")
    expect(problem(page, "name")).to_be_hidden()
    assert desk.kept() == []


def test_what_the_server_refuses_is_said_too(writer: Visitor, desk: Desk) -> None:
    page = writer.page
    enhanced(writer, f"{desk.url}/en/inquiry")
    write(page)
    page.locator("#inquiry-files").set_input_files([{"name": "a.pdf", "mimeType": "", "buffer": b"no document"}])
    page.locator("button[type=submit]").click()
    expect(problem(page, "files")).to_be_visible()
    expect(page.locator("#inquiry-reason")).to_be_visible()
    assert desk.kept() == []


def test_sent_with_the_keyboard_and_a_file(writer: Visitor, desk: Desk) -> None:
    page = writer.page
    page.set_viewport_size(DESK)
    enhanced(writer, f"{desk.url}/en/inquiry")
    assert [name for seen, name in tab_stops(page) if not seen] == []
    write(page)
    page.locator("#inquiry-files").set_input_files([{"name": "plate.pdf", "mimeType": "", "buffer": PDF}])
    page.locator("#inquiry-email").press("Enter")
    [kept] = _arrived(page, desk)
    assert [file.path.read_bytes() for file in kept.files] == [PDF]
    until(lambda: len(desk.mailbox.mails) == 2, "both mails")
    [attachment] = next(iter(desk.mailbox.to("studio@otisk.test"))).iter_attachments()
    assert attachment.get_content() == PDF
    assert page.evaluate("localStorage.getItem('inquiry')") is None
    assert writer.troubles == []


def _arrived(page: Page, desk: Desk):
    kept = desk.kept
    until(kept, "the inquiry")
    expect(page.locator("#inquiry-state")).to_contain_text(kept()[0].inquiry.reference)
    return kept()


def test_a_draft_survives_a_reload_and_can_be_cleared(writer: Visitor, desk: Desk) -> None:
    page = writer.page
    enhanced(writer, f"{desk.url}/inquiry")
    write(page)
    enhanced(writer, f"{desk.url}/inquiry")
    for name, value in FILLED.items():
        expect(page.locator(f"#inquiry-{name}")).to_have_value(value)
    page.locator("#inquiry-clear").click()
    expect(page.locator("#inquiry-name")).to_have_value("")
    enhanced(writer, f"{desk.url}/inquiry")
    expect(page.locator("#inquiry-name")).to_have_value("")
    expect(page.locator("#inquiry-clear")).to_be_hidden()


def test_sending_waits_for_the_network_where_there_is_no_worker(writer: Visitor, desk: Desk) -> None:
    page = writer.page
    enhanced(writer, f"{desk.url}/en/inquiry")
    write(page)
    page.context.set_offline(True)
    page.locator("button[type=submit]").click()
    expect(page.locator("#inquiry-state")).to_contain_text("no network")
    page.context.set_offline(False)
    assert len(_arrived(page, desk)) == 1


def cuts(page: Page, proxy: Proxy) -> None:
    """Takes the network away."""
    page.context.set_offline(True)
    proxy.cut()


def mends(page: Page, proxy: Proxy) -> None:
    """Gives it back."""
    proxy.mend()
    page.context.set_offline(False)


def waits(guest: Visitor) -> None:
    """Sends the form, which is to wait, and leaves."""
    guest.page.locator("button[type=submit]").click()
    expect(guest.page.locator("#inquiry-state")).to_contain_text("waits in this browser")
    guest.page.close()


def refused(page: Page) -> None:
    """What was typed is there again, with what is wrong of it."""
    expect(problem(page, "files")).to_be_visible()
    expect(page.locator("#inquiry-reason")).to_be_visible()
    expect(page.locator("#inquiry-state")).to_be_empty()
    for name, value in FILLED.items():
        expect(page.locator(f"#inquiry-{name}")).to_have_value(value)


def has_waited(guest: Visitor, proxy: Proxy, file: FilePayload) -> None:
    """An inquiry was sent without a network, which is back."""
    cuts(guest.page, proxy)
    enhanced(guest, f"{proxy.url}/en/inquiry")
    write(guest.page)
    guest.page.locator("#inquiry-files").set_input_files([file])
    waits(guest)
    mends(guest.page, proxy)


def test_written_offline_it_arrives_after_the_tab_is_closed(browser: Browser, desk: Desk) -> None:
    """And what is refused then is there again."""
    with proxied(desk.url) as proxy, visitor(browser, worker=True) as guest:
        context = guest.page.context
        context.add_init_script(FASTER)
        keeps_the_site(guest, f"{proxy.url}/en/contact")
        has_waited(guest, proxy, RIGHT_FILE)
        sync(context, f"{proxy.url}/en/contact")
        until(desk.kept, "the inquiry")
        [kept] = desk.kept()
        assert kept.files[0].path.read_bytes() == PDF
        again = Visitor(context.new_page())
        enhanced(again, f"{proxy.url}/en/inquiry")
        expect(again.page.locator("#inquiry-state")).to_contain_text(kept.inquiry.reference)
        expect(again.page.locator("#inquiry-name")).to_have_value("")

        has_waited(again, proxy, WRONG_FILE)
        sync(context, f"{proxy.url}/en/contact")
        last = Visitor(context.new_page())
        last.reads(f"{proxy.url}/en/contact")
        last.until("caches.match('/inquiry-outcome')")
        enhanced(last, f"{proxy.url}/en/inquiry")
        refused(last.page)
        assert [each.inquiry.id for each in desk.kept()] == [kept.inquiry.id]


def test_sent_before_the_page_listens_it_is_told_once(browser: Browser, desk: Desk) -> None:
    """Its script is fetched when the visitor acts; what has become of the inquiry is known before."""
    with proxied(desk.url) as proxy, visitor(browser, worker=True) as guest:
        guest.page.context.add_init_script(FASTER)
        keeps_the_site(guest, f"{proxy.url}/en/contact")
        has_waited(guest, proxy, RIGHT_FILE)
        again = Visitor(guest.page.context.new_page())
        again.reads(f"{proxy.url}/en/inquiry")
        sync(guest.page.context, f"{proxy.url}/en/contact")
        again.until("caches.match('/inquiry-outcome')")
        enhanced_here(again)
        [kept] = desk.kept()
        expect(again.page.locator("#inquiry-state")).to_contain_text(kept.inquiry.reference)
        again.until("caches.match('/inquiry-outcome').then((known) => !known)")


def test_without_background_sync_it_is_sent_on_the_next_visit(browser: Browser, desk: Desk) -> None:
    with proxied(desk.url) as proxy, visitor(browser, worker=True) as guest:
        page = guest.page
        page.context.add_init_script(FASTER)
        page.context.add_init_script(WITHOUT_SYNC)
        with_first(guest, proxy.url, WITHOUT_SYNC)
        keeps_the_site(guest, f"{proxy.url}/en/contact")
        [worker] = page.context.service_workers
        assert not any(each.evaluate("'sync' in ServiceWorkerRegistration.prototype") for each in (page, worker))
        has_waited(guest, proxy, WRONG_FILE)
        second = Visitor(page.context.new_page())
        enhanced(second, f"{proxy.url}/en/inquiry")
        refused(second.page)
        cuts(page, proxy)
        waits(second)
        assert desk.kept() == []
        mends(page, proxy)
        third = Visitor(page.context.new_page())
        enhanced(third, f"{proxy.url}/en/inquiry")
        _arrived(third.page, desk)
