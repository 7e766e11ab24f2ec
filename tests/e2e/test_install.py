"""The site offers installation only once per browser. Chrome accepts the manifests."""

import re

import pytest
from playwright.sync_api import Browser, Locator, expect

from app.extras.install import LABELS
from app.i18n import LANGUAGES, Language, use
from app.i18n.typography import polish
from pwa.manifest import manifest
from tests.support.chromium import launch
from tests.support.fullpage import open_full_page
from tests.support.install import OFFER
from tests.support.languages import CZECH, ENGLISH
from tests.support.user_agents import IPHONE as SHELL
from tests.support.visitor import Visitor, visitor

pytestmark = pytest.mark.mostly_nightly

DRAWN = """async () => {
    await navigator.serviceWorker?.getRegistration();
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
}"""
BOXES = """() => [...document.querySelectorAll("main, h1, footer, footer a, address")].map((each) => {
    const { left, top, width } = each.getBoundingClientRect();
    return [left, top, width];
})"""

IPHONE = f"{SHELL.replace('Mobile', 'Version/17.5 Mobile')} Safari/604.1"
MAC = (
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/17.5 Safari/605.1.15"
)
ANDROID = (
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
)

STANDALONE = {
    "display-mode": """{
        const { matchMedia } = window;
        window.matchMedia = (query) => query === "(display-mode: standalone)" ? { matches: true } : matchMedia(query);
    }""",
    "navigator": "navigator.standalone = true",
}
WAITING = "navigator.serviceWorker.getRegistration = async () => ({ waiting: {} })"
SHUT = 'Object.defineProperty(window, "localStorage", { get() { throw new DOMException("shut", "SecurityError"); } })'


def label(name: str, language: Language) -> str:
    with use(language):
        return polish(str(LABELS[name]), language.code)


def button(guest: Visitor, name: str, language: Language = LANGUAGES[0]) -> Locator:
    return guest.page.get_by_role("button", name=label(name, language), exact=True)


def dismiss_buttons(guest: Visitor) -> Locator:
    return guest.page.get_by_text(re.compile("|".join(re.escape(label("dismiss", language)) for language in LANGUAGES)))


def open_and_offer(guest: Visitor, url: str) -> None:
    guest.opens(url)
    guest.page.evaluate(OFFER)


def assert_offered(guest: Visitor) -> None:
    expect(dismiss_buttons(guest)).to_have_count(1)


def assert_not_offered(guest: Visitor) -> None:
    guest.page.evaluate(DRAWN)
    expect(dismiss_buttons(guest)).to_have_count(0)


@pytest.mark.main
def test_the_offer_is_held_back_and_made_by_the_site(guest: Visitor, site: str, language: Language) -> None:
    guest.opens(f"{site}{language.prefix}/pricing")
    assert_not_offered(guest)
    assert guest.page.evaluate(OFFER)
    assert_offered(guest)
    button(guest, "install", language).click()
    guest.until("window.prompted === 1")
    guest.page.evaluate("answer({ outcome: 'accepted' })")
    assert_not_offered(guest)
    guest.page.reload()
    guest.acts()
    assert guest.page.evaluate(OFFER), "the browser shows its own prompt"
    assert_not_offered(guest)
    assert guest.troubles == []


def test_a_refusal_by_keyboard_is_remembered(guest: Visitor, site: str) -> None:
    language = LANGUAGES[-1]
    open_and_offer(guest, f"{site}{language.prefix}/pricing")
    before = guest.page.locator("footer a").last
    before.focus()
    button(guest, "install", language).focus()
    guest.page.keyboard.press("Tab")
    expect(button(guest, "dismiss", language)).to_be_focused()
    expect(button(guest, "dismiss", language)).to_have_css("outline-style", "solid")
    guest.page.keyboard.press("Enter")
    assert_not_offered(guest)
    expect(before).to_be_focused()
    for other in LANGUAGES:
        open_and_offer(guest, f"{site}{other.prefix}/contact")
        assert_not_offered(guest)
    assert not guest.page.evaluate("window.prompted")
    assert guest.troubles == []


def test_an_offer_that_comes_before_the_page_is_ready_outlives_navigation(guest: Visitor, site: str) -> None:
    guest.page.add_init_script(f'addEventListener("load", () => {{ window.held = ({OFFER})(); }})')
    guest.opens(f"{site}/pricing")
    guest.until("window.held")
    assert_offered(guest)
    guest.page.locator("footer a[href='/links']").click()
    guest.page.wait_for_url(f"{site}/links")
    button(guest, "install").click()
    guest.until("window.prompted === 1")
    assert guest.troubles == []


def test_an_installed_site_is_not_offered(guest: Visitor, site: str) -> None:
    open_and_offer(guest, f"{site}/pricing")
    assert_offered(guest)
    guest.page.evaluate("dispatchEvent(new Event('appinstalled'))")
    assert_not_offered(guest)
    guest.page.reload()
    guest.acts()
    guest.page.evaluate(OFFER)
    assert_not_offered(guest)


@pytest.mark.parametrize(
    ("agent", "sign"), [(ANDROID, "display-mode"), (IPHONE, "navigator")], ids=["android", "iphone"]
)
def test_standalone_counts_as_installed(browser: Browser, site: str, agent: str, sign: str) -> None:
    with visitor(browser, user_agent=agent, has_touch=True) as guest:
        guest.page.add_init_script(STANDALONE[sign])
        guest.opens(f"{site}/pricing")
        assert guest.page.evaluate(OFFER)
        assert_not_offered(guest)
        assert guest.troubles == []


