import random
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator

from tests.support.fullpage import FULL, FULL_PAGES, SEEN, large_screen, open_full_page
from tests.support.visitor import Visitor, follow

pytestmark = pytest.mark.nightly

ROUND = ["/about", "/portfolio", "/portfolio/weddings", "/vouchers", "/"]


@pytest.fixture
def guest(browser: Browser) -> Iterator[Visitor]:
    with large_screen(browser) as visiting:
        yield visiting


WALK = 90
SEED = 1961
PATHS = [place.path for place in FULL_PAGES]
CANONICAL = "new URL(document.querySelector('link[rel=canonical]').href).pathname === location.pathname"


class Walk:
    def __init__(self, guest: Visitor, site: str):
        self.guest, self.page, self.site = guest, guest.page, site
        self.chance = random.Random(SEED)

    def step(self) -> str:
        ways = [self.menu, self.switch, self.back, self.forward]
        if self.full:
            ways += [self.hash, self.hash, self.key, self.key, self.inside]
        else:
            ways += [self.go_home, self.go_home]
        way = self.chance.choice(ways)
        way()
        self.wait_until_arrived()
        return way.__name__

    @property
    def full(self) -> bool:
        return self.page.evaluate("Boolean(document.querySelector('.section'))")

    def menu(self) -> None:
        self.follow(self.chance.choice(self.page.locator("header nav:visible a").all()))

    def switch(self) -> None:
        self.follow(self.page.locator("a[hreflang]:visible").first)

    def back(self) -> None:
        self.page.go_back()

    def forward(self) -> None:
        self.page.go_forward()

    def hash(self) -> None:
        self.chance.choice(self.page.locator("nav a[href*='#']:visible").all()).click()

    def key(self) -> None:
        self.page.keyboard.press(self.chance.choice(["PageDown", "PageUp", "ArrowRight", "ArrowLeft"]))

    def inside(self) -> None:
        links = self.page.locator("main a").evaluate_all("(links) => links.map((link) => link.pathname)")
        paths = sorted({path for path in links if path in PATHS} - {urlsplit(self.page.url).path})
        if paths:
            follow(self.page, self.chance.choice(paths))

    def go_home(self) -> None:
        self.follow(self.page.locator("header a").first)

    def follow(self, link: Locator) -> None:
        path = link.get_attribute("href")
        link.click()
        self.page.wait_for_url(lambda url: urlsplit(url).path == path)

    def wait_until_arrived(self) -> None:
        # Wait for the router, because a click could still follow a link on the previous page.
        self.guest.until("window.next?.router?.asPath.split('#')[0] === location.pathname")
        self.guest.until(CANONICAL)
        self.guest.until("document.documentElement.lang === (location.pathname.startsWith('/en') ? 'en' : 'cs')")
        is_full = f"{PATHS}.includes(location.pathname)"
        self.guest.until(f"{is_full} === Boolean(document.querySelector('.section'))")
        self.guest.until(f"!{is_full} || {FULL}")
        self.guest.until(
            f"!{is_full} || (({SEEN})()).includes(decodeURIComponent(location.hash.slice(1)) || 'intro')"
            " || document.querySelector('.fp-auto-height.active')"
        )


CYCLES = 6
LARGEST_GROWTH = 1.03


def count_leakable(guest: Visitor) -> dict[str, float]:
    session = guest.page.context.new_cdp_session(guest.page)
    session.send("Performance.enable")
    session.send("HeapProfiler.enable")
    session.send("HeapProfiler.collectGarbage")
    metrics = {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}
    session.detach()
    return {name: metrics[name] for name in ("JSEventListeners", "Nodes")}


def test_random_walk(guest: Visitor, site: str) -> None:
    open_full_page(guest, site + "/")
    walk = Walk(guest, site)
    taken = [walk.step() for _ in range(WALK)]
    assert {"menu", "back", "forward", "hash", "switch"} <= set(taken)
    assert guest.troubles == []


def test_navigation_leaks_no_listeners_and_nodes(guest: Visitor, site: str) -> None:
    open_full_page(guest, site + "/")
    page = guest.page

    def cycle() -> None:
        for path in (*ROUND, "/contact", "/"):
            # Click with JavaScript, because Playwright's click waits for pending navigations.
            page.evaluate("path => document.querySelector(`a[href='${path}']`).click()", path)
            guest.until(f"new URL(document.querySelector('link[rel=canonical]').href).pathname === '{path}'")
            guest.until(FULL if path in PATHS else f"!{FULL}")

    def count() -> dict[str, float]:
        cycle()
        guest.settle()
        return count_leakable(guest)

    seen: list[tuple[dict[str, float], dict[str, float]]] = []

    def grows() -> bool:
        before = count()
        for _ in range(CYCLES):
            cycle()
        after = count()
        seen.append((before, after))
        return (
            after["JSEventListeners"] >= before["JSEventListeners"] + CYCLES
            or after["Nodes"] > before["Nodes"] * LARGEST_GROWTH
        )

    cycle()
    assert not all(grows() for _ in range(3)), seen  # only a leak adds nodes or listeners three times in a row
