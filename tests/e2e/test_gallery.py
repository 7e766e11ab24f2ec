"""The gallery: a picture opens large by mouse, keyboard, finger and address, and every way leads back out."""

import re

import pytest
from playwright.sync_api import Browser, CDPSession, Page, Route, expect

from app.content.portfolio import PORTFOLIO, category
from app.i18n import DEFAULT, LANGUAGES, Language, use
from tests.support.visitor import Visitor, visitor

PATH = "/portfolio/weddings"
SLUGS = [work.slug for work in category("weddings").works]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 3}
CURRENT = "dialog li:not([inert]) img"
SHOWN = f"document.querySelector('{CURRENT}')?.naturalWidth && document.querySelector('{CURRENT}').complete"


def is_open(guest: Visitor, number: int, path: str = PATH) -> None:
    """Picture `number` is open, counted from 1, and the address says so."""
    expect(guest.page.locator("dialog > div").first).to_contain_text(re.compile(rf"\b{number} (z|of)\s{len(SLUGS)}"))
    guest.until(f"location.pathname + location.hash === '{path}#{SLUGS[number - 1]}/large'")
    guest.until(SHOWN)
    guest.until("[...document.querySelectorAll('dialog li')].filter((cell) => !cell.inert).length === 1")
    guest.until("document.querySelector('dialog').matches(':modal')")


def is_closed(guest: Visitor, path: str = PATH) -> None:
    """No picture is open, and the address says so."""
    guest.until(f"location.pathname + location.hash === '{path}' && !document.querySelector('dialog[open]')")


def press(page: Page, number: int) -> None:
    page.locator(f"#{SLUGS[number - 1]} picture").click()


def has_focus(guest: Visitor, number: int) -> None:
    """The link of picture `number` has the focus and is in sight."""
    slug = SLUGS[number - 1]
    guest.until(f"document.activeElement.matches('a') && document.activeElement.closest('figure')?.id === '{slug}'")
    expect(guest.page.locator(f"#{slug} a")).to_be_in_viewport()


def test_mouse(browser: Browser, site: str) -> None:
    with visitor(browser) as guest:
        guest.opens(site + PATH)
        press(guest.page, 1)
        is_open(guest, 1)
        work = category("weddings").works[0]
        with use(DEFAULT):
            caption = [str(work.title), f"{work.client}, {work.year}", str(work.technique)]
        shown = guest.page.locator("dialog").inner_text().replace("\u00a0", " ").lower()
        assert [line for line in caption if line.lower() not in shown] == []
        expect(guest.page.get_by_role("dialog", name=caption[0], exact=True)).to_be_visible()
        previous, following = (guest.page.get_by_role("button", name=name) for name in ("Předchozí", "Další"))
        expect(previous).to_have_attribute("aria-disabled", "true")
        following.click()
        is_open(guest, 2)
        previous.click()
        is_open(guest, 1)
        guest.page.get_by_role("button", name="Zavřít").click()
        is_closed(guest)
        has_focus(guest, 1)
        press(guest.page, 2)
        is_open(guest, 2)
        box = guest.page.locator(CURRENT).bounding_box()
        assert box
        guest.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        is_open(guest, 2)
        guest.page.mouse.click(4, 4)
        is_closed(guest)
        assert guest.troubles == []


def test_keyboard(browser: Browser, site: str) -> None:
    with visitor(browser) as guest:
        guest.opens(site + PATH)
        guest.page.locator(f"#{SLUGS[1]} a").focus()
        guest.page.keyboard.press("Enter")
        is_open(guest, 2)
        assert guest.page.evaluate("document.activeElement.closest('dialog') !== null")
        for key, number in {"ArrowRight": 3, "ArrowLeft": 2, "End": 8, "Home": 1}.items():
            guest.page.keyboard.press(key)
            is_open(guest, number)
        guest.page.keyboard.press("ArrowLeft")
        is_open(guest, 1)
        guest.page.keyboard.press("End")
        guest.page.keyboard.press("ArrowRight")
        is_open(guest, 8)
        for _ in range(6):
            guest.page.keyboard.press("Tab")
            assert guest.page.evaluate(
                "document.activeElement === document.body || !!document.activeElement.closest('dialog')"
            )
        guest.page.keyboard.press("Escape")
        is_closed(guest)
        has_focus(guest, 8)
        assert guest.troubles == []


