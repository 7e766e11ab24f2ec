"""The creator's token. It lives a month at most, so it is refreshed: before it ends, and when Patreon has refused it.

A refresh gives a new pair of tokens, and the old refresh token is worth nothing from then on. So one process alone asks
for it, and the pair is kept, sealed, before anybody uses it. What is kept belongs to the tokens of the settings that it
comes from: a restart goes on with it, and who puts other tokens into the settings begins anew.
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

from app.members.api import DEADLINE, SMALL, TOKEN, Api, Refused, Resting, Unavailable, useless
from app.members.once import Once
from app.members.session import Seal
from app.members.store import Records, Store
from app.settings import Settings

DAY = 24 * 3600
LIFETIME = 31 * DAY
"""Seconds that a token lives at most, where Patreon does not say how long."""
EARLY = 10 * DAY
"""Seconds before its end from which on a token is refreshed."""
SOON = 7 * DAY
"""Seconds before its end from which on somebody has to know."""
KEPT = 400 * DAY
LOOKS = 60.0
"""Seconds between two looks at whether it is time."""
LOCKED = 30.0
"""Seconds for which other processes leave a refresh to the one that has begun it, and perhaps died."""
POLL = 0.2
"""Seconds between looks at whether another process has finished."""
PAUSE, LONGEST_PAUSE = 60.0, 3600.0
"""Seconds between two tries to refresh, the first and the longest; each is twice as long as the one before it."""
REFRESH = "refresh the creator's token"

State = Literal["up", "ending", "ended"]

_WHAT_TO_DO = (
    "make new ones for the client at https://www.patreon.com/portal/registration/register-clients, "
    "and set PATREON_CREATOR_TOKEN and PATREON_CREATOR_REFRESH_TOKEN"
)

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Pair:
    """An access token with its refresh token, where there is one, and when it ends at the latest."""

    access: str
    refresh: str | None
    until: float


class Creator:
    """The creator's token, kept in `records` for all processes. It belongs to one event loop; `health` may be asked
    from any."""

    def __init__(
        self,
        settings: Settings,
        api: Api,
        records: Records,
        store: Store,
        seal: Seal,
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
        self._unkept = False
        self._ended = ""
        self._once: Once[Pair] = Once()

    async def token(self) -> str:
        """The access token."""
        self._pair = self._pair or await self._kept()
        return self._pair.access

    async def another(self, refused: str) -> str:
        """An access token in the place of one that Patreon has refused.

        Raises:
            Unavailable: there is none. That is in the log, once.
        """
        try:
            return (await self._once.do(refused, lambda: self._renewed(refused))).access
        except Unavailable:
            await self._end(refused)
            raise

    async def works(self, token: str) -> None:
        """Patreon has taken this token: should it have been refused before, it has not ended after all."""
        if self._ended == token:
            self._ended = ""
            await self._store.delete(self._at("ended"))
            await self._store.delete(self._at("said-ended"))

    def state(self) -> State:
        """Whether the token has ended, or ends soon and could not be refreshed. As this process knows it."""
        if self._pair is None:
            return "up"
        left = self._pair.until - self._clock()
        if left <= 0 or self._ended == self._pair.access:
            return "ended"
        return "ending" if left < SOON else "up"

    def health(self) -> dict[str, str]:
        """The same for whoever watches over the server, with the day on which it ends at the latest."""
        return {"status": self.state(), **({"until": _day(self._pair.until)} if self._pair else {})}

    async def attend(self) -> None:
        """Looks every minute whether it is time to refresh, until it is cancelled."""
        while True:
            try:
                await self.look()
            except Exception as error:
                logger.error("The creator's token could not be looked after", exc_info=error)
            await self._sleep(LOOKS)

    async def look(self) -> None:
        """Learns what other processes have done, and refreshes the token where it ends soon."""
        self._pair = pair = await self._kept()
        ended = await self._store.get(self._at("ended"))
        self._ended = pair.access if ended == _digest(pair.access).encode() else ""
        if pair.refresh and pair.until - self._clock() < EARLY:
            with suppress(Unavailable):
                self._pair = pair = await self._once.do(pair.access, lambda: self._renewed(pair.access))
        if self.state() == "ending":
            await self._say("ending", f"The creator's token ends on {_day(pair.until)} at the latest: {_WHAT_TO_DO}")

    async def close(self) -> None:
        """Lets a refresh come to its end: its tokens are worth more than these seconds."""
        await self._once.close(patience=DEADLINE)

    async def _kept(self) -> Pair:
        """What is kept, or else the pair of the settings."""
        if self._pair and self._unkept:
            await self._keep(self._pair)
            return self._pair
        text = await self._records.get(self._at("pair"))
        data = self._seal.open("creator", text.decode()) if text else None
        if data:
            return Pair(data["access"], data["refresh"], data["until"])
        pair = self._pair or Pair(*self._given, until=self._clock() + LIFETIME)
        if text is None:  # it ends a month after it was seen first, at the latest
            await self._records.add(self._at("pair"), self._sealed(pair), KEPT)
        return pair

    async def _keep(self, pair: Pair) -> None:
        self._unkept = not await self._records.set(self._at("pair"), self._sealed(pair), KEPT)

    def _sealed(self, pair: Pair) -> bytes:
        return self._seal.close("creator", asdict(pair)).encode()

    async def _renewed(self, old: str) -> Pair:
        """The pair after `old`, which this process or another has made."""
        for _ in range(round(DEADLINE / POLL)):
            async with self._records.lock(self._at("lock"), LOCKED) as alone:
                pair = await self._kept()
                if pair.access == old and alone:
                    pair = await self._exchanged(pair)
                if pair.access != old:
                    self._pair = pair
                    return pair
            await self._sleep(POLL)
        raise Unavailable("another process refreshes the creator's token and does not finish")

    async def _exchanged(self, pair: Pair) -> Pair:
        """Has Patreon give a new pair for the refresh token of the old one."""
        if pair.refresh is None:
            raise Unavailable("the creator's token cannot be refreshed")
        if await self._store.get(self._at("pause")):
            raise Resting("refreshing the creator's token has failed a moment ago")
        if not await self._records.set(self._at("probe"), b"1", LOCKED):
            raise Unavailable("a new creator's token could not be kept")
        failures = int(await self._store.get(self._at("failures")) or 0)
        form = {"grant_type": "refresh_token", "refresh_token": pair.refresh, **self._client}
        try:
            answer = await self._api.ask(
                REFRESH,
                "POST",
                "/api/oauth2/token",
                largest=SMALL,
                expected=(Refused,),
                reported=not failures,
                data=form,
            )
            new = self._read(answer, pair.refresh)
            if new is None:
                reason = "Patreon gave no token"
                raise Unavailable(reason) if failures else useless(REFRESH, reason)
        except (Refused, Unavailable) as error:
            await self._fail(failures, pair, refused=isinstance(error, Refused))
            raise Unavailable("the creator's token could not be refreshed") from None
        self._pair = new
        await self._keep(new)
        if self._unkept:
            logger.error("The creator's new token could not be kept: it is lost if the server stops now")
        for what in ("failures", "said-refused", "said-ending", "said-ended"):
            await self._store.delete(self._at(what))
        # Should Patreon not take this one either, yet another would not help.
        await self._store.set(self._at("pause"), b"1", LONGEST_PAUSE)
        logger.info("The creator's token was refreshed; it ends on %s", _day(new.until))
        return new

    def _read(self, answer: dict[str, Any], refresh: str) -> Pair | None:
        """The pair of an answer; one without a refresh token keeps the old one. None where there is no token."""
        access, following, lasts = (answer.get(name) for name in ("access_token", "refresh_token", "expires_in"))
        if not isinstance(access, str) or not TOKEN.fullmatch(access):
            return None
        if not isinstance(following, str) or not TOKEN.fullmatch(following):
            following = refresh
        known = isinstance(lasts, int | float) and 0 < lasts < LIFETIME
        return Pair(access, following, self._clock() + (lasts if known else LIFETIME))  # pyright: ignore

    async def _fail(self, failures: int, pair: Pair, *, refused: bool) -> None:
        """Tries again later: where the refresh token was refused, in a day."""
        pause = DAY if refused else min(PAUSE * 2**failures, LONGEST_PAUSE)
        await self._store.set(self._at("failures"), str(min(failures + 1, 10)).encode(), 2 * DAY)
        await self._store.set(self._at("pause"), b"1", pause)
        if refused:
            what = "Patreon does not take the creator's refresh token any more; the creator's token ends on"
            await self._say("refused", f"{what} {_day(pair.until)} at the latest: {_WHAT_TO_DO}")

    async def _end(self, token: str) -> None:
        """Patreon has refused this token, and there is no other; perhaps a refresh makes one later."""
        self._ended = token
        await self._store.set(self._at("ended"), _digest(token).encode(), DAY)
        if (self._pair and not self._pair.refresh) or await self._store.get(self._at("said-refused")):
            await self._say("ended", f"Patreon does not take the creator's token, so nobody can read: {_WHAT_TO_DO}")

    async def _say(self, what: str, text: str) -> None:
        """Tells whoever reads the log, once for all processes."""
        if await self._store.add(self._at(f"said-{what}"), b"1", KEPT):
            logger.error(text)

    def _at(self, what: str) -> str:
        """Where something is kept that is true of the tokens of these settings only."""
        return f"creator-{what}:{self._origin}"


def _digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()[:16]


def _day(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).date().isoformat()
