import asyncio
import json
import re

import httpx
import pytest

from app.members import posts
from app.members.documents import MAX_HTML_CHARS
from app.members.posts import DATA_KEY, FRESH_SECONDS, LOCK_TTL_SECONDS, MAX_MISSING_SECONDS, MAX_STALE_SECONDS
from app.members.store import MemoryStore
from tests.fakes.campaign import PUBLISHED
from tests.support.fetching import REQUESTS_PER_FETCH, wait_until_idle
from tests.support.members import PATREON

pytestmark = pytest.mark.anyio
FIELDS_OF_THE_PREVIOUS_RELEASE = {"id", "title", "html", "excerpt", "published", "tiers", "public", "url"}


async def test_listing(club):
    listing = await club.listing()
    assert [post.id for post in listing.posts] == list(reversed(PUBLISHED))
    assert len(listing.tiers) == 4 and not listing.stale
    hostile = listing.find("8011")
    assert hostile.title.startswith("<img src=x onerror=") and "script" not in hostile.html.replace(">javascript<", "")
    pictures = listing.find("8007")
    assert f'src="{PATREON}/media/hands.jpg"' in pictures.html and "youtube-nocookie.com/embed/" in pictures.html
    assert pictures.excerpt.startswith("Eight-point type")


async def test_a_long_post_ends_with_a_complete_word_and_is_marked(club, fake, settings, start_club):
    of_id = {post["id"]: post["attributes"] for post in fake.posts}
    of_id["8001"]["content"] = "<p>" + "complete " * MAX_HTML_CHARS + "</p>"
    of_id["8012"]["content"] = "<p>" + "complete <b class='a b'>" * MAX_HTML_CHARS
    listing = await club.listing()
    assert [post.id for post in listing.posts if post.shortened] == ["8012", "8001"]
    for id in ("8001", "8012"):
        assert len(listing.find(id).html) < 2 * MAX_HTML_CHARS
        assert set(re.findall(r"\w+", re.sub("<[^>]*>", "", listing.find(id).html))) == {"complete"}
    assert (await start_club(settings, club.store).listing()).posts == listing.posts


async def test_this_and_the_previous_release_read_each_other_s_posts(club, settings, start_club):
    listing = await club.listing()
    data = json.loads(await club.store.get(DATA_KEY))
    del data["shortened"]
    assert all(post.keys() == FIELDS_OF_THE_PREVIOUS_RELEASE for post in data["posts"])
    await club.store.set(DATA_KEY, json.dumps(data).encode(), 60)
    assert (await start_club(settings, club.store).listing()).posts == listing.posts


@pytest.mark.parametrize("id", ["8014", "8015", "0", ""])
async def test_unknown_posts(club, id):
    assert (await club.listing()).find(id) is None


async def test_fresh_stale_and_outdated_posts(club, network, time):
    first = await club.listing()
    time.passes(FRESH_SECONDS - 1)
    assert await club.listing() is first
    assert network.asked("/posts") == REQUESTS_PER_FETCH
    time.passes(1)
    assert await club.listing() is first, "readers do not wait for the refresh"
    await wait_until_idle(club)
    assert network.asked("/posts") == 2 * REQUESTS_PER_FETCH
    assert await club.listing() is not first


async def test_outdated_posts_are_refreshed_first(club, fake, time):
    await club.listing()
    fake.posts = fake.posts[:-3]
    time.passes(MAX_STALE_SECONDS)
    assert "8013" not in [post.id for post in (await club.listing()).posts]


async def test_a_new_post_is_found_without_the_webhook(club, fake, network, time):
    await club.listing("8020")
    attributes = {**fake.posts[-3]["attributes"], "published_at": "2025-11-10T08:00:00+00:00"}
    fake.posts.append({"id": "8020", "attributes": attributes})
    time.passes(MAX_MISSING_SECONDS - 1)
    assert not (await club.listing("8020")).find("8020")
    assert network.asked("/posts") == REQUESTS_PER_FETCH, "missing posts cost one fetch a minute"
    time.passes(1)
    listings = await asyncio.gather(*(club.listing(id) for id in ("8020", "8021", "8022")))
    assert all(listing.find("8020") for listing in listings)
    assert network.asked("/posts") == 2 * REQUESTS_PER_FETCH


