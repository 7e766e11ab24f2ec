"""What Patreon says of each membership, and whose the campaign is: asked with the creator's token, and not often."""

import json
import time
from collections.abc import Callable

from app.members.api import Missing, Unavailable
from app.members.models import Session, Standing
from app.members.once import Once
from app.members.patreon import Patreon
from app.members.session import LASTS
from app.members.store import Store

FRESH = 3600
"""Seconds for which an answer holds."""
KEPT = 24 * 3600
"""Seconds for which the last answer holds while Patreon fails, and for which is known that it has changed since."""
OWNER_FRESH, OWNER_KEPT = 24 * 3600, 30 * 24 * 3600
"""The same for whose the campaign is."""


class Memberships:
    """Standings by member id, and the campaign's owner, cached in `store`. It belongs to one event loop."""

    def __init__(self, patreon: Patreon, store: Store, clock: Callable[[], float] = time.time) -> None:
        self._patreon = patreon
        self._store = store
        self._clock = clock
        self._standings: Once[Standing] = Once()
        self._owners: Once[str] = Once()

    async def standing(self, session: Session) -> Standing:
        """What somebody who is signed in is entitled to. The creator has no membership, and needs none.

        Raises:
            Unavailable: Patreon fails, and there is no answer of this day.
        """
        if session.creator:
            return Standing("creator")
        member = session.member or await self._joined(session.user)
        if member is None:
            return Standing("never")
        kept = await self._kept(member)
        age = self._clock() - kept[1] if kept else KEPT
        if kept and age < FRESH:
            return kept[0]
        try:
            return await self._standings.do(member, lambda: self._ask(member))
        except Unavailable:
            if kept and age < KEPT:
                return kept[0]
            raise

    async def is_owner(self, user: str) -> bool:
        """Whether the campaign is this user's. While Patreon does not say, the last answer holds; without one, it is
        not."""
        kept = await self._store.get("owner")
        data = json.loads(kept) if kept else {"user": None, "asked": 0}
        if self._clock() - data["asked"] < OWNER_FRESH:
            return data["user"] == user
        try:
            return await self._owners.do("owner", self._ask_owner) == user
        except Unavailable:
            return data["user"] == user

    async def learn(self, member: str, standing: Standing, asked: float) -> None:
        """Keeps what Patreon said when it was `asked` (a time of the clock)."""
        data = {"status": standing.status, "tiers": sorted(standing.tiers), "asked": asked}
        await self._store.set(f"standing:{member}", json.dumps(data).encode(), KEPT)

    async def drop(self, member: str, user: str | None = None) -> bool:
        """A member's standing has changed, and `user` is who that is, where it is known; whether every process knows.

        Who was no member yet when they signed in is known as one from now on.
        """
        self._standings.renounce(member)
        if user:
            await self._store.set(f"joined:{user}", member.encode(), LASTS)
        return await self._store.set(f"changed:{member}", str(self._clock()).encode(), KEPT)

    async def close(self) -> None:
        """Ends what goes on in the background."""
        await self._standings.close()
        await self._owners.close()

    async def _joined(self, user: str) -> str | None:
        member = await self._store.get(f"joined:{user}")
        return member.decode() if member else None

    async def _kept(self, member: str) -> tuple[Standing, float] | None:
        """The last answer and when it was asked for, unless the standing has changed since."""
        kept = await self._store.get(f"standing:{member}")
        if kept is None:
            return None
        data = json.loads(kept)
        # Looked at now and not when the answer was kept: the change may have come to be known just after that.
        changed = await self._store.get(f"changed:{member}")
        if changed and float(changed) >= data["asked"]:
            return None
        return Standing(data["status"], frozenset(data["tiers"])), data["asked"]

    async def _ask(self, member: str) -> Standing:
        asked = self._clock()
        try:
            standing = await self._patreon.standing(member)
        except Missing:
            standing = Standing("never")
        await self.learn(member, standing, asked)
        return standing

    async def _ask_owner(self) -> str:
        asked = self._clock()
        owner = await self._patreon.owner()
        await self._store.set("owner", json.dumps({"user": owner, "asked": asked}).encode(), OWNER_KEPT)
        return owner
