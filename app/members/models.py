"""What the print club is made of: people who are signed in, what they may read, and what there is to read."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Status = Literal["active", "declined", "former", "never", "creator"]


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody who is signed in.

    `user` is Patreon's id of the person, `member` that of the membership in our campaign (None: there is none).
    `creator` is whose campaign it is. `issued` is in UTC.
    """

    id: str
    user: str
    member: str | None
    name: str
    creator: bool
    issued: datetime


@dataclass(frozen=True, slots=True)
class Standing:
    """What Patreon says of a membership: its status, and the ids of the tiers that it entitles to.

    Who follows for free is "never", with the free tier where the campaign has one.
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

    `tiers` are the ids of those that open it; without any, every active patron may read it.
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
    """Every post, newest first, and the campaign's tiers by id. `stale`: Patreon fails; this is its last answer."""

    posts: tuple[Post, ...]
    tiers: Mapping[str, Tier]
    stale: bool = False
