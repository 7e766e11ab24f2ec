"""The first action on a page with state loads the application, and the first event connects to Reflex. No event is
lost.
"""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from app.http.export import SITE
from app.i18n import Language
from app.routes import Place
from tests.support.builds import build_id
from tests.support.layout import DelayedRequests
from tests.support.pages import SHOWN
from tests.support.service_worker import install_offline_site, prepend_to_worker
from tests.support.state_site import StateSite
from tests.support.visitor import HYDRATED, MAIN, Visitor, act_while_parsing, visitor

pytestmark = pytest.mark.nightly

LOST = {"cs": "Spojení s dílnou se přerušilo", "en": "The connection to the press room is lost"}
RECONNECT_MS = 20_000
"""The maximum time in ms until a page reconnects. Socket.IO pauses for up to five seconds between attempts."""


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).first.click()


def test_a_page_is_a_document_until_its_visitor_acts(
    guest: Visitor, stateful_site: StateSite, language: Language
) -> None:
    guest.reads(f"{stateful_site.url}{language.prefix}/counter")
    page = guest.page
    assert [page.locator(f"#{name}").inner_text() for name in ("count", "doubled")] == ["0", "0"]
    guest.settle()
    assert guest.sockets == [] and not [url for url in guest.requests if "/chunks/" in url]
    guest.acts()
    guest.settle()
    assert guest.sockets == [], "only an event needs the server"
    press(page, "+")
    expect(page.locator("#count")).to_have_text("1")
    expect(page.locator("#doubled")).to_have_text("2")
    press(page, "−")
    press(page, "−")
    expect(page.locator("#count")).to_have_text("-1")
    assert len(guest.sockets) == 1 and guest.troubles == []


def test_a_reloaded_page_shows_its_state_at_the_first_act(guest: Visitor, stateful_site: StateSite) -> None:
    page = guest.page
    guest.opens(f"{stateful_site.url}/en/counter")
    press(page, "+")
    expect(page.locator("#count")).to_have_text("1")
    page.reload()
    expect(page.locator("#count")).to_have_text("0")
    guest.acts()
    expect(page.locator("#count")).to_have_text("1")
    press(page, "+")
    expect(page.locator("#count")).to_have_text("2")
    assert guest.troubles == []


def test_acts_before_the_application_are_repeated(guest: Visitor, stateful_site: StateSite) -> None:
    application = DelayedRequests(guest, MAIN)
    guest.reads(f"{stateful_site.url}/en/counter")
    for _ in range(3):
        press(guest.page, "+")
    expect(guest.page.locator("#count")).to_have_text("0")
    application.end()
    expect(guest.page.locator("#count")).to_have_text("3")
    assert guest.troubles == []


CLICKS_BEFORE_EFFECTS = """
    const dispatch = dispatchEvent;
    window.dispatchEvent = (event) => {
        if (event.type === "app:hydrated") document.querySelector("main button:nth-of-type(2)").click();
        return dispatch.call(window, event);
    };
"""
"""JavaScript that presses “+” after React has hydrated the page, but before React runs effects."""


def test_an_act_at_the_end_of_hydration_happens_once(guest: Visitor, stateful_site: StateSite) -> None:
    guest.page.add_init_script(CLICKS_BEFORE_EFFECTS)
    guest.opens(f"{stateful_site.url}/en/counter")
    expect(guest.page.locator("#count")).to_have_text("1")
    press(guest.page, "−")
    expect(guest.page.locator("#count")).to_have_text("0")
    guest.settle()
    assert guest.page.locator("#count").inner_text() == "0" and guest.troubles == []


def test_what_is_typed_before_the_application_is_kept(guest: Visitor, stateful_site: StateSite) -> None:
    application = DelayedRequests(guest, MAIN)
    guest.reads(f"{stateful_site.url}/en/todo")
    page = guest.page
    page.fill("#note", "call the mill")
    page.fill("#item", "Order ink")
    page.press("#item", "Enter")
    assert page.url == f"{stateful_site.url}/en/todo", "the browser has not sent the form"
    application.end()
    expect(page.locator("#noted")).to_have_text("call the mill")
    expect(page.locator("#items")).to_contain_text("Order ink")
    expect(page.locator("#note")).to_have_value("call the mill")
    assert guest.troubles == []


def test_what_is_typed_before_any_script_is_kept(guest: Visitor, stateful_site: StateSite) -> None:
    page = guest.page
    act_while_parsing(page, "note", "value = 'call the mill'")
    guest.reads(f"{stateful_site.url}/en/todo")
    expect(page.locator("#noted")).to_have_text("call the mill")
    expect(page.locator("#note")).to_have_value("call the mill")
    assert guest.troubles == []


