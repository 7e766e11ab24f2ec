from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Locator, ViewportSize, expect

from app.extras.consent import LABELS
from app.i18n import Language, use
from app.i18n.typography import polish
from tests.support.accessibility import AXE, DESK, PHONE, tab_stops, violations
from tests.support.chromium import launch
from tests.support.fullpage import AT_REST, IS_ON_TOP, LARGE, SEEN, open_full_page, wait_until_visible
from tests.support.languages import CZECH, ENGLISH
from tests.support.sites import ANALYTICS_ID
from tests.support.visitor import Visitor, visitor
from tests.support.waiting import AWAITS_NO_LOCK, LATEST, RESTORED, run_timers, wait_for_request

pytestmark = pytest.mark.mostly_nightly

PAUSE_MS = 200
"""The time that fullpage.js needs to handle a key."""
TAG = f"https://www.googletagmanager.com/gtag/js?id={ANALYTICS_ID}"
FLOOR = "document.documentElement.style.getPropertyValue('--notice-floor')"
SCRIPT = "window.tags = (window.tags || 0) + 1; document.cookie = '_ga=GA1.1.1; path=/'; document.cookie = 'mine=1'"


def label(name: str, language: Language = CZECH) -> str:
    with use(language):
        return polish(str(LABELS[name]), language.code)


class Guest(Visitor):
    language = CZECH

    def __post_init__(self) -> None:
        super().__post_init__()
        self.page.route("https://www.googletagmanager.com/**", lambda route: route.fulfill(body=SCRIPT))

    @property
    def question(self) -> Locator:
        return self.page.get_by_role("region", name=label("title", self.language))

    @property
    def control(self) -> Locator:
        return self.page.locator("footer").get_by_role("button", name=label("title", self.language))

    def answers(self, name: str) -> None:
        self.question.get_by_role("button", name=label(name, self.language)).click()
        expect(self.question).to_have_count(0)

    @property
    def tags(self) -> list[str]:
        return [url for url in self.requests if "googletagmanager" in url]

    def assert_not_asked(self) -> None:
        """Asserts that the page does not ask for consent, even after it has requested `/config.json`."""
        wait_for_request(self, "/config.json")
        self.settle()
        assert self.question.count() == 0


@contextmanager
def guest_of(browser: Browser, **options: object) -> Iterator[Guest]:
    with visitor(browser, **options) as plain:  # pyright: ignore[reportArgumentType]
        yield Guest(plain.page)


def test_the_question_comes_first_and_follows_the_language(browser: Browser, counting: str) -> None:
    with guest_of(browser, reduced_motion="reduce") as guest:
        guest.page.add_init_script(path=AXE)
        guest.opens(f"{counting}/about")
        expect(guest.question).to_contain_text(label("text"))
        expect(guest.question.get_by_role("link")).to_have_attribute("href", "/privacy")
        guest.settle()
        faults = [*guest.page.context.cookies(), *violations(guest.page, DESK), *appearance_faults(guest)]
        guest.page.locator("a[hreflang=en]").first.click()
        guest.page.wait_for_url(f"{counting}/en/about")
        guest.language = ENGLISH
        expect(guest.question).to_contain_text(label("text", ENGLISH))
        guest.settle()
        faults += [*guest.tags, *violations(guest.page, PHONE), *appearance_faults(guest)]
        faults += [name for is_seen, name in tab_stops(guest.page) if not is_seen]
        guest.answers("refuse")
        expect(guest.control).to_be_visible()
        guest.until(f"!{FLOOR}")
        guest.requests.clear()
        guest.page.reload()
        guest.assert_not_asked()
        assert [*faults, *guest.tags, *guest.troubles] == []


def appearance_faults(guest: Guest) -> Iterator[str]:
    refuse, accept = (button.bounding_box() for button in guest.question.get_by_role("button").all())
    assert refuse and accept
    if any(abs(refuse[side] - accept[side]) > 0.1 for side in ("width", "height")):
        yield f"one button is {refuse}, the other one {accept}"
    if accept["height"] < 44:
        yield f"a button is {accept['height']} high"
    guest.until(f"parseFloat({FLOOR}) > 44")


WHOLE_WORDS = """[...document.querySelectorAll("section[aria-label] button")].every((button) => {
    const range = document.createRange();
    const text = button.firstChild;
    return [...text.data.matchAll(/\\S+/g)].every(({ 0: word, index }) => {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length === 1;
    });
})"""


