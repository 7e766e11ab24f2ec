"""Sessions: a sealed cookie says who is signed in. Only this server can read or make one."""

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

from app.folders import ROOT
from app.http import cookies
from app.members.models import Session
from app.members.store import Records
from app.settings import Settings, SettingsError

SESSION_TTL_SECONDS = 30 * 24 * 3600
KEYS_FILE = ROOT / ".session-keys"
"""Holds the keys generated on the first start, in the format of `SESSION_KEYS`."""
MAX_NAME_CHARS = 80
RETRY_INTERVAL_SECONDS = 10.0
"""Between two tries to store a revocation for every process."""

_SEALED = re.compile(r"[\w-]{1,4000}", re.ASCII)

Clock = Callable[[], float]


def session_keys(settings: Settings, file: Path = KEYS_FILE) -> tuple[str, ...]:
    """The keys in `SESSION_KEYS`, or else in `file`, which is created if missing: with mode 600, and once even if
    several processes start at the same time.

    Raises:
        SettingsError: the file cannot be created or read, or contains something else.
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
    """Writes a new key to `file` atomically, unless another process is first."""
    descriptor, draft = tempfile.mkstemp(dir=file.parent, prefix=file.name)  # with mode 600
    try:
        with os.fdopen(descriptor, "wb") as opened:
            opened.write(Fernet.generate_key() + b"\n")
        with contextlib.suppress(FileExistsError):
            os.link(draft, file)
    finally:
        Path(draft).unlink()


class Seal:
    """Encrypts and authenticates small data (Fernet). The first key seals, every key opens."""

    def __init__(self, keys: Iterable[str]) -> None:
        self._fernet = MultiFernet([Fernet(key) for key in keys])

    def close(self, purpose: str, data: dict[str, Any]) -> str:
        """The sealed text, which opens for the same `purpose` only."""
        # Without padding it needs no quotes in a cookie and no escapes in a URL.
        return self._fernet.encrypt(json.dumps({"for": purpose, **data}).encode()).decode().rstrip("=")

    def open(self, purpose: str, text: str) -> dict[str, Any] | None:
        """The data sealed for this purpose; None for anything else."""
        if not _SEALED.fullmatch(text):  # Python's base64 decoder skips invalid characters
            return None
        try:
            data = json.loads(self._fernet.decrypt(text.encode() + b"=" * (-len(text) % 4)))
        except (InvalidToken, ValueError):
            return None
        return data if isinstance(data, dict) and data.get("for") == purpose else None


class Sessions:
    """Begins, checks and revokes sessions of one campaign. `records` holds revocations; `secure` is True on https."""

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
        self._unsaved: dict[str, tuple[bytes, float]] = {}
        self._has_unsaved = asyncio.Event()
        self.cookie = cookie_name(secure=secure)

    def begin(self, *, user: str, member: str | None, name: str, creator: bool) -> str:
        """The cookie's value for somebody who has just signed in."""
        data = {
            "id": secrets.token_urlsafe(16),
            "campaign": self._campaign,
            "user": user,
            "member": member,
            "name": name[:MAX_NAME_CHARS],
            "creator": creator,
            "issued": self._clock(),
        }
        return self._seal.close("session", data)

    def read(self, cookie_header: str) -> Session | None:
        """The session in a Cookie header, revoked or not; None if there is no genuine one."""
        value = cookies.value(cookie_header, self.cookie)
        data = self._seal.open("session", value) if value else None
        if data is None or data["campaign"] != self._campaign:
            return None
        age = self._clock() - data["issued"]
        if not -60 <= age < SESSION_TTL_SECONDS:  # tolerates another machine's clock
            return None
        issued = datetime.fromtimestamp(data["issued"], UTC)
        return Session(data["id"], data["user"], data["member"], data["name"], data["creator"], issued)

    async def valid(self, cookie_header: str) -> Session | None:
        """The session in a Cookie header, unless it or all of the person's sessions are revoked."""
        session = self.read(cookie_header)
        if session is None or await self._known(f"revoked:{session.id}"):
            return None
        since = await self._known(f"everywhere:{session.user}")
        return None if since and session.issued.timestamp() <= float(since) else session

    async def revoke(self, session: Session) -> None:
        """Revokes a session for every tab and process until it would have expired.

        If the record cannot be stored now, `attend` retries that.
        """
        await self._keep(f"revoked:{session.id}", b"1", session.issued.timestamp() + SESSION_TTL_SECONDS + 60)

    async def revoke_all(self, user: str) -> None:
        """Revokes every session that a person has so far, on any device, in the same way."""
        now = self._clock()
        await self._keep(f"everywhere:{user}", str(now).encode(), now + SESSION_TTL_SECONDS + 60)

    async def attend(self) -> None:
        """Stores revocations that could not be stored at once, until cancelled."""
        while True:
            await self._has_unsaved.wait()
            await self._sleep(RETRY_INTERVAL_SECONDS)
            for key, (value, until) in list(self._unsaved.items()):
                if await self._save(key, value, until) and self._unsaved.get(key) == (value, until):
                    del self._unsaved[key]
            if not self._unsaved:
                self._has_unsaved.clear()

    async def _known(self, key: str) -> bytes | None:
        unsaved = self._unsaved.get(key)
        return unsaved[0] if unsaved else await self._records.get(key)

    async def _keep(self, key: str, value: bytes, until: float) -> None:
        if await self._save(key, value, until):
            self._unsaved.pop(key, None)  # it is older
            return
        self._unsaved[key] = value, until
        self._has_unsaved.set()

    async def _save(self, key: str, value: bytes, until: float) -> bool:
        """Stores a revocation; True if every process has it, or it has expired."""
        remaining = until - self._clock()
        return remaining <= 0 or await self._records.set(key, value, remaining)


def cookie_name(*, secure: bool) -> str:
    """The session cookie's name, which differs on https."""
    return cookies.own_name("session", secure=secure)
