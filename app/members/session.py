"""The session: one sealed cookie that says who is signed in. Nobody but this server can read or make one."""

import asyncio
import contextlib
import json
import os
import re
import secrets
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from starlette.requests import cookie_parser

from app.members.models import Session
from app.members.store import Records
from app.settings import ROOT, Settings, SettingsError

LASTS = 30 * 24 * 3600
"""Seconds that a session lasts."""
KEYS = ROOT / ".session-keys"
"""Where the keys are kept that are made on the first start, in the form of `SESSION_KEYS`."""
LONGEST_NAME = 80
AGAIN = 10.0
"""Seconds between two tries to make a sign-out known to every process."""

_SEALED = re.compile(r"[\w-]{1,4000}", re.ASCII)

Clock = Callable[[], float]


def session_keys(settings: Settings, file: Path = KEYS) -> tuple[str, ...]:
    """The keys of `SESSION_KEYS`, or else of `file`, which is made when it is not there: for its owner only, and one
    for all processes, however many start at once.

    Raises:
        SettingsError: the file cannot be made or read, or holds something else.
    """
    if settings.session_keys:
        return tuple(key.get_secret_value() for key in settings.session_keys)
    try:
        if not file.exists():
            _make(file)
        keys = tuple(key.strip() for key in file.read_text("ascii").split(",") if key.strip())
        MultiFernet([Fernet(key) for key in keys])
    except OSError as error:
        raise SettingsError(
            f"SESSION_KEYS is not set, and a key cannot be kept in {file}: {error.strerror or error}"
        ) from None
    except ValueError:
        raise SettingsError(f"{file} holds no session keys: delete it, or set SESSION_KEYS") from None
    return keys


def _make(file: Path) -> None:
    """Writes a new key to `file` unless another process is first; nobody ever sees half a file."""
    descriptor, draft = tempfile.mkstemp(dir=file.parent, prefix=file.name)  # made with 0600
    try:
        with os.fdopen(descriptor, "wb") as opened:
            opened.write(Fernet.generate_key() + b"\n")
        with contextlib.suppress(FileExistsError):
            os.link(draft, file)
    finally:
        Path(draft).unlink()


class Seal:
    """Turns small data into text that only this server can make or read (Fernet). The first key seals, all open."""

    def __init__(self, keys: Iterable[str]) -> None:
        self._fernet = MultiFernet([Fernet(key) for key in keys])

    def close(self, purpose: str, data: dict[str, Any]) -> str:
        """The sealed text. `purpose` keeps what was sealed for one thing from being used for another."""
        # Without the padding it needs no quotes in a cookie and no escapes in an address.
        return self._fernet.encrypt(json.dumps({"for": purpose, **data}).encode()).decode().rstrip("=")

    def open(self, purpose: str, text: str) -> dict[str, Any] | None:
        """What was sealed for this purpose; None for anything else."""
        if not _SEALED.fullmatch(text):  # what decodes base64 overlooks what it does not know
            return None
        try:
            data = json.loads(self._fernet.decrypt(text.encode() + b"=" * (-len(text) % 4)))
        except (InvalidToken, ValueError):
            return None
        return data if isinstance(data, dict) and data.get("for") == purpose else None


class Sessions:
    """Opens, checks and revokes sessions of one campaign. `records` has the revoked; `secure`: the site is on https."""

    def __init__(
        self,
        seal: Seal,
        records: Records,
        campaign: str,
        *,
        secure: bool,
        clock: Clock = time.time,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._seal = seal
        self._records = records
        self._campaign = campaign
        self._clock = clock
        self._sleep = sleep
        self._untold: dict[str, tuple[bytes, float]] = {}
        self._telling: asyncio.Task[None] | None = None
        self.cookie = cookie_name(secure)

    def begin(self, *, user: str, member: str | None, name: str, creator: bool) -> str:
        """The cookie's value for somebody who has just signed in."""
        data = {
            "id": secrets.token_urlsafe(16),
            "campaign": self._campaign,
            "user": user,
            "member": member,
            "name": name[:LONGEST_NAME],
            "creator": creator,
            "issued": self._clock(),
        }
        return self._seal.close("session", data)

    def read(self, cookie_header: str) -> Session | None:
        """Who these cookies say is signed in, revoked or not."""
        value = cookie_parser(cookie_header).get(self.cookie, "")
        data = self._seal.open("session", value) if value else None
        if data is None or data["campaign"] != self._campaign:
            return None
        age = self._clock() - data["issued"]
        if not -60 <= age < LASTS:  # another machine's clock may be ahead a little
            return None
        issued = datetime.fromtimestamp(data["issued"], UTC)
        return Session(data["id"], data["user"], data["member"], data["name"], data["creator"], issued)

    async def valid(self, cookie_header: str) -> Session | None:
        """Who is signed in: a session that has not been revoked, by itself or with all others of the person."""
        session = self.read(cookie_header)
        if session is None or await self._known(f"revoked:{session.id}"):
            return None
        since = await self._known(f"everywhere:{session.user}")
        return None if since and session.issued.timestamp() <= float(since) else session

    async def revoke(self, session: Session) -> None:
        """Ends a session in every tab and process, until it would have expired by itself.

        Where other processes cannot be told now, they are as soon as they can be.
        """
        await self._keep(f"revoked:{session.id}", b"1", session.issued.timestamp() + LASTS + 60)

    async def revoke_all(self, user: str) -> None:
        """Ends every session that a person has now, on whatever device, in the same way."""
        now = self._clock()
        await self._keep(f"everywhere:{user}", str(now).encode(), now + LASTS + 60)

    async def close(self) -> None:
        """Ends what goes on in the background."""
        if self._telling:
            self._telling.cancel()
            await asyncio.gather(self._telling, return_exceptions=True)

    async def _known(self, key: str) -> bytes | None:
        untold = self._untold.get(key)
        return untold[0] if untold else await self._records.get(key)

    async def _keep(self, key: str, value: bytes, until: float) -> None:
        if await self._tell(key, value, until):
            self._untold.pop(key, None)  # what was to be told is older
            return
        self._untold[key] = value, until
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell_again())

    async def _tell(self, key: str, value: bytes, until: float) -> bool:
        """Keeps what has ended; whether every process knows, or need not know any more."""
        remaining = until - self._clock()
        return remaining <= 0 or await self._records.set(key, value, remaining)

    async def _tell_again(self) -> None:
        while self._untold:
            await self._sleep(AGAIN)
            for key, (value, until) in list(self._untold.items()):
                if await self._tell(key, value, until) and self._untold.get(key) == (value, until):
                    del self._untold[key]


def cookie_name(secure: bool) -> str:
    """The session cookie's name: on https with the prefix that keeps other hosts and plain http from setting it."""
    return "__Host-session" if secure else "session"
