"""Caches the posts of the Patreon campaign.

Posts older than `FRESH_SECONDS` are updated in the background. Pages wait for the update if posts have changed or are
older than `MAX_STALE_SECONDS`. After `WAIT_TIMEOUT_SECONDS`, pages show old posts. If Patreon fails, pages show old
posts with a note. Only one process at a time requests posts.
"""

import asyncio
import json
import logging
import secrets
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import Any

from app.members import sanitise
from app.members.documents import RawPost
from app.members.models import Listing, Post, Tier
from app.members.patreon import Patreon
from app.members.patreon_api import BACKOFF_SECONDS, PatreonBackoffError, PatreonUnavailableError
from app.members.store import Store
from app.single_flight import SingleFlight

FRESH_SECONDS = 300
MAX_STALE_SECONDS = 3600
"""The maximum age of posts that are shown without waiting for an update."""
MAX_MISSING_SECONDS = 60
"""The maximum age of posts when a page reports a post as missing. With older posts, the page waits for an update."""
CACHE_TTL_SECONDS = 7 * 24 * 3600
"""The maximum age of posts that are shown while Patreon is down."""
WAIT_TIMEOUT_SECONDS = 12.0
"""The maximum time that a page with old posts waits for an update. A longer update continues in the background."""
FETCH_BACKOFF_SECONDS = 30.0
MAX_REQUESTS_PER_MINUTE = 30
"""The maximum number of requests to Patreon per minute, for all processes together."""
FETCH_TIMEOUT_SECONDS = 300.0
"""The timeout of an update, including the pauses between requests."""
LOCK_TTL_SECONDS = 30
POLL_INTERVAL_SECONDS = 0.2
DATA_KEY, STAMP_KEY = "posts:3", "posts-stamp:3"
"""Keys in the store. The number in a key is the version of the data format."""

FETCH_KEY = "posts"

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class CachedPosts:
    """Cached posts. `asked` is the time when the requests to Patreon started."""

    stamp: str
    asked: float
    listing: Listing


