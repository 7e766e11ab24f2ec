import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from app.content.errors import OTHERWISE, TITLES
from app.content.studio import STUDIO
from app.i18n import use
from app.routes import places
from tests.support.breaking import (
    ABOUT,
    CRAWLER,
    MODULE,
    MOUNT,
    RENDER,
    assert_shows_error,
    break_on_load,
    break_render,
    reject,
    throw,
)
from tests.support.visitor import Visitor, follow, move, visitor
from tests.support.waiting import wait_for_message
from tests.support.walk import heading

pytestmark = pytest.mark.mostly_nightly

KINDS = {"/": reject, "/en/links": throw}
A_PHONE_CALLED_CUBOT = "Mozilla/5.0 (Linux; Android 12; CUBOT P80) AppleWebKit/537.36 Chrome/120 Mobile"
WAYS = {"render": RENDER, "mount": MOUNT, "module": MODULE}
CZECH, ENGLISH = ABOUT
each_way = pytest.mark.parametrize("how", WAYS.values(), ids=WAYS)


def assert_shows_page(page: Page, title: str | None) -> None:
    expect(page.locator("h1")).to_have_text(title or "")
    expect(page.locator("#content")).to_be_visible()


@pytest.mark.main
@pytest.mark.parametrize(("path", "fail"), KINDS.items(), ids=KINDS)
def test_an_error_replaces_the_page(browser: Browser, site: str, path: str, fail: Callable[[Page, str], None]) -> None:
    [place] = [place for place in places() if place.path == path]
    # This phone's user agent contains "bot", although the phone is not a crawler.
    with visitor(browser, locale=place.language.tag, user_agent=A_PHONE_CALLED_CUBOT) as guest:
        guest.opens(site + path)
        fail(guest.page, "the ink has dried")
        assert_shows_error(guest, place.language, message="the ink has dried")
        wait_for_message(guest, "uncaught", "the ink has dried")
        guest.page.get_by_role("link").click()
        guest.page.wait_for_url(site + (place.language.prefix or "/"))
        guest.acts()
        expect(guest.page.locator("footer")).to_have_count(1)


@each_way
def test_a_page_that_breaks_while_it_mounts(guest: Visitor, site: str, how: str) -> None:
    place = CZECH if how == MOUNT else ENGLISH
    break_on_load(guest.page, place.path, how, "a plate is upside down")
    guest.reads(site + place.path)
    move(guest.page)
    assert_shows_error(guest, place.language, message="a plate is upside down")
    wait_for_message(guest, "Error while mounting app:", "a plate is upside down")
    assert not [line for line in guest.console if "uncaught" in line or "Recovered" in line]


def test_a_page_that_breaks_when_it_is_navigated_to(guest: Visitor, site: str) -> None:
    guest.opens(site + ENGLISH.path)
    break_render(guest.page, "a plate is upside down")
    expect(guest.page.locator("h1")).to_be_focused()
    expect(guest.page.locator("main")).to_have_text(re.compile(r"^\s*500"))
    assert not [line for line in guest.console if "mounting" in line]


SHOW = """([status, message]) => {
    const node = document.getElementById("__next")
    const top = node[Object.keys(node).find((key) => key.startsWith("__reactContainer$"))].stateNode.current
    const isRoot = ({ stateNode }) => stateNode?.state && "failure" in stateNode.state
    const find = (fiber) => fiber && (isRoot(fiber) ? fiber : find(fiber.child) || find(fiber.sibling))
    find(top).stateNode.setState({ failure: { status: status ?? undefined, message } })
}"""


def test_the_status_is_the_error_s_own(guest: Visitor, site: str) -> None:
    place = ENGLISH
    with use(place.language):
        titles: dict[tuple[int | None, str], str] = {
            (status, "whatever it says"): str(title) for status, title in TITLES.items()
        }
        titles |= {(418, "a kettle"): "a kettle", (418, ""): str(OTHERWISE)}
        titles |= {(None, "no status"): "no status", (None, ""): str(OTHERWISE)}
    guest.opens(site + place.path)
    reject(guest.page, "I'm a teapot", 418)
    expect(guest.page.locator("h1")).to_have_text("I'm a teapot")
    expect(guest.page.locator("main")).to_have_text(re.compile(r"^\s*418"))
    for (status, message), title in titles.items():
        shown = 500 if status is None else status
        guest.page.evaluate(SHOW, [status, message])
        expect(guest.page).to_have_title(f"{shown} {title} · {STUDIO.name}")
        expect(guest.page.locator("h1")).to_have_text(title)
        expect(guest.page.locator("h1")).to_be_focused()
        assert guest.page.evaluate("document.querySelector('main').firstChild.textContent") == str(shown)
    expect(guest.page.get_by_role("link")).to_have_attribute("href", place.language.prefix or "/")


