"""Nothing moves, however a page or what it shows arrives (`test_pages.py` asks it of every page with late pictures and
fonts)."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, WebSocketRoute

from app.i18n import DEFAULT
from app.routes import Place
from tests.support.layout import Late, asked
from tests.support.pages import MEMBERS, each, path_of
from tests.support.slow_site import slow_site


@each(MEMBERS)
def test_an_answer_shorter_than_its_outline(browser: Browser, site: str, place: Place) -> None:
    """The footer, which somebody has scrolled to in the meantime, stays where it is. One language a window, to save
    time."""
    width = 390 if place.language == DEFAULT else 1280
    held: list[Callable[[], None]] = []

    def hold(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: held.append(lambda: socket.send(message)))

    with asked(browser, width) as guest:
        guest.page.route_web_socket("**/_event/**", hold)
        guest.opens(site + path_of(place))
        guest.poll(lambda: bool(held), "an answer")
        guest.page.evaluate("scrollTo(0, document.querySelector('footer').offsetTop - innerHeight / 2)")
        guest.page.evaluate("layout.frames()")

        def answered() -> bool:
            while held:
                held.pop(0)()
            return bool(guest.page.locator("#members[data-access=unconfigured]").count())

        guest.poll(answered, "the answer to be shown")
        guest.page.evaluate("layout.frames()")
        assert guest.page.evaluate("layout.shifts()") == []


@pytest.mark.parametrize("width", [390, 1280])
def test_the_word_that_signing_in_is_not_set_up(browser: Browser, site: str, width: int) -> None:
    """It is shorter than what it stands in for: what is below stays where it is."""
    with asked(browser, width) as guest:
        answer = Late(guest, "**/builds/latest.json")
        guest.opens(f"{site}/patreon")
        guest.poll(lambda: bool(answer.held), "the question")
        guest.page.evaluate("document.querySelector('[data-configured]').scrollIntoView({ block: 'end' })")
        guest.page.evaluate("layout.frames()")
        answer.end()
        guest.page.locator("[data-configured=false]").wait_for()
        guest.page.evaluate("layout.frames()")
        assert guest.page.evaluate("layout.shifts()") == []


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("path", ["/", "/en/vouchers", "/portfolio", "/offline", "/nothing-here"])
def test_a_page_that_arrives_in_pieces(browser: Browser, site: str, path: str, width: int) -> None:
    """It is drawn when it is whole: what is centred would move with every piece."""
    with slow_site(site) as slow, asked(browser, width) as guest:
        guest.page.goto(slow + path)
        guest.page.evaluate("layout.frames()")
        assert guest.page.evaluate("layout.shifts()") == []
