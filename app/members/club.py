"""The print club of this process, put together from the settings: sessions, standings, posts."""

from functools import cache

from app.members.models import Listing, Post, Session, Standing
from app.settings import settings


class Unavailable(Exception):
    """Patreon fails and nothing is kept that could be shown instead."""


class Club:
    """What the rest of the site asks about members."""

    async def session(self, cookie_header: str) -> Session | None:
        """Who sent these cookies: None unless the session is genuine, younger than 30 days and not signed out."""
        raise NotImplementedError

    async def standing(self, session: Session) -> Standing:
        """What Patreon says of a member, at most an hour ago, or a day while it fails.

        Raises:
            Unavailable: Patreon fails and there is no such answer.
        """
        raise NotImplementedError

    async def listing(self) -> Listing:
        """Every post there is, for all alike: who may read which is decided by `entitlement.may_read`.

        Raises:
            Unavailable: Patreon fails and nothing is kept.
        """
        raise NotImplementedError

    async def post(self, post_id: str) -> Post | None:
        """One post; None for one that does not exist or belongs to another campaign.

        Raises:
            Unavailable: Patreon fails and nothing is kept.
        """
        raise NotImplementedError


@cache
def club() -> Club | None:
    """The club of this process; None where Patreon is not configured."""
    return Club() if settings().patreon_client_id else None
