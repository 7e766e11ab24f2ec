"""Every section and every slide of every page has an address of its own, with and without a network; and behind a
picture that is open large, the sections stand still."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from app.i18n import DEFAULT
from app.routes import Place
from tests.support.fullpage import FULL, FULL_PAGES, LARGE, MARKED, STOPS, large_screen, opens_full, says, sees, visit
from tests.support.pages import each
from tests.support.service_worker import install_offline_site
from tests.support.visitor import HYDRATED, Visitor, visitor

PATH = "/portfolio/business"


@pytest.fixture(scope="module")
def large(browser: Browser) -> Iterator[Visitor]:
    with large_screen(browser) as guest:
        yield guest


@pytest.fixture(scope="module")
def kept(browser: Browser, site: str) -> Iterator[Visitor]:
    """A visitor without a network, whose worker keeps the site."""
    with visitor(browser, worker=True, viewport=LARGE) as guest:
        guest.hurries()
        install_offline_site(guest, site + "/")
        guest.page.context.set_offline(True)
        yield guest


def shows_every_place(guest: Visitor, url: str) -> None:
    """By its hash: once as the address of a new document, then within the page."""
    guest.page.goto(url)
    guest.until(FULL)
    stops = guest.page.evaluate(f"({STOPS})()")
    assert len(stops) >= 5
    guest.page.goto(f"{url}?from=letter#{stops[-2][-1]}")
    guest.until(FULL)
    for stop in [stops[-2], *stops]:
        guest.page.evaluate("hash => { if (location.hash !== hash) location.hash = hash }", f"#{stop[-1]}")
        sees(guest, *stop)
        says(guest, f"#{stop[-1]}")
        assert guest.page.evaluate(MARKED) == [f"#{stop[0]}"]


@each([place for place in FULL_PAGES if place.language != DEFAULT])  # the hashes are the same in every language
def test_every_place_by_its_hash(large: Visitor, site: str, place: Place) -> None:
    with visit(large, site) as guest:
        shows_every_place(guest, site + place.path)


@each([place for place in FULL_PAGES if place.name == "home-cs" or place.path == "/portfolio/weddings"])
def test_every_place_by_its_hash_without_a_network(kept: Visitor, site: str, place: Place) -> None:
    shows_every_place(kept, site + place.path)


@pytest.mark.parametrize("place", [["weddings"], ["posters"]], ids=["weddings", "posters"])
def test_a_place_is_found_again(large: Visitor, site: str, place: list[str]) -> None:
    """After a reload, and by Back from another document: there is no scroll position that a browser could restore."""
    with visit(large, site) as guest:
        opens_full(guest, site + "/portfolio")
        guest.page.locator(f"nav a[href$='#{place[-1]}']:visible").click()
        for again in (guest.page.reload, lambda: leaves_and_comes_back(guest)):
            sees(guest, *place)
            says(guest, f"#{place[-1]}")
            again()
            guest.acts()
            guest.until(FULL)
        sees(guest, *place)
        guest.page.wait_for_timeout(1_000)  # a section would have been moved by then
        sees(guest, *place)
        says(guest, f"#{place[-1]}")


def leaves_and_comes_back(guest: Visitor) -> None:
    guest.page.goto("about:blank")
    guest.page.go_back()


def test_sections_stand_still_behind_a_picture(large: Visitor, site: str) -> None:
    with visit(large, site) as guest:
        opens_full(guest, f"{site}{PATH}#floor-plans")
        page = guest.page
        sees(guest, "floor-plans")
        page.locator("#floor-plans picture").click()
        says(guest, "#floor-plans/large")
        page.keyboard.press("ArrowDown")
        page.mouse.move(400, 400)
        page.mouse.wheel(0, 400)
        page.keyboard.press("ArrowRight")
        says(guest, "#paper-with-weight/large")
        page.wait_for_timeout(1_000)  # a section would have been moved by then
        assert page.evaluate("document.querySelector('.section.active').id") == "floor-plans"
        page.keyboard.press("Escape")
        sees(guest, "paper-with-weight")  # whose link has the focus
        says(guest, "#paper-with-weight")
        expect(page.locator("#paper-with-weight a:has(img)")).to_be_focused()
        guest.until("document.querySelector('#paper-with-weight.fp-completely')")  # it listens to keys again
        page.keyboard.press("ArrowDown")
        sees(guest, "labels-pod-hajkem")


@pytest.mark.parametrize("hash", ["watchmaker", "watchmaker/1", "watchmaker/2"])
def test_an_address_opens_its_picture_before_its_section(large: Visitor, site: str, hash: str) -> None:
    with visit(large, site) as guest:
        guest.reads(f"{site}{PATH}#{hash}/large")
        guest.until(HYDRATED)
        guest.until(FULL)
        guest.until("document.querySelector('dialog')?.matches(':modal')")
        box = guest.page.locator("dialog").bounding_box()
        assert box == {"x": 0, "y": 0, **LARGE}
        guest.page.keyboard.press("Escape")
        slide = hash if "/" in hash else f"{hash}/1"
        sees(guest, "watchmaker", slide)
        expect(guest.page.locator(f"[id='{slide}'] a:has(img)")).to_be_focused()
        guest.page.locator("[id='watchmaker/1'] a[rel=next]").evaluate("link => link.click()")
        sees(guest, "watchmaker", "watchmaker/2")