LANDSCAPE_PHONES = [(568, 320), (667, 375)]


@pytest.mark.parametrize(
    ("width", "height", "text"),
    [(320, 200, "100%"), (390, 844, "200%"), (1280, 800, "100%"), *((*phone, "100%") for phone in LANDSCAPE_PHONES)],
)
@pytest.mark.parametrize("language", [CZECH, ENGLISH], ids=["cs", "en"])
def test_the_question_fits_zoomed_windows_and_large_text(
    browser: Browser, counting: str, language: Language, width: int, height: int, text: str
) -> None:
    with guest_of(browser, viewport={"width": width, "height": height}) as guest:
        guest.language = language
        guest.opens(f"{counting}{language.prefix}/about")
        expect(guest.question).to_be_visible()
        guest.page.evaluate(f"document.documentElement.style.fontSize = '{text}'")
        assert not list(appearance_faults(guest))
        box = guest.question.bounding_box()
        assert box and box["y"] >= 0 and box["y"] + box["height"] <= height
        assert guest.page.evaluate(WHOLE_WORDS)
        if (width, height) in LANDSCAPE_PHONES:
            assert guest.question.locator("> div").evaluate("(box) => box.scrollHeight <= box.clientHeight")
        for each in (guest.question.get_by_text(label("text", language)), *guest.question.get_by_role("button").all()):
            each.scroll_into_view_if_needed()
            expect(each).to_be_in_viewport()


IS_ABOVE_THE_QUESTION = f"""(element) => {{
    const {{ top, bottom }} = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight - parseFloat({FLOOR}) + 1;
}}"""


@pytest.mark.main
def test_the_question_leaves_the_focus_visible_at_a_zoom_of_400_percent(browser: Browser, counting: str) -> None:
    """Checks WCAG 2.4.11 (Focus Not Obscured)."""
    with guest_of(browser, viewport={"width": 320, "height": 256}) as guest:
        guest.opens(f"{counting}/privacy")
        guest.until(f"parseFloat({FLOOR}) > 44")
        for _ in range(20):
            guest.page.keyboard.press("Tab")
            guest.until(f"(({IS_ABOVE_THE_QUESTION})(document.activeElement))")


def test_space_on_a_button_moves_no_section(browser: Browser, counting: str) -> None:
    with guest_of(browser, viewport=LARGE) as guest:
        open_full_page(guest, f"{counting}/")
        guest.until(AT_REST)
        guest.question.get_by_role("button").first.press("Space")
        expect(guest.question).to_have_count(0)
        run_timers(PAUSE_MS, guest.page)
        guest.until(AT_REST)
        assert guest.page.evaluate(SEEN) == ["intro"]


GRANTED = {
    "ad_storage": "denied",
    "ad_user_data": "denied",
    "ad_personalization": "denied",
    "analytics_storage": "granted",
}


@pytest.mark.parametrize("window", [LARGE, {"width": 1024, "height": 600}], ids=["large", "small"])
def test_the_question_does_not_cover_the_focused_button_of_a_slide(
    browser: Browser, counting: str, window: ViewportSize
) -> None:
    with guest_of(browser, viewport=window) as guest:
        open_full_page(guest, f"{counting}/#work")
        wait_until_visible(guest, "work", "work/1")
        guest.until(f"{AT_REST} && parseFloat({FLOOR}) > 44")
        guest.page.locator("[id='work/1'] a[rel=next]").focus()
        for slide in ("work/1", "work/2"):
            wait_until_visible(guest, "work", slide)
            link = guest.page.locator(f"[id='{slide}'] a[rel=next]")
            expect(link).to_be_focused()
            guest.poll(lambda link=link: link.evaluate(IS_ON_TOP), "the end of the move")
            guest.page.keyboard.press("Enter")
        assert guest.troubles == []