def test_back_closes_and_forward_reopens(browser: Browser, site: str) -> None:
    with visitor(browser) as guest:
        guest.opens(f"{site}/portfolio")
        guest.page.locator(f"main a[href='{PATH}']").first.click()
        guest.page.wait_for_url(site + PATH)
        press(guest.page, 4)
        is_open(guest, 4)
        guest.page.keyboard.press("ArrowRight")
        is_open(guest, 5)
        guest.page.go_back()
        is_closed(guest)
        has_focus(guest, 5)
        guest.page.go_forward()
        is_open(guest, 5)
        guest.page.keyboard.press("Escape")
        is_closed(guest)
        guest.page.go_back()
        guest.page.wait_for_url(f"{site}/portfolio")
        expect(guest.page.locator("dialog")).to_have_count(0)
        guest.page.go_forward()
        guest.page.wait_for_url(site + PATH)
        guest.page.go_forward()
        is_open(guest, 5)
        assert guest.page.evaluate("history.state.__N && history.state.as") == f"{PATH}#{SLUGS[4]}/large"
        assert guest.troubles == []


def test_the_page_stays_where_it_was(browser: Browser, site: str) -> None:
    with visitor(browser) as guest:
        guest.opens(f"{site}/portfolio")
        guest.page.locator(f"main a[href='{PATH}']").first.click()
        guest.page.wait_for_url(site + PATH)
        guest.page.locator(f"#{SLUGS[4]} picture").scroll_into_view_if_needed()
        guest.settle()
        # Next would scroll to the top; Chromium happens to scroll back after it.
        guest.page.evaluate("next.router.events.on('hashChangeStart', () => console.error('Next has its own way'))")
        measure = "[scrollX, scrollY, document.querySelector('h1').getBoundingClientRect().width]"
        before = guest.page.evaluate(measure)
        assert before[1] > 0
        guest.page.locator(f"#{SLUGS[4]} a").evaluate("link => link.click()")
        is_open(guest, 5)
        guest.page.mouse.move(300, 300)
        guest.page.mouse.wheel(0, 900)
        guest.settle()
        assert guest.page.evaluate(measure) == before
        guest.page.keyboard.press("Escape")
        is_closed(guest)
        guest.page.go_forward()
        is_open(guest, 5)
        guest.page.keyboard.press("Escape")
        is_closed(guest)
        has_focus(guest, 5)
        guest.settle()
        assert guest.page.evaluate(measure) == before
        assert guest.troubles == []


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_an_address_opens_its_picture(browser: Browser, site: str, language: Language) -> None:
    path = language.prefix + PATH
    with visitor(browser, locale=language.tag) as guest:
        guest.opens(f"{site}/about")
        guest.opens(f"{site}{path}#{SLUGS[5]}/large")
        is_open(guest, 6, path)
        other = next(each for each in LANGUAGES if each != language)
        guest.page.locator(f"a[hreflang={other.code}]").first.evaluate("link => link.click()")
        is_open(guest, 6, other.prefix + PATH)
        with use(other):
            title = str(category("weddings").works[5].title)
        expect(guest.page.get_by_role("dialog", name=title, exact=True)).to_be_visible()
        guest.page.go_back()
        is_open(guest, 6, path)
        with use(language):
            title = str(category("weddings").works[5].title)
        expect(guest.page.get_by_role("dialog", name=title, exact=True)).to_be_visible()
        guest.page.keyboard.press("Escape")
        is_closed(guest, path)
        has_focus(guest, 6)
        guest.page.go_back()
        guest.page.wait_for_url(f"{site}/about")
        assert guest.troubles == []


