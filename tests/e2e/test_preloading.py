"""The site prefetches the pages behind visible links, four at a time. With data saver, it prefetches nothing."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Request, Route

from app.routes import private_pattern
from tests.support.visitor import CONNECTION, CORNER, SAVE_DATA, Visitor

pytestmark = pytest.mark.mostly_nightly

MAX_CONCURRENT = 4
PAGE = "/pricing"
AT_END = "scrollY + innerHeight >= document.documentElement.scrollHeight - 1"
IN_VIEW = """new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
        resolve(entries.filter((entry) => entry.isIntersecting).map(({ target }) => target.pathname))
    })
    for (const link of document.querySelectorAll("a[href^='/']")) observer.observe(link)
})"""


def preloaded(request: Request) -> str | None:
    """Returns the path of the page that a request prefetches, or None for other requests."""
    found = re.search(r"/_next/static/chunks/pages(/.+)-[0-9a-f]{8}\.js$", request.url)
    if not found or request.resource_type != "fetch":
        return None
    return {"/index": "/"}.get(found[1], found[1])


class Preloads:
    """A recorder of prefetch requests. If `hold` is true, each request waits until `release()` is called."""

    def __init__(self, guest: Visitor, hold: bool = False):
        self.guest = guest
        self.asked: list[str] = []
        self.held: list[Route] = []
        guest.page.on("request", self._asked)
        if hold:
            guest.page.route("**/_next/static/chunks/pages/**", self._hold)

    def _asked(self, request: Request) -> None:
        if path := preloaded(request):
            self.asked.append(path)

    def _hold(self, route: Route) -> None:
        if preloaded(route.request):
            self.held.append(route)
        else:
            route.continue_()

    def wait(self, done: Callable[[], bool]) -> None:
        self.guest.poll(done, f"preloads; asked: {self.asked}")

    def wait_for(self, paths: set[str]) -> None:
        self.wait(lambda: set(self.asked) >= paths)

    def release(self) -> None:
        self.held.pop(0).continue_()


def in_view(guest: Visitor) -> set[str]:
    paths = set(guest.page.evaluate(IN_VIEW)) - {guest.page.evaluate("location.pathname")}
    return {path for path in paths if not re.match(private_pattern(), path)}


@pytest.mark.main
def test_pages_in_view_are_preloaded_once(guest: Visitor, site: str) -> None:
    preloads = Preloads(guest)
    guest.opens(site + PAGE)
    preloads.wait_for(in_view(guest))
    guest.settle()
    assert set(preloads.asked) == in_view(guest)
    guest.page.keyboard.press("End")
    guest.until(AT_END)
    preloads.wait_for(in_view(guest))
    guest.page.keyboard.press("Home")
    guest.page.locator("header a").first.hover()
    guest.settle()
    assert len(preloads.asked) == len(set(preloads.asked))
    assert guest.troubles == []


def test_four_at_a_time(guest: Visitor, site: str) -> None:
    preloads = Preloads(guest, hold=True)
    guest.opens(site + PAGE)
    left = len(in_view(guest))
    assert left > MAX_CONCURRENT
    while left:
        expected = min(MAX_CONCURRENT, left)
        preloads.wait(lambda expected=expected: len(preloads.held) >= expected)
        guest.page.screenshot(clip=CORNER)
        assert len(preloads.held) == expected
        preloads.release()
        left -= 1
    guest.settle()
    assert set(preloads.asked) == in_view(guest)


def test_pages_that_have_left_the_view_are_not_preloaded(guest: Visitor, site: str) -> None:
    preloads = Preloads(guest, hold=True)
    guest.opens(site + PAGE)
    preloads.wait(lambda: len(preloads.held) == MAX_CONCURRENT)
    above = in_view(guest) - set(preloads.asked)
    guest.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    guest.until(AT_END)
    guest.page.screenshot(clip=CORNER)
    below = in_view(guest)
    assert above - below
    while not below <= set(preloads.asked) or preloads.held:
        preloads.wait(lambda: bool(preloads.held))
        preloads.release()
        guest.page.screenshot(clip=CORNER)
    guest.settle()
    assert not set(preloads.asked) & (above - below)


@pytest.mark.parametrize("reach", ["hover", "focus"])
def test_hovered_or_focused_links_come_next(guest: Visitor, site: str, reach: str) -> None:
    preloads = Preloads(guest, hold=True)
    guest.opens(site + PAGE)
    preloads.wait(lambda: len(preloads.held) == MAX_CONCURRENT)
    assert "/contact" not in preloads.asked
    getattr(guest.page.locator("header a[href='/contact']:visible"), reach)()
    preloads.release()
    preloads.wait(lambda: len(preloads.asked) > MAX_CONCURRENT)
    assert preloads.asked[MAX_CONCURRENT] == "/contact"


ABOUT = "header a[href='/about']:visible"
IS_PREPARED = "document.querySelector(\"script[src*='/pages/about-']\")"
HAS_PICTURE = """performance.getEntriesByType("resource").some(({ name }) => /\\/about-[0-9]+.*avif$/.test(name))"""


@pytest.mark.main
def test_the_page_behind_the_pointer_is_ready_before_the_click(guest: Visitor, site: str) -> None:
    guest.opens(site + PAGE)
    guest.settle()
    assert not guest.holds(IS_PREPARED) and not guest.holds(HAS_PICTURE)
    guest.page.locator(ABOUT).hover()
    guest.until(IS_PREPARED)
    guest.until(HAS_PICTURE)
    assert guest.troubles == []


@pytest.mark.parametrize(
    "answer", [{"content_type": "text/html", "body": "<h1>Sign in</h1>"}, {"status": 404}], ids=["a sign-in", "gone"]
)
def test_code_that_could_not_be_fetched_is_not_run(guest: Visitor, site: str, answer: dict[str, str]) -> None:
    guest.page.route("**/pages/about-*", lambda route: route.fulfill(**answer))  # pyright: ignore
    guest.opens(site + PAGE)
    guest.page.locator(ABOUT).hover()
    guest.settle()
    assert not guest.holds(IS_PREPARED)
    assert guest.page.url == site + PAGE


def test_nothing_is_prepared_with_data_saver(guest: Visitor, site: str) -> None:
    guest.page.add_init_script(SAVE_DATA)
    guest.opens(site + PAGE)
    guest.page.locator(ABOUT).hover()
    guest.page.mouse.down()
    guest.settle()
    assert not guest.holds(IS_PREPARED) and not guest.holds(HAS_PICTURE)


COSTLY = {
    "save-data": (
        SAVE_DATA,
        "navigator.connection.saveData = false, navigator.connection.dispatchEvent(new Event('change'))",
    ),
    "2g": (
        CONNECTION % "{ effectiveType: '2g' }",
        "navigator.connection.effectiveType = '3g', navigator.connection.dispatchEvent(new Event('change'))",
    ),
    "hidden": (
        "Object.defineProperty(document, 'visibilityState', { get: () => self.shown || 'hidden' })",
        "self.shown = 'visible', document.dispatchEvent(new Event('visibilitychange'))",
    ),
    "offline": (
        "Object.defineProperty(navigator, 'onLine', { get: () => Boolean(self.online) })",
        "self.online = true, dispatchEvent(new Event('online'))",
    ),
}


@pytest.mark.parametrize(("begin", "end"), COSTLY.values(), ids=COSTLY)
def test_nothing_is_preloaded_where_it_is_expensive(guest: Visitor, site: str, begin: str, end: str) -> None:
    guest.page.add_init_script(begin)
    preloads = Preloads(guest)
    guest.opens(site + PAGE)
    guest.settle()
    guest.page.locator("header a[href='/contact']:visible").hover()
    guest.settle()
    assert preloads.asked == []
    guest.page.evaluate(end)
    preloads.wait_for(in_view(guest))
    guest.settle()
    assert set(preloads.asked) == in_view(guest)
    assert guest.troubles == []


@pytest.mark.main
def test_members_pages_are_never_preloaded(guest: Visitor, site: str) -> None:
    guest.opens(f"{site}/patreon")
    guest.page.locator("a[href='/patreon/private']").first.hover()
    guest.page.locator("a[href='/patreon/private']").first.focus()
    guest.settle()
    assert not [url for url in guest.requests if "private" in url]
    assert guest.troubles == []


def test_a_click_does_not_wait_for_preloading(guest: Visitor, site: str) -> None:
    preloads = Preloads(guest, hold=True)
    guest.opens(site + PAGE)
    preloads.wait(lambda: len(preloads.held) == MAX_CONCURRENT)
    guest.page.evaluate("self.document0 = document")
    guest.page.locator("header a[href='/contact']:visible").click()
    guest.page.wait_for_url(f"{site}/contact")
    assert guest.page.evaluate("self.document0 === document")
    guest.opens(f"{site}/about")
    assert guest.troubles == []


def test_a_page_that_could_not_be_preloaded_can_be_visited(guest: Visitor, site: str) -> None:
    preloads = Preloads(guest, hold=True)
    guest.opens(site + PAGE)
    left = len(in_view(guest))
    while left:
        preloads.wait(lambda: bool(preloads.held))
        preloads.held.pop(0).abort("internetdisconnected")
        left -= 1
    guest.page.evaluate("self.document0 = document")
    guest.page.locator("header a[href='/contact']:visible").click()
    guest.page.wait_for_url(f"{site}/contact")
    assert guest.page.evaluate("self.document0 === document")