def test_typing_into_a_controlled_field_loses_nothing(guest: Visitor, stateful_site: StateSite) -> None:
    page = guest.page
    guest.opens(f"{stateful_site.url}/en/todo")
    # Type slowly, so that replies arrive while the visitor types.
    page.locator("#note").press_sequentially("call the mill", delay=40)
    expect(page.locator("#noted")).to_have_text("call the mill")
    expect(page.locator("#note")).to_have_value("call the mill")
    assert guest.troubles == []


def test_a_list_and_a_form(guest: Visitor, stateful_site: StateSite, language: Language) -> None:
    guest.opens(f"{stateful_site.url}{language.prefix}/todo")
    page = guest.page
    page.fill("#item", "Sweep")
    page.press("#item", "Enter")
    expect(page.locator("#items li")).to_have_count(2)
    expect(page.locator("#item")).to_have_value("")
    page.press("#item", "Enter")
    expect(page.locator("#problem")).not_to_be_empty()
    page.locator("#items button").first.click()
    expect(page.locator("#items li")).to_have_count(1)
    expect(page.locator("#items")).to_contain_text("Sweep")
    assert guest.troubles == []


def test_a_stored_variable_is_restored(guest: Visitor, stateful_site: StateSite) -> None:
    guest.opens(f"{stateful_site.url}/en/counter")
    press(guest.page, "10")
    press(guest.page, "+")
    expect(guest.page.locator("#count")).to_have_text("10")
    guest.page.evaluate("sessionStorage.clear()")
    sockets = len(guest.sockets)
    guest.opens(f"{stateful_site.url}/en/counter")
    expect(guest.page.get_by_role("button", name="1", exact=True)).to_be_visible()
    assert len(guest.sockets) == sockets, "the browser knows the value"
    press(guest.page, "+")
    expect(guest.page.locator("#count")).to_have_text("10")


def test_a_page_with_on_load_connects_at_once(guest: Visitor, stateful_site: StateSite, language: Language) -> None:
    guest.reads(f"{stateful_site.url}{language.prefix}/progress")
    expect(guest.page.locator("#prices li")).to_have_text(["card: 190", "poster: 490"])
    assert len(guest.sockets) == 1 and guest.troubles == []


@pytest.mark.parametrize("cut", [False, True], ids=["online", "cut meanwhile"])
@pytest.mark.parametrize(("button", "shown"), [("Work", "#done"), ("Print", "#printed")])
def test_a_task_shows_its_progress(
    guest: Visitor, stateful_site: StateSite, button: str, shown: str, cut: bool
) -> None:
    guest.opens(f"{stateful_site.url}/en/progress")
    expect(guest.page.locator("#prices li")).to_have_count(2)
    press(guest.page, button)
    expect(guest.page.locator(shown)).not_to_have_text("0")
    if cut:
        stateful_site.proxy.cut()
        guest.page.wait_for_timeout(500)
        stateful_site.proxy.restore()
    expect(guest.page.locator(shown)).to_have_text("5", timeout=RECONNECT_MS)


def test_an_event_without_network_is_sent_later(guest: Visitor, stateful_site: StateSite, language: Language) -> None:
    guest.opens(f"{stateful_site.url}{language.prefix}/counter")
    page, lost = guest.page, guest.page.get_by_text(LOST[language.code])
    press(page, "+")
    expect(page.locator("#count")).to_have_text("1")
    stateful_site.proxy.cut()
    press(page, "+")
    press(page, "+")
    expect(lost).to_be_visible(timeout=RECONNECT_MS)
    stateful_site.proxy.restore()
    expect(page.locator("#count")).to_have_text("3", timeout=RECONNECT_MS)
    expect(lost).to_be_hidden()


@pytest.mark.parametrize("name", ["counter", "progress", "todo"])
def test_a_restarted_server_accepts_further_events(guest: Visitor, stateful_site: StateSite, name: str) -> None:
    page = guest.page
    before, after = {
        "counter": ((lambda: press(page, "+"), "#count", "1"), (lambda: press(page, "−"), "#count", "-1")),
        "todo": (
            (lambda: page.fill("#note", "first"), "#noted", "first"),
            (lambda: page.fill("#note", "later"), "#noted", "later"),
        ),
        "progress": ((lambda: press(page, "Print"), "#printed", "5"), (lambda: press(page, "Work"), "#done", "5")),
    }[name]
    guest.opens(f"{stateful_site.url}/en/{name}")
    take(page, *before)
    stateful_site.restart()
    take(page, *after)


