"""Data of the print club."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Status = Literal["active", "declined", "former", "never", "creator"]


@dataclass(frozen=True, slots=True)
class Session:
    """A signed-in visitor. `user` and `member` are Patreon's ids; `creator` owns the campaign."""

    id: str
    user: str
    member: str | None
    name: str
    creator: bool
    issued: datetime


@dataclass(frozen=True, slots=True)
class Standing:
    """A membership. Free followers have "never", perhaps with the free tier."""

    status: Status
    tiers: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Tier:
    """A level of membership. `cents`: hundredths of the currency, a month."""

    id: str
    title: str
    cents: int


@dataclass(frozen=True, slots=True)
class Post:
    """A post with sanitised `html`. Without `tiers`, every active patron may read it."""

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
    """Posts, newest first, and tiers by id. `stale`: Patreon fails."""

    posts: tuple[Post, ...]
    tiers: Mapping[str, Tier]
    stale: bool = False