@pytest.mark.main
def test_consent_is_remembered_until_it_is_withdrawn(browser: Browser, counting: str) -> None:
    with guest_of(browser) as guest:
        guest.opens(f"{counting}/about")
        guest.answers("accept")
        guest.until("window.tags === 1")
        assert guest.tags == [TAG]
        assert guest.page.evaluate("[...dataLayer[0]]") == ["consent", "default", GRANTED]
        guest.page.locator("header a[href='/contact']:visible").click()
        guest.page.wait_for_url(f"{counting}/contact")
        guest.settle()
        assert guest.tags == [TAG], "the tag was loaded again"
        guest.page.reload()
        guest.until("window.tags === 1")
        guest.settle()
        assert guest.question.count() == 0, "the answer was forgotten"
        guest.until("document.cookie.includes('_ga')")
        guest.control.click()
        expect(guest.question.get_by_role("button").first).to_be_focused()
        guest.answers("refuse")
        expect(guest.control).to_be_focused()
        guest.until(f"window['ga-disable-{ANALYTICS_ID}'] === true && document.cookie === 'mine=1'")
        guest.requests.clear()
        guest.page.reload()
        guest.assert_not_asked()
        assert guest.tags == []
        guest.control.click()
        guest.answers("accept")
        guest.until("window.tags === 1")
        guest.until(f"window['ga-disable-{ANALYTICS_ID}'] === false")
        assert guest.troubles == []


@pytest.mark.main
def test_the_focus_moves_to_the_content_after_the_first_answer(browser: Browser, counting: str) -> None:
    with guest_of(browser) as guest:
        guest.opens(f"{counting}/about")
        guest.question.get_by_role("button").first.press("Enter")
        expect(guest.question).to_have_count(0)
        content = guest.page.locator("#content")
        expect(content).to_be_focused()
        guest.page.keyboard.press("Tab")
        expect(content.locator("a").first).to_be_focused()
        assert content.get_attribute("tabindex") is None


def test_an_answer_applies_to_every_tab(browser: Browser, counting: str) -> None:
    with guest_of(browser) as guest:
        other = Guest(guest.page.context.new_page())
        guest.opens(f"{counting}/about")
        other.opens(f"{counting}/contact")
        expect(guest.question).to_be_visible()
        other.answers("accept")
        for each in (guest, other):
            each.until("window.tags === 1")
        expect(guest.question).to_have_count(0)
        other.control.click()
        other.answers("refuse")
        for each in (guest, other):
            each.until(f"window['ga-disable-{ANALYTICS_ID}'] === true")
        guest.until("document.cookie === 'mine=1'")
        other.page.evaluate("localStorage.clear()")
        expect(guest.question).to_be_visible()
        for each in (guest, other):
            assert each.troubles == []


def test_an_answer_applies_to_a_page_that_back_restores(browser: Browser, counting: str) -> None:
    with (
        launch(browser.browser_type, whole=True, ignore_default_args=["--disable-back-forward-cache"]) as remembering,
        guest_of(remembering) as guest,
    ):
        guest.page.add_init_script(RESTORED)
        guest.opens(f"{counting}/about")
        guest.answers("accept")
        guest.until("window.tags === 1")
        guest.settle()
        guest.until(AWAITS_NO_LOCK)
        guest.opens(f"{counting}/contact")
        guest.control.click()
        guest.answers("refuse")
        guest.page.evaluate("history.back()")
        guest.until("window.restored && location.pathname === '/about'")
        guest.until(f"window['ga-disable-{ANALYTICS_ID}'] === true")
        assert guest.troubles == []


def test_a_browser_setting_is_a_refusal(browser: Browser, counting: str) -> None:
    with guest_of(browser) as guest:
        guest.page.add_init_script("Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })")
        guest.page.add_init_script("localStorage.setItem('notice:analytics', 'yes')")
        guest.page.context.add_cookies([{"name": "_ga", "value": "GA1.1.1", "url": counting}])
        guest.opens(f"{counting}/about")
        guest.assert_not_asked()
        guest.until("document.cookie === ''")
        assert guest.control.count() == 0 and guest.tags == [] and guest.troubles == []


@pytest.mark.main
def test_without_an_id_there_is_no_question(browser: Browser, site: str) -> None:
    with guest_of(browser) as guest:
        guest.opens(f"{site}/about")
        wait_for_request(guest, LATEST)
        guest.settle()
        assert guest.question.count() == guest.control.count() == 0
        assert not [url for url in guest.requests if "consent" in url or "config" in url]
        assert guest.tags == [] and guest.troubles == []


def test_a_browser_without_storage_is_asked_on_every_load(browser: Browser, counting: str) -> None:
    with guest_of(browser) as guest:
        guest.page.add_init_script("delete window.localStorage")
        guest.opens(f"{counting}/about")
        guest.answers("refuse")
        guest.page.reload()
        expect(guest.question).to_be_visible()
        assert all(line.startswith('warning: The extra "storage" is off') for line in guest.troubles)
