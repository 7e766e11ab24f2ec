"""The print club: sign-in, sessions, memberships and posts."""

import asyncio
import hmac
import logging
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, nullcontext
from functools import cache

import httpx

from app.database.database import Database, open_database
from app.members.creator import Creator
from app.members.database import DatabaseRecords
from app.members.login import LoginError, Logins
from app.members.membership import FRESH_SECONDS, Memberships
from app.members.models import Listing, Session, Standing
from app.members.patreon import Patreon
from app.members.patreon_api import Api, GrantRefusedError, PatreonUnavailableError
from app.members.posts import MAX_MISSING_SECONDS, Posts
from app.members.session import Sealer, Sessions, session_keys
from app.members.sign_in_limits import SignInLimiter
from app.members.store import MemoryStore, Records, RedisStore, Store
from app.settings import Settings, SettingsError, settings
from app.supervision import supervised

COPIED_KINDS = {"creator-pair", "everywhere", "joined", "revoked"}
"""The kinds of records that are copied from the database to Redis. Losing the other kinds is harmless."""

logger = logging.getLogger(__name__)


class Club:
    """The print club. Each event loop needs its own instance.

    Methods raise PatreonUnavailableError if Patreon fails and nothing is cached.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        store: Store | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        secure = settings.site_url.startswith("https:")
        keys = session_keys(settings)
        sealer = Sealer(keys)
        self.store, self._records = (store, store) if store else _stores(settings)
        self._earlier_database = open_database(settings) if isinstance(self._records, RedisStore) else None
        self._clock = clock
        self._api = Api(settings.patreon_url, self.store, transport, clock)
        self._creator = Creator(settings, self._api, self._records, self.store, sealer, clock)
        self.patreon = Patreon(settings, self._api, self._creator)
        campaign = self.patreon.campaign
        self._sessions = Sessions(sealer, self._records, campaign, secure=secure, clock=clock)
        self._memberships = Memberships(self.patreon, self.store, self._records, clock)
        self._posts = Posts(self.patreon, self.store, clock)
        self.sign_in_limiter = SignInLimiter(self.store, keys[0])
        self._key = keys[0].encode()
        self.logins = Logins(sealer, self.store, campaign, secure=secure, clock=clock)

    async def session(self, cookie_header: str) -> Session | None:
        return await self._sessions.valid(cookie_header)

    def person(self, session: Session) -> str:
        """Returns an opaque key that is the same in all sessions of a person."""
        return hmac.digest(self._key, f"person {session.user}".encode(), "sha256").hex()

    async def standing(self, session: Session, max_age: float = FRESH_SECONDS) -> Standing:
        """Returns a visitor's membership. The data is at most `max_age` seconds old, or a day old if Patreon fails."""
        return await self._memberships.standing(session, max_age)

    async def listing(self, post_id: str = "") -> Listing:
        """Returns all posts. If `post_id` is not among them, asks Patreon again, at most once a minute."""
        listing = await self._posts.listing()
        if not post_id or listing.find(post_id):
            return listing
        return await self._posts.listing(MAX_MISSING_SECONDS, wait_until_done=True)

    async def sign_in(self, code: str, redirect_uri: str) -> str:
        """Exchanges Patreon's code for a session cookie. Raises LoginError if the exchange fails."""
        asked_at = self._clock()
        try:
            token = await self.patreon.token(code, redirect_uri)
        except GrantRefusedError:
            raise LoginError("used") from None
        except PatreonUnavailableError:
            raise LoginError("unavailable") from None
        try:
            identity = await self.patreon.identity(token)
        except PatreonUnavailableError:
            raise LoginError("unavailable") from None
        if identity.member:
            await self._memberships.learn(identity.member, identity.standing, asked_at)
        creator = await self._memberships.is_owner(identity.user)
        return self._sessions.begin(user=identity.user, member=identity.member, name=identity.name, creator=creator)

    async def sign_out(self, cookie_header: str) -> None:
        session = self._sessions.read(cookie_header)
        if session:
            await self._sessions.revoke(session)

    async def sign_out_everywhere(self, cookie_header: str) -> None:
        session = await self._sessions.valid(cookie_header)
        if session:
            await self._sessions.revoke_all(session.user)

    async def member_changed(self, member: str, user: str | None = None) -> bool:
        return await self._memberships.drop(member, user)

    async def posts_changed(self, gone: str | None = None) -> bool:
        return await self._posts.drop(gone)

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        try:
            if self._earlier_database:
                await _copy_records(self._earlier_database, self._records, self._clock)
            async with (
                supervised("creator token", self._creator.refresh_when_due),
                supervised("revocations", self._sessions.retry_revocations),
            ):
                yield
        finally:
            await self.close()

    def creator_token(self) -> dict[str, str]:
        return self._creator.health()

    async def close(self) -> None:
        await self._posts.close()
        await self._memberships.close()
        if isinstance(self._records, RedisStore):
            self._records.end_pause()
        # Closes `_creator` and `_sessions` simultaneously, because a stopping server waits only a few seconds.
        await asyncio.gather(self._creator.close(), self._sessions.close())
        await self._api.close()
        await self.store.close()
        if self._records is not self.store:
            await self._records.close()


def _stores(settings: Settings) -> tuple[Store, Records]:
    if settings.redis_url is None:
        return MemoryStore(), DatabaseRecords(open_database(settings))
    shared = RedisStore(settings.redis_url, f"otisk:members:1:{settings.patreon_campaign_id}:")
    return shared, shared


async def _copy_records(database: Database, redis: Records, clock: Callable[[], float]) -> None:
    """Copies records to Redis that a run without Redis stored in the database. Does not overwrite records in Redis."""
    if not database.exists():
        return
    try:
        records = DatabaseRecords(database, clock)
    except SettingsError as error:
        logger.error("%s; revoked sessions may be accepted", error)
        return
    for key, value, ttl in await records.all():
        if key.partition(":")[0] in COPIED_KINDS:
            await redis.add(key, value, ttl)
    await records.close()


@cache
def club() -> Club | None:
    return Club(settings()) if settings().patreon_client_id else None


@asynccontextmanager
async def closing(club: Club | None) -> AsyncGenerator[None]:
    async with club.running() if club else nullcontext():
        yield
