"""Stores sessions in encrypted cookies that only this server can read and create."""

import asyncio
import contextlib
import json
import logging
import os
import re
import secrets
import tempfile
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any, cast

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from app.folders import KEYS_FILE
from app.http import cookies
from app.members.models import Session
from app.members.store import Records
from app.settings import Settings, SettingsError

SESSION_TTL_SECONDS = 30 * 24 * 3600
MAX_NAME_CHARS = 80
RETRY_INTERVAL_SECONDS = 10.0
CLOSE_SECONDS = 3.0
"""The time for a last attempt to store sign-outs. It must be less than `STOP_GRACE_SECONDS` (members_process.py)."""

logger = logging.getLogger(__name__)

_SEALED = re.compile(r"[\w-]{1,4000}", re.ASCII)


def session_keys(settings: Settings, file: Path = KEYS_FILE) -> tuple[str, ...]:
    """Returns `SESSION_KEYS` if set, otherwise the keys in `file`. Creates the file if it is missing.

    Raises SettingsError on failure.
    """
    if settings.session_keys:
        return tuple(key.get_secret_value() for key in settings.session_keys)
    try:
        if not file.exists():
            _create_key_file(file)
        keys = tuple(key.strip() for key in file.read_text("ascii").split(",") if key.strip())
        MultiFernet([Fernet(key) for key in keys])
    except OSError as error:
        raise SettingsError(f"SESSION_KEYS is not set, and {file} cannot be used: {error.strerror or error}") from None
    except ValueError:
        raise SettingsError(f"{file} contains no session keys; delete it, or set SESSION_KEYS") from None
    return keys


def _create_key_file(file: Path) -> None:
    descriptor, draft = tempfile.mkstemp(dir=file.parent, prefix=file.name)  # only the owner can read the file
    try:
        with os.fdopen(descriptor, "wb") as opened:
            opened.write(Fernet.generate_key() + b"\n")
        with contextlib.suppress(FileExistsError):
            os.link(draft, file)
    finally:
        Path(draft).unlink()


class Sealer:
    """Encrypts and signs short data (Fernet). Encrypts with the first key, but decrypts with any key."""

    def __init__(self, keys: Iterable[str]) -> None:
        fernets = [Fernet(key) for key in keys]
        self._newest = fernets[0]
        self._fernet = MultiFernet(fernets)

    def seal(self, purpose: str, data: dict[str, Any]) -> str:
        """Returns encrypted data that `unseal` accepts only for the same `purpose`."""
        # Removes the padding "=", which cookies and URLs would have to escape.
        return self._fernet.encrypt(json.dumps({"for": purpose, **data}).encode()).decode().rstrip("=")

    def unseal(self, purpose: str, text: str) -> dict[str, Any] | None:
        return _unseal(self._fernet, purpose, text)

    def is_outdated(self, purpose: str, text: str) -> bool:
        return _unseal(self._newest, purpose, text) is None


def _unseal(fernet: Fernet | MultiFernet, purpose: str, text: str) -> dict[str, Any] | None:
    if not _SEALED.fullmatch(text):  # rejects invalid characters, which Python's decoder would ignore
        return None
    try:
        data = json.loads(fernet.decrypt(text.encode() + b"=" * (-len(text) % 4)))
    except (InvalidToken, ValueError):
        return None
    fields = cast("dict[str, Any]", data) if isinstance(data, dict) else {}
    return fields if fields.get("for") == purpose else None


class Sessions:
    """Creates, reads and ends sessions. `records` stores revoked sessions."""

    def __init__(
        self,
        sealer: Sealer,
        records: Records,
        campaign: str,
        *,
        secure: bool,
        clock: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._sealer = sealer
        self._records = records
        self._campaign = campaign
        self._clock = clock
        self._sleep = sleep
        self._unstored: dict[str, tuple[bytes, float]] = {}
        self._has_unstored = asyncio.Event()
        self.cookie = cookie_name(secure=secure)

    def begin(self, *, user: str, member: str | None, name: str, creator: bool) -> str:
        data = {
            "id": secrets.token_urlsafe(16),
            "campaign": self._campaign,
            "user": user,
            "member": member,
            "name": name[:MAX_NAME_CHARS],
            "creator": creator,
            "issued": self._clock(),
        }
        return self._sealer.seal("session", data)

    def read(self, cookie_header: str) -> Session | None:
        """Returns the session in a Cookie header, or None if there is no valid one. Does not check for revocation."""
        value = cookies.value(cookie_header, self.cookie)
        data = self._sealer.unseal("session", value) if value else None
        if data is None or data["campaign"] != self._campaign:
            return None
        age = self._clock() - data["issued"]
        if not -60 <= age < SESSION_TTL_SECONDS:  # allows the clocks of two servers to differ by a minute
            return None
        return Session(data["id"], data["user"], data["member"], data["name"], data["creator"], data["issued"])

    async def valid(self, cookie_header: str) -> Session | None:
        session = self.read(cookie_header)
        if session is None or await self._revocation(f"revoked:{session.id}"):
            return None
        since = await self._revocation(f"everywhere:{session.user}")
        return None if since and session.issued <= float(since) else session

    async def revoke(self, session: Session) -> None:
        """Ends a session in all processes. If this fails, `retry_revocations` tries again."""
        await self._store_or_queue(f"revoked:{session.id}", b"1", session.issued + SESSION_TTL_SECONDS + 60)

    async def revoke_all(self, user: str) -> None:
        now = self._clock()
        await self._store_or_queue(f"everywhere:{user}", str(now).encode(), now + SESSION_TTL_SECONDS + 60)

    async def retry_revocations(self) -> None:
        while True:
            await self._has_unstored.wait()
            await self._sleep(RETRY_INTERVAL_SECONDS)
            await self._store_queued()

    async def close(self) -> None:
        with contextlib.suppress(TimeoutError):  # a locked database must not delay the server's shutdown
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._store_queued()
        if self._unstored:
            logger.error("Sign-outs could not be stored; their sessions are valid again: %d", len(self._unstored))

    async def _store_queued(self) -> None:
        for key, (value, until) in list(self._unstored.items()):
            if not await self._store(key, value, until):
                return
            if self._unstored.get(key) == (value, until):
                del self._unstored[key]
        if not self._unstored:
            self._has_unstored.clear()

    async def _revocation(self, key: str) -> bytes | None:
        unstored = self._unstored.get(key)
        return unstored[0] if unstored else await self._records.get(key)

    async def _store_or_queue(self, key: str, value: bytes, until: float) -> None:
        if await self._store(key, value, until):
            self._unstored.pop(key, None)  # a retry must not store an older value
            return
        self._unstored[key] = value, until
        self._has_unstored.set()

    async def _store(self, key: str, value: bytes, until: float) -> bool:
        """Stores a revocation. Returns False if other processes might still accept the session."""
        remaining = until - self._clock()
        return remaining <= 0 or await self._records.set(key, value, remaining)


def cookie_name(*, secure: bool) -> str:
    return cookies.own_name("session", secure=secure)
