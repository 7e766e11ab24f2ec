"""Creates links to booking pages and finds bookings by link. The database stores only hashes of the links' tokens."""

import secrets

from app.database.keys import digest
from app.database.lazily import sql
from app.inquiries.store import Store, StoredInquiry


def new_token(store: Store, inquiry: str) -> str:
    """Creates a booking link and returns its token. Earlier links stay valid, because emails can arrive late."""
    token = secrets.token_urlsafe(32)
    with store.transaction() as connection:
        connection.execute(sql.insert(sql.booking_links).values(digest=digest(token), inquiry=inquiry))
    return token


def find(store: Store, token: str) -> StoredInquiry | None:
    links = sql.booking_links.c
    with store.connected() as connection:
        id = connection.scalar(sql.select(links.inquiry).where(links.digest == digest(token)))
        return store.read(connection, id) if id else None
