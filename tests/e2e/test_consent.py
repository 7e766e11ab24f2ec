"""Visits are counted after a yes and never before; a no is as near, and either can be taken back."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Locator, expect

from app.extras.consent import LABELS
from app.i18n import Language, use
from app.i18n.typography import polish
from app.routes import url_for
from tests.support.accessibility import AXE, DESK, PHONE, violations
from tests.support.languages import CZECH, ENGLISH
from tests.support.server_process import running_server
from tests.support.server_without_reflex import WITHOUT_REFLEX
from tests.support.visitor import Visitor, visitor

ID = "G-TEST1"
TAG = f"https://www.googletagmanager.com/gtag/js?id={ID}"
SCRIPT = "window.tags = (window.tags || 0) + 1; document.cookie = '_ga=GA1.1.1; path=/'; document.cookie = 'mine=1'"


@pytest.fixture(scope="module")
def counting(built: None) -> Iterator[str]:
    """The origin of a site that has an analytics id."""
    with running_server(module=WITHOUT_REFLEX, ANALYTICS_ID=ID) as server:
        yield server.url


def word(name: str, language: Language = CZECH) -> str:
    with use(language):
        return polish(str(LABELS[name]), language.code)


class Guest(Visitor):
    """Who is asked."""

    language = CZECH

    def __post_init__(self) -> None:
        super().__post_init__()
        self.page.route("https://www.googletagmanager.com/**", lambda route: route.fulfill(body=SCRIPT))

    @property
    def question(self) -> Locator:
        return self.page.get_by_role("region", name=word("title", self.language))

    @property
    def control(self) -> Locator:
        return self.page.locator("footer").get_by_role("button", name=word("title", self.language))

    def answers(self, name: str) -> None:
        self.question.get_by_role("button", name=word(name, self.language)).click()
        expect(self.question).to_have_count(0)

    @property
    def tags(self) -> list[str]:
        return [url for url in self.requests if "googletagmanager" in url]

    def is_asked_nothing(self) -> None:
        """Waits until the page has looked whether there is anything to ask."""
        self.poll(lambda: any(url.endswith("/config.json") for url in self.requests), "the settings")
        self.settle()
        assert self.question.count() == 0


@contextmanager
def guest_of(browser: Browser, language: Language = CZECH, **options: object) -> Iterator[Guest]:
    with visitor(browser, **options) as plain:  # pyright: ignore[reportArgumentType]
        guest = Guest(plain.page)
        guest.language = language
        yield guest


def test_asked_first(browser: Browser, counting: str) -> None:
    """And a no is enough. The question goes on in the language that the page goes on in."""
    with guest_of(browser, reduced_motion="reduce") as guest:
        guest.page.add_init_script(path=AXE)
        guest.opens(f"{counting}/about")
        expect(guest.question).to_contain_text(word("text"))
        guest.settle()
        faults = [*guest.page.context.cookies(), *violations(guest.page, DESK), *looks_amiss(guest)]
        guest.page.locator("a[hreflang=en]").first.click()
        guest.page.wait_for_url(f"{counting}/en/about")
        guest.language = ENGLISH
        expect(guest.question).to_contain_text(word("text", ENGLISH))
        guest.settle()
        faults += [*guest.tags, *violations(guest.page, PHONE), *looks_amiss(guest)]
        guest.answers("refuse")
        expect(guest.control).to_be_visible()
        faults += [f"a floor of {height}" for height in [floor(guest)] if height]
        guest.requests.clear()
        guest.page.reload()
        guest.is_asked_nothing()
        assert [*faults, *guest.tags, *guest.troubles] == []


def looks_amiss(guest: Guest) -> Iterator[str]:
    """What is wrong with the looks of the question, on which other notices stand."""
    refuse, accept = (button.bounding_box() for button in guest.question.get_by_role("button").all())
    assert refuse and accept
    if (refuse["width"], refuse["height"]) != (accept["width"], accept["height"]):
        yield f"one button is {refuse}, the other one {accept}"
    if accept["height"] < 44:
        yield f"a button is {accept['height']} high"
    if float(floor(guest).removesuffix("px") or 0) <= 44:
        yield f"other notices stand on {floor(guest)}"


def floor(guest: Guest) -> str:
    return guest.page.evaluate("document.documentElement.style.getPropertyValue('--notice-floor')")


GRANTED = {
    "ad_storage": "denied",
    "ad_user_data": "denied",
    "ad_personalization": "denied",
    "analytics_storage": "granted",
}


def test_yes(browser: Browser, counting: str) -> None:
    """It is remembered until it is taken back."""
    with guest_of(browser) as guest:
        guest.opens(f"{counting}/about")
        guest.answers("accept")
        guest.until("window.tags === 1")
        assert guest.tags == [TAG]
        assert guest.page.evaluate("[...dataLayer[0]]") == ["consent", "default", GRANTED]
        guest.page.locator("header a[href='/contact']:visible").click()
        guest.page.wait_for_url(f"{counting}/contact")
        guest.settle()
        assert guest.tags == [TAG], "once a document"
        guest.page.reload()
        guest.until("window.tags === 1")
        guest.settle()
        assert guest.question.count() == 0, "it is remembered"
        takes_back(guest)
        assert guest.troubles == []


@pytest.mark.parametrize(
    ("name", "language"), [("home", CZECH), ("links", ENGLISH)], ids=["full-page", "plain"]
)  # the default layout's is taken back above
def test_it_can_be_taken_back_in_the_footer(browser: Browser, counting: str, name: str, language: Language) -> None:
    with guest_of(browser, language, reduced_motion="reduce") as guest:  # the whole page scrolls
        guest.opens(counting + url_for(name, language))
        guest.answers("accept")
        takes_back(guest)


def takes_back(guest: Guest) -> None:
    """A visitor who has said yes says no, and yes again."""
    guest.until("document.cookie.includes('_ga')")
    guest.control.click()
    expect(guest.question.get_by_role("button").first).to_be_focused()
    guest.answers("refuse")
    expect(guest.control).to_be_focused()
    assert guest.page.evaluate(f"window['ga-disable-{ID}']") is True
    assert guest.page.evaluate("document.cookie") == "mine=1"
    guest.requests.clear()
    guest.page.reload()
    guest.is_asked_nothing()
    assert guest.tags == []
    guest.control.click()
    guest.answers("accept")
    guest.until("window.tags === 1")
    assert guest.page.evaluate(f"window['ga-disable-{ID}']") is False


def test_an_answer_counts_in_every_tab(browser: Browser, counting: str) -> None:
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
            each.until(f"window['ga-disable-{ID}'] === true")
        assert guest.page.evaluate("document.cookie") == "mine=1"
        other.page.evaluate("localStorage.clear()")
        expect(guest.question).to_be_visible()
        for each in (guest, other):
            assert each.troubles == []


def test_a_browser_may_have_refused(browser: Browser, counting: str) -> None:
    """Even after a yes; what counts as a refusal is a table of its own (`tests/test_configure.py`)."""
    with guest_of(browser) as guest:
        guest.page.add_init_script("Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })")
        guest.page.add_init_script("localStorage.setItem('notice:analytics', 'yes')")
        guest.opens(f"{counting}/about")
        guest.is_asked_nothing()
        assert guest.control.count() == 0 and guest.tags == [] and guest.troubles == []


def test_without_an_id_there_is_nothing_to_ask(browser: Browser, site: str) -> None:
    with guest_of(browser) as guest:
        guest.opens(f"{site}/about")
        guest.poll(lambda: any(url.endswith("/builds/latest.json") for url in guest.requests), "the poll")
        guest.settle()
        assert guest.question.count() == guest.control.count() == 0
        assert not [url for url in guest.requests if "consent" in url or "config" in url]
        assert guest.tags == [] and guest.troubles == []


def test_a_browser_that_keeps_nothing_is_asked_on_every_load(browser: Browser, counting: str) -> None:
    with guest_of(browser) as guest:
        guest.page.add_init_script("delete window.localStorage")
        guest.opens(f"{counting}/about")
        guest.answers("refuse")
        guest.page.reload()
        expect(guest.question).to_be_visible()
        assert all(line.startswith('warning: The extra "storage" is off') for line in guest.troubles)