class Posts:
    def __init__(self, patreon: Patreon, store: Store, clock: Callable[[], float]) -> None:
        self._patreon = patreon
        self._store = store
        self._clock = clock
        self._sleep = asyncio.sleep
        self._parsed: CachedPosts | None = None
        self._flight: SingleFlight[CachedPosts] = SingleFlight()

    async def listing(self, max_age: float = MAX_STALE_SECONDS, *, wait_until_done: bool = False) -> Listing:
        """Returns all posts. Waits for an update if the cached posts are older than `max_age`.

        After `WAIT_TIMEOUT_SECONDS`, returns the cached posts, unless there are none or `wait_until_done` is true.

        Raises:
            PatreonUnavailableError: Patreon fails and nothing is cached.
        """
        fresh = min(FRESH_SECONDS, max_age)
        cached, outdated = await self._load_cached()
        age = self._clock() - cached.asked if cached else CACHE_TTL_SECONDS
        if cached and not outdated and age < fresh:
            return cached.listing
        if await self._store.get("posts-pause"):
            return _stale(cached)
        fetch = self._flight.start(FETCH_KEY, lambda: self._fetch_shared(fresh))
        if cached and not outdated and age < max_age:
            return cached.listing
        if cached and not wait_until_done:
            await asyncio.wait((fetch,), timeout=WAIT_TIMEOUT_SECONDS)
            if not fetch.done():
                return cached.listing
        try:
            return (await asyncio.shield(fetch)).listing
        except PatreonUnavailableError:
            return _stale(cached)

    async def drop(self, gone: str | None) -> bool:
        """Marks the posts as changed and removes the post with the ID `gone`.

        Returns whether all processes can see the change.
        """
        self._flight.detach(FETCH_KEY)  # ignores the running update, because its result might be outdated
        if gone:
            await self._store.set(f"posts-gone:{gone}", b"1", 2 * FETCH_TIMEOUT_SECONDS)
        await self._store.set("posts-changed", str(self._clock()).encode(), CACHE_TTL_SECONDS)
        cached, _ = await self._load_cached()
        if cached and gone:
            await self._without_gone(cached)
        return await self._store.delete("posts-pause")

    async def close(self, grace_seconds: float = 0.0) -> None:
        await self._flight.close(grace_seconds)

    async def _load_cached(self) -> tuple[CachedPosts | None, bool]:
        """Returns the cached posts and whether they must be updated."""
        stamp = await self._store.get(STAMP_KEY)
        if stamp is None:
            return None, True
        if self._parsed is None or self._parsed.stamp != stamp.decode():
            text = await self._store.get(DATA_KEY)
            if text is None:
                return None, True
            self._parsed = _parse(text)
        changed = await self._store.get("posts-changed")
        return self._parsed, changed is not None and float(changed) > self._parsed.asked

    async def _store_posts(self, listing: Listing, asked: float) -> CachedPosts:
        cached = CachedPosts(secrets.token_hex(8), asked, listing)
        await self._store.set(DATA_KEY, _serialise(cached), CACHE_TTL_SECONDS)
        await self._store.set(STAMP_KEY, cached.stamp.encode(), CACHE_TTL_SECONDS)
        self._parsed = cached
        return cached

    async def _without_gone(self, cached: CachedPosts) -> CachedPosts:
        remaining = [post for post in cached.listing.posts if not await self._store.get(f"posts-gone:{post.id}")]
        return await self._store_posts(replace(cached.listing, posts=tuple(remaining)), cached.asked)

    async def _fetch_shared(self, fresh: float) -> CachedPosts:
        """Fetches the posts, or waits for another process whose fetch began at most `fresh` seconds ago."""
        started = self._clock()
        while True:
            async with self._store.lock("posts-lock", LOCK_TTL_SECONDS) as has_lock:
                if has_lock:
                    return await self._fetch_and_cache()
            await self._sleep(POLL_INTERVAL_SECONDS)
            cached, outdated = await self._load_cached()
            if cached and not outdated and cached.asked >= started - fresh:
                return cached
            if await self._store.get("posts-pause"):
                raise PatreonUnavailableError("Patreon failed recently")

    async def _fetch_and_cache(self) -> CachedPosts:
        asked = self._clock()
        try:
            async with asyncio.timeout(FETCH_TIMEOUT_SECONDS):
                listing = await self._fetch_listing()
        except Exception as error:
            if not isinstance(error, PatreonUnavailableError):  # patreon_api.py has already logged these errors
                logger.error("Fetching the posts failed", exc_info=error)
            pause = BACKOFF_SECONDS if isinstance(error, PatreonBackoffError) else FETCH_BACKOFF_SECONDS
            await self._store.set("posts-pause", b"1", pause)
            raise PatreonUnavailableError(str(error) or type(error).__name__) from None
        cached = await self._store_posts(listing, asked)
        # A webhook might have deleted a post during the update.
        _, outdated = await self._load_cached()
        return await self._without_gone(cached) if outdated else cached

    async def _fetch_listing(self) -> Listing:
        await self._wait_for_turn()
        tiers = await self._patreon.tiers()
        raw: dict[str, RawPost] = {}
        async for page in self._patreon.posts(self._wait_for_turn):
            raw |= {post.id: post for post in page}
        now = datetime.fromtimestamp(self._clock(), UTC)
        published = [post for post in raw.values() if post.published <= now]
        posts = await asyncio.to_thread(self._convert, published)
        return Listing(tuple(sorted(posts, key=lambda post: (post.published, post.id), reverse=True)), tiers)

    async def _wait_for_turn(self) -> None:
        while True:
            for number in range(MAX_REQUESTS_PER_MINUTE):
                if await self._store.add(f"posts-turn:{number}", b"1", 60):
                    return
            await self._sleep(1)

    def _convert(self, published: list[RawPost]) -> list[Post]:
        posts: list[Post] = []
        for raw in published:
            try:
                posts.append(self._post(raw))
            except Exception as error:  # the message is not logged, because it might contain a post's text
                logger.error("Post %s cannot be shown (%s)", raw.id, type(error).__name__)
        return posts

    def _post(self, raw: RawPost) -> Post:
        html = sanitise.content(raw.content, self._patreon.url, raw.embeds)
        return Post(
            id=raw.id,
            title=sanitise.plain(raw.title),
            html=html,
            excerpt=sanitise.excerpt(html),
            published=raw.published,
            tiers=raw.tiers,
            public=raw.public,
            url=raw.url,
            shortened=raw.shortened,
        )


def _stale(cached: CachedPosts | None) -> Listing:
    if cached is None:
        raise PatreonUnavailableError("Patreon fails and no posts are cached")
    return replace(cached.listing, stale=True)


def _serialise(cached: CachedPosts) -> bytes:
    posts = [asdict(post) for post in cached.listing.posts]
    for post in posts:
        post |= {"published": post["published"].timestamp(), "tiers": sorted(post["tiers"])}
        del post["shortened"]  # the previous release, which can share Redis, would reject this field
    data = {
        "stamp": cached.stamp,
        "asked": cached.asked,
        "tiers": [asdict(tier) for tier in cached.listing.tiers.values()],
        "posts": posts,
        "shortened": [post.id for post in cached.listing.posts if post.shortened],
    }
    return json.dumps(data).encode()


def _parse(text: bytes) -> CachedPosts:
    data: dict[str, Any] = json.loads(text)
    shortened = data.get("shortened", ())
    return CachedPosts(
        data["stamp"],
        data["asked"],
        Listing(
            tuple(_parse_post(each, shortened=each["id"] in shortened) for each in data["posts"]),
            {tier["id"]: Tier(**tier) for tier in data["tiers"]},
        ),
    )


def _parse_post(data: dict[str, Any], *, shortened: bool) -> Post:
    published = datetime.fromtimestamp(data["published"], UTC)
    fields: dict[str, Any] = {**data, "published": published, "tiers": frozenset(data["tiers"])}
    return Post(**fields, shortened=shortened)
