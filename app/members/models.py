"""Data classes of the print club."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Status = Literal["active", "declined", "former", "never", "creator", "unknown"]


@dataclass(frozen=True, slots=True)
class Session:
    """The session of a signed-in visitor. `user` and `member` are Patreon's IDs. `issued` is a Unix time."""

    id: str
    user: str
    member: str | None
    name: str
    creator: bool
    issued: float

    @property
    def person(self) -> str:
        return f"member {self.user}"


@dataclass(frozen=True, slots=True)
class Standing:
    """A membership. The status "never" also covers gifts, trials and followers; "unknown" means that Patreon failed."""

    status: Status
    tiers: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Tier:
    """A membership tier. `cents` is the monthly price in hundredths of the campaign's currency, which is unknown.

    Nobody can join a tier that is not `published`, but its members remain.
    """

    id: str
    title: str
    cents: int
    published: bool = True


@dataclass(frozen=True, slots=True)
class Post:
    """A post. If `tiers` is empty, every paying patron can read it. If the post is `shortened`, its end is missing."""

    id: str
    title: str
    html: str
    excerpt: str
    published: datetime
    tiers: frozenset[str]
    public: bool
    url: str
    shortened: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """Posts, newest first. `stale` means that Patreon has failed and the posts might be outdated."""

    posts: tuple[Post, ...]
    tiers: Mapping[str, Tier]
    stale: bool = False

    def find(self, post_id: str) -> Post | None:
        return next((post for post in self.posts if post.id == post_id), None)
