"""An error gives the page's place to the error page; a crawler keeps the page; noise changes nothing."""

import pytest
from playwright.sync_api import Browser, Page, expect

from app.content.errors import TITLES
from app.routes import Place, places
from tests.support.breaking import (
    ABOUT,
    CRAWLERS,
    EARLY,
    MODULE,
    MOUNT,
    RENDER,
    break_on_load,
    break_render,
    mismatch,
    reject,
    shows_error,
    throw,
)
from tests.support.visitor import HYDRATED, Visitor, visitor

PUBLIC = [place for place in places() if place.route.indexed]
VISITORS = {
    "a phone called Cubot": "Mozilla/5.0 (Linux; Android 12; CUBOT P80) AppleWebKit/537.36 Chrome/120 Mobile",
    "an app's own browser": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) [FBAN/FBIOS;FBAV/4]",
}
WAYS = {"render": RENDER, "mount": MOUNT, "module": MODULE}


def shows_page(page: Page, title: str | None) -> None:
    assert page.locator("h1").text_content() == title
    expect(page.locator("#content")).to_be_visible()


def logged(guest: Visitor, *parts: str) -> None:
    guest.poll(lambda: any(all(part in line for part in parts) for line in guest.console), f"{parts} in the log")


@pytest.mark.parametrize(
    "place", PUBLIC, ids=lambda place: place.name + "".join(f"-{value}" for value in place.params.values())
)
def test_every_page_gives_way(browser: Browser, site: str, place: Place) -> None:
    with visitor(browser, locale=place.language.tag) as guest:
        guest.opens(site + place.path)
        reject(guest.page, "the ink has dried")
        shows_error(guest, place.language)
        logged(guest, "uncaught", "the ink has dried")
        guest.page.get_by_role("link").click()
        guest.page.wait_for_url(site + (place.language.prefix or "/"))
        guest.until(HYDRATED)
        expect(guest.page.locator("footer")).to_have_count(1)


OF_LANGUAGES = pytest.mark.parametrize("place", ABOUT, ids=lambda place: place.name)


@OF_LANGUAGES
@pytest.mark.parametrize("how", WAYS.values(), ids=WAYS)
def test_a_page_that_breaks_while_it_mounts(browser: Browser, site: str, place: Place, how: str) -> None:
    with visitor(browser) as guest:
        break_on_load(guest.page, place.path, how, "a plate is upside down")
        guest.page.goto(site + place.path)
        shows_error(guest, place.language)
        logged(guest, "Error while mounting app:", "a plate is upside down")
        assert not [line for line in guest.console if "uncaught" in line or "Recovered" in line]


@OF_LANGUAGES
def test_a_page_that_breaks_when_it_is_navigated_to(browser: Browser, site: str, place: Place) -> None:
    with visitor(browser) as guest:
        guest.opens(site + place.path)
        break_render(guest.page, "a plate is upside down")
        expect(guest.page.locator("h1")).to_be_focused()
        assert guest.page.locator("main").inner_text().startswith("500")
        assert not [line for line in guest.console if "mounting" in line]


@OF_LANGUAGES
def test_before_the_page_is_loaded(browser: Browser, site: str, place: Place) -> None:
    with visitor(browser) as guest:
        guest.page.add_init_script(EARLY % "too early")
        guest.page.goto(site + place.path)
        shows_error(guest, place.language)
        # On a slow machine the page is loaded before the app is there; then the error is one of mounting as well.
        mounting = "error: Error while mounting app: Error: too early"
        assert [line for line in guest.console if not line.startswith(mounting)] == ["uncaught: too early"]


def test_an_uncaught_error(browser: Browser, site: str) -> None:
    with visitor(browser) as guest:
        guest.opens(f"{site}/about")
        throw(guest.page, "the ink has dried")
        shows_error(guest, ABOUT[0].language)


@OF_LANGUAGES
@pytest.mark.parametrize("status", TITLES)
def test_the_status_is_the_error_s_own(browser: Browser, site: str, place: Place, status: int) -> None:
    with visitor(browser) as guest:
        guest.opens(site + place.path)
        reject(guest.page, "whatever it says", status)
        shows_error(guest, place.language, status)


@pytest.mark.parametrize(
    ("path", "message", "title"),
    [
        ("/about", "I'm a teapot", "I'm a teapot"),
        ("/about", "", "Došlo k chybě"),
        ("/en/about", "", "An error occurred"),
    ],
)
def test_a_status_without_a_title(browser: Browser, site: str, path: str, message: str, title: str) -> None:
    with visitor(browser) as guest:
        guest.opens(site + path)
        reject(guest.page, message, 418)
        expect(guest.page.locator("h1")).to_have_text(title)
        assert guest.page.locator("main").inner_text().startswith("418")


def test_the_first_error_is_the_one_that_is_shown(browser: Browser, site: str) -> None:
    with visitor(browser) as guest:
        guest.opens(f"{site}/about")
        reject(guest.page, "gone", 404)
        shows_error(guest, ABOUT[0].language, 404)
        reject(guest.page, "and another")
        logged(guest, "and another")
        shows_error(guest, ABOUT[0].language, 404)


def test_the_way_back_from_it_is_another_document(browser: Browser, site: str) -> None:
    with visitor(browser) as guest:
        guest.opens(f"{site}/contact")
        guest.page.locator("header a[href='/about']:visible").click()
        guest.page.wait_for_url(f"{site}/about")
        reject(guest.page, "the ink has dried")
        shows_error(guest, ABOUT[0].language)
        guest.page.evaluate("() => { history.back() }")
        guest.page.wait_for_url(f"{site}/contact")
        expect(guest.page.locator("footer")).to_have_count(1)


