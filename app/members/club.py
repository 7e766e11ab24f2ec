"""The print club of this process, put together from the settings: sessions, standings, posts."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cache
from pathlib import Path

import httpx

from app.members.api import Api, Refused, Unavailable
from app.members.creator import Creator
from app.members.database import Database
from app.members.login import LoginError, Logins
from app.members.membership import Memberships
from app.members.models import Listing, Post, Session, Standing
from app.members.patreon import Patreon
from app.members.posts import Posts
from app.members.session import KEYS, Seal, Sessions, session_keys
from app.members.store import Memory, Records, Shared, Store
from app.members.tries import Comer, Tries
from app.settings import Settings, settings

__all__ = ["Club", "Unavailable", "club"]


class Club:
    """What the rest of the site asks about members. It belongs to one event loop.

    Patreon has to be configured. `store`, `transport`, `clock` and `keys` take the place of Redis and the database, the
    network, the time and the file of session keys in tests.

    Raises:
        SettingsError: there are no session keys or no database, and none can be made.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        store: Store | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
        clock: Callable[[], float] = time.time,
        keys: Path = KEYS,
    ) -> None:
        secure = settings.site_url.startswith("https:")
        seal = Seal(session_keys(settings, keys))
        self.store, self._records = (store, store) if store else _stores(settings)
        self._clock = clock
        self._api = Api(settings.patreon_url, self.store, transport, clock)
        self._creator = Creator(settings, self._api, self._records, self.store, seal, clock)
        self._patreon = Patreon(settings, self._api, self._creator)
        campaign = self._patreon.campaign
        self._sessions = Sessions(seal, self._records, campaign, secure=secure, clock=clock)
        self._memberships = Memberships(self._patreon, self.store, clock)
        self._posts = Posts(self._patreon, self.store, clock)
        self._tries = Tries(self.store)
        self.logins = Logins(seal, self.store, campaign, secure=secure, clock=clock)

    async def session(self, cookie_header: str) -> Session | None:
        """Who sent these cookies: None unless the session is genuine, younger than 30 days and not signed out."""
        return await self._sessions.valid(cookie_header)

    async def standing(self, session: Session) -> Standing:
        """What Patreon says of a member, at most an hour ago, or a day while it fails.

        Raises:
            Unavailable: Patreon fails and there is no such answer.
        """
        return await self._memberships.standing(session)

    async def listing(self) -> Listing:
        """Every post there is, for all alike: who may read which is decided by `entitlement.may_read`.

        Raises:
            Unavailable: Patreon fails and nothing is kept.
        """
        return await self._posts.listing()

    async def post(self, post_id: str) -> Post | None:
        """One post; None for one that does not exist or belongs to another campaign.

        Raises:
            Unavailable: Patreon fails and nothing is kept.
        """
        listing = await self.listing()
        return next((post for post in listing.posts if post.id == post_id), None)

    def authorize_url(self, redirect_uri: str, state: str) -> str:
        """Where on Patreon somebody signs in."""
        return self._patreon.authorize_url(redirect_uri, state)

    def one_try(self, comer: Comer) -> AbstractAsyncContextManager[None]:
        """A try to sign in, which has failed if the block raises.

        Raises:
            TooMany: it may not be made now.
        """
        return self._tries.one(comer)

    async def sign_in(self, code: str, redirect_uri: str) -> str:
        """The session cookie's value for who brings this code. Their tokens are not kept.

        Raises:
            LoginError: the code is not taken, or Patreon fails.
        """
        asked = self._clock()
        try:
            token = await self._patreon.token(code, redirect_uri)
        except Refused:
            raise LoginError("used") from None
        except Unavailable:
            raise LoginError("unavailable") from None
        try:
            identity = await self._patreon.identity(token)
        except Unavailable:
            raise LoginError("unavailable") from None
        if identity.member:
            await self._memberships.learn(identity.member, identity.standing, asked)
        creator = await self._memberships.is_owner(identity.user)
        return self._sessions.begin(user=identity.user, member=identity.member, name=identity.name, creator=creator)

    async def sign_out(self, cookie_header: str) -> None:
        """Ends the session of these cookies, where there is one, in every tab and process."""
        session = self._sessions.read(cookie_header)
        if session:
            await self._sessions.revoke(session)

    async def sign_out_everywhere(self, cookie_header: str) -> None:
        """Ends every session of whoever is signed in with these cookies; nothing where nobody is any more."""
        session = await self._sessions.valid(cookie_header)
        if session:
            await self._sessions.revoke_all(session.user)

    async def member_changed(self, member: str, user: str | None = None) -> bool:
        """Patreon says that a membership has changed, and perhaps whose it is; whether every process knows now."""
        return await self._memberships.drop(member, user)

    async def posts_changed(self, gone: str | None = None) -> bool:
        """Patreon says that posts have changed, and which one is no more; whether every process knows now."""
        return await self._posts.drop(gone)

    async def attend(self) -> None:
        """Looks after the creator's token, until it is cancelled."""
        await self._creator.attend()

    def creator_token(self) -> dict[str, str]:
        """How the creator's token stands, for `/_health`: "status" ("up", "ending", "ended"), and "until", a date. It
        may be asked from any thread."""
        return self._creator.health()

    async def close(self) -> None:
        """Ends what goes on in the background, and lets go of connections."""
        await self._posts.close()
        await self._memberships.close()
        await self._creator.close()
        await self._sessions.close()
        await self._api.close()
        await self.store.close()
        if self._records is not self.store:
            await self._records.close()


def _stores(settings: Settings) -> tuple[Store, Records]:
    """What may be forgotten at a restart, and what may not."""
    if settings.redis_url is None:
        return Memory(), Database(settings.database_file)
    shared = Shared(settings.redis_url, f"otisk:members:1:{settings.patreon_campaign_id}:")
    return shared, shared


@cache
def club() -> Club | None:
    """The club of this process; None where Patreon is not configured.

    Raises:
        SettingsError: a setting is wrong, or there are no session keys or no database and none can be made.
    """
    return Club(settings()) if settings().patreon_client_id else None


@asynccontextmanager
async def closing(club: Club | None) -> AsyncIterator[None]:
    """Looks after the club, where there is one, while the block lasts, and closes it when it ends."""
    if club is None:
        yield
        return
    attending = asyncio.create_task(club.attend())
    try:
        yield
    finally:
        attending.cancel()
        await asyncio.gather(attending, return_exceptions=True)
        await club.close()
