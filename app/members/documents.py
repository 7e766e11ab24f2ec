"""Reads JSON documents from Patreon (JSON:API). Invalid values count as missing."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, cast

from app.members.models import Standing, Status, Tier
from app.members.patreon_api import json_object
from app.members.sources import joined

MAX_RESOURCES = 1000
MAX_TITLE_CHARS = 500
MAX_HTML_CHARS = 128 * 1024
"""The maximum length of a post's HTML. Processing deeply nested HTML of this length takes a few seconds."""
MAX_TIER_CENTS = 10**9
POST_FIELDS = "title,content,is_public,tiers,published_at,url,embed_data,embed_url"

_STATUS: Mapping[str, Status] = {"active_patron": "active", "declined_patron": "declined", "former_patron": "former"}
_ID = re.compile(r"[\w-]{1,64}", re.ASCII)
_LONE_SURROGATES = re.compile("[\ud800-\udfff]")
"""A pattern for characters that JSON can contain but UTF-8 cannot (lone surrogates)."""


@dataclass(frozen=True)
class RawPost:
    """A post from Patreon. `content` is untrusted HTML, and `shortened` says whether it exceeded `MAX_HTML_CHARS`.
    `embeds` contains URLs of embedded videos and linked pages.
    """

    id: str
    title: str
    content: str
    published: datetime
    tiers: frozenset[str]
    public: bool
    url: str
    embeds: tuple[str, ...]
    shortened: bool


class Resource:
    """A JSON:API resource. A missing `id` is None, and other missing strings are empty."""

    def __init__(self, data: Any = None) -> None:
        self._data = _dict(data)
        self.id = _id(self._data.get("id"))
        self.type = str(self._data.get("type", ""))
        self.attributes = _dict(self._data.get("attributes"))

    def text(self, name: str) -> str:
        return _text(self.attributes.get(name))

    def related(self, name: str) -> list[str]:
        found = self._relationship(name)
        items = cast("list[Any]", found)[:MAX_RESOURCES] if isinstance(found, list) else [found]
        return [id for item in items if (id := _id(_dict(item).get("id")))]

    def has_list(self, name: str) -> bool:
        return isinstance(self._relationship(name), list)

    def _relationship(self, name: str) -> Any:
        return _dict(_dict(self._data.get("relationships")).get(name)).get("data")


class Document:
    """A JSON:API document. `resources` is None if the data is not a list."""

    def __init__(self, answer: Mapping[str, Any]) -> None:
        data = answer.get("data")
        self.resource = Resource(data)
        self.resources = _resources(data) if isinstance(data, list) else None
        self.included = _resources(answer.get("included"))
        pagination = _dict(_dict(answer.get("meta")).get("pagination"))
        self.next_cursor = _text(_dict(pagination.get("cursors")).get("next"))


def has_standing(member: Resource) -> bool:
    return "patron_status" in member.attributes and member.has_list("currently_entitled_tiers")


def standing(member: Resource) -> Standing:
    status = _STATUS.get(member.text("patron_status"), "never")
    return Standing(status, frozenset(member.related("currently_entitled_tiers")))


def tier(resource: Resource) -> Tier | None:
    """Returns a tier, or None if the resource is not a tier. An invalid price becomes 0."""
    if resource.type != "tier" or not resource.id:
        return None
    cents = resource.attributes.get("amount_cents")
    if not isinstance(cents, int) or not 0 <= cents <= MAX_TIER_CENTS:
        cents = 0
    published = resource.attributes.get("published") is not False
    return Tier(resource.id, resource.text("title")[:MAX_TITLE_CHARS], cents, published)


def post(resource: Resource, base_url: str) -> RawPost | None:
    published = _moment(resource.attributes.get("published_at"))
    if resource.id is None or published is None or resource.type not in ("", "post"):
        return None
    embed = _dict(resource.attributes.get("embed_data"))
    addresses = [resource.text("embed_url"), _text(embed.get("url"))]
    embeds = [address for address in addresses if re.match(r"https?://\S+\Z", address)]
    content = resource.text("content")
    return RawPost(
        id=resource.id,
        title=resource.text("title")[:MAX_TITLE_CHARS],
        content=_shorten(content),
        published=published,
        tiers=_tier_ids(resource.attributes.get("tiers")),
        public=resource.attributes.get("is_public") is True,
        url=_absolute(base_url, resource.text("url") or f"/posts/{resource.id}"),
        embeds=tuple(embeds[:1]),
        shortened=len(content) > MAX_HTML_CHARS,
    )


def webhook_ids(webhook: bytes) -> tuple[str | None, str | None]:
    """Returns the IDs of the resource and the user in the body of a webhook."""
    resource = Document(json_object(webhook) or {}).resource
    return resource.id, next(iter(resource.related("user")), None)


def _resources(value: Any) -> list[Resource]:
    items = cast("list[Any]", value)[:MAX_RESOURCES] if isinstance(value, list) else []
    return [Resource(item) for item in items if isinstance(item, dict)]


def _dict(value: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _text(value: Any) -> str:
    return _LONE_SURROGATES.sub("\ufffd", value) if isinstance(value, str) else ""


def _id(value: Any) -> str | None:
    text = str(value) if isinstance(value, str) or type(value) is int else ""
    return text if _ID.fullmatch(text) else None


def _tier_ids(value: Any) -> frozenset[str]:
    """Returns the IDs of a post's tiers. Replaces invalid IDs with "?", which matches no tier."""
    items = [] if value is None else cast("list[Any]", value)[:MAX_RESOURCES] if isinstance(value, list) else ["?"]
    return frozenset(_id(_dict(item).get("id") if isinstance(item, dict) else item) or "?" for item in items)


def _shorten(html: str) -> str:
    """Truncates HTML to at most `MAX_HTML_CHARS` characters, at the end of a word."""
    if len(html) <= MAX_HTML_CHARS:
        return html
    return next(iter(html[:MAX_HTML_CHARS].rsplit(maxsplit=1)), "")


def _moment(value: Any) -> datetime | None:
    try:
        moment = datetime.fromisoformat(value)
        return moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
    except (TypeError, ValueError, OverflowError):
        return None


def _absolute(base_url: str, address: str) -> str:
    url = joined(base_url, address)
    return url if re.match(r"https?://[^\s\\]+\Z", url) else base_url
