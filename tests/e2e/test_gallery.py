import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Browser, CDPSession, expect

from app.content.portfolio import category
from app.i18n import DEFAULT, Language, use
from tests.support.gallery import (
    CURRENT,
    FLOWS,
    IDS,
    PATH,
    PHONE,
    assert_no_picture_open,
    assert_picture_focused,
    assert_picture_open,
    click_picture,
    press_picture,
)
from tests.support.languages import CZECH, ENGLISH
from tests.support.layout import DelayedRequests
from tests.support.visitor import Visitor, touch, visitor
from tests.support.waiting import wait_for_animations

pytestmark = pytest.mark.mostly_nightly

VISITOR = FLOWS


@pytest.mark.main
def test_mouse(guest: Visitor, site: str) -> None:
    guest.opens(site + PATH)
    press_picture(guest.page, 1)
    assert_picture_open(guest, 1)
    work = category("weddings").works[0]
    with use(DEFAULT):
        caption = [str(work.title), f"{work.client}, {work.year}", str(work.technique)]
    shown = guest.page.locator("dialog").inner_text().replace("\u00a0", " ").lower()
    assert [line for line in caption if line.lower() not in shown] == []
    expect(guest.page.get_by_role("dialog", name=caption[0], exact=True)).to_be_visible()
    previous, following = (guest.page.get_by_role("button", name=name) for name in ("Předchozí", "Další"))
    expect(previous).to_have_attribute("aria-disabled", "true")
    following.click()
    assert_picture_open(guest, 2)
    previous.click()
    assert_picture_open(guest, 1)
    guest.page.get_by_role("button", name="Zavřít").click()
    assert_no_picture_open(guest)
    assert_picture_focused(guest, 1)
    press_picture(guest.page, 2)
    assert_picture_open(guest, 2)
    box = guest.page.locator(CURRENT).bounding_box()
    assert box
    guest.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert_picture_open(guest, 2)
    guest.page.mouse.click(4, 4)
    assert_no_picture_open(guest)
    assert guest.troubles == []


@pytest.mark.main
def test_double_click(guest: Visitor, site: str) -> None:
    guest.page.set_viewport_size({"width": 390, "height": 844})
    guest.opens(site + PATH)
    press_picture(guest.page, 1)
    assert_picture_open(guest, 1)
    guest.page.get_by_role("button", name="Zavřít").click()
    assert_no_picture_open(guest)
    portrait = guest.page.locator(f"[id='{IDS[0]}'] picture")
    portrait.evaluate("(element) => element.scrollIntoView()")
    box = portrait.bounding_box()
    assert box
    where = (box["x"] + 100, max(box["y"], 0) + 60)  # in the dialog, this position is above the picture
    guest.page.mouse.dblclick(*where)
    assert_picture_open(guest, 1)
    guest.page.mouse.dblclick(*where)
    assert_no_picture_open(guest)
    assert guest.troubles == []


def test_a_click_before_the_code_is_loaded_opens_the_picture(guest: Visitor, site: str) -> None:
    late = DelayedRequests(guest, "**/_next/static/chunks/gallery.*")
    guest.page.clock.install()
    guest.opens(site + PATH)
    late.wait()
    # Pause the clock, because after 3 s a click would open the image file.
    guest.page.clock.pause_at(datetime.now() + timedelta(seconds=10))
    click_picture(guest.page, 2)
    assert not guest.page.locator("dialog").count()
    late.end()
    guest.page.wait_for_selector("dialog", state="attached")
    guest.page.clock.resume()
    assert_picture_open(guest, 2)
    guest.page.go_back()
    assert_no_picture_open(guest)
    assert guest.troubles == []


