from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.fakes.campaign import PUBLISHED
from tests.support import redis
from tests.support.languages import BOTH
from tests.support.members_site import LIST, MembersSite, members_site
from tests.support.visitor import Visitor

pytestmark = pytest.mark.mostly_nightly

RETRY_MS = 15_000
"""The time after which a members' page requests its posts again."""
OLD = {"cs": "co jsme od něj měli naposledy", "en": "This is our last saved copy"}
EMPTY = {"cs": ("Zatím nic", "je ještě v lisu"), "en": ("Nothing here yet", "still in the press")}
LOOKING = "Hledáme příspěvky…"


@pytest.fixture
def club(new_club: MembersSite, guest: Visitor) -> Iterator[MembersSite]:
    new_club.add_session(guest, "proof")
    yield new_club


def test_a_page_asks_again_when_the_network_returns(guest: Visitor, built: None) -> None:
    asked: list[str] = []

    def has_asked() -> bool:
        return any("members_state.ask" in frame for frame in asked)

    guest.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: asked.append(str(frame))))
    with members_site() as club:
        club.add_session(guest, "proof")
        club.patreon.tell(slow=10)
        guest.page.goto(club.url + LIST)
        expect(guest.page.get_by_text(LOOKING)).to_be_visible()
        guest.poll(has_asked, "the page's request")
        guest.page.context.set_offline(True)
        expect(guest.page.get_by_role("heading", name="Bez připojení")).to_be_visible()
        asked.clear()
        guest.page.context.set_offline(False)
        guest.poll(has_asked, "another request of the page")


def test_cached_posts_may_be_outdated(club: MembersSite, guest: Visitor) -> None:
    guest.page.goto(club.url + LIST)
    expect(guest.page.locator("#posts > li")).to_have_count(10)
    club.patreon.tell(broken=500)
    club.send_posts_webhook()
    for language in BOTH:
        for path, shown in ((LIST, "#posts > li"), (f"{LIST}/8006", ".letter")):
            guest.page.goto(club.url + language.prefix + path)
            expect(guest.page.get_by_text(OLD[language.code])).to_be_visible()
            expect(guest.page.locator(shown).first).to_be_visible()


def test_nothing_to_read_yet(club: MembersSite, guest: Visitor) -> None:
    for post in PUBLISHED:
        club.patreon.tell(unpublish=post)
    for language in BOTH:
        title, words = EMPTY[language.code]
        guest.page.goto(club.url + language.prefix + LIST)
        expect(guest.page.locator("#members h2")).to_have_text(title)
        expect(guest.page.get_by_text(words)).to_be_visible()
        expect(guest.page.locator("#posts")).to_have_count(0)
        expect(guest.page.locator("#members button[type='button']")).to_have_count(0)
    assert guest.troubles == []


def test_members_pages_wait_for_redis(guest: Visitor, built: None) -> None:
    page = guest.page
    failed: list[str] = []

    def received(frame: str | bytes) -> None:
        if '"delta":{},"events":[],"final":true' in str(frame):
            failed.append(str(frame))

    page.clock.install()
    with redis.running() as store, members_site(REDIS_URL=store.url) as club:
        club.open_signed_in(guest, "edition")
        expect(page.locator("#posts > li")).to_have_count(10)
        page.on("websocket", lambda socket: socket.on("framereceived", received))
        store.stop()
        page.reload()
        guest.poll(lambda: bool(failed), "the page's first request to fail")
        page.clock.fast_forward(RETRY_MS)
        guest.poll(lambda: len(failed) >= 2, "the page's second request to fail")
        expect(page.get_by_text(LOOKING)).to_be_visible()
        store.start()
        page.clock.fast_forward(RETRY_MS)
        expect(page.locator("#posts > li")).to_have_count(10, timeout=30_000)
