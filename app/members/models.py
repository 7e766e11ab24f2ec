"""The print club's data: sessions, memberships, tiers and posts."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Status = Literal["active", "declined", "former", "never", "creator"]


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody who is signed in.

    `user` is Patreon's id of the person, `member` that of the membership in our campaign (None: there is none).
    `creator`: the campaign is theirs. `issued` is in UTC.
    """

    id: str
    user: str
    member: str | None
    name: str
    creator: bool
    issued: datetime


@dataclass(frozen=True, slots=True)
class Standing:
    """A membership according to Patreon: its status, and the ids of the currently entitled tiers.

    A free follower has the status "never", with the free tier if the campaign has one.
    """

    status: Status
    tiers: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Tier:
    """A level of membership on Patreon. `cents` are hundredths of the campaign's currency, a month."""

    id: str
    title: str
    cents: int


@dataclass(frozen=True, slots=True)
class Post:
    """A post. `title` and `excerpt` are plain text, `html` is sanitised, `published` is in UTC, `url` is absolute.

    `tiers` are the ids of those that give access; without any, every active patron may read it.
    """

    id: str
    title: str
    html: str
    excerpt: str
    published: datetime
    tiers: frozenset[str]
    public: bool
    url: str


@dataclass(frozen=True, slots=True)
class Listing:
    """Every post, newest first, and the campaign's tiers by id. `stale`: Patreon fails, and this is its last answer."""

    posts: tuple[Post, ...]
    tiers: Mapping[str, Tier]
    stale: bool = False