@pytest.mark.main
def test_back_closes_and_forward_reopens(guest: Visitor, site: str) -> None:
    guest.opens(f"{site}/portfolio")
    guest.page.locator(f"main a[href='{PATH}']").first.click()
    guest.page.wait_for_url(site + PATH)
    press_picture(guest.page, 4)
    assert_picture_open(guest, 4)
    guest.page.keyboard.press("ArrowRight")
    assert_picture_open(guest, 5)
    guest.page.go_back()
    assert_no_picture_open(guest)
    assert_picture_focused(guest, 5)
    guest.page.go_forward()
    assert_picture_open(guest, 5)
    guest.page.keyboard.press("Escape")
    assert_no_picture_open(guest)
    guest.page.go_back()
    guest.page.wait_for_url(f"{site}/portfolio#*")
    expect(guest.page.locator("dialog")).to_have_count(0)
    guest.page.go_forward()
    guest.page.wait_for_url(re.compile(f"{PATH}#"))
    guest.page.go_forward()
    assert_picture_open(guest, 5)
    guest.until(f"history.state.__N && history.state.as === '{PATH}#{IDS[4]}/large'")
    assert guest.troubles == []


def test_the_scroll_position_survives(guest: Visitor, site: str) -> None:
    guest.opens(f"{site}/portfolio")
    guest.page.locator(f"main a[href='{PATH}']").first.click()
    guest.page.wait_for_url(site + PATH)
    guest.page.locator(f"[id='{IDS[4]}'] picture").scroll_into_view_if_needed()
    guest.settle()
    # Fail if Next handles a hash change, because Next might scroll. In Chromium, the checks below do not detect this.
    guest.page.evaluate("next.router.events.on('hashChangeStart', () => console.error('Next has its own way'))")
    measure = "[scrollX, scrollY, document.querySelector('h1').getBoundingClientRect().width]"
    before = guest.page.evaluate(measure)
    assert before[1] > 0
    is_as_before = f"String({measure}) === '{','.join(map(str, before))}'"
    guest.page.wait_for_selector("dialog", state="attached")
    guest.page.locator(f"[id='{IDS[4]}'] a:has(img)").evaluate("link => link.click()")
    assert_picture_open(guest, 5)
    guest.page.mouse.move(300, 300)
    guest.page.mouse.wheel(0, 900)
    guest.settle()
    guest.until(is_as_before)
    guest.page.keyboard.press("Escape")
    assert_no_picture_open(guest)
    guest.page.go_forward()
    assert_picture_open(guest, 5)
    guest.page.keyboard.press("Escape")
    assert_no_picture_open(guest)
    assert_picture_focused(guest, 5)
    guest.settle()
    guest.until(is_as_before)
    assert guest.troubles == []


def test_forward_during_back_restores_the_scroll_position(guest: Visitor, site: str) -> None:
    guest.opens(site + PATH)
    guest.page.locator(f"[id='{IDS[4]}'] picture").scroll_into_view_if_needed()
    guest.settle()
    before = guest.page.evaluate("scrollY")
    press_picture(guest.page, 5)
    assert_picture_open(guest, 5)
    guest.page.evaluate("""() => {
            const draw = window.requestAnimationFrame;
            const held = [];
            window.requestAnimationFrame = (callback) => held.push(callback);
            window.release = () => new Promise((done) => {
                window.requestAnimationFrame = draw;
                [...held, done].forEach((callback) => draw(callback));
            });
        }""")
    guest.page.keyboard.press("Escape")
    assert_no_picture_open(guest)
    guest.page.evaluate("scrollBy(0, -43)")  # simulate a browser that restores a scroll position
    guest.page.go_forward()
    assert_picture_open(guest, 5)
    guest.page.evaluate("release()")
    guest.page.keyboard.press("Escape")
    assert_no_picture_open(guest)
    assert_picture_focused(guest, 5)
    guest.settle()
    assert before > 0
    guest.until(f"scrollY === {before}")
    assert guest.troubles == []


def title_of(index: int, language: Language) -> str:
    slug = IDS[index].split("/")[0]
    with use(language):
        return next(str(work.title) for work in category("weddings").works if work.slug == slug)