def test_a_waiting_update_replaces_the_offer(browser: Browser, site: str) -> None:
    with visitor(browser, worker=True) as guest:
        open_and_offer(guest, f"{site}/pricing")
        assert_offered(guest)
        guest.page.evaluate("dispatchEvent(new CustomEvent('worker:waiting', { detail: { build: 'newer' } }))")
        assert_not_offered(guest)
        guest.page.add_init_script(WAITING)
        guest.page.reload()
        guest.acts()
        guest.page.evaluate(OFFER)
        assert_not_offered(guest)
        assert guest.troubles == []


def test_an_answer_applies_to_every_tab(guest: Visitor, site: str) -> None:
    other = Visitor(guest.page.context.new_page())
    for each in (guest, other):
        open_and_offer(each, f"{site}/pricing")
        assert_offered(each)
    button(guest, "dismiss").click()
    assert_not_offered(other)


def test_a_browser_without_storage_is_asked_once_per_visit(guest: Visitor, site: str) -> None:
    guest.page.add_init_script(SHUT)
    open_and_offer(guest, f"{site}/pricing")
    button(guest, "dismiss").click()
    guest.page.evaluate(OFFER)
    assert_not_offered(guest)
    assert [line.partition(" is off")[0] for line in guest.troubles] == ['warning: The extra "storage"']


@pytest.mark.main
@pytest.mark.parametrize(("agent", "language"), [(IPHONE, CZECH), (MAC, ENGLISH)], ids=["iphone", "ipad"])
def test_ios_gets_instructions(browser: Browser, site: str, agent: str, language: Language) -> None:
    with visitor(browser, user_agent=agent, has_touch=True, viewport={"width": 390, "height": 844}) as guest:
        guest.opens(f"{site}{language.prefix}/pricing")
        assert_offered(guest)
        expect(guest.page.get_by_text(label("ios", language))).to_be_visible()
        expect(button(guest, "install", language)).to_have_count(0)
        button(guest, "dismiss", language).tap()
        guest.page.reload()
        guest.acts()
        assert_not_offered(guest)
        assert guest.troubles == []


@pytest.mark.parametrize(
    ("agent", "touch"), [(MAC, False), (ANDROID, True), (SHELL, True)], ids=["mac", "android", "inside another app"]
)
def test_browsers_that_cannot_follow_the_instructions_get_none(
    browser: Browser, site: str, agent: str, touch: bool
) -> None:
    with visitor(browser, user_agent=agent, has_touch=touch) as guest:
        guest.opens(f"{site}/pricing")
        assert_not_offered(guest)


@pytest.mark.parametrize(("width", "language"), [(390, CZECH), (1024, ENGLISH)], ids=["390", "1024"])
def test_the_offer_moves_nothing_on_the_page(browser: Browser, site: str, width: int, language: Language) -> None:
    with visitor(browser, viewport={"width": width, "height": 800}, locale=language.tag) as guest:
        for path in ("/pricing", "/links", ""):
            url = f"{site}{language.prefix}{path}"
            open_full_page(guest, url) if not path and width >= 1024 else guest.opens(url)
            guest.settle()
            before = guest.page.evaluate(BOXES), guest.page.evaluate("document.documentElement.scrollHeight")
            guest.page.evaluate(OFFER)
            assert_offered(guest)
            assert guest.page.evaluate(BOXES) == before[0]
            grown = guest.page.evaluate("document.documentElement.scrollHeight") - before[1]
            assert grown >= 0 and (width < 1024 or path == "/links" or grown == 0)
            target = button(guest, "install", language).bounding_box()
            assert target and target["height"] >= 44
            assert guest.page.evaluate("document.documentElement.scrollWidth") == width


def test_chrome_finds_no_fault_in_the_manifest(browser: Browser, site: str, language: Language) -> None:
    with launch(browser.browser_type, whole=True) as installing, visitor(installing) as guest:
        guest.reads(f"{site}{language.prefix}/pricing")
        chrome = guest.page.context.new_cdp_session(guest.page)
        found = chrome.send("Page.getAppManifest")
        assert found["url"] == f"{site}{language.prefix}/manifest.webmanifest"
        assert (found["errors"], found["data"]) == ([], manifest(language))
        parsed = chrome.send("Page.getAppId")
        assert parsed["appId"] == f"{site}/", "the languages are separate apps"
        faults = chrome.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert [fault["errorId"] for fault in faults if fault["errorId"] != "in-incognito"] == []


def test_the_manifest_follows_the_language(guest: Visitor, site: str) -> None:
    manifests = "[...document.querySelectorAll('link[rel=manifest]')].map((link) => link.getAttribute('href'))"
    guest.opens(f"{site}/pricing")
    assert guest.page.evaluate(manifests) == ["/manifest.webmanifest"]
    guest.page.locator("a[hreflang=en]").first.click()
    guest.page.wait_for_url(f"{site}/en/pricing")
    guest.until(f"{manifests}.join() === '/en/manifest.webmanifest'")
    guest.page.goto(f"{site}/en/nope")
    assert guest.page.evaluate(manifests) == ["/en/manifest.webmanifest"]
    guest.page.goto(f"{site}/nope")
    assert guest.page.evaluate(manifests) == ["/manifest.webmanifest"]
