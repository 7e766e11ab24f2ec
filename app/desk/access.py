"""Sign-in links and sessions of the studio's staff.

The database stores only hashes of the links' tokens and of session IDs. Methods block and raise `StoreError` if the
database fails.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from app.database.database import lock
from app.database.keys import digest
from app.database.lazily import sql
from app.desk.limits import LINK_LIMITS, LINK_TTL_SECONDS, SESSION_TTL_SECONDS
from app.inquiries.limits import Limit
from app.inquiries.store import Store
from app.members.session import Sealer

PURPOSE, BROWSER = "desk", "desk browser"


@dataclass(frozen=True)
class DeskSession:
    """A valid session. `id` is not secret."""

    id: str

    @property
    def person(self) -> str:
        return f"staff {self.id}"


@dataclass(frozen=True)
class SignedIn:
    """The result of a sign-in. `inquiry` is the ID of the inquiry to show, if any."""

    cookie: str = field(repr=False)
    inquiry: str


class Access:
    def __init__(self, store: Store, sealer: Sealer, clock: Callable[[], float]) -> None:
        self._store = store
        self._sealer = sealer
        self._clock = clock

    def new_browser(self) -> str:
        """Returns a new cookie for a browser that has signed in."""
        return self._sealer.seal(BROWSER, {"id": secrets.token_urlsafe(16)})

    def browser(self, cookie: str) -> str:
        """Returns the ID of a browser that has signed in before, or an empty string."""
        data = self._sealer.unseal(BROWSER, cookie) if cookie else None
        return data["id"] if data else ""

    def new_link(self, inquiry: str, limits: Sequence[Limit]) -> str | None:
        """Creates a sign-in link and returns its token, or None if one of the `limits` is reached."""
        token, now, links = secrets.token_urlsafe(32), self._clock(), sql.desk_links
        with self._store.transaction() as connection:
            lock(connection, "desk links")
            for limit in limits:
                recent = sql.select(sql.func.count(links.c.digest)).where(links.c.issued > now - limit.seconds)
                if connection.execute(recent).scalar_one() >= limit.count:
                    return None
            oldest = now - max(limit.seconds for limit in LINK_LIMITS)
            connection.execute(sql.delete(links).where(links.c.issued <= oldest))
            connection.execute(sql.insert(links).values(digest=digest(token), issued=now, inquiry=inquiry))
        return token

    def use_link(self, token: str) -> SignedIn | None:
        """Exchanges a sign-in link for a session. Returns None for an unknown, used or expired link."""
        id, now, links, sessions = secrets.token_urlsafe(32), self._clock(), sql.desk_links, sql.desk_sessions
        is_valid = (links.c.digest == digest(token), links.c.used.is_(None), links.c.issued > now - LINK_TTL_SECONDS)
        use = sql.update(links).where(*is_valid).values(used=now).returning(links.c.inquiry)
        with self._store.transaction() as connection:
            inquiry = connection.scalar(use)
            if inquiry is None:
                return None
            connection.execute(sql.delete(sessions).where(sessions.c.until <= now))
            connection.execute(sql.insert(sessions).values(digest=digest(id), until=now + SESSION_TTL_SECONDS))
        return SignedIn(self._sealer.seal(PURPOSE, {"id": id}), inquiry)

    def session(self, cookie: str) -> DeskSession | None:
        session = self._unsealed(cookie)
        if session is None:
            return None
        sessions = sql.desk_sessions.c
        valid = sql.select(sessions.digest).where(sessions.digest == session, sessions.until > self._clock())
        with self._store.connected() as connection:
            is_valid = connection.scalar(valid) is not None
        return DeskSession(session.hex()[:16]) if is_valid else None

    def sign_out(self, cookie: str) -> None:
        if session := self._unsealed(cookie):
            with self._store.transaction() as connection:
                connection.execute(sql.delete(sql.desk_sessions).where(sql.desk_sessions.c.digest == session))

    def sign_out_everywhere(self) -> None:
        """Ends all sessions and invalidates unused sign-in links."""
        links = sql.desk_links
        with self._store.transaction() as connection:
            connection.execute(sql.delete(sql.desk_sessions))
            connection.execute(sql.update(links).where(links.c.used.is_(None)).values(used=self._clock()))

    def _unsealed(self, cookie: str) -> bytes | None:
        data = self._sealer.unseal(PURPOSE, cookie) if cookie else None
        return digest(data["id"]) if data else None