@pytest.mark.main
def test_an_address_opens_its_picture(browser: Browser, site: str) -> None:
    path = ENGLISH.prefix + PATH
    with visitor(browser, **FLOWS, locale=ENGLISH.tag) as guest:
        guest.opens(f"{site}/about")
        guest.opens(f"{site}{path}#{IDS[5]}/large")
        assert_picture_open(guest, 6, path)
        guest.page.locator("a[hreflang=cs]").first.evaluate("link => link.click()")
        assert_picture_open(guest, 6)
        expect(guest.page.get_by_role("dialog", name=title_of(5, CZECH), exact=True)).to_be_visible()
        guest.page.go_back()
        assert_picture_open(guest, 6, path)
        expect(guest.page.get_by_role("dialog", name=title_of(5, ENGLISH), exact=True)).to_be_visible()
        guest.page.keyboard.press("Escape")
        assert_no_picture_open(guest, path)
        assert_picture_focused(guest, 6)
        guest.page.go_back()
        guest.page.wait_for_url(f"{site}/about")
        assert guest.troubles == []


def test_another_hash_opens_nothing(guest: Visitor, site: str) -> None:
    for hash in ("#%", "#%E0%A4%A/large", "#/large", "#nothing/large", f"#{IDS[2]}"):
        guest.reads(f"{site}/builds/latest.json")  # leave the page, because a new hash alone would not reload it
        guest.opens(site + PATH + hash)
        guest.settle()
        assert guest.page.locator("dialog[open]").count() == 0, hash
        press_picture(guest.page, 1)
        assert_picture_open(guest, 1)
        guest.page.keyboard.press("Escape")
        guest.until(f"location.hash !== '#{IDS[0]}/large'")
        expect(guest.page.locator("dialog[open]")).to_have_count(0)
        assert guest.troubles == [], hash


def drag(fingers: CDPSession, start: tuple[int, int], way: tuple[int, int]) -> None:
    x, y = start
    touch(fingers, "touchStart", start)
    for step in range(1, 9):
        touch(fingers, "touchMove", (x + way[0] * step / 8, y + way[1] * step / 8))


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_swipe(browser: Browser, site: str, motion: str) -> None:
    with visitor(browser, reduced_motion=motion, **PHONE) as guest:
        guest.opens(site + PATH)
        guest.page.wait_for_selector("dialog", state="attached")
        guest.page.locator(f"[id='{IDS[0]}'] picture").tap()
        assert_picture_open(guest, 1)
        fingers = guest.page.context.new_cdp_session(guest.page)
        left = f"Math.round(document.querySelector('{CURRENT}').getBoundingClientRect().left)"
        wait_for_animations(guest)
        still = guest.page.evaluate(left)
        drag(fingers, (300, 400), (-200, 10))
        guest.until(f"Math.abs({left} - {still - 200}) < 20")
        touch(fingers, "touchEnd")
        assert_picture_open(guest, 2)
        guest.until(f"{left} === {still}")
        if motion == "reduce":
            assert guest.page.evaluate("document.getAnimations().length") == 0
        drag(fingers, (100, 400), (200, 10))
        touch(fingers, "touchEnd")
        assert_picture_open(guest, 1)
        drag(fingers, (100, 400), (200, 0))
        touch(fingers, "touchEnd")
        assert_picture_open(guest, 1)
        guest.until(f"{left} === {still}")
        drag(fingers, (200, 500), (-20, -200))
        touch(fingers, "touchEnd")
        assert_picture_open(guest, 1)
        guest.until(f"{left} === {still}")
        guest.page.touchscreen.tap(5, 90)
        assert_no_picture_open(guest)
        assert guest.troubles == []


def test_a_picture_opens_in_a_tab_of_its_own(guest: Visitor, site: str) -> None:
    guest.opens(site + PATH)
    with guest.page.context.expect_page() as opened:
        guest.page.locator(f"[id='{IDS[0]}'] picture").click(modifiers=["Control"])
    opened.value.wait_for_url("**/*.jpg")
    assert_no_picture_open(guest)
