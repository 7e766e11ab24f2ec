from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute

from app.i18n import DEFAULT
from app.routes import Place
from tests.support.layout import DelayedRequests, layout_visitor
from tests.support.pages import MEMBERS, each, path_of
from tests.support.slow_site import slow_site
from tests.support.visitor import HYDRATED, Visitor
from tests.support.waiting import resize

pytestmark = pytest.mark.mostly_nightly

NIGHTLY = ("/portfolio/weddings", "/contact", "/inquiry")
NIGHTLY_PATHS = [pytest.param(path, marks=pytest.mark.nightly) for path in NIGHTLY]
NIGHTLY_ACTS = [pytest.param(width, "key", marks=pytest.mark.nightly) for width in (390, 1280)]

PADDING = """() => {
    const { paddingTop, paddingLeft } = getComputedStyle(document.querySelector("[class*='roomy:pt-28']"));
    const unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 4;
    return [paddingTop, paddingLeft].map((length) => Math.round(parseFloat(length) / unit));
}"""
"""JavaScript that returns the top and side padding of the page's first block (docs/contract.md, "Layouts")."""
PADDINGS = {(767, 700): (10, 5), (768, 700): (10, 8), (1023, 700): (10, 8), (1024, 769): (10, 8), (1024, 768): (28, 8)}
ACTS: dict[str, Callable[[Page], None]] = {
    "click": lambda page: page.locator("h1").click(),
    "key": lambda page: page.keyboard.press("ArrowDown"),
    "wheel": lambda page: page.mouse.wheel(0, 100),
}


@each(MEMBERS)
def test_an_answer_shorter_than_its_placeholder(browser: Browser, site: str, place: Place) -> None:
    """The footer does not move when the server's content replaces a taller placeholder."""
    width = 390 if place.language == DEFAULT else 1280
    held: list[Callable[[], None]] = []

    def hold(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: held.append(lambda: socket.send(message)))

    with layout_visitor(browser, width) as guest:
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
def test_the_message_that_sign_in_is_not_set_up(browser: Browser, site: str, width: int) -> None:
    with layout_visitor(browser, width) as guest:
        answer = DelayedRequests(guest, "**/builds/latest.json")
        guest.opens(f"{site}/patreon")
        answer.wait()
        guest.page.evaluate("document.querySelector('[data-configured]').scrollIntoView({ block: 'end' })")
        guest.page.evaluate("layout.frames()")
        answer.end()
        guest.page.locator("[data-configured=false]").wait_for()
        guest.page.evaluate("layout.frames()")
        assert guest.page.evaluate("layout.shifts()") == []


@pytest.mark.parametrize("path", ["/en/contact", "/nothing-here"])
def test_the_wrapper_s_padding_depends_on_the_window(guest: Visitor, site: str, path: str) -> None:
    guest.page.goto(site + path)
    for (width, height), padding in PADDINGS.items():
        resize(guest.page, {"width": width, "height": height})
        assert tuple(guest.page.evaluate(PADDING)) == padding, (width, height)


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("path", ["/", "/en/vouchers", "/portfolio", "/offline", "/nothing-here"])
def test_a_page_that_arrives_in_pieces(browser: Browser, site: str, path: str, width: int) -> None:
    """The browser shows nothing until all HTML has arrived, because centred elements would move."""
    with slow_site(site) as slow, layout_visitor(browser, width) as guest:
        guest.page.goto(slow + path)
        guest.page.evaluate("layout.frames()")
        assert guest.page.evaluate("layout.shifts()") == []


@pytest.mark.main
@pytest.mark.parametrize(("width", "name"), [(390, "click"), (1280, "wheel"), *NIGHTLY_ACTS])
@pytest.mark.parametrize("path", ["/", *NIGHTLY_PATHS])
def test_the_first_act(browser: Browser, site: str, path: str, width: int, name: str) -> None:
    with layout_visitor(browser, width) as guest:
        guest.reads(site + path)
        ACTS[name](guest.page)
        guest.until(HYDRATED)
        guest.settle()
        assert guest.page.evaluate("layout.shifts()") == []
        assert guest.troubles == []
