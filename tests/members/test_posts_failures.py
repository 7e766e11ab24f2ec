import logging

import httpx
import pytest

from app.members import sanitise
from app.members.patreon_api import BACKOFF_SECONDS, PatreonUnavailableError
from app.members.posts import CACHE_TTL_SECONDS, FETCH_BACKOFF_SECONDS, FRESH_SECONDS, MAX_STALE_SECONDS
from tests.fakes.campaign import PUBLISHED
from tests.support.fetching import wait_until_idle

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("switches", [{"broken": 500}, {"html": 200}, {"throttled": 30}], ids=str)
async def test_posts_are_stale_while_patreon_fails(club, fake, network, time, switches):
    posts = (await club.listing()).posts
    fake.switches |= switches
    time.passes(FRESH_SECONDS)
    assert not (await club.listing()).stale, "the failure is not known yet"
    await wait_until_idle(club)
    asked = len(network.requests)
    for _ in range(50):
        listing = await club.listing()
        assert listing.stale and listing.posts == posts
    assert len(network.requests) == asked, "no request during the backoff"
    time.passes(6 * 24 * 3600)
    assert (await club.listing()).posts == posts
    fake.switches.clear()
    time.passes(FETCH_BACKOFF_SECONDS)
    assert not (await club.listing()).stale


async def test_requests_during_a_backoff_do_not_extend_it(club, fake, time):
    fake.switches["broken"] = 500
    with pytest.raises(PatreonUnavailableError):
        await club.listing()
    fake.switches.clear()
    await club.posts_changed()
    with pytest.raises(PatreonUnavailableError):
        await club.listing()
    time.passes(BACKOFF_SECONDS)
    assert (await club.listing()).posts


@pytest.mark.parametrize("error", [httpx.ConnectError, httpx.ReadTimeout, httpx.RemoteProtocolError])
async def test_failure_without_cached_posts(club, network, time, error):
    network.breaks(error)
    for _ in range(3):
        with pytest.raises(PatreonUnavailableError):
            await club.listing()
    assert len(network.requests) <= 2
    network.fault = None
    time.passes(FETCH_BACKOFF_SECONDS)
    assert (await club.listing()).posts


async def test_cached_posts_expire(club, fake, time):
    await club.listing()
    fake.switches["broken"] = 500
    time.passes(CACHE_TTL_SECONDS)
    with pytest.raises(PatreonUnavailableError):
        await club.listing()


async def test_a_partial_fetch_is_discarded(club, network, time):
    before = await club.listing()

    async def fault(request: httpx.Request) -> httpx.Response | None:
        return httpx.Response(500) if "cursor" in str(request.url.query) else None

    network.fault = fault
    time.passes(MAX_STALE_SECONDS)
    after = await club.listing()
    assert after.stale and after.posts == before.posts


async def test_a_post_that_cannot_be_converted_is_skipped(club, monkeypatch, caplog):
    content = sanitise.content

    def fails(html, *rest):
        if "tramvaj" in html or "telefonu" in html:
            raise RecursionError(html)
        return content(html, *rest)

    monkeypatch.setattr(sanitise, "content", fails)
    posts = (await club.listing()).posts
    assert len(posts) == len(PUBLISHED) - 1
    assert [record.getMessage() for record in caplog.records] == ["Post 8002 cannot be shown (RecursionError)"]
    assert "telefonu" not in caplog.text


async def test_unexpected_errors_are_logged(club, monkeypatch, time, caplog):
    posts = (await club.listing()).posts

    async def fails() -> None:
        raise ArithmeticError

    monkeypatch.setattr(club._posts, "_fetch_listing", fails)
    time.passes(MAX_STALE_SECONDS)
    for _ in range(3):
        listing = await club.listing()
        assert listing.stale and listing.posts == posts
    [record] = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert record.exc_info and record.exc_info[0] is ArithmeticError
    monkeypatch.undo()
    time.passes(FETCH_BACKOFF_SECONDS)
    assert not (await club.listing()).stale
