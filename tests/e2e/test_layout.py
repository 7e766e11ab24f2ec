"""The layout in numbers: nothing overflows, nothing moves, pictures come in the right size at the right time, targets
are large enough."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, WebSocketRoute

from app.i18n import DEFAULT
from app.routes import Place, places
from tests.e2e.pieces import in_pieces
from tests.e2e.visitor import HYDRATED, ROUND, ROUNDS, Visitor, visitor

QUESTIONS = Path(__file__).with_name("layout.js")
HEIGHTS = {320: 640, 390: 844, 768: 1024, 1024: 768, 1280: 800, 1920: 1080}
"""Widths of the window in CSS pixels, each with its height."""
TARGET, TOUCH_TARGET = 24, 44
"""How large a target is at least, in CSS pixels: WCAG 2.5.8, and on a phone."""
LARGE_TEXT = "document.documentElement.style.fontSize = '212.5%'"
"""Text at 200 % of the size that it has otherwise."""

each_place = pytest.mark.parametrize(
    "place", places(), ids=lambda place: place.name + "".join(f"-{v}" for v in place.params.values())
)


class Slow:
    """Pictures that arrive only when they are let through."""

    def __init__(self, guest: Visitor) -> None:
        self.guest = guest
        self.held: dict[str, Route] = {}
        guest.page.route("**/pictures/**", lambda route: self.held.__setitem__(route.request.url, route))

    def release(self) -> None:
        """Lets the pictures in the window through, once they have been asked for, and waits until they are drawn."""
        for _ in range(ROUNDS):
            awaited = self.guest.page.evaluate("layout.awaited()")
            if not awaited:
                return self.guest.page.evaluate("layout.frames()")
            for url in set(chain(*awaited)) & set(self.held):
                self.held.pop(url).continue_()
            self.guest.page.wait_for_timeout(ROUND)
        raise AssertionError(f"waited in vain for {awaited}; held: {list(self.held)}")

    def end(self) -> None:
        """Lets everything through, from now on as well."""
        while self.held:
            self.held.popitem()[1].continue_()
        self.guest.page.unroute("**/pictures/**")


@contextmanager
def asked(browser: Browser, width: int, **options: object) -> Iterator[Visitor]:
    """A visitor with a window of this width, who can ask pages about their layout."""
    viewport = {"width": width, "height": HEIGHTS[width]}
    with visitor(browser, viewport=viewport, **options) as guest:  # pyright: ignore[reportArgumentType]
        guest.page.add_init_script(path=QUESTIONS)
        yield guest


def path_of(place: Place) -> str:
    return place.path.replace("[postId]", "12345")


def overflow(guest: Visitor, *widths: int) -> Iterator[str]:
    """What sticks out of the window at each of these widths."""
    for width in widths:
        guest.page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
        for found in guest.page.evaluate("layout.overflow()"):
            yield f"overflow at {width} px: {found}"


def pictures(guest: Visitor) -> list[str]:
    """Pictures of the wrong size, when all are loaded."""
    guest.page.evaluate("layout.load()")
    return guest.page.evaluate("layout.pictures()")


@each_place
@pytest.mark.parametrize("width", [390, 1280])
def test_page_while_its_pictures_come_in(browser: Browser, site: str, place: Place, width: int) -> None:
    with asked(browser, width) as guest:
        slow = Slow(guest)
        guest.page.goto(site + path_of(place), wait_until="domcontentloaded")
        guest.until(HYDRATED)
        guest.page.evaluate("document.fonts.ready.then(() => null)")
        guest.page.evaluate("layout.frames()")
        slow.release()
        found = guest.page.evaluate("layout.loading()")
        found += guest.page.evaluate("([least, height]) => layout.targets(least, height)", targets(width))
        while guest.page.evaluate("layout.scroll()"):
            slow.release()
        found += [f"moved by {shift}" for shift in guest.page.evaluate("layout.shifts()")]
        slow.end()
        found += pictures(guest)
        if width == 390:
            found += overflow(guest, 390, 320)
        else:
            found += overflow(guest, 1280, 1024)
            guest.page.evaluate(LARGE_TEXT)
            found += [f"large text: {each}" for each in overflow(guest, 1280)]
        assert not found, "\n".join(found)


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("place", [place for place in places() if place.route.stateful], ids=lambda place: place.path)
def test_an_answer_shorter_than_its_outline(browser: Browser, site: str, place: Place, width: int) -> None:
    """The footer, which somebody has scrolled to in the meantime, stays where it is."""
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
@pytest.mark.parametrize("path", ["/", "/en/vouchers", "/portfolio", "/offline", "/nothing-here"])
def test_a_page_that_arrives_in_pieces(browser: Browser, site: str, path: str, width: int) -> None:
    """It is drawn when it is whole: what is centred would move with every piece."""
    with in_pieces(site) as slow, asked(browser, width) as guest:
        guest.page.goto(slow + path)
        guest.page.evaluate("layout.frames()")
        assert guest.page.evaluate("layout.shifts()") == []


def targets(width: int) -> tuple[int, int]:
    """Least size, and least height, of a target."""
    return TARGET, TOUCH_TARGET if width < 768 else TARGET


# A browser that has a larger file in its cache shows that one, so each page gets a fresh visitor.
@each_place
def test_page_without_motion(browser: Browser, site: str, place: Place) -> None:
    with asked(browser, 768, reduced_motion="reduce") as guest:
        guest.opens(site + path_of(place))
        found = [*pictures(guest), *overflow(guest, 768, 1920)]
        assert not found, "\n".join(found)


@pytest.mark.parametrize(("width", "density"), [(390, 2), (390, 3), (1920, 1)])
@pytest.mark.parametrize(
    "place",
    [place for place in places() if place.language == DEFAULT],
    ids=lambda place: place.name + "".join(f"-{v}" for v in place.params.values()),
)
def test_pictures_on_other_screens(browser: Browser, site: str, place: Place, width: int, density: int) -> None:
    with asked(browser, width, device_scale_factor=density) as guest:
        guest.opens(site + path_of(place))
        found = pictures(guest)
        assert not found, "\n".join(found)
