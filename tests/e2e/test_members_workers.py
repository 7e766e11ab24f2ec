"""An open tab recovers after all server processes are killed. While Redis is down, the tab keeps retrying."""

from collections.abc import Iterator

import psutil
import pytest
from playwright.sync_api import expect

from tests.support import redis
from tests.support.inquiries import until
from tests.support.members_site import MembersSite, members_site
from tests.support.visitor import Visitor

pytestmark = pytest.mark.nightly

POSTS = "/api/oauth2/v2/campaigns/9/posts"
RETRY_MS = 15_000
"""The interval between requests for missing posts."""
LETTERS = {"8006": "Sto dvacet archů", "8004": "Dubnový tisk bude"}


def server_processes(club: MembersSite) -> list[psutil.Process]:
    children = psutil.Process(club.server.process.pid).children()
    return [child for child in children if "resource_tracker" not in " ".join(child.cmdline())]


@pytest.fixture(scope="module")
def store() -> Iterator[redis.Redis]:
    with redis.running() as store:
        yield store


@pytest.fixture(scope="module")
def shared_club(built: None, store: redis.Redis) -> Iterator[MembersSite]:
    with members_site(REDIS_URL=store.url, WEB_WORKERS="2") as site:
        yield site


@pytest.fixture
def club(shared_club: MembersSite) -> MembersSite:
    until(lambda: all(shared_club.server.parts()["members"] == "up" for _ in range(20)), "both processes", 180)
    return shared_club


def test_a_tab_outlives_the_processes_that_serve_it(guest: Visitor, club: MembersSite) -> None:
    page = guest.page
    club.open_signed_in(guest, "edition")
    expect(page.locator("#posts > li")).to_have_count(10)
    page.get_by_role("button", name="Starší příspěvky").click()
    expect(page.locator("#posts > li")).to_have_count(13)
    asked = club.patreon.asked()
    assert asked[POSTS] == 4
    first = server_processes(club)
    assert len(first) == 2
    for process, (post, words) in zip(first, LETTERS.items(), strict=True):
        process.kill()
        guest.poll(
            lambda process=process: not process.is_running() and len(server_processes(club)) == 2, "another process"
        )
        page.locator(f"a[href='/patreon/private/{post}']").click()
        expect(page.locator(".letter")).to_contain_text(words, timeout=90_000)
        page.get_by_role("link", name="Všechny příspěvky").first.click()
        expect(page.locator("#posts > li")).to_have_count(13)
    assert len(guest.sockets) > 1
    expect(page.get_by_text("Spojení s dílnou se přerušilo.")).to_be_hidden()
    assert club.patreon.asked() == asked, "new processes fetched posts again"


def test_members_pages_wait_for_redis(guest: Visitor, club: MembersSite, store: redis.Redis) -> None:
    page = guest.page
    failed: list[str] = []

    def received(frame: str | bytes) -> None:
        if '"delta":{},"events":[],"final":true' in str(frame):
            failed.append(str(frame))

    page.clock.install()
    club.open_signed_in(guest, "edition")
    expect(page.locator("#posts > li")).to_have_count(10)
    page.on("websocket", lambda socket: socket.on("framereceived", received))
    store.stop()
    page.reload()
    guest.poll(lambda: bool(failed), "the page's first request to fail")
    page.clock.fast_forward(RETRY_MS)
    guest.poll(lambda: len(failed) >= 2, "the page's second request to fail")
    expect(page.get_by_text("Hledáme příspěvky…")).to_be_visible()
    store.start()
    page.clock.fast_forward(RETRY_MS)
    expect(page.locator("#posts > li")).to_have_count(10, timeout=30_000)