def test_the_first_error_is_shown(guest: Visitor, site: str) -> None:
    guest.opens(f"{site}/contact")
    guest.page.locator("header a[href='/about']:visible").click()
    guest.page.wait_for_url(f"{site}/about")
    expect(guest.page.locator("h1")).to_have_text(heading("/about"))  # wait, because the URL changes before the heading
    reject(guest.page, "gone", 404)
    assert_shows_error(guest, CZECH.language, 404)
    reject(guest.page, "and another")
    wait_for_message(guest, "and another")
    assert_shows_error(guest, CZECH.language, 404)
    guest.page.evaluate("() => { history.back() }")
    guest.page.wait_for_url(f"{site}/contact")
    expect(guest.page.locator("footer")).to_have_count(1)


@each_way
def test_a_crawler_sees_a_page_that_breaks_while_it_mounts(browser: Browser, site: str, how: str) -> None:
    with visitor(browser, user_agent=CRAWLER) as guest:
        break_on_load(guest.page, "/about", how, "a plate is upside down")
        guest.reads(f"{site}/about")
        title = guest.page.locator("h1").text_content()
        move(guest.page)
        wait_for_message(guest, "a plate is upside down")
        guest.settle()
        assert_shows_page(guest.page, title)
        assert "500" not in guest.page.title()


def test_a_crawler_sees_a_hydrated_page_that_breaks(browser: Browser, site: str) -> None:
    with visitor(browser, user_agent=CRAWLER) as guest:
        guest.opens(f"{site}/en/about")
        title = guest.page.locator("h1").text_content()
        reject(guest.page, "the ink has dried")
        throw(guest.page, "and the roller sticks")
        wait_for_message(guest, "uncaught", "and the roller sticks")
        guest.settle()
        assert_shows_page(guest.page, title)
        [logged] = [line for line in guest.console if not line.startswith("uncaught")]
        assert logged.startswith("error: The error page is not shown to crawlers: Error: the ink has dried")


def test_a_navigation_with_an_invalid_parameter_is_fatal(guest: Visitor, site: str) -> None:
    guest.opens(f"{site}/en/about")
    guest.page.evaluate("window.marked = true")
    for path in ("/en/patreon/private/abc?a=b", "/en/vouchers/nope"):
        guest.page.evaluate("(path) => void next.router.push(path)", path)
        guest.page.wait_for_url(site + path)
        if path.endswith("a=b"):
            assert_shows_error(guest, ENGLISH.language, 404)
            assert guest.page.evaluate("window.marked"), "a document was loaded"
            guest.page.evaluate("() => { history.back() }")
            guest.page.wait_for_url(f"{site}/en/about")
            guest.until("!window.marked")
            guest.acts()
    assert_shows_error(guest, ENGLISH.language, 404)


def test_back_to_an_address_that_is_invalid_in_a_newer_build_asks_the_server(guest: Visitor, site: str) -> None:
    guest.opens(f"{site}/en/about")
    guest.acts()
    renamed = "{ ...history.state, url: '/en/portfolio/nope', as: '/en/portfolio/nope' }, '', '/en/portfolio/nope'"
    guest.page.evaluate(f"history.replaceState({renamed})")
    follow(guest.page, "/en/contact")
    answer = "<h1>This page has moved</h1>"
    guest.page.route("**/en/portfolio/nope", lambda route: route.fulfill(content_type="text/html", body=answer))
    guest.page.evaluate("() => { history.back() }")
    expect(guest.page.locator("h1")).to_have_text("This page has moved")


def test_a_click_on_plain_text_does_not_scroll_the_error_page(guest: Visitor, site: str) -> None:
    page = guest.page
    page.set_viewport_size({"width": 320, "height": 256})
    guest.opens(f"{site}/en/about")
    page.evaluate("void next.router.push('/en/vouchers/nope')")
    assert_shows_error(guest, ENGLISH.language, 404)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    guest.until("scrollY > 0")
    before = page.evaluate("scrollY")
    page.mouse.move(2, 100)  # a position beside the text
    page.mouse.down()
    expect(page.locator("h1")).to_be_focused()
    assert page.evaluate("scrollY") == before
