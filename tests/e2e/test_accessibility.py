"""Members' pages, open menus and expanded FAQ answers are accessible.

`test_pages.py` checks the initial state of each page.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from app.i18n import DEFAULT, Language
from app.routes import url_for
from tests.support.accessibility import AXE, DESK, PHONE, tab_stops, violations
from tests.support.fullpage import large_screen, open_full_page, wait_until_visible
from tests.support.members_site import LIST, MembersSite
from tests.support.visitor import Visitor, visitor

pytestmark = pytest.mark.mostly_nightly

SECTIONS = (["work", "work/2"], ["order"], ["reach"])


def window_of(language: Language) -> ViewportSize:
    return PHONE if language == DEFAULT else DESK


@pytest.fixture(scope="module")
def guest(browser: Browser) -> Iterator[Visitor]:
    """A tab that several tests share. Its cached files make page loads faster."""
    with visitor(browser, reduced_motion="reduce") as guest:
        guest.page.add_init_script(path=AXE)
        yield guest


def test_members_pages(browser: Browser, club: MembersSite, language: Language) -> None:
    window = window_of(language)
    with visitor(browser, reduced_motion="reduce") as guest:
        guest.page.add_init_script(path=AXE)
        guest.opens(f"{club.url}{language.prefix}{LIST}")
        expect(guest.page.locator("#members")).to_have_attribute("data-access", "out")
        assert list(violations(guest.page, window)) == []
        guest.opens(f"{club.url}{language.prefix}/patreon/callback?problem=denied")
        expect(guest.page.locator("[data-problem]")).to_have_attribute("data-problem", "denied")
        assert list(violations(guest.page, window)) == []
        club.sign_in(guest, "declined", language=language)
        expect(guest.page.locator("#posts > li")).to_have_count(10)
        assert list(violations(guest.page, window)) == []
        assert [name for seen, name in tab_stops(guest.page) if not seen] == []
        for post_id in ("8001", "8006", "4711"):  # IDs of a readable, a locked and an unknown post
            guest.opens(f"{club.url}{language.prefix}{LIST}/{post_id}")
            expect(guest.page.locator("#members")).to_have_attribute("data-access", "in")
            assert list(violations(guest.page, window)) == []


MARKS = """[...document.querySelectorAll("nav a[href*='#']")].map((link) => {
    const { backgroundColor } = getComputedStyle(link, "::after");
    return [backgroundColor, link.ariaCurrent];
})"""


def test_high_contrast_shows_arrows_of_selects_and_the_navigation_of_sections(browser: Browser, site: str) -> None:
    with visitor(browser, viewport=DESK, forced_colors="active") as guest:
        guest.opens(f"{site}/inquiry")
        assert guest.page.locator("select").first.evaluate("(each) => getComputedStyle(each).appearance") == "auto"
        open_full_page(guest, f"{site}/")
        background = guest.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        marks = dict.fromkeys(map(tuple, guest.page.evaluate(MARKS)))
        assert background not in [color for color, _ in marks]
        assert len({color for color, _ in marks}) == 2


@pytest.mark.main
@pytest.mark.parametrize(("path", "window"), [("/nope", PHONE), ("/en/vouchers/yachts", DESK)])
def test_error_page(guest: Visitor, site: str, path: str, window: ViewportSize) -> None:
    answer = guest.page.goto(site + path)
    assert answer and answer.status == 404
    assert list(violations(guest.page, window)) == []


@pytest.mark.main
def test_skip_link_and_open_menu(guest: Visitor, site: str, language: Language) -> None:
    guest.page.set_viewport_size(PHONE)
    guest.opens(site + url_for("about", language))
    guest.page.keyboard.press("Tab")
    guest.page.evaluate("document.querySelector('header details').open = true")
    expect(guest.page.locator("header details nav")).to_be_visible()
    expect(guest.page.locator("a[href='#content']")).to_be_focused()
    assert list(violations(guest.page, PHONE)) == []


def test_open_answers(guest: Visitor, site: str, language: Language) -> None:
    guest.opens(site + url_for("vouchers", language))
    guest.page.evaluate("document.querySelectorAll('main details').forEach((each) => { each.open = true })")
    assert list(violations(guest.page, window_of(language))) == []


def test_bam_after_a_press(guest: Visitor, site: str, language: Language) -> None:
    guest.opens(site + url_for("bam", language))
    guest.page.locator("main button").first.click()
    expect(guest.page.locator("main").get_by_role("status")).not_to_be_empty()
    assert list(violations(guest.page, window_of(language))) == []


def test_sections_of_the_home_page(browser: Browser, site: str) -> None:
    with large_screen(browser) as guest:
        guest.page.add_init_script(path=AXE)
        open_full_page(guest, site)
        for section in SECTIONS:
            guest.page.evaluate("hash => { location.hash = hash }", section[-1])
            wait_until_visible(guest, *section)
            assert list(violations(guest.page, DESK)) == [], section
