"""Caches memberships and the owner of the Patreon campaign."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

from app.members.models import Session, Standing
from app.members.patreon import Patreon
from app.members.patreon_api import NotFoundError, PatreonUnavailableError
from app.members.session import SESSION_TTL_SECONDS
from app.members.store import Limit, Records, Store
from app.single_flight import SingleFlight

FRESH_SECONDS = 3600
"""The time after which a membership is fetched from Patreon again."""
RECHECK_SECONDS = 60
"""The maximum age of a cached membership if the member might have just paid."""
CACHE_TTL_SECONDS = 24 * 3600
"""The maximum age of cached memberships while Patreon is down."""
REQUESTS = Limit(30, 1.0)
"""The rate limit of membership requests. Patreon answers 100 requests a minute, including those for posts."""
MAX_WAIT_SECONDS = 60.0
"""The maximum time that the rate limit delays a member without a cached membership."""
WRITE_PAUSE_SECONDS = 60.0
"""The pause after a failed write to the database, because writes to a locked database take a long time."""
OWNER_FRESH_SECONDS, OWNER_CACHE_TTL_SECONDS = 24 * 3600, 30 * 24 * 3600


class Memberships:
    """Memberships of signed-in visitors, and the campaign's owner. `records` preserves both across restarts."""

    def __init__(self, patreon: Patreon, store: Store, records: Records, clock: Callable[[], float]) -> None:
        self._patreon = patreon
        self._store = store
        self._records = records
        self._owner_key = f"owner:{patreon.campaign}"
        self._clock = clock
        self._sleep = asyncio.sleep
        self._standings: SingleFlight[Standing] = SingleFlight()
        self._owners: SingleFlight[str] = SingleFlight()
        self._writing = asyncio.Lock()
        self._paused_until = 0.0

    async def standing(self, session: Session, max_age: float = FRESH_SECONDS) -> Standing:
        """Returns a session's membership. Asks Patreon if the cached one is older than `max_age`.

        Raises:
            PatreonUnavailableError: nothing is cached, and Patreon fails or there are too many requests.
        """
        if session.creator:
            return Standing("creator")
        member = session.member or await self._recently_joined(session.user)
        if member is None:
            return Standing("never")
        cached = await self._load_cached(member)
        age = self._clock() - cached[1] if cached else CACHE_TTL_SECONDS
        if cached and age < max_age:
            return cached[0]
        usable = cached[0] if cached and age < CACHE_TTL_SECONDS else None
        try:
            return await self._standings.do(member, lambda: self._ask(member, can_wait=usable is None))
        except PatreonUnavailableError:
            if usable:
                return usable
            raise

    async def is_owner(self, user: str) -> bool:
        """Whether the user owns the campaign. While Patreon is down, uses the last known owner."""
        cached = await self._get(self._owner_key)
        data: dict[str, Any] = json.loads(cached) if cached else {"user": None, "asked": 0}
        if self._clock() - data["asked"] < OWNER_FRESH_SECONDS:
            return data["user"] == user
        try:
            return await self._owners.do("owner", self._ask_owner) == user
        except PatreonUnavailableError:
            return data["user"] == user

    async def learn(self, member: str, standing: Standing, asked: float) -> None:
        """Caches a membership that Patreon has sent. `asked` is the time of the request."""
        data = {"status": standing.status, "tiers": sorted(standing.tiers), "asked": asked}
        key, value = f"standing:{member}", json.dumps(data).encode()
        await self._store.set(key, value, CACHE_TTL_SECONDS)
        async with self._writing:  # if the database is locked, simultaneous callers wait for only one failing write
            if self._clock() >= self._paused_until and not await self._records.set(key, value, CACHE_TTL_SECONDS):
                self._paused_until = self._clock() + WRITE_PAUSE_SECONDS

    async def drop(self, member: str, user: str | None = None) -> bool:
        """Marks a membership as changed. Returns whether all processes see the change, even after a restart.

        Stores the membership's ID for `user`, because sessions from before the user joined lack this ID.
        """
        self._standings.detach(member)
        is_stored = not user or await self._records.set(f"joined:{user}", member.encode(), SESSION_TTL_SECONDS)
        key, value = f"changed:{member}", str(self._clock()).encode()
        is_shared = await self._store.set(key, value, CACHE_TTL_SECONDS)
        return await self._records.set(key, value, CACHE_TTL_SECONDS) and is_shared and is_stored

    async def close(self) -> None:
        await self._standings.close()
        await self._owners.close()

    async def _recently_joined(self, user: str) -> str | None:
        member = await self._records.get(f"joined:{user}")
        return member.decode() if member else None

    async def _load_cached(self, member: str) -> tuple[Standing, float] | None:
        """Returns the cached membership and its request time, or None if the membership has changed since then."""
        cached = await self._get(f"standing:{member}")
        if cached is None:
            return None
        data = json.loads(cached)
        changed = await self._get(f"changed:{member}")
        if changed and float(changed) >= data["asked"]:
            return None
        return Standing(data["status"], frozenset(data["tiers"])), data["asked"]

    async def _get(self, key: str) -> bytes | None:
        return await self._store.get(key) or await self._records.get(key)

    async def _wait_for_turn(self, max_seconds: float) -> None:
        until = self._clock() + max_seconds
        while True:
            await self._patreon.check_standing_backoff()  # blocked requests must not count against the rate limit
            seconds = await self._store.take("membership-requests", REQUESTS)
            if not seconds:
                return
            if self._clock() + seconds > until:
                raise PatreonUnavailableError("too many requests for memberships")
            await self._sleep(seconds)

    async def _ask(self, member: str, *, can_wait: bool) -> Standing:
        await self._wait_for_turn(MAX_WAIT_SECONDS if can_wait else 0)
        asked = self._clock()
        try:
            standing = await self._patreon.standing(member)
        except NotFoundError:
            standing = Standing("never")
        await self.learn(member, standing, asked)
        return standing

    async def _ask_owner(self) -> str:
        asked = self._clock()
        owner = await self._patreon.owner()
        data = json.dumps({"user": owner, "asked": asked}).encode()
        for store in (self._store, self._records):
            await store.set(self._owner_key, data, OWNER_CACHE_TTL_SECONDS)
        return owner