def take(page: Page, act: Callable[[], None], selector: str, text: str) -> None:
    act()
    expect(page.locator(selector)).to_have_text(text, timeout=RECONNECT_MS)


def test_a_translated_page_still_works(guest: Visitor, stateful_site: StateSite) -> None:
    application = DelayedRequests(guest, MAIN)
    guest.reads(f"{stateful_site.url}/en/counter")
    guest.page.evaluate(
        """() => {
            const words = document.querySelector("#words");
            words.innerHTML = `<font><font>${words.textContent}</font></font>`;
        }"""
    )
    application.end()
    guest.acts()
    press(guest.page, "+")
    expect(guest.page.locator("#count")).to_have_text("1")


def test_without_javascript_the_page_says_so(browser: Browser, stateful_site: StateSite, language: Language) -> None:
    with visitor(browser, java_script_enabled=False) as reader:
        reader.reads(f"{stateful_site.url}{language.prefix}/counter")
        expect(reader.page.locator("#count")).to_have_text("0")
        expect(reader.page.locator("noscript p")).to_contain_text("JavaScript")
        expect(reader.page.locator("noscript p")).to_be_visible()


def test_offline_the_page_opens_and_recovers(browser: Browser, stateful_site: StateSite) -> None:
    with visitor(browser, worker=True) as guest:
        guest.opens(f"{stateful_site.url}/en")
        guest.until("navigator.serviceWorker.ready")
        guest.until("caches.keys().then((names) => names.length)")
        expect(guest.page.get_by_text("This site now works offline.")).to_be_visible(timeout=30_000)
        stateful_site.proxy.cut()
        guest.page.goto(f"{stateful_site.url}/en/counter")
        expect(guest.page.locator("#count")).to_have_text("0")
        press(guest.page, "+")
        expect(guest.page.get_by_text(LOST["en"])).to_be_visible(timeout=RECONNECT_MS)
        stateful_site.proxy.restore()
        expect(guest.page.locator("#count")).to_have_text("1", timeout=RECONNECT_MS)


def test_events_of_the_worker_from_before_the_application_reach_the_page(
    browser: Browser, stateful_site: StateSite, language: Language
) -> None:
    with visitor(browser, worker=True) as guest:
        guest.reads(f"{stateful_site.url}{language.prefix}/updates")
        guest.until("__START.workerEvents.length === 3")
        assert guest.sockets == [] and not guest.holds(HYDRATED)
        guest.acts()
        events = guest.page.locator("#events li")
        expect(events).to_have_text(["installed", "activated", "offline-ready"])
        assert len(guest.sockets) == 1
        guest.page.locator(f'footer a[href="{language.prefix}/links"]').click()
        expect(guest.page).to_have_url(f"{stateful_site.url}{language.prefix}/links")
        guest.page.go_back()
        expect(events).to_have_text(["installed", "activated", "offline-ready"])
        guest.settle()
        expect(events).to_have_count(3)
        assert guest.troubles == []


def test_a_page_offers_a_waiting_version_in_its_own_words(browser: Browser, stateful_site: StateSite) -> None:
    with visitor(browser, worker=True) as guest:
        prepend_to_worker(guest, stateful_site.url, "void 'an older version'", times=1)
        install_offline_site(guest, f"{stateful_site.url}/en/updates")
        expect(guest.page.locator("#waiting")).to_have_text("")
        guest.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(guest.page.locator("#waiting")).to_have_text(build_id(stateful_site.project / "dist/current"))
        expect(guest.page.locator("#events li").last).to_have_text("waiting")
        assert guest.troubles == []


SHARED = re.compile(r"/_next/static/chunks/\d+-[0-9a-f]{8}\.js ")
"""A pattern for scripts that several pages share. The test ignores these scripts, because additional pages change
how webpack splits them.
"""
HASHES = re.compile(r"[0-9a-f]{16}|[-/][0-9a-f]{8}(?=\.)")


@pytest.mark.parametrize(
    "place", [place for place in SHOWN if place.route.indexed and not place.is_open], ids=lambda place: place.path
)
def test_public_pages_stay_as_they_were(state_project: Path, place: Place) -> None:
    def html(site: Path) -> str:
        text = (site / f"{place.path.strip('/') or 'index'}.html").read_text()
        return HASHES.sub("", SHARED.sub("", text))

    assert html(state_project / "dist/current/site") == html(SITE)
