"""Links for signing in, and sessions. Both are rows of the inquiries' database, so they hold for all processes.

The database contains only hashes of the secrets. Methods block, and raise `StoreError` if the database fails.
"""

import secrets
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256

from app.desk.limits import LINK_LIMITS, LINK_TTL_SECONDS, SESSION_TTL_SECONDS
from app.inquiries.database import transaction
from app.inquiries.store import Store
from app.members.session import Sealer

PURPOSE = "desk"


@dataclass(frozen=True)
class DeskSession:
    """A valid session. `id` identifies it, but is no secret; `until` is a Unix time."""

    id: str
    until: float


@dataclass(frozen=True)
class SignedIn:
    """The result of a used link: the value of the session's cookie, and the inquiry to show (an id or "")."""

    cookie: str = field(repr=False)
    inquiry: str


class Access:
    """Creates and checks links and sessions of the desk."""

    def __init__(self, store: Store, sealer: Sealer, clock: Callable[[], float]) -> None:
        self._store = store
        self._sealer = sealer
        self._clock = clock

    def new_link(self, inquiry: str) -> str | None:
        """Returns the token of a new link, or None if a limit is reached."""
        token, now = secrets.token_urlsafe(32), self._clock()
        count = "SELECT count(*) FROM desk_links WHERE issued > ?"
        with self._store.connected() as connection, transaction(connection):
            for limit in LINK_LIMITS:
                if connection.execute(count, [now - limit.seconds]).fetchone()[0] >= limit.count:
                    return None
            oldest = now - max(limit.seconds for limit in LINK_LIMITS)
            connection.execute("DELETE FROM desk_links WHERE issued <= ?", [oldest])
            values = [_digest(token), now, inquiry]
            connection.execute("INSERT INTO desk_links (digest, issued, inquiry) VALUES (?, ?, ?)", values)
        return token

    def use_link(self, token: str) -> SignedIn | None:
        """Uses a link. Returns None if it is unknown, used or expired."""
        id, now = secrets.token_urlsafe(32), self._clock()
        use = "UPDATE desk_links SET used = ? WHERE digest = ? AND used IS NULL AND issued > ? RETURNING inquiry"
        with self._store.connected() as connection, transaction(connection):
            row = connection.execute(use, [now, _digest(token), now - LINK_TTL_SECONDS]).fetchone()
            if row is None:
                return None
            connection.execute("DELETE FROM desk_sessions WHERE until <= ?", [now])
            session = [_digest(id), now + SESSION_TTL_SECONDS]
            connection.execute("INSERT INTO desk_sessions (digest, until) VALUES (?, ?)", session)
        return SignedIn(self._sealer.seal(PURPOSE, {"id": id}), row[0])

    def session(self, cookie: str) -> DeskSession | None:
        """Returns the valid session of a cookie's value, or None."""
        digest = self._unsealed(cookie)
        if digest is None:
            return None
        with self._store.connected() as connection:
            row = _valid(connection, digest, self._clock())
        return DeskSession(digest.hex()[:16], row[0]) if row else None

    def sign_out(self, cookie: str) -> None:
        if digest := self._unsealed(cookie):
            with self._store.connected() as connection:
                connection.execute("DELETE FROM desk_sessions WHERE digest = ?", [digest])

    def sign_out_everywhere(self) -> None:
        """Ends all sessions, and makes links unusable that were not used yet."""
        with self._store.connected() as connection, transaction(connection):
            connection.execute("DELETE FROM desk_sessions")
            connection.execute("UPDATE desk_links SET used = ? WHERE used IS NULL", [self._clock()])

    def _unsealed(self, cookie: str) -> bytes | None:
        data = self._sealer.unseal(PURPOSE, cookie) if cookie else None
        return _digest(data["id"]) if data else None


def _valid(connection: sqlite3.Connection, digest: bytes, now: float) -> tuple[float] | None:
    return connection.execute(
        "SELECT until FROM desk_sessions WHERE digest = ? AND until > ?", [digest, now]
    ).fetchone()


def _digest(secret: str) -> bytes:
    return sha256(secret.encode()).digest()
