"""Refreshes the creator's Patreon token before it expires, or after Patreon has rejected it.

A refresh invalidates the old refresh token, so only one process at a time refreshes and stores the new tokens. If the
tokens in the settings have changed, the stored tokens are ignored.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
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


class Creator:
    """The creator's token, which all processes share through `records`.

    Only `health` is thread-safe.
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
        refresh = settings.patreon_creator_refresh_token
        self._configured = (
            settings.patreon_creator_token.get_secret_value(),
            refresh.get_secret_value() if refresh else None,
        )
        self._client = {
            "client_id": settings.patreon_client_id,
            "client_secret": settings.patreon_client_secret.get_secret_value(),
        }
        self._api = api
        self._records = records
        self._store = store
        self._sealer = sealer
        self._clock = clock
        self._sleep = sleep
        self._origin = _digest(repr(self._configured))
        self._pair: Pair | None = None
        self._is_unstored = False
        self._is_outdated = False
        self._is_unreadable = False
        self._ended = ""
        self._flight: SingleFlight[Pair] = SingleFlight()

    async def token(self) -> str:
        self._pair = self._pair or await self._load_pair()
        return self._pair.access

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
        if self._pair is None:
            return "up"
        remaining = self._pair.until - self._clock()
        if remaining <= 0 or self._ended == self._pair.access:
            return "ended"
        if self._is_unreadable:
            return "unreadable"
        return "ending" if remaining < WARN_AHEAD_SECONDS else "up"

    def health(self) -> dict[str, str]:
        reason = {"reason": _UNREADABLE} if self._is_unreadable else {}
        return {"status": self.state(), **reason, **({"until": _day(self._pair.until)} if self._pair else {})}

    async def refresh_when_due(self) -> None:
        while True:
            await self.refresh_if_due()
            await self._sleep(CHECK_INTERVAL_SECONDS)

    async def refresh_if_due(self) -> None:
        self._pair = pair = await self._load_pair()
        if self._is_outdated:
            await self._reseal()
        ended = await self._store.get(self._key("ended"))
        self._ended = pair.access if ended == _digest(pair.access).encode() else ""
        if pair.refresh and pair.until - self._clock() < REFRESH_AHEAD_SECONDS:
            with suppress(PatreonUnavailableError):
                self._pair = pair = await self._flight.do(pair.access, lambda: self._refresh(pair.access))
        if self.state() == "ending":
            await self._log_once(
                "ending", f"The creator token expires on {_day(pair.until)} at the latest: {_WHAT_TO_DO}"
            )

    async def close(self) -> None:
        """Waits for a running refresh, because an interrupted refresh would lose the new tokens."""
        await self._flight.close(grace_seconds=TOTAL_TIMEOUT_SECONDS)

    async def _load_pair(self) -> Pair:
        if self._pair and self._is_unstored:
            await self._store_pair(self._pair)
            return self._pair
        text = await self._records.get(self._key("pair"))
        data = self._sealer.unseal("creator", text.decode()) if text else None
        is_unreadable = text is not None and data is None
        if is_unreadable and not self._is_unreadable:
            logger.error(_UNREADABLE)
        self._is_unreadable = is_unreadable
        if text and data:
            self._is_outdated = self._sealer.is_outdated("creator", text.decode())
            return Pair(data["access"], data["refresh"], data["until"])
        pair = self._pair or Pair(*self._configured, until=self._clock() + MAX_TOKEN_TTL_SECONDS)
        if text is None:  # stores the assumed expiry, so that restarts do not postpone it
            await self._records.add(self._key("pair"), self._seal_pair(pair), RECORD_TTL_SECONDS)
        return pair

    async def _store_pair(self, pair: Pair) -> None:
        self._is_unstored = not await self._records.set(self._key("pair"), self._seal_pair(pair), RECORD_TTL_SECONDS)

    async def _reseal(self) -> None:
        """Encrypts the stored tokens with the newest session key, so that the operator can remove old keys."""
        async with self._records.lock(self._key("lock"), LOCK_TTL_SECONDS) as has_lock:
            pair = await self._load_pair()
            if has_lock and self._is_outdated:
                sealed = self._seal_pair(pair)
                if await self._records.set(self._key("pair"), sealed, RECORD_TTL_SECONDS):
                    self._is_outdated = False
                    logger.warning("Sealed the stored creator token with the newest session key")

    def _seal_pair(self, pair: Pair) -> bytes:
        return self._sealer.seal("creator", asdict(pair)).encode()

    async def _refresh(self, old: str) -> Pair:
        """Refreshes the token `old`, or waits while another process does so. Returns the new tokens."""
        for _ in range(round(TOTAL_TIMEOUT_SECONDS / POLL_INTERVAL_SECONDS)):
            async with self._records.lock(self._key("lock"), LOCK_TTL_SECONDS) as has_lock:
                pair = await self._load_pair()
                if pair.access == old and has_lock:
                    pair = await self._exchange(pair)
                if pair.access != old:
                    self._pair = pair
                    return pair
            await self._sleep(POLL_INTERVAL_SECONDS)
        raise PatreonUnavailableError("another process did not finish refreshing the creator token")

    async def _exchange(self, pair: Pair) -> Pair:
        if pair.refresh is None:
            raise PatreonUnavailableError("the creator token has no refresh token")
        if await self._store.get(self._key("pause")):
            raise PatreonBackoffError("refreshing the creator token failed recently")
        if not await self._records.set(self._key("probe"), b"1", LOCK_TTL_SECONDS):
            raise PatreonUnavailableError("not refreshing the creator token, because storing failed")
        failures = int(await self._store.get(self._key("failures")) or 0)
        form = {"grant_type": "refresh_token", "refresh_token": pair.refresh, **self._client}
        try:
            answer = await self._api.request_token("refresh the creator's token", form, is_reported=not failures)
        except (GrantRefusedError, PatreonUnavailableError) as error:
            await self._back_off(failures, pair, refused=isinstance(error, GrantRefusedError))
            raise PatreonUnavailableError("refreshing the creator token failed") from None
        self._pair = new = self._new_pair(answer, pair.refresh)
        await self._store_pair(new)
        if self._is_unstored:
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
        if (self._pair and not self._pair.refresh) or await self._store.get(self._key("said-refused")):
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
