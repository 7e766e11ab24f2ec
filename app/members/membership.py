"""Memberships and the campaign's owner according to Patreon, cached; asked with the creator's token."""

import json
import time
from collections.abc import Callable

from app.members.models import Session, Standing
from app.members.patreon import Patreon
from app.members.patreon_api import NotFoundError, PatreonUnavailableError
from app.members.session import SESSION_TTL_SECONDS
from app.members.store import Store
from app.single_flight import SingleFlight

FRESH_SECONDS = 3600
"""How long an answer is used without asking again."""
CACHE_TTL_SECONDS = 24 * 3600
"""How long the last answer is used while Patreon fails, and how long a webhook's invalidation is remembered."""
OWNER_FRESH_SECONDS, OWNER_CACHE_TTL_SECONDS = 24 * 3600, 30 * 24 * 3600
"""The same for the campaign's owner."""


class Memberships:
    """Standings by member id, and the campaign's owner, cached in `store`. It belongs to one event loop."""

    def __init__(self, patreon: Patreon, store: Store, clock: Callable[[], float] = time.time) -> None:
        self._patreon = patreon
        self._store = store
        self._clock = clock
        self._standings: SingleFlight[Standing] = SingleFlight()
        self._owners: SingleFlight[str] = SingleFlight()

    async def standing(self, session: Session) -> Standing:
        """What a session is entitled to. The creator has no membership, and needs none.

        Raises:
            PatreonUnavailableError: Patreon fails, and no answer is less than a day old.
        """
        if session.creator:
            return Standing("creator")
        member = session.member or await self._joined(session.user)
        if member is None:
            return Standing("never")
        kept = await self._kept(member)
        age = self._clock() - kept[1] if kept else CACHE_TTL_SECONDS
        if kept and age < FRESH_SECONDS:
            return kept[0]
        try:
            return await self._standings.do(member, lambda: self._ask(member))
        except PatreonUnavailableError:
            if kept and age < CACHE_TTL_SECONDS:
                return kept[0]
            raise

    async def is_owner(self, user: str) -> bool:
        """Whether this user owns the campaign. While Patreon fails, the last answer is used; without one, False."""
        kept = await self._store.get("owner")
        data = json.loads(kept) if kept else {"user": None, "asked": 0}
        if self._clock() - data["asked"] < OWNER_FRESH_SECONDS:
            return data["user"] == user
        try:
            return await self._owners.do("owner", self._ask_owner) == user
        except PatreonUnavailableError:
            return data["user"] == user

    async def learn(self, member: str, standing: Standing, asked: float) -> None:
        """Caches Patreon's answer to a request made at `asked` (Unix time)."""
        data = {"status": standing.status, "tiers": sorted(standing.tiers), "asked": asked}
        await self._store.set(f"standing:{member}", json.dumps(data).encode(), CACHE_TTL_SECONDS)

    async def drop(self, member: str, user: str | None = None) -> bool:
        """Invalidates a member's standing; `user` is the member's user id, if known. Whether every process knows.

        A user who was not a member yet when signing in is recognised as one from now on.
        """
        self._standings.detach(member)
        if user:
            await self._store.set(f"joined:{user}", member.encode(), SESSION_TTL_SECONDS)
        return await self._store.set(f"changed:{member}", str(self._clock()).encode(), CACHE_TTL_SECONDS)

    async def close(self) -> None:
        """Cancels requests under way."""
        await self._standings.close()
        await self._owners.close()

    async def _joined(self, user: str) -> str | None:
        member = await self._store.get(f"joined:{user}")
        return member.decode() if member else None

    async def _kept(self, member: str) -> tuple[Standing, float] | None:
        """The cached answer and when it was asked for, unless it has been invalidated since."""
        kept = await self._store.get(f"standing:{member}")
        if kept is None:
            return None
        data = json.loads(kept)
        # Checked now, not when the answer was stored: the webhook may have arrived just after that.
        changed = await self._store.get(f"changed:{member}")
        if changed and float(changed) >= data["asked"]:
            return None
        return Standing(data["status"], frozenset(data["tiers"])), data["asked"]

    async def _ask(self, member: str) -> Standing:
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
        await self._store.set("owner", json.dumps({"user": owner, "asked": asked}).encode(), OWNER_CACHE_TTL_SECONDS)
        return owner