async def test_a_long_update_is_no_failure(club, fake, network, time, monkeypatch, settings, start_club):
    monkeypatch.setattr(posts, "WAIT_TIMEOUT_SECONDS", 0.0)
    before = await club.listing()
    fake.posts.append({"id": "8020", "attributes": fake.posts[-3]["attributes"]})
    time.passes(1)
    await club.posts_changed()
    resume = asyncio.Event()
    network.delays(released=resume, part="/posts")
    assert await club.listing() == before and not before.stale
    opened = asyncio.create_task(club.listing("8020"))
    restarted = asyncio.create_task(start_club(settings).listing())
    await asyncio.wait((opened, restarted), timeout=0.2)
    assert not opened.done() and not restarted.done(), "the new post might still be loaded"
    resume.set()
    assert (await opened).find("8020") and (await restarted).find("8020")


@pytest.mark.parametrize("seconds", [MAX_MISSING_SECONDS, FRESH_SECONDS + 300])
async def test_a_missing_post_while_patreon_fails(club, network, time, seconds):
    await club.listing()
    network.breaks(httpx.ConnectError)
    time.passes(seconds)
    for _ in range(3):
        listing = await club.listing("8020")
        assert listing.posts and listing.stale
    assert network.asked("/campaigns/") == 1 + REQUESTS_PER_FETCH + 2, "then it pauses"


async def test_thirty_requests_in_any_minute(club, network, time):
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)
        time.passes(seconds)
        await asyncio.sleep(0)

    club._posts._sleep = sleep
    at: list[float] = []

    async def note(_request) -> None:
        at.append(time.now)

    network.fault = note
    for _ in range(20):
        time.passes(0.5)
        await club.posts_changed()
        await club.listing()
    assert waited and len(at) == 20 * (REQUESTS_PER_FETCH + 1)
    assert all(later - sooner >= 60 for sooner, later in zip(at, at[30:], strict=False))


async def test_processes_fetch_once(settings, start_club, network, time):
    store = MemoryStore(clock=time)
    clubs = [start_club(settings, store) for _ in range(3)]
    listings = await asyncio.gather(*(club.listing() for club in clubs for _ in range(5)))
    assert all(listing.posts == listings[0].posts for listing in listings)
    assert network.asked("/posts") == REQUESTS_PER_FETCH
    time.passes(1)
    await clubs[0].posts_changed()
    await clubs[2].listing()
    assert network.asked("/posts") == 2 * REQUESTS_PER_FETCH
    assert await clubs[1].listing() == await clubs[2].listing()


async def test_the_lock_of_a_dead_process_expires(settings, start_club, time):
    store = MemoryStore(clock=time)
    await store.add("posts-lock", b"of the dead", LOCK_TTL_SECONDS)

    async def sleep(_seconds: float) -> None:
        time.passes(1)
        await asyncio.sleep(0)

    club = start_club(settings, store)
    club._posts._sleep = sleep
    assert (await club.listing()).posts


async def test_a_change_during_a_fetch(club, fake, network, time):
    resume = asyncio.Event()
    network.delays(released=resume, part="/posts")
    first = asyncio.create_task(club.listing())
    while not network.asked("/posts"):
        await asyncio.sleep(0)
    time.passes(1)
    fake.posts = fake.posts[4:]
    await club.posts_changed("8001")
    network.fault = None
    resume.set()
    await first
    assert (await club.listing()).find("8001") is None


async def test_a_deletion_during_a_fetch(club, fake, network, time):
    """A post that is deleted during a fetch must not appear, even if Patreon fails afterwards."""
    await club.listing()
    time.passes(MAX_STALE_SECONDS)
    last, resume = asyncio.Event(), asyncio.Event()

    async def late(request: httpx.Request) -> httpx.Response:
        old = await httpx.ASGITransport(fake.app).handle_async_request(request)
        if network.asked("/posts") == 2 * REQUESTS_PER_FETCH:
            last.set()
            await resume.wait()
        return old

    network.fault = late
    fetching = asyncio.create_task(club.listing())
    await last.wait()
    time.passes(1)
    await club.posts_changed("8012")
    resume.set()
    assert "8012" not in [post.id for post in (await fetching).posts]
    network.breaks(httpx.ConnectError)
    listing = await club.listing()
    assert listing.stale and "8012" not in [post.id for post in listing.posts]


async def test_a_deletion_just_after_caching(club, time):
    await club.listing()
    store_posts = club._posts._store_posts

    async def store_and_delete(listing, asked):
        club._posts._store_posts = store_posts
        cached = await store_posts(listing, asked)
        time.passes(1)
        await club.posts_changed("8012")
        return cached

    club._posts._store_posts = store_and_delete
    time.passes(MAX_STALE_SECONDS)
    assert "8012" not in [post.id for post in (await club.listing()).posts]
