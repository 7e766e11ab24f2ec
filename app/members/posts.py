"""The campaign's posts, fetched once for everyone.

    fresh (5 minutes) -> old: served, and fetched anew in the background -> outdated (an hour, or the webhook said so):
    fetched before it is served; where Patreon fails, served as it is and marked stale

One fetch at a time, however many ask in however many processes.
"""

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import Any

from app.members import sanitise
from app.members.api import REST, Resting, Unavailable
from app.members.models import Listing, Post, Tier
from app.members.patreon import Patreon, RawPost
from app.members.store import Store

FRESH = 300
"""Seconds for which the posts are not asked for again."""
OUTDATED = 3600
"""Seconds after which they are not shown without having been asked for again."""
KEPT = 7 * 24 * 3600
"""Seconds for which they are shown while Patreon fails."""
PATIENCE = 12.0
"""Seconds that somebody waits for a fetch; it goes on without them."""
PAUSE = 30.0
"""Seconds before the next try after Patreon has failed."""
A_MINUTE = 30
"""Requests in any 60 seconds, all processes together."""
LONGEST_FETCH = 300.0
"""Seconds after which a fetch is given up; one of thousands of posts has to wait for its turns."""
LOCKED = 30
"""Seconds for which other processes leave a fetch to the one that has begun it, and perhaps died."""
POLL = 0.2
"""Seconds between looks at whether another process has finished."""
DATA, STAMP = "posts:2", "posts-stamp:2"
"""Where the posts are kept; with another number once they are written in another form."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Kept:
    """The posts as they were when they were `asked` for (seconds since 1970); another `stamp` is another content."""

    stamp: str
    asked: float
    listing: Listing


class Posts:
    """The posts of the campaign, cached in `store`."""

    def __init__(
        self,
        patreon: Patreon,
        store: Store,
        clock: Callable[[], float] = time.time,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._patreon = patreon
        self._store = store
        self._clock = clock
        self._sleep = sleep
        self._parsed: Kept | None = None
        self._fetching: asyncio.Task[Kept] | None = None
        self._tasks: set[asyncio.Task[Kept]] = set()

    async def listing(self) -> Listing:
        """Every post.

        Raises:
            Unavailable: Patreon fails and nothing is kept.
        """
        kept, outdated = await self._kept()
        age = self._clock() - kept.asked if kept else KEPT
        if kept and not outdated and age < FRESH:
            return kept.listing
        if await self._store.get("posts-pause"):
            return _stale(kept)
        fetch = self._fetch()
        if kept and not outdated and age < OUTDATED:
            return kept.listing
        try:
            async with asyncio.timeout(PATIENCE):
                return (await asyncio.shield(fetch)).listing
        except (Unavailable, TimeoutError):
            return _stale(kept)

    async def drop(self, gone: str | None = None) -> bool:
        """The posts have changed, and the one with the id `gone` is no more; whether every process knows."""
        self._fetching = None  # what is under way may be of before the change
        if gone:
            await self._store.set(f"posts-gone:{gone}", b"1", 2 * LONGEST_FETCH)
        await self._store.set("posts-changed", str(self._clock()).encode(), KEPT)
        kept, _ = await self._kept()
        if kept and gone:
            await self._without_gone(kept)
        return await self._store.delete("posts-pause")

    async def close(self) -> None:
        """Ends what goes on in the background."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _kept(self) -> tuple[Kept | None, bool]:
        """What there is, and whether it has changed since."""
        stamp = await self._store.get(STAMP)
        if stamp is None:
            return None, True
        if self._parsed is None or self._parsed.stamp != stamp.decode():
            text = await self._store.get(DATA)
            if text is None:
                return None, True
            self._parsed = _parse(text)
        changed = await self._store.get("posts-changed")
        return self._parsed, changed is not None and float(changed) > self._parsed.asked

    async def _keep(self, listing: Listing, asked: float) -> Kept:
        kept = Kept(secrets.token_hex(8), asked, listing)
        await self._store.set(DATA, _text(kept), KEPT)
        await self._store.set(STAMP, kept.stamp.encode(), KEPT)
        self._parsed = kept
        return kept

    async def _without_gone(self, kept: Kept) -> Kept:
        """Keeps the same posts without those that have been deleted lately."""
        there = [post for post in kept.listing.posts if not await self._store.get(f"posts-gone:{post.id}")]
        return await self._keep(replace(kept.listing, posts=tuple(there)), kept.asked)

    def _fetch(self) -> asyncio.Task[Kept]:
        """The fetch of this process that is under way."""
        if self._fetching is None or self._fetching.done():
            self._fetching = asyncio.create_task(self._fetched())
            self._tasks.add(self._fetching)
            self._fetching.add_done_callback(self._done)
        return self._fetching

    def _done(self, task: asyncio.Task[Kept]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # where nobody waits for it, its failure has been logged and is no news

    async def _fetched(self) -> Kept:
        begun = self._clock()
        while True:
            async with self._store.lock("posts-lock", LOCKED) as alone:
                if alone:
                    return await self._ask()
            await self._sleep(POLL)
            kept, outdated = await self._kept()
            if kept and not outdated and kept.asked >= begun - FRESH:
                return kept
            if await self._store.get("posts-pause"):
                raise Unavailable("Patreon has failed a moment ago")

    async def _ask(self) -> Kept:
        asked = self._clock()
        try:
            async with asyncio.timeout(LONGEST_FETCH):
                listing = await self._everything()
        except Exception as error:
            if not isinstance(error, Unavailable):  # which has been reported where it was raised
                logger.error("The posts could not be fetched", exc_info=error)
            await self._store.set("posts-pause", b"1", REST if isinstance(error, Resting) else PAUSE)
            raise Unavailable(str(error) or type(error).__name__) from None
        kept = await self._keep(listing, asked)
        # After it is kept: what is deleted from now on, `drop` finds in it.
        _, outdated = await self._kept()
        return await self._without_gone(kept) if outdated else kept

    async def _everything(self) -> Listing:
        await self._turn()
        tiers = await self._patreon.tiers()
        raw: dict[str, RawPost] = {}
        async for page in self._patreon.posts(self._turn):
            raw |= {post.id: post for post in page}
        now = datetime.fromtimestamp(self._clock(), UTC)
        published = [post for post in raw.values() if post.published <= now]
        posts = await asyncio.to_thread(self._readable, published)
        return Listing(tuple(sorted(posts, key=lambda post: (post.published, post.id), reverse=True)), tiers)

    async def _turn(self) -> None:
        """Waits until a request may be made."""
        while True:
            for number in range(A_MINUTE):
                if await self._store.add(f"posts-turn:{number}", b"1", 60):
                    return
            await self._sleep(1)

    def _readable(self, published: list[RawPost]) -> list[Post]:
        """The posts as they are shown. One that cannot be does not take the others with it."""
        posts = []
        for raw in published:
            try:
                posts.append(self._post(raw))
            except Exception as error:  # whose text may hold the post's
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
        )


def _stale(kept: Kept | None) -> Listing:
    if kept is None:
        raise Unavailable("Patreon fails, and no posts are kept")
    return replace(kept.listing, stale=True)


def _text(kept: Kept) -> bytes:
    data = {
        "stamp": kept.stamp,
        "asked": kept.asked,
        "tiers": [asdict(tier) for tier in kept.listing.tiers.values()],
        "posts": [
            {**asdict(post), "published": post.published.timestamp(), "tiers": sorted(post.tiers)}
            for post in kept.listing.posts
        ],
    }
    return json.dumps(data).encode()


def _parse(text: bytes) -> Kept:
    data: dict[str, Any] = json.loads(text)
    return Kept(
        data["stamp"],
        data["asked"],
        Listing(tuple(map(_post, data["posts"])), {tier["id"]: Tier(**tier) for tier in data["tiers"]}),
    )


def _post(data: dict[str, Any]) -> Post:
    published = datetime.fromtimestamp(data["published"], UTC)
    return Post(**{**data, "published": published, "tiers": frozenset(data["tiers"])})
