"""Accessibility, as axe-core judges it: every page and what can be opened on it, in both color schemes, on a phone and
on a desk; and a focus that is always seen."""

from collections.abc import Iterator
from itertools import product

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from app.i18n import DEFAULT, LANGUAGES, Language
from app.routes import Place, places, url_for
from pwa.workspace import WEB
from tests.e2e.club import LIST, ClubSite, club_site
from tests.e2e.visitor import Visitor, visitor

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
WINDOWS: tuple[ViewportSize, ...] = ({"width": 390, "height": 844}, {"width": 1280, "height": 800})
SCHEMES = ("light", "dark")
SECTIONS = ("work/2", "order", "reach")
"""What the hash of the home page names, among others."""

# Every rule that is on by default, best practices included, and the one of WCAG 2.2 that is not.
JUDGE = """async () => {
    document.getAnimations().filter((each) => each instanceof CSSTransition).forEach((each) => each.finish())
    const rules = { "target-size": { enabled: true } }
    const { violations } = await axe.run(document, { rules, resultTypes: ["violations"] })
    return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary.replace(/\\s+/g, " ")}`))
}"""

# The element in focus, and whether one sees that it is: framed, in the window, with nothing over it.
FOCUS = """() => {
    const element = document.activeElement
    if (!element || element === document.body || element.dataset.seen) return null
    element.dataset.seen = "yes"
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    const { left, top, right, bottom } = element.getClientRects()[0]
    const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2
    const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
    const above = document.elementFromPoint(x, y)
    const framed = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2
    const free = element.contains(above) || element === above?.closest("a, button")
    return [framed && free, element.outerHTML.slice(0, 200)]
}"""


each_language = pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)


@pytest.fixture(scope="module")
def guest(browser: Browser) -> Iterator[Visitor]:
    """One visitor for all pages, with axe-core in each of them; the cache saves half the time."""
    with visitor(browser, reduced_motion="reduce") as guest:
        guest.page.add_init_script(path=AXE)
        yield guest


def judged(page: Page, *windows: ViewportSize) -> Iterator[str]:
    """What axe-core finds wrong with a page as it stands, in each window and color scheme."""
    for window, scheme in product(windows or WINDOWS, SCHEMES):
        page.set_viewport_size(window)
        page.emulate_media(color_scheme=scheme)
        for violation in page.evaluate(JUDGE):
            yield f"{window['width']} px, {scheme}: {violation}"


def tab_stops(page: Page) -> Iterator[tuple[bool, str]]:
    """Everything that the Tab key leads to, each with whether one sees the focus there."""
    while True:
        page.keyboard.press("Tab")
        stop = page.evaluate(FOCUS)
        if not stop:
            return
        yield stop


@pytest.mark.parametrize(
    "place", places(), ids=lambda place: place.name + "".join(f"-{v}" for v in place.params.values())
)
def test_page(guest: Visitor, site: str, place: Place) -> None:
    guest.opens(site + place.path.replace("[postId]", "12345"))
    if place.route.stateful:
        expect(guest.page.locator("#members")).to_have_attribute("data-access", "unconfigured")
    assert list(judged(guest.page)) == []
    guest.page.set_viewport_size(WINDOWS[place.language != DEFAULT])  # one language a window, to save time
    stops = list(tab_stops(guest.page))
    assert len(stops) > 5
    assert [name for seen, name in stops if not seen] == []


@pytest.fixture(scope="module")
def club(built: None) -> Iterator[ClubSite]:
    """The site where people can sign in."""
    with club_site() as site:
        yield site


@each_language
def test_members_pages(browser: Browser, club: ClubSite, language: Language) -> None:
    with visitor(browser, reduced_motion="reduce") as guest:
        guest.page.add_init_script(path=AXE)
        guest.opens(f"{club.url}{language.prefix}{LIST}")
        expect(guest.page.locator("#members")).to_have_attribute("data-access", "out")
        assert list(judged(guest.page)) == []
        guest.opens(f"{club.url}{language.prefix}/patreon/callback?problem=denied")
        assert list(judged(guest.page)) == []
        club.sign_in(guest, "declined", language=language)
        expect(guest.page.locator("#posts > li")).to_have_count(10)
        assert list(judged(guest.page)) == []
        guest.page.set_viewport_size(WINDOWS[language != DEFAULT])
        assert [name for seen, name in tab_stops(guest.page) if not seen] == []
        for post_id in ("8001", "8006", "4711"):  # open, locked, missing
            guest.opens(f"{club.url}{language.prefix}{LIST}/{post_id}")
            expect(guest.page.locator("#members")).to_have_attribute("data-access", "in")
            assert list(judged(guest.page)) == []


@pytest.mark.parametrize("path", ["/nope", "/en/vouchers/yachts"])
def test_error_page(guest: Visitor, site: str, path: str) -> None:
    answer = guest.page.goto(site + path)
    assert answer and answer.status == 404
    assert list(judged(guest.page)) == []


@each_language
def test_open_menu(guest: Visitor, site: str, language: Language) -> None:
    guest.page.set_viewport_size(WINDOWS[0])
    guest.opens(site + url_for("about", language))
    guest.page.locator("header summary").click()
    expect(guest.page.locator("header details nav")).to_be_visible()
    assert list(judged(guest.page, WINDOWS[0])) == []


@each_language
def test_open_answers(guest: Visitor, site: str, language: Language) -> None:
    guest.opens(site + url_for("vouchers", language))
    guest.page.evaluate("document.querySelectorAll('main details').forEach((each) => { each.open = true })")
    assert list(judged(guest.page)) == []


@each_language
def test_skip_link(guest: Visitor, site: str, language: Language) -> None:
    guest.opens(site + url_for("about", language))
    guest.page.keyboard.press("Tab")
    expect(guest.page.locator("a[href='#content']")).to_be_focused()
    assert list(judged(guest.page)) == []


@each_language
def test_bam_after_a_press(guest: Visitor, site: str, language: Language) -> None:
    guest.opens(site + url_for("bam", language))
    guest.page.locator("main button").first.click()
    expect(guest.page.get_by_role("status")).not_to_be_empty()
    assert list(judged(guest.page)) == []


@pytest.mark.parametrize("section", SECTIONS)
def test_section_of_the_home_page(browser: Browser, site: str, section: str) -> None:
    with visitor(browser, viewport=WINDOWS[1]) as guest:  # who has nothing against motion gets full-page scrolling
        guest.page.add_init_script(path=AXE)
        guest.opens(f"{site}#{section}")
        guest.settle()
        assert list(judged(guest.page, WINDOWS[1])) == []
