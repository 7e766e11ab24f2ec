"""Public pages need no backend; members' pages connect to it and keep their state."""

from contextlib import ExitStack
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, expect

from app.i18n import DEFAULT
from app.routes import places
from tests.e2e.visitor import SAVE_DATA, visitor
from tests.serving import serving

LINGER = 15_000
"""Milliseconds that the socket stays open after a members' page was left (`pwa/replacements/socket.io-client.js`)."""


def follow(page: Page, path: str) -> None:
    """Follows a link of the page, as a click does, without loading a document.

    It is found and clicked in one go: the address changes before the page does, and a click on a link that has just
    been taken off the page would load a document.
    """
    page.wait_for_selector(f'a[href="{path}"]', state="attached")
    page.evaluate("path => document.querySelector(`a[href='${path}']`).click()", path)
    page.wait_for_url(f"**{path}")


def scroll_through(page: Page) -> None:
    """Shows the whole page once, so that everything lazy is loaded."""
    page.evaluate(
        """async () => {
            for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
                scrollTo(0, y)
                await new Promise((resolve) => setTimeout(resolve, 20))
            }
        }"""
    )


PUBLIC = [place for place in places() if not place.route.stateful and place.language == DEFAULT]


def test_public_pages_stay_quiet_when_the_server_is_gone(browser: Browser, built: None) -> None:
    with ExitStack() as guests, serving() as server:
        tabs = [guests.enter_context(visitor(browser)) for _ in PUBLIC]
        for tab, place in zip(tabs, PUBLIC, strict=True):
            tab.page.add_init_script(SAVE_DATA)  # preloading asks for files, of which there is no server either
            tab.opens(server.url + place.path)
            scroll_through(tab.page)
            tab.poll(lambda tab=tab: any("/builds/" in url for url in tab.requests), "the look for a newer build")
            tab.settle()
        server.stop()
        for tab in tabs:
            tab.page.evaluate("window.dispatchEvent(new Event('focus'))")
            tab.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
            tab.page.keyboard.press("Tab")
            tab.page.locator("body").click(position={"x": 2, "y": 2})
            scroll_through(tab.page)
            tab.settle()
            assert (tab.page.url, tab.troubles, tab.sockets) == (tab.page.url, [], [])


def test_state_survives_public_pages(browser: Browser, site: str) -> None:
    with visitor(browser) as guest:
        guest.opens(f"{site}/patreon")
        assert guest.sockets == []
        follow(guest.page, "/patreon/private")
        expect(guest.page.locator("#visits")).to_have_text("1")
        follow(guest.page, "/about")
        follow(guest.page, "/patreon")
        follow(guest.page, "/patreon/private")
        expect(guest.page.locator("#visits")).to_have_text("2")
        follow(guest.page, "/about")
        guest.page.go_back()
        expect(guest.page.locator("#visits")).to_have_text("3")
        assert [urlsplit(socket).path for socket in guest.sockets] == ["/_event/"]
        assert guest.troubles == []


def test_state_survives_the_closing_of_the_socket(browser: Browser, site: str) -> None:
    with visitor(browser) as guest:
        with guest.page.expect_websocket() as opened:
            guest.opens(f"{site}/patreon/private")
        expect(guest.page.locator("#visits")).to_have_text("1")
        with opened.value.expect_event("close", timeout=2 * LINGER):
            follow(guest.page, "/patreon")
        follow(guest.page, "/patreon/private")
        expect(guest.page.locator("#visits")).to_have_text("2")
        assert len(guest.sockets) == 2
        assert guest.troubles == []


def test_reload_and_direct_visit_count_once(browser: Browser, site: str) -> None:
    with visitor(browser) as guest:
        guest.opens(f"{site}/en/patreon/private")
        expect(guest.page.locator("#visits")).to_have_text("1")
        guest.page.reload()
        expect(guest.page.locator("#visits")).to_have_text("2")
        guest.opens(f"{site}/en/patreon/private/abc-1")
        expect(guest.page.locator("#visits")).to_have_text("3")
        assert guest.page.locator("#post").inner_text() == "abc-1"
        assert guest.troubles == []
