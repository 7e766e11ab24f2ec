"""The offer to install the site: made once, in the page's own words, and never where there is nothing to install; and
what Chrome itself makes of the manifests."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator

from app.extras.install import LABELS
from app.i18n import LANGUAGES, Language, use
from app.i18n.typography import polish
from pwa.manifest import manifest
from tests.support.chromium import launch
from tests.support.fullpage import FULL
from tests.support.install import OFFER
from tests.support.languages import CZECH, ENGLISH
from tests.support.visitor import Visitor, visitor

DRAWN = """async () => {
    await navigator.serviceWorker?.getRegistration();
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
}"""
"""Waits until everything that the page knew by now is on it."""
BOXES = """() => [...document.querySelectorAll("main, h1, footer, footer a, address")].map((each) => {
    const { left, top, width } = each.getBoundingClientRect();
    return [left, top, width];
})"""

IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/17.5 Mobile/15E148 Safari/604.1"
)
MAC = (
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/17.5 Safari/605.1.15"
)
ANDROID = (
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
)
SHELL = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148"

STANDALONE = {
    "display-mode": """{
        const { matchMedia } = window;
        window.matchMedia = (query) => query === "(display-mode: standalone)" ? { matches: true } : matchMedia(query);
    }""",
    "navigator": "navigator.standalone = true",
}
WAITING = "navigator.serviceWorker.getRegistration = async () => ({ waiting: {} })"
SHUT = 'Object.defineProperty(window, "localStorage", { get() { throw new DOMException("shut", "SecurityError"); } })'

each_language = pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)


def says(label: str, language: Language) -> str:
    """The words of the offer."""
    with use(language):
        return polish(str(LABELS[label]), language.code)


def control(guest: Visitor, label: str, language: Language = LANGUAGES[0]) -> Locator:
    """A button of the offer."""
    return guest.page.get_by_role("button", name=says(label, language), exact=True)


def offered(guest: Visitor) -> bool:
    """Whether anything is, once the page has had the time."""
    guest.page.evaluate(DRAWN)
    return any(guest.page.get_by_text(says("dismiss", language)).count() for language in LANGUAGES)


@each_language
def test_the_offer_is_held_back_and_made_in_our_words(browser: Browser, site: str, language: Language) -> None:
    with visitor(browser) as guest:
        guest.opens(f"{site}{language.prefix}/pricing")
        assert not offered(guest)
        assert guest.page.evaluate(OFFER)
        assert offered(guest)
        control(guest, "install", language).click()
        guest.until("window.prompted === 1")
        guest.page.evaluate("answer({ outcome: 'accepted' })")
        assert not offered(guest)
        guest.page.reload()
        guest.acts()
        assert guest.page.evaluate(OFFER), "the browser's own offer stays held back"
        assert not offered(guest)
        assert guest.troubles == []


def test_no_is_an_answer_and_needs_no_mouse(browser: Browser, site: str) -> None:
    language = LANGUAGES[-1]
    with visitor(browser) as guest:
        guest.opens(f"{site}{language.prefix}/pricing")
        guest.page.evaluate(OFFER)
        control(guest, "install", language).focus()
        guest.page.keyboard.press("Tab")
        assert guest.page.evaluate("document.activeElement.textContent") == says("dismiss", language)
        assert guest.page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
        guest.page.keyboard.press("Enter")
        assert not offered(guest)
        for other in LANGUAGES:
            guest.opens(f"{site}{other.prefix}/contact")
            guest.page.evaluate(OFFER)
            assert not offered(guest)
        assert not guest.page.evaluate("window.prompted")
        assert guest.troubles == []


def test_an_offer_that_comes_before_the_page_is_ready_outlives_navigation(browser: Browser, site: str) -> None:
    with visitor(browser) as guest:
        guest.page.add_init_script(f'addEventListener("load", () => {{ window.held = ({OFFER})(); }})')
        guest.opens(f"{site}/pricing")
        guest.until("window.held")
        assert offered(guest)
        guest.page.locator("footer a[href='/links']").click()
        guest.page.wait_for_url(f"{site}/links")
        control(guest, "install").click()
        guest.until("window.prompted === 1")
        assert guest.troubles == []


def test_what_is_installed_is_not_offered(browser: Browser, site: str) -> None:
    with visitor(browser) as guest:
        guest.opens(f"{site}/pricing")
        guest.page.evaluate(OFFER)
        assert offered(guest)
        guest.page.evaluate("dispatchEvent(new Event('appinstalled'))")
        assert not offered(guest)
        guest.page.reload()
        guest.acts()
        guest.page.evaluate(OFFER)
        assert not offered(guest)


@pytest.mark.parametrize(
    ("agent", "sign"), [(ANDROID, "display-mode"), (IPHONE, "navigator")], ids=["android", "iphone"]
)
def test_standalone_counts_as_installed(browser: Browser, site: str, agent: str, sign: str) -> None:
    with visitor(browser, user_agent=agent, has_touch=True) as guest:
        guest.page.add_init_script(STANDALONE[sign])
        guest.opens(f"{site}/pricing")
        assert guest.page.evaluate(OFFER)
        assert not offered(guest)
        assert guest.troubles == []


def test_an_update_that_waits_goes_first(browser: Browser, site: str) -> None:
    with visitor(browser, worker=True) as guest:
        guest.opens(f"{site}/pricing")
        guest.page.evaluate(OFFER)
        assert offered(guest)
        guest.page.evaluate("dispatchEvent(new CustomEvent('worker:waiting', { detail: { build: 'newer' } }))")
        assert not offered(guest)
        guest.page.add_init_script(WAITING)
        guest.page.reload()
        guest.acts()
        guest.page.evaluate(OFFER)
        assert not offered(guest)
        assert guest.troubles == []


def test_an_answer_counts_in_every_tab(browser: Browser, site: str) -> None:
    with visitor(browser) as guest:
        other = Visitor(guest.page.context.new_page())
        for each in (guest, other):
            each.opens(f"{site}/pricing")
            each.page.evaluate(OFFER)
        control(guest, "dismiss").click()
        other.poll(lambda: not offered(other), "the offer to go")


def test_a_browser_without_storage_is_asked_once_a_visit(browser: Browser, site: str) -> None:
    with visitor(browser) as guest:
        guest.page.add_init_script(SHUT)
        guest.opens(f"{site}/pricing")
        guest.page.evaluate(OFFER)
        control(guest, "dismiss").click()
        guest.page.evaluate(OFFER)
        assert not offered(guest)
        assert [line.partition(" is off")[0] for line in guest.troubles] == ['warning: The extra "storage"']


@pytest.mark.parametrize(("agent", "language"), [(IPHONE, CZECH), (MAC, ENGLISH)], ids=["iphone", "ipad"])
def test_ios_gets_instructions(browser: Browser, site: str, agent: str, language: Language) -> None:
    with visitor(browser, user_agent=agent, has_touch=True, viewport={"width": 390, "height": 844}) as guest:
        guest.opens(f"{site}{language.prefix}/pricing")
        assert offered(guest)
        assert guest.page.get_by_text(says("ios", language)).is_visible()
        assert not control(guest, "install", language).count()
        control(guest, "dismiss", language).tap()
        guest.page.reload()
        guest.acts()
        assert not offered(guest)
        assert guest.troubles == []


@pytest.mark.parametrize(
    ("agent", "touch"), [(MAC, False), (ANDROID, True), (SHELL, True)], ids=["mac", "android", "inside another app"]
)
def test_who_cannot_follow_them_gets_none(browser: Browser, site: str, agent: str, touch: bool) -> None:
    with visitor(browser, user_agent=agent, has_touch=touch) as guest:
        guest.opens(f"{site}/pricing")
        assert not offered(guest)


@pytest.mark.parametrize(("width", "language"), [(390, CZECH), (1024, ENGLISH)], ids=["390", "1024"])
def test_nothing_on_the_page_moves(browser: Browser, site: str, width: int, language: Language) -> None:
    """By the offer, on pages of every layout."""
    with visitor(browser, viewport={"width": width, "height": 800}, locale=language.tag) as guest:
        for path in ("/pricing", "/links", ""):
            guest.opens(f"{site}{language.prefix}{path}" or site)
            if not path and width >= 1024:
                guest.until(FULL)
            guest.settle()
            before = guest.page.evaluate(BOXES), guest.page.evaluate("document.documentElement.scrollHeight")
            guest.page.evaluate(OFFER)
            assert offered(guest)
            assert guest.page.evaluate(BOXES) == before[0]
            grown = guest.page.evaluate("document.documentElement.scrollHeight") - before[1]
            assert grown >= 0 and (width < 1024 or path == "/links" or grown == 0)
            target = control(guest, "install", language).bounding_box()
            assert target and target["height"] >= 44
            assert guest.page.evaluate("document.documentElement.scrollWidth") == width


@pytest.fixture(scope="module")
def whole(browser: Browser) -> Iterator[Browser]:
    """A Chromium that installs web apps."""
    running = launch(browser.browser_type, whole=True)
    yield running
    running.close()


@each_language
def test_chrome_has_no_complaint(whole: Browser, site: str, language: Language) -> None:
    with visitor(whole) as guest:
        guest.reads(f"{site}{language.prefix}/pricing")
        chrome = guest.page.context.new_cdp_session(guest.page)
        found = chrome.send("Page.getAppManifest")
        assert found["url"] == f"{site}{language.prefix}/manifest.webmanifest"
        assert (found["errors"], found["data"]) == ([], manifest(language))
        parsed = chrome.send("Page.getAppId")
        assert parsed["appId"] == f"{site}/", "one app, whatever its language"
        faults = chrome.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert [fault["errorId"] for fault in faults if fault["errorId"] != "in-incognito"] == []


def test_the_manifest_follows_the_language(browser: Browser, site: str) -> None:
    manifests = "[...document.querySelectorAll('link[rel=manifest]')].map((link) => link.getAttribute('href'))"
    with visitor(browser) as guest:
        guest.opens(f"{site}/pricing")
        assert guest.page.evaluate(manifests) == ["/manifest.webmanifest"]
        guest.page.locator("a[hreflang=en]").first.click()
        guest.page.wait_for_url(f"{site}/en/pricing")
        guest.until(f"{manifests}.join() === '/en/manifest.webmanifest'")
        guest.page.goto(f"{site}/en/nope")
        assert guest.page.evaluate(manifests) == ["/en/manifest.webmanifest"]
        guest.page.goto(f"{site}/nope")
        assert guest.page.evaluate(manifests) == ["/manifest.webmanifest"]


@each_language
def test_every_picture_is_served(browser: Browser, site: str, language: Language) -> None:
    made = json.loads(manifest(language))
    with visitor(browser) as guest:
        for image in made["icons"] + made["screenshots"] + [shortcut["icons"][0] for shortcut in made["shortcuts"]]:
            answer = guest.page.request.get(site + image["src"])
            assert answer.ok and answer.headers["content-type"] == image["type"], image