@pytest.mark.parametrize("hash", ["#%", "#%E0%A4%A/large", "#/large", "#nothing/large", f"#{SLUGS[2]}"])
def test_another_hash_opens_nothing(browser: Browser, site: str, hash: str) -> None:
    with visitor(browser) as guest:
        guest.opens(site + PATH + hash)
        guest.settle()
        assert guest.page.locator("dialog[open]").count() == 0
        press(guest.page, 1)
        is_open(guest, 1)
        guest.page.keyboard.press("Escape")
        is_closed(guest, PATH + hash)
        assert guest.troubles == []


def drag(fingers: CDPSession, start: tuple[int, int], way: tuple[int, int]) -> None:
    """Puts a finger down and moves it; it stays down."""
    x, y = start
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in range(1, 9):
        point = {"x": x + way[0] * part / 8, "y": y + way[1] * part / 8}
        fingers.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})


def lift(fingers: CDPSession) -> None:
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_swipe(browser: Browser, site: str, motion: str) -> None:
    with visitor(browser, reduced_motion=motion, **PHONE) as guest:
        guest.opens(site + PATH)
        guest.page.locator(f"#{SLUGS[0]} picture").tap()
        is_open(guest, 1)
        fingers = guest.page.context.new_cdp_session(guest.page)
        left = f"Math.round(document.querySelector('{CURRENT}').getBoundingClientRect().left)"
        still = guest.page.evaluate(left)
        drag(fingers, (300, 400), (-200, 10))
        guest.until(f"Math.abs({left} - {still - 200}) < 20")
        lift(fingers)
        is_open(guest, 2)
        guest.until(f"{left} === {still}")
        if motion == "reduce":
            assert guest.page.evaluate("document.getAnimations().length") == 0
        drag(fingers, (100, 400), (200, 10))
        lift(fingers)
        is_open(guest, 1)
        drag(fingers, (100, 400), (200, 0))
        lift(fingers)
        is_open(guest, 1)
        guest.until(f"{left} === {still}")
        drag(fingers, (200, 500), (-20, -200))
        lift(fingers)
        is_open(guest, 1)
        guest.until(f"{left} === {still}")
        guest.page.touchscreen.tap(5, 90)
        is_closed(guest)
        assert guest.troubles == []


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (320, 568), (1280, 800)], ids=str)
@pytest.mark.parametrize("shown", PORTFOLIO, ids=lambda shown: shown.slug)
def test_a_picture_fits_its_window(browser: Browser, site: str, size: tuple[int, int], shown) -> None:
    width, height = size
    with visitor(browser, viewport={"width": width, "height": height}) as guest:
        guest.opens(f"{site}/portfolio/{shown.slug}#{shown.works[0].slug}/large")
        guest.until(SHOWN)
        box = guest.page.locator(CURRENT).bounding_box()
        assert box and box["x"] >= 0 and box["y"] >= 0
        assert box["x"] + box["width"] <= width and box["y"] + box["height"] <= height
        assert box["width"] >= width * 0.75 or box["height"] >= height * 0.35
        assert guest.page.evaluate("document.querySelector('dialog').scrollWidth <= innerWidth")
        for button in guest.page.locator("dialog button").all():
            target = button.bounding_box()
            assert target and target["height"] >= 44 and target["width"] >= 44
            assert target["y"] + target["height"] <= height and target["x"] + target["width"] <= width
        loaded = guest.page.evaluate(f"/-(\\d+)\\./.exec(document.querySelector('{CURRENT}').currentSrc)[1]")
        assert box["width"] <= int(loaded) <= 2 * max(box["width"], 240)
        assert guest.troubles == []


def test_a_dense_screen_loads_no_more_than_twice_what_is_shown(browser: Browser, site: str) -> None:
    with visitor(browser, **PHONE) as guest:
        guest.opens(f"{site}{PATH}#{SLUGS[6]}/large")
        is_open(guest, 7)
        guest.settle()
        assert asked(guest, "weddings-7") == {"800"}


