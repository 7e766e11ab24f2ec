"""Refreshes the creator's Patreon token before it expires, or after Patreon has rejected it.

A refresh invalidates the old refresh token, so only one process at a time refreshes and stores the new tokens. If the
tokens in the settings have changed, the stored tokens are ignored.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Literal

from app.members.patreon_api import (
    TOKEN,
    TOTAL_TIMEOUT_SECONDS,
    Api,
    GrantRefusedError,
    PatreonBackoffError,
    PatreonUnavailableError,
)
from app.members.session import Sealer
from app.members.store import Records, Store
from app.settings import Settings
from app.single_flight import SingleFlight

DAY_SECONDS = 24 * 3600
MAX_TOKEN_TTL_SECONDS = 31 * DAY_SECONDS
"""The maximum lifetime of a token, and the default if Patreon states no lifetime."""
REFRESH_AHEAD_SECONDS = 10 * DAY_SECONDS
WARN_AHEAD_SECONDS = 7 * DAY_SECONDS
RECORD_TTL_SECONDS = 400 * DAY_SECONDS
CHECK_INTERVAL_SECONDS = 60.0
LOCK_TTL_SECONDS = 30.0
POLL_INTERVAL_SECONDS = 0.2
MIN_REFRESH_BACKOFF_SECONDS, MAX_REFRESH_BACKOFF_SECONDS = 60.0, 3600.0

State = Literal["up", "ending", "ended", "unreadable"]

_WHAT_TO_DO = (
    "create new tokens for the client at https://www.patreon.com/portal/registration/register-clients, "
    "and set PATREON_CREATOR_TOKEN and PATREON_CREATOR_REFRESH_TOKEN"
)
_UNREADABLE = (
    "SESSION_KEYS lacks the key that sealed the stored creator token; the site uses the tokens in the settings, which "
    f"may have been replaced: put the key back, or {_WHAT_TO_DO}"
)

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Pair:
    """An access token and its refresh token. The access token expires at `until` (Unix time) or earlier."""

    access: str
    refresh: str | None
    until: float


@dataclass
class _Tokens:
    """The tokens that this process uses. `records` stores them for all processes, sealed with a session key."""

    records: Records
    sealer: Sealer
    key: Callable[[str], str]
    configured: Callable[[], Pair]
    pair: Pair | None = None
    is_unstored: bool = False
    """Whether storing `pair` has failed."""
    is_unreadable: bool = False
    """Whether no session key unseals the stored tokens."""
    is_outdated: bool = False
    """Whether only an old session key unseals the stored tokens."""

    def lock(self) -> AbstractAsyncContextManager[bool]:
        return self.records.lock(self.key("lock"), LOCK_TTL_SECONDS)

    async def load(self) -> Pair:
        """Returns the stored tokens. If they are missing or unreadable, returns `pair` or the configured tokens."""
        if self.pair and self.is_unstored:
            await self.store(self.pair)
            return self.pair
        text = await self.records.get(self.key("pair"))
        data = self.sealer.unseal("creator", text.decode()) if text else None
        is_unreadable = text is not None and data is None
        if is_unreadable and not self.is_unreadable:
            logger.error(_UNREADABLE)
        self.is_unreadable = is_unreadable
        if text and data:
            self.is_outdated = self.sealer.is_outdated("creator", text.decode())
            return Pair(data["access"], data["refresh"], data["until"])
        pair = self.pair or self.configured()
        if text is None:  # stores the assumed expiry, so that restarts do not postpone it
            await self.records.add(self.key("pair"), self._sealed(pair), RECORD_TTL_SECONDS)
        return pair

    async def store(self, pair: Pair) -> bool:
        """Replaces `pair`. Returns whether the new tokens were stored; if not, `load()` tries again."""
        self.pair = pair
        self.is_unstored = not await self._write(pair)
        return not self.is_unstored

    async def can_store(self) -> bool:
        return await self.records.set(self.key("probe"), b"1", LOCK_TTL_SECONDS)

    async def reseal_if_outdated(self) -> None:
        """Seals the stored tokens with the newest session key, so that the operator can remove old keys."""
        if not self.is_outdated:
            return
        async with self.lock() as has_lock:
            pair = await self.load()
            if has_lock and self.is_outdated and await self._write(pair):
                self.is_outdated = False
                logger.warning("Sealed the stored creator token with the newest session key")

    async def _write(self, pair: Pair) -> bool:
        return await self.records.set(self.key("pair"), self._sealed(pair), RECORD_TTL_SECONDS)

    def _sealed(self, pair: Pair) -> bytes:
        return self.sealer.seal("creator", asdict(pair)).encode()


class Creator:
    """Refreshes the creator's token. Only `health` is thread-safe.

    In `store`, the processes share: `pause`, while no refresh may start; `failures`, the number of failed refreshes;
    `ended`, a hash of the token that Patreon has rejected; `said-…` for each error that is already logged.
    """

    def __init__(
        self,
        settings: Settings,
        api: Api,
        records: Records,
        store: Store,
        sealer: Sealer,
        clock: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        assert settings.patreon_client_id and settings.patreon_client_secret and settings.patreon_creator_token
        access, refresh = settings.patreon_creator_token, settings.patreon_creator_refresh_token
        configured = access.get_secret_value(), refresh.get_secret_value() if refresh else None
        self._client = {
            "client_id": settings.patreon_client_id,
            "client_secret": settings.patreon_client_secret.get_secret_value(),
        }
        self._api = api
        self._store = store
        self._clock = clock
        self._sleep = sleep
        self._origin = _digest(repr(configured))
        self._tokens = _Tokens(
            records, sealer, self._key, lambda: Pair(*configured, until=clock() + MAX_TOKEN_TTL_SECONDS)
        )
        self._ended = ""
        """The access token that Patreon has rejected, if any."""
        self._flight: SingleFlight[Pair] = SingleFlight()

    async def token(self) -> str:
        self._tokens.pair = self._tokens.pair or await self._tokens.load()
        return self._tokens.pair.access

    async def replacement(self, refused: str) -> str:
        """Returns a new access token to replace `refused`. Raises PatreonUnavailableError if the refresh fails."""
        try:
            return (await self._flight.do(refused, lambda: self._refresh(refused))).access
        except PatreonUnavailableError:
            await self._mark_ended(refused)
            raise

    async def mark_accepted(self, token: str) -> None:
        if self._ended == token:
            self._ended = ""
            await self._store.delete(self._key("ended"))
            await self._store.delete(self._key("said-ended"))

    def state(self) -> State:
        """Returns the state of the token.

        "up": no problem is known. "ending": the token expires within a week. "ended": the token is invalid.
        "unreadable": the stored tokens cannot be decrypted.
        """
        pair = self._tokens.pair
        if pair is None:
            return "up"
        remaining = pair.until - self._clock()
        if remaining <= 0 or self._ended == pair.access:
            return "ended"
        if self._tokens.is_unreadable:
            return "unreadable"
        return "ending" if remaining < WARN_AHEAD_SECONDS else "up"

    def health(self) -> dict[str, str]:
        pair = self._tokens.pair
        reason = {"reason": _UNREADABLE} if self._tokens.is_unreadable else {}
        return {"status": self.state(), **reason, **({"until": _day(pair.until)} if pair else {})}

    async def refresh_when_due(self) -> None:
        while True:
            await self.refresh_if_due()
            await self._sleep(CHECK_INTERVAL_SECONDS)

    async def refresh_if_due(self) -> None:
        self._tokens.pair = pair = await self._tokens.load()
        await self._tokens.reseal_if_outdated()
        ended = await self._store.get(self._key("ended"))
        self._ended = pair.access if ended == _digest(pair.access).encode() else ""
        if pair.refresh and pair.until - self._clock() < REFRESH_AHEAD_SECONDS:
            with suppress(PatreonUnavailableError):
                self._tokens.pair = pair = await self._flight.do(pair.access, lambda: self._refresh(pair.access))
        if self.state() == "ending":
            await self._log_once(
                "ending", f"The creator token expires on {_day(pair.until)} at the latest: {_WHAT_TO_DO}"
            )

    async def close(self) -> None:
        """Waits for a running refresh, because an interrupted refresh would lose the new tokens."""
        await self._flight.close(grace_seconds=TOTAL_TIMEOUT_SECONDS)

    async def _refresh(self, old: str) -> Pair:
        """Refreshes the token `old`, or waits while another process does so. Returns the new tokens."""
        for _ in range(round(TOTAL_TIMEOUT_SECONDS / POLL_INTERVAL_SECONDS)):
            async with self._tokens.lock() as has_lock:
                pair = await self._tokens.load()
                if pair.access == old and has_lock:
                    pair = await self._exchange(pair)
                if pair.access != old:
                    self._tokens.pair = pair
                    return pair
            await self._sleep(POLL_INTERVAL_SECONDS)
        raise PatreonUnavailableError("another process did not finish refreshing the creator token")

    async def _exchange(self, pair: Pair) -> Pair:
        if pair.refresh is None:
            raise PatreonUnavailableError("the creator token has no refresh token")
        if await self._store.get(self._key("pause")):
            raise PatreonBackoffError("refreshing the creator token failed recently")
        if not await self._tokens.can_store():
            raise PatreonUnavailableError("not refreshing the creator token, because storing failed")
        failures = int(await self._store.get(self._key("failures")) or 0)
        form = {"grant_type": "refresh_token", "refresh_token": pair.refresh, **self._client}
        try:
            answer = await self._api.request_token("refresh the creator's token", form, is_reported=not failures)
        except (GrantRefusedError, PatreonUnavailableError) as error:
            await self._back_off(failures, pair, refused=isinstance(error, GrantRefusedError))
            raise PatreonUnavailableError("refreshing the creator token failed") from None
        new = self._new_pair(answer, pair.refresh)
        if not await self._tokens.store(new):
            logger.error("Storing the new creator token failed; a restart would lose it")
        for what in ("failures", "said-refused", "said-ending", "said-ended"):
            await self._store.delete(self._key(what))
        # This pause prevents a refresh loop if Patreon rejects the new token too.
        await self._store.set(self._key("pause"), b"1", MAX_REFRESH_BACKOFF_SECONDS)
        logger.info("Creator token refreshed; it expires on %s", _day(new.until))
        return new

    def _new_pair(self, answer: dict[str, Any], refresh: str) -> Pair:
        next_refresh, lifetime = answer.get("refresh_token"), answer.get("expires_in")
        if not isinstance(next_refresh, str) or not TOKEN.fullmatch(next_refresh):
            next_refresh = refresh
        if not isinstance(lifetime, int | float) or not 0 < lifetime < MAX_TOKEN_TTL_SECONDS:
            lifetime = MAX_TOKEN_TTL_SECONDS
        return Pair(answer["access_token"], next_refresh, self._clock() + lifetime)

    async def _back_off(self, failures: int, pair: Pair, *, refused: bool) -> None:
        pause = DAY_SECONDS if refused else min(MIN_REFRESH_BACKOFF_SECONDS * 2**failures, MAX_REFRESH_BACKOFF_SECONDS)
        await self._store.set(self._key("failures"), str(min(failures + 1, 10)).encode(), 2 * DAY_SECONDS)
        await self._store.set(self._key("pause"), b"1", pause)
        if refused:
            what = "Patreon rejected the creator refresh token; the creator token expires on"
            await self._log_once("refused", f"{what} {_day(pair.until)} at the latest: {_WHAT_TO_DO}")

    async def _mark_ended(self, token: str) -> None:
        self._ended = token
        await self._store.set(self._key("ended"), _digest(token).encode(), DAY_SECONDS)
        pair = self._tokens.pair
        if (pair and not pair.refresh) or await self._store.get(self._key("said-refused")):
            await self._log_once(
                "ended", f"Patreon rejected the creator token; members cannot read posts: {_WHAT_TO_DO}"
            )

    async def _log_once(self, what: str, text: str) -> None:
        if await self._store.add(self._key(f"said-{what}"), b"1", RECORD_TTL_SECONDS):
            logger.error(text)

    def _key(self, what: str) -> str:
        return f"creator-{what}:{self._origin}"


def _digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()[:16]


def _day(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).date().isoformat()
