"""Refreshes the creator token, which expires after a month or when Patreon rejects it.

A refresh invalidates the old refresh token. So one process at a time refreshes, and stores the sealed pair before using
it. Stored pairs are ignored once the settings have other tokens.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Literal

from app.members.patreon_api import (
    MAX_SMALL_ANSWER_BYTES,
    TOKEN,
    TOTAL_TIMEOUT_SECONDS,
    Api,
    GrantRefusedError,
    PatreonBackoffError,
    PatreonUnavailableError,
    unusable,
)
from app.members.session import Sealer
from app.members.store import Records, Store
from app.settings import Settings
from app.single_flight import SingleFlight

DAY_SECONDS = 24 * 3600
MAX_TOKEN_TTL_SECONDS = 31 * DAY_SECONDS
"""Assumed if Patreon gives no expiry; its documentation says a month."""
REFRESH_AHEAD_SECONDS = 10 * DAY_SECONDS
WARN_AHEAD_SECONDS = 7 * DAY_SECONDS
"""Seconds before expiry at which a failed refresh becomes an error in the log."""
RECORD_TTL_SECONDS = 400 * DAY_SECONDS
CHECK_INTERVAL_SECONDS = 60.0
LOCK_TTL_SECONDS = 30.0
"""Time after which another process takes over."""
POLL_INTERVAL_SECONDS = 0.2
MIN_REFRESH_BACKOFF_SECONDS, MAX_REFRESH_BACKOFF_SECONDS = 60.0, 3600.0
REFRESH_OPERATION = "refresh the creator's token"

State = Literal["up", "ending", "ended"]

_WHAT_TO_DO = (
    "make new ones for the client at https://www.patreon.com/portal/registration/register-clients, "
    "and set PATREON_CREATOR_TOKEN and PATREON_CREATOR_REFRESH_TOKEN"
)

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Pair:
    """Tokens with their latest expiry (`until`, Unix time)."""

    access: str
    refresh: str | None
    until: float


class Creator:
    """The creator token, shared by all processes through `records`. Only `health` is thread-safe."""

    def __init__(
        self,
        settings: Settings,
        api: Api,
        records: Records,
        store: Store,
        seal: Sealer,
        clock: Callable[[], float] = time.time,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        assert settings.patreon_client_id and settings.patreon_client_secret and settings.patreon_creator_token
        refresh = settings.patreon_creator_refresh_token
        self._given = settings.patreon_creator_token.get_secret_value(), refresh.get_secret_value() if refresh else None
        self._client = {
            "client_id": settings.patreon_client_id,
            "client_secret": settings.patreon_client_secret.get_secret_value(),
        }
        self._api = api
        self._records = records
        self._store = store
        self._seal = seal
        self._clock = clock
        self._sleep = sleep
        self._origin = _digest(repr(self._given))
        self._pair: Pair | None = None
        self._unsaved = False
        self._ended = ""
        self._flight: SingleFlight[Pair] = SingleFlight()

    async def token(self) -> str:
        self._pair = self._pair or await self._kept()
        return self._pair.access

    async def replacement(self, refused: str) -> str:
        """Replaces a rejected access token. Raises PatreonUnavailableError if it cannot."""
        try:
            return (await self._flight.do(refused, lambda: self._refreshed(refused))).access
        except PatreonUnavailableError:
            await self._end(refused)
            raise

    async def mark_accepted(self, token: str) -> None:
        if self._ended == token:
            self._ended = ""
            await self._store.delete(self._key("ended"))
            await self._store.delete(self._key("said-ended"))

    def state(self) -> State:
        """Returns "ending" if the token expires soon, "ended" if it is expired or rejected."""
        if self._pair is None:
            return "up"
        left = self._pair.until - self._clock()
        if left <= 0 or self._ended == self._pair.access:
            return "ended"
        return "ending" if left < WARN_AHEAD_SECONDS else "up"

    def health(self) -> dict[str, str]:
        """Returns the state, and the ISO date of the latest expiry."""
        return {"status": self.state(), **({"until": _day(self._pair.until)} if self._pair else {})}

    async def attend(self) -> None:
        while True:
            await self.look()
            await self._sleep(CHECK_INTERVAL_SECONDS)

    async def look(self) -> None:
        """Loads the stored pair, and refreshes it if it expires soon."""
        self._pair = pair = await self._kept()
        ended = await self._store.get(self._key("ended"))
        self._ended = pair.access if ended == _digest(pair.access).encode() else ""
        if pair.refresh and pair.until - self._clock() < REFRESH_AHEAD_SECONDS:
            with suppress(PatreonUnavailableError):
                self._pair = pair = await self._flight.do(pair.access, lambda: self._refreshed(pair.access))
        if self.state() == "ending":
            await self._log_once(
                "ending", f"The creator's token ends on {_day(pair.until)} at the latest: {_WHAT_TO_DO}"
            )

    async def close(self) -> None:
        """Waits for a pending refresh: cancelling it would lose the tokens."""
        await self._flight.close(grace_seconds=TOTAL_TIMEOUT_SECONDS)

    async def _kept(self) -> Pair:
        """Returns the stored pair, or that of the settings."""
        if self._pair and self._unsaved:
            await self._keep(self._pair)
            return self._pair
        text = await self._records.get(self._key("pair"))
        data = self._seal.open("creator", text.decode()) if text else None
        if data:
            return Pair(data["access"], data["refresh"], data["until"])
        pair = self._pair or Pair(*self._given, until=self._clock() + MAX_TOKEN_TTL_SECONDS)
        if text is None:  # so that its month counts from the first use
            await self._records.add(self._key("pair"), self._sealed(pair), RECORD_TTL_SECONDS)
        return pair

    async def _keep(self, pair: Pair) -> None:
        self._unsaved = not await self._records.set(self._key("pair"), self._sealed(pair), RECORD_TTL_SECONDS)

    def _sealed(self, pair: Pair) -> bytes:
        return self._seal.close("creator", asdict(pair)).encode()

    async def _refreshed(self, old: str) -> Pair:
        """Returns the successor of `old`, from this process or another."""
        for _ in range(round(TOTAL_TIMEOUT_SECONDS / POLL_INTERVAL_SECONDS)):
            async with self._records.lock(self._key("lock"), LOCK_TTL_SECONDS) as alone:
                pair = await self._kept()
                if pair.access == old and alone:
                    pair = await self._exchanged(pair)
                if pair.access != old:
                    self._pair = pair
                    return pair
            await self._sleep(POLL_INTERVAL_SECONDS)
        raise PatreonUnavailableError("another process refreshes the creator's token and does not finish")

    async def _exchanged(self, pair: Pair) -> Pair:
        if pair.refresh is None:
            raise PatreonUnavailableError("the creator's token cannot be refreshed")
        if await self._store.get(self._key("pause")):
            raise PatreonBackoffError("refreshing the creator's token has failed a moment ago")
        if not await self._records.set(self._key("probe"), b"1", LOCK_TTL_SECONDS):
            raise PatreonUnavailableError("a new creator's token could not be kept")
        failures = int(await self._store.get(self._key("failures")) or 0)
        form = {"grant_type": "refresh_token", "refresh_token": pair.refresh, **self._client}
        try:
            answer = await self._api.ask(
                REFRESH_OPERATION,
                "POST",
                "/api/oauth2/token",
                max_bytes=MAX_SMALL_ANSWER_BYTES,
                expected=(GrantRefusedError,),
                reported=not failures,
                data=form,
            )
            new = self._read(answer, pair.refresh)
            if new is None:
                reason = "Patreon gave no token"
                raise PatreonUnavailableError(reason) if failures else unusable(REFRESH_OPERATION, reason)
        except (GrantRefusedError, PatreonUnavailableError) as error:
            await self._fail(failures, pair, refused=isinstance(error, GrantRefusedError))
            raise PatreonUnavailableError("the creator's token could not be refreshed") from None
        self._pair = new
        await self._keep(new)
        if self._unsaved:
            logger.error("The creator's new token could not be kept: it is lost if the server stops now")
        for what in ("failures", "said-refused", "said-ending", "said-ended"):
            await self._store.delete(self._key(what))
        # If Patreon rejects this one too, another refresh would not help.
        await self._store.set(self._key("pause"), b"1", MAX_REFRESH_BACKOFF_SECONDS)
        logger.info("The creator's token was refreshed; it ends on %s", _day(new.until))
        return new

    def _read(self, answer: dict[str, Any], refresh: str) -> Pair | None:
        access, following, lasts = (answer.get(name) for name in ("access_token", "refresh_token", "expires_in"))
        if not isinstance(access, str) or not TOKEN.fullmatch(access):
            return None
        if not isinstance(following, str) or not TOKEN.fullmatch(following):
            following = refresh
        known = isinstance(lasts, int | float) and 0 < lasts < MAX_TOKEN_TTL_SECONDS
        return Pair(access, following, self._clock() + (lasts if known else MAX_TOKEN_TTL_SECONDS))  # pyright: ignore

    async def _fail(self, failures: int, pair: Pair, *, refused: bool) -> None:
        """Backs off; for a day if the refresh token was refused."""
        pause = DAY_SECONDS if refused else min(MIN_REFRESH_BACKOFF_SECONDS * 2**failures, MAX_REFRESH_BACKOFF_SECONDS)
        await self._store.set(self._key("failures"), str(min(failures + 1, 10)).encode(), 2 * DAY_SECONDS)
        await self._store.set(self._key("pause"), b"1", pause)
        if refused:
            what = "Patreon does not take the creator's refresh token any more; the creator's token ends on"
            await self._log_once("refused", f"{what} {_day(pair.until)} at the latest: {_WHAT_TO_DO}")

    async def _end(self, token: str) -> None:
        self._ended = token
        await self._store.set(self._key("ended"), _digest(token).encode(), DAY_SECONDS)
        if (self._pair and not self._pair.refresh) or await self._store.get(self._key("said-refused")):
            await self._log_once(
                "ended", f"Patreon does not take the creator's token, so nobody can read: {_WHAT_TO_DO}"
            )

    async def _log_once(self, what: str, text: str) -> None:
        """Logs an error once for all processes."""
        if await self._store.add(self._key(f"said-{what}"), b"1", RECORD_TTL_SECONDS):
            logger.error(text)

    def _key(self, what: str) -> str:
        return f"creator-{what}:{self._origin}"


def _digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()[:16]


def _day(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).date().isoformat()