def test_what_the_page_has_loaded_is_not_loaded_again(browser: Browser, site: str) -> None:
    with visitor(browser, **PHONE) as guest:
        guest.opens(site + PATH)
        guest.until(f"document.querySelector('#{SLUGS[0]} img').naturalWidth")
        press(guest.page, 1)
        is_open(guest, 1)
        guest.settle()
        assert asked(guest, "weddings-1") == {"1200"}


def asked(guest: Visitor, name: str) -> set[str]:
    """The widths of a picture that were asked for."""
    return {found[1] for url in guest.requests if (found := re.search(rf"/{name}-(\d+)\.", url))}


def large(guest: Visitor) -> list[str]:
    """Which works' pictures hang in the dialog."""
    return guest.page.evaluate(
        "[...document.querySelectorAll('dialog img')].map((image) => /weddings-\\d/.exec(image.currentSrc)[0])"
    )


def test_neighbours_are_preloaded(browser: Browser, site: str) -> None:
    with visitor(browser) as guest:
        guest.opens(f"{site}{PATH}#{SLUGS[3]}/large")
        is_open(guest, 4)
        assert large(guest) == ["weddings-3", "weddings-4", "weddings-5"]
    with visitor(browser) as guest:
        guest.page.add_init_script("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
        guest.opens(f"{site}{PATH}#{SLUGS[3]}/large")
        is_open(guest, 4)
        assert large(guest) == ["weddings-4"]


def test_the_picture_of_the_page_stands_in(browser: Browser, site: str) -> None:
    """Only the widths of a phone are to be had, as offline."""

    def offline(route: Route) -> None:
        if re.search(r"-(480|800)\.", route.request.url):
            route.continue_()
        else:
            route.abort()

    with visitor(browser, viewport={"width": 1280, "height": 800}) as guest:
        guest.opens(site + PATH)
        guest.until(f"document.querySelector('#{SLUGS[1]} img').naturalWidth")
        guest.page.route("**/pictures/**", offline)
        press(guest.page, 2)
        is_open(guest, 2)
        here = guest.page.evaluate(f"document.querySelector('#{SLUGS[1]} img').currentSrc")
        guest.until(f"document.querySelector('{CURRENT}').currentSrc === '{here}'")
        guest.page.keyboard.press("End")
        is_open(guest, 8)
        there = f"document.querySelector('#{SLUGS[7]} img').currentSrc"
        guest.until(f"document.querySelector('{CURRENT}').currentSrc === {there}")


def test_the_picture_of_the_page_stands_there_meanwhile(browser: Browser, site: str) -> None:
    with visitor(browser, viewport={"width": 1280, "height": 800}) as guest:
        guest.opens(site + PATH)
        guest.until(f"document.querySelector('#{SLUGS[1]} img').naturalWidth")
        held: list[Route] = []
        guest.page.route(re.compile(r"/pictures/weddings-2-1200"), lambda route: held.append(route))
        with guest.page.expect_request(re.compile(r"/pictures/weddings-2-1200")):
            press(guest.page, 2)
        image = guest.page.locator(CURRENT)
        here = guest.page.evaluate(f"document.querySelector('#{SLUGS[1]} img').currentSrc")
        assert here in image.evaluate("image => getComputedStyle(image).backgroundImage")
        before = image.bounding_box()
        held[0].continue_()
        guest.until(SHOWN)
        assert image.bounding_box() == before
        assert guest.troubles == []


def test_without_javascript_a_picture_is_a_link(browser: Browser, site: str) -> None:
    with visitor(browser, java_script_enabled=False) as guest:
        guest.page.goto(site + PATH)
        expect(guest.page.locator("dialog")).to_be_hidden()
        press(guest.page, 1)
        guest.page.wait_for_url(re.compile(r"/pictures/weddings-1-\d+\.\w+\.jpg$"))
        assert guest.failed == []


def test_a_picture_opens_in_a_tab_of_its_own(browser: Browser, site: str) -> None:
    with visitor(browser) as guest:
        guest.opens(site + PATH)
        with guest.page.context.expect_page() as opened:
            guest.page.locator(f"#{SLUGS[0]} picture").click(modifiers=["Control"])
        opened.value.wait_for_url("**/*.jpg")
        is_closed(guest)
