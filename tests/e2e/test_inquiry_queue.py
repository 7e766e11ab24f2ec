"""Inquiries wait in the browser while the visitor is offline. Later, the visitor sees the result of each inquiry."""

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserType, Error, FilePayload, Page, expect

from tests.fakes.loopback import free_port
from tests.support.accessibility import AXE, violations
from tests.support.chromium import ARGUMENTS, executable
from tests.support.engines.steps import GO_OFFLINE
from tests.support.inquiries import FAST_CLOCK, FILLED, PDF, QUEUE, InquirySite, contents_of, until
from tests.support.inquiry_form import (
    PLATE,
    WRONG_FILE,
    element,
    fill_in,
    go_offline,
    go_online,
    open_form,
    problem,
    submit,
    wait_for_form_script,
)
from tests.support.layout import DelayedRequests
from tests.support.proxy import Proxy, proxied
from tests.support.service_worker import install_offline_site, prepend_to_worker
from tests.support.visitor import Visitor, visitor

pytestmark = pytest.mark.mostly_nightly

WITHOUT_SYNC = "delete ServiceWorkerRegistration.prototype.sync; delete self.SyncManager"
ENTRIES = QUEUE % "entries.getAll()"
REPLACE_ENTRIES = f"""(ids) => {{
    localStorage.setItem("inquiries", "yes");
    const answered = {{ what: "other", created: Date.now(), answered: Date.now(), state: "answered" }};
    const put = (entries, id) => entries.put({{ id, ...answered, outcome: {{ state: "refused" }} }}, id);
    return {QUEUE % "(entries.clear(), ids.map((id) => put(entries, id)).at(-1))"};
}}"""


