"""Members' pages show a message while Patreon fails. Public pages still work."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.fakes.campaign import PUBLISHED
from tests.support.languages import BOTH
from tests.support.members_site import LIST, MembersSite
from tests.support.visitor import Visitor, visitor

pytestmark = pytest.mark.mostly_nightly

TROUBLES: dict[str, dict[str, Any]] = {
    "slow": {"slow": 10},
    "throttled": {"throttled": 2},
}
PUBLIC = ("/", "/about")
LONG_TIMEOUT_MS = 60_000
"""The timeout for tests in which Patreon takes up to ten seconds."""
OLD = {"cs": "co jsme od něj měli naposledy", "en": "This is our last saved copy"}
EMPTY = {"cs": ("Zatím nic", "je ještě v lisu"), "en": ("Nothing here yet", "still in the press")}


@pytest.fixture
def club(new_club: MembersSite, guest: Visitor) -> Iterator[MembersSite]:
    new_club.add_session(guest, "proof")
    yield new_club


def public_pages(club: MembersSite) -> list[bytes]:
    answers = [
        httpx.get(club.url + path, headers={"accept-language": "cs"}, trust_env=False, verify=False) for path in PUBLIC
    ]
    assert [answer.status_code for answer in answers] == [200] * len(PUBLIC)
    return [answer.content for answer in answers]


def assert_public_pages_work(browser: Browser, club: MembersSite) -> None:
    with visitor(browser) as guest:
        for path in PUBLIC:
            guest.opens(club.url + path)
            guest.settle()
        assert (guest.troubles, guest.sockets) == ([], [])


def assert_notice(page: Page, notice: str) -> None:
    expect(page.get_by_text(notice)).to_be_visible(timeout=LONG_TIMEOUT_MS)


def assert_asks_again_after_offline(guest: Visitor, asked: list[str]) -> None:
    """Asserts that a page requests missing posts again when the network returns."""

    def has_asked() -> bool:
        return any("members_state.ask" in frame for frame in asked)

    expect(guest.page.get_by_text("Hledáme příspěvky…")).to_be_visible()
    guest.poll(has_asked, "the page's request")
    guest.page.context.set_offline(True)
    expect(guest.page.get_by_role("heading", name="Bez připojení")).to_be_visible()
    asked.clear()
    guest.page.context.set_offline(False)
    guest.poll(has_asked, "another request of the page")


@pytest.mark.parametrize("trouble", TROUBLES)
def test_patreon_fails(browser: Browser, club: MembersSite, guest: Visitor, trouble: str) -> None:
    asked: list[str] = []
    guest.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: asked.append(str(frame))))
    before = public_pages(club)
    club.patreon.tell(**TROUBLES[trouble])
    guest.page.goto(club.url + LIST)
    if trouble == "slow":
        assert_asks_again_after_offline(guest, asked)
        assert_public_pages_work(browser, club)
    assert public_pages(club) == before
    expect(guest.page.locator("#members")).to_have_attribute("data-access", "unavailable", timeout=LONG_TIMEOUT_MS)
    assert_notice(guest.page, "uloženou kopii nemáme")
    club.patreon.tell(reset=True)
    club.clear_cache("patreon-rests")
    club.send_posts_webhook()
    club.retry_until(guest, "#posts > li", 10)
    club.patreon.tell(**TROUBLES[trouble])
    club.send_posts_webhook()
    guest.page.reload()
    assert public_pages(club) == before
    assert_notice(guest.page, OLD["cs"])
    expect(guest.page.locator("#posts > li")).to_have_count(10)
    assert guest.troubles == []


def test_cached_posts_may_be_outdated(club: MembersSite, guest: Visitor) -> None:
    guest.page.goto(club.url + LIST)
    expect(guest.page.locator("#posts > li")).to_have_count(10)
    club.patreon.tell(broken=500)
    club.send_posts_webhook()
    for language in BOTH:
        for path, shown in ((LIST, "#posts > li"), (f"{LIST}/8006", ".letter")):
            guest.page.goto(club.url + language.prefix + path)
            assert_notice(guest.page, OLD[language.code])
            expect(guest.page.locator(shown).first).to_be_visible()


def test_nothing_to_read_yet(club: MembersSite, guest: Visitor) -> None:
    for post in PUBLISHED:
        club.patreon.tell(unpublish=post)
    for language in BOTH:
        title, words = EMPTY[language.code]
        guest.page.goto(club.url + language.prefix + LIST)
        expect(guest.page.locator("#members h2")).to_have_text(title)
        assert_notice(guest.page, words)
        expect(guest.page.locator("#posts")).to_have_count(0)
        expect(guest.page.locator("#members button[type='button']")).to_have_count(0)
    assert guest.troubles == []