@pytest.mark.parametrize("name", CRAWLERS)
@pytest.mark.parametrize("how", WAYS.values(), ids=WAYS)
def test_a_crawler_keeps_a_page_that_breaks_while_it_mounts(browser: Browser, site: str, how: str, name: str) -> None:
    with visitor(browser, user_agent=CRAWLERS[name]) as guest:
        break_on_load(guest.page, "/about", how, "a plate is upside down")
        guest.page.goto(f"{site}/about")
        title = guest.page.locator("h1").text_content()
        logged(guest, "a plate is upside down")
        guest.settle()
        shows_page(guest.page, title)
        assert "500" not in guest.page.title()


@pytest.mark.parametrize("name", CRAWLERS)
def test_a_crawler_keeps_a_living_page(browser: Browser, site: str, name: str) -> None:
    with visitor(browser, user_agent=CRAWLERS[name]) as guest:
        guest.opens(f"{site}/en/about")
        title = guest.page.locator("h1").text_content()
        reject(guest.page, "the ink has dried")
        throw(guest.page, "and the roller sticks")
        logged(guest, "uncaught", "and the roller sticks")
        guest.settle()
        shows_page(guest.page, title)
        assert [line for line in guest.console if not line.startswith("uncaught")] == []


def test_a_crawler_keeps_a_page_whose_code_is_missing(browser: Browser, site: str) -> None:
    with visitor(browser, user_agent=CRAWLERS["Googlebot"]) as guest:
        guest.page.route("**/pages/about-*.js", lambda route: route.fulfill(status=404))
        guest.page.goto(f"{site}/about")
        guest.settle()
        expect(guest.page.locator("footer")).to_have_count(1)


@pytest.mark.parametrize("name", VISITORS)
def test_a_visitor_is_no_crawler(browser: Browser, site: str, name: str) -> None:
    with visitor(browser, user_agent=VISITORS[name]) as guest:
        guest.opens(f"{site}/about")
        reject(guest.page, "the ink has dried")
        shows_error(guest, ABOUT[0].language)


NOISE = {
    "a request that was cut off": "Promise.reject(new TypeError('Failed to fetch'))",
    "the same in Safari": "Promise.reject(new TypeError('Load failed'))",
    "a request that was given up": "Promise.reject(new DOMException('aborted', 'AbortError'))",
    "what the browser does not allow": "Promise.reject(new DOMException('no gesture', 'NotAllowedError'))",
    "a navigation that was overtaken": "Promise.reject(Object.assign(new Error('x'), { cancelled: true }))",
    "nothing": "Promise.reject()",
    "an extension": "Promise.reject(Object.assign(new Error('x'), "
    "{ stack: 'Error: x\\n    at f (chrome-extension://abcdef/inpage.js:1:100)' }))",
    "an extension of Firefox": "Promise.reject(Object.assign(new Error('x'), "
    "{ stack: 'f@moz-extension://abcdef/inpage.js:1:100\\n' }))",
    "a script of another origin": "dispatchEvent(new ErrorEvent('error', { message: 'Script error.' }))",
    "a tag": "dispatchEvent(new ErrorEvent('error', { error: new Error('x'), filename: 'https://tag.test/t.js' }))",
    "an observer": "dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop limit exceeded' }))",
}


@pytest.mark.parametrize("noise", NOISE.values(), ids=NOISE)
def test_noise_changes_nothing(browser: Browser, site: str, noise: str) -> None:
    with visitor(browser) as guest:
        guest.opens(f"{site}/about")
        title = guest.page.locator("h1").text_content()
        guest.page.evaluate(f"new Promise((resolve) => setTimeout(() => {{ {noise}; setTimeout(resolve) }}))")
        guest.settle()
        shows_page(guest.page, title)
        assert [url for url in guest.requests if url.endswith("/config.json")] == []


@pytest.mark.parametrize("file", ["_buildManifest.js", "_ssgManifest.js"])
def test_a_missing_manifest_is_only_logged(browser: Browser, site: str, file: str) -> None:
    with visitor(browser) as guest:
        guest.page.route(f"**/{file}", lambda route: route.fulfill(status=404))
        guest.page.goto(f"{site}/about")
        guest.until(HYDRATED)
        guest.settle()
        expect(guest.page.locator("footer")).to_have_count(1)
        assert guest.console == [
            "error: Failed to load resource: the server responded with a status of 404 (Not Found)"
        ]


def test_hydration_is_measured(browser: Browser, site: str) -> None:
    with visitor(browser) as guest:
        guest.opens(f"{site}/about")
        names = "performance.getEntriesByType('%s').map((entry) => entry.name)"
        guest.until(f"{names % 'measure'}.includes('hydration')")
        assert {"hydration-start", "hydrated"} <= set(guest.page.evaluate(names % "mark"))
        assert guest.troubles == []


def test_a_mismatch_is_recovered_from_and_logged(browser: Browser, site: str) -> None:
    with visitor(browser) as guest:
        mismatch(guest.page)
        guest.opens(f"{site}/about")
        logged(guest, "Recovered:")
        expect(guest.page.locator("footer")).to_have_count(1)
        assert "changed on the way" not in guest.page.locator("body").inner_text()