def sync(guest: Visitor, site: str, tag: str = "inquiries") -> None:
    context = guest.page.context
    page = context.new_page()
    page.goto(f"{site}/en/contact")
    registrations: list[str] = []
    devtools = context.new_cdp_session(page)
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(each["registrationId"] for each in event["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    while not registrations:
        page.wait_for_timeout(20)
    event = {"origin": site, "registrationId": registrations[0], "tag": tag, "lastChance": False}
    devtools.send("ServiceWorker.dispatchSyncEvent", event)
    page.close()


def entries(page: Page) -> list[dict]:
    return page.evaluate(ENTRIES)


def outcomes(page: Page):
    return page.locator("#inquiry-outcomes > li")


def send_offline(page: Page, *files: FilePayload, **values: str) -> None:
    fill_in(page, **values)
    element(page, "files").set_input_files(list(files))
    submit(page)
    expect(element(page, "state")).to_contain_text("waits in this browser")


def leave_waiting_inquiry(guest: Visitor, proxy: Proxy, file: FilePayload) -> None:
    go_offline(guest.page, proxy)
    open_form(guest, f"{proxy.url}/en/inquiry")
    send_offline(guest.page, file)
    guest.page.close()
    go_online(guest.page, proxy)


def new_tab(guest: Visitor) -> Visitor:
    return Visitor(guest.page.context.new_page())


@pytest.fixture
def proxy(inquiry_site: InquirySite) -> Iterator[Proxy]:
    with proxied(inquiry_site.url) as proxy:
        yield proxy


@pytest.fixture
def guest(browser: Browser, proxy: Proxy) -> Iterator[Visitor]:
    with visitor(browser, worker=True, locale="en-GB") as guest:
        guest.page.context.add_init_script(FAST_CLOCK)
        install_offline_site(guest, f"{proxy.url}/en/contact")
        yield guest


def assert_shown_once(guest: Visitor, url: str, text: str) -> None:
    open_form(guest, url)
    expect(outcomes(guest.page)).to_have_count(1)
    expect(outcomes(guest.page)).to_contain_text(text)
    guest.poll(lambda: entries(guest.page) == [], "the entry to be removed")
    open_form(guest, url)
    guest.page.wait_for_timeout(500)  # an unwanted result would appear within 250 ms
    expect(outcomes(guest.page)).to_have_count(0)


@pytest.mark.main
def test_an_offline_inquiry_is_sent_after_the_tab_was_closed(
    guest: Visitor, proxy: Proxy, inquiry_site: InquirySite
) -> None:
    url = f"{proxy.url}/en/inquiry"
    leave_waiting_inquiry(guest, proxy, PLATE)
    sync(guest, proxy.url)
    until(inquiry_site.stored, "the inquiry")
    [stored] = inquiry_site.stored()
    assert contents_of(stored.files[0]) == PDF
    again = new_tab(guest)
    text = f"Your enquiry from today about business cards has arrived. Its reference is {stored.inquiry.reference}."
    assert_shown_once(again, url, text)
    expect(element(again.page, "name")).to_have_value("")


def test_a_refused_offline_inquiry_returns_to_the_form(guest: Visitor, proxy: Proxy, inquiry_site: InquirySite) -> None:
    leave_waiting_inquiry(guest, proxy, WRONG_FILE)
    sync(guest, proxy.url)
    last = new_tab(guest)
    last.reads(f"{proxy.url}/en/contact")
    last.until(f"{ENTRIES}.then(([entry]) => entry?.outcome?.state === 'refused')")
    last.opens(f"{proxy.url}/en/contact")
    notice = last.page.get_by_role("status").filter(has_text="An enquiry of yours was refused")
    last.page.evaluate("window.isSameDocument = true")
    notice.get_by_role("link", name="See why").click()
    last.page.wait_for_url("**/en/inquiry")
    wait_for_form_script(last)
    assert last.page.evaluate("window.isSameDocument"), "a page load would lose a queue in memory"
    expect(outcomes(last.page)).to_contain_text("Your enquiry from today about business cards was refused.")
    expect(notice).to_have_count(0)
    expect(problem(last.page, "files")).to_be_visible()
    for name, value in FILLED.items():
        expect(element(last.page, name)).to_have_value(value)
    assert last.page.evaluate("document.querySelector('#inquiry-files').files[0].name") == "plate.pdf"
    assert inquiry_site.stored() == []


def test_without_a_service_worker_lost_inquiries_are_announced_until_the_notice_is_closed(
    browser: Browser, site: str
) -> None:
    with visitor(browser, locale="en-GB") as guest:
        guest.reads(f"{site}/en/contact")
        notice = guest.page.get_by_role("status").filter(has_text="An enquiry of yours was refused")
        for lost in ("one two", "three two"):
            guest.page.evaluate(REPLACE_ENTRIES, lost.split())
            guest.opens(f"{site}/en/contact")
            notice.get_by_role("button", name="Close").click()
            expect(notice).to_have_count(0)
        guest.page.evaluate(REPLACE_ENTRIES, ["two"])
        guest.opens(f"{site}/en/contact")
        guest.until("__START.lostInquiries === 'two'")
        guest.page.evaluate(GO_OFFLINE)
        # This notice is visible only if there is no notice about inquiries, which has priority.
        expect(guest.page.get_by_role("status").filter(has_text="You’re offline.")).to_be_visible()


def test_each_of_several_outcomes_is_shown(guest: Visitor, proxy: Proxy, inquiry_site: InquirySite) -> None:
    page = guest.page
    page.add_init_script(path=AXE)
    go_offline(page, proxy)
    open_form(guest, f"{proxy.url}/en/inquiry")
    send_offline(page, WRONG_FILE, message="The first")
    element(page, "clear").click()
    send_offline(page, what="invitations", message="The second")
    element(page, "clear").click()
    fill_in(page, what="posters", message="The third")
    go_online(page, proxy)
    arrived = (
        outcomes(page)
        .filter(has_text="about invitations has arrived")
        .or_(page.locator("#inquiry-state", has_text="has arrived"))
    )
    expect(arrived).to_be_visible()
    refused = outcomes(page).filter(has_text="about business cards was refused")
    expect(refused).to_be_visible()
    assert list(violations(page)) == []
    assert [each.inquiry.message for each in inquiry_site.stored()] == ["The second"]
    refused.locator("summary").click()
    expect(refused.locator("dl")).to_contain_text("The first")
    refused.get_by_role("button", name="Put it back").click()
    expect(refused).to_contain_text("something else in the form")
    expect(element(page, "message")).to_have_value("The third")
    element(page, "clear").click()
    refused.get_by_role("button", name="Put it back").click()
    expect(element(page, "message")).to_have_value("The first")
    expect(problem(page, "files")).to_be_visible()
    expect(refused).to_have_count(0)
    expect(element(page, "files")).to_be_focused()
    guest.poll(lambda: entries(page) == [], "the entries to be removed")


def test_without_background_sync_an_inquiry_is_sent_on_the_next_visit(
    browser: Browser, proxy: Proxy, inquiry_site: InquirySite
) -> None:
    with visitor(browser, worker=True, locale="en-GB") as guest:
        page = guest.page
        page.context.add_init_script(FAST_CLOCK)
        page.context.add_init_script(WITHOUT_SYNC)
        prepend_to_worker(guest, proxy.url, WITHOUT_SYNC)
        install_offline_site(guest, f"{proxy.url}/en/contact")
        [worker] = page.context.service_workers
        assert not any(each.evaluate("'sync' in ServiceWorkerRegistration.prototype") for each in (page, worker))
        leave_waiting_inquiry(guest, proxy, PLATE)
        new_tab(guest).reads(f"{proxy.url}/en/contact")
        until(inquiry_site.stored, "the inquiry")


OLD = """
    async ([site, fields, brokenHeaders]) => {
        const data = new FormData();
        for (const [name, value] of Object.entries(fields)) data.append(name, value);
        data.append("id", "7a3f0e3e-6a57-4ad0-9a57-2f6c1d9d0b11");
        data.append("files", new File(["%PDF-1.7 old"], "old.pdf", { type: "application/pdf" }));
        const request = new Request(`${site}/en/inquiries`, { method: "POST", body: data });
        const headers = { ...Object.fromEntries(request.headers), accept: "application/json", ...brokenHeaders };
        const requestData = { url: request.url, method: "POST", headers, body: await request.arrayBuffer() };
        const opening = indexedDB.open("workbox-background-sync", 3);
        opening.onupgradeneeded = () => {
            const store = opening.result.createObjectStore("requests", { autoIncrement: true, keyPath: "id" });
            store.createIndex("queueName", "queueName", { unique: false });
        };
        await new Promise((done) => { opening.onsuccess = done; });
        const adding = opening.result.transaction("requests", "readwrite");
        adding.objectStore("requests").add({ queueName: "inquiries", timestamp: Date.now() - 3600e3, requestData });
        await new Promise((done) => { adding.oncomplete = done; });
        opening.result.close();
    }
"""
"""JavaScript that stores an inquiry in the format of an earlier release."""
OLD_TYPES = """new Promise((done) => {
    const opening = indexedDB.open("workbox-background-sync");
    opening.onsuccess = () => {
        const asked = opening.result.transaction("requests").objectStore("requests").getAll();
        asked.onsuccess = () => {
            opening.result.close();
            done(asked.result.map(({ requestData }) => requestData.headers["content-type"].split(";")[0]));
        };
    };
})"""


def test_an_entry_of_a_former_version_is_sent(guest: Visitor, proxy: Proxy, inquiry_site: InquirySite) -> None:
    guest.page.evaluate(OLD, [proxy.url, FILLED, {}])
    sync(guest, proxy.url, "workbox-background-sync:inquiries")
    until(inquiry_site.stored, "the inquiry")
    [stored] = inquiry_site.stored()
    assert stored.inquiry.message == FILLED["message"]
    assert contents_of(stored.files[0]) == b"%PDF-1.7 old"
    assert_shown_once(guest, f"{proxy.url}/en/inquiry", "about business cards has arrived")


def test_a_broken_entry_of_a_former_version_stays_and_does_not_stop_others(
    guest: Visitor, proxy: Proxy, inquiry_site: InquirySite
) -> None:
    guest.page.evaluate(OLD, [proxy.url, FILLED, {"content-type": "text/plain"}])
    guest.page.evaluate(OLD, [proxy.url, FILLED, {}])
    sync(guest, proxy.url)
    until(inquiry_site.stored, "the inquiry")
    until(lambda: guest.page.evaluate(OLD_TYPES) == ["text/plain"], "the deletion of the entry that was moved")


def test_the_form_has_the_focus_after_the_row_with_the_focus_is_gone(
    writer: Visitor, inquiry_site: InquirySite
) -> None:
    page = writer.page
    open_form(writer, f"{inquiry_site.url}/en/inquiry")
    fill_in(page)
    page.context.route("**/inquiries", lambda route: route.abort("connectionreset"))
    submit(page)
    expect(element(page, "state")).to_contain_text("waits in this browser")
    other = new_tab(writer)
    open_form(other, f"{inquiry_site.url}/en/inquiry")
    stop = outcomes(other.page).get_by_role("button", name="Don’t send it")
    stop.focus()
    expect(stop).to_be_focused()
    page.context.unroute("**/inquiries")
    expect(stop).to_have_count(0)
    expect(element(other.page, "what")).to_be_focused()
    until(inquiry_site.stored, "the inquiry")


def test_an_inquiry_arrives_once_after_the_browser_was_killed(
    browser: Browser, inquiry_site: InquirySite, tmp_path: Path
) -> None:
    with chromium(browser, tmp_path) as (process, guest):
        open_form(guest, f"{inquiry_site.url}/en/inquiry")
        fill_in(guest.page)
        element(guest.page, "files").set_input_files([PLATE])
        held = DelayedRequests(guest, "**/inquiries")
        submit(guest.page)
        held.wait()
        process.kill()
    assert inquiry_site.stored() == []
    with chromium(browser, tmp_path) as (_, again):
        assert_shown_once(again, f"{inquiry_site.url}/en/inquiry", "about business cards has arrived")
    [stored] = inquiry_site.stored()
    assert contents_of(stored.files[0]) == PDF


@contextmanager
def chromium(browser: Browser, profile: Path) -> Iterator[tuple[subprocess.Popen[bytes], Visitor]]:
    """Starts a browser that the test can kill."""
    port = free_port()
    program = executable() or browser.browser_type.executable_path
    options = [*ARGUMENTS, "--headless=new", f"--remote-debugging-port={port}", f"--user-data-dir={profile}"]
    with subprocess.Popen([program, *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            [context] = connected(browser.browser_type, port).contexts
            context.add_init_script(FAST_CLOCK)
            yield process, Visitor(context.new_page())
        finally:
            process.kill()


def connected(kind: BrowserType, port: int) -> Browser:
    for _ in range(100):
        try:
            return kind.connect_over_cdp(f"http://127.0.0.1:{port}")
        except Error:  # the browser is still starting
            time.sleep(0.2)
    raise AssertionError("the browser did not start")
