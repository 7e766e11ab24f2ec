"""A client of Patreon's API v2. Answers are validated into the club's own types, or raise an exception."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode, urljoin

from app.members import sanitise
from app.members.api import (
    MAX_SMALL_ANSWER_BYTES,
    TOKEN,
    Api,
    GrantRefusedError,
    NotFoundError,
    PatreonUnavailableError,
    UnauthorizedError,
    json_object,
    unusable,
)
from app.members.creator import Creator
from app.members.models import Standing, Status, Tier
from app.monitoring.server import call_failed
from app.settings import Settings

MAX_CONCURRENT_REQUESTS = 10
"""With the creator's token."""
API_PAGE_SIZE = 50
"""Posts in one answer."""
MAX_TITLE_CHARS = 500
MAX_TIER_CENTS = 10**9
"""A tier's price in hundredths of the currency; Patreon has no larger ones."""
MAX_MEMBERSHIPS_CHECKED = 5
"""Of one person, where the identity answer does not say which campaign they belong to."""

_STATUS: Mapping[str, Status] = {
    "active_patron": "active",
    "declined_patron": "declined",
    "former_patron": "former",
}
_POST_FIELDS = "title,content,is_public,tiers,published_at,url,embed_data,embed_url"
_ID = re.compile(r"[\w-]{1,64}", re.ASCII)
_LONE = re.compile("[\ud800-\udfff]")
"""Lone surrogates, which JSON may contain and UTF-8 may not."""


@dataclass(frozen=True)
class Identity:
    """Who signed in: Patreon's id and name, the membership in our campaign and its standing."""

    user: str
    name: str
    member: str | None
    standing: Standing


@dataclass(frozen=True)
class RawPost:
    """A post as Patreon gives it: `content` is untrusted HTML, `embeds` are URLs shown beside it."""

    id: str
    title: str
    content: str
    published: datetime
    tiers: frozenset[str]
    public: bool
    url: str
    embeds: tuple[str, ...]


class Patreon:
    """Asks Patreon through `api`, with the token of `creator` or a member's own."""

    def __init__(self, settings: Settings, api: Api, creator: Creator) -> None:
        assert settings.patreon_client_id and settings.patreon_client_secret and settings.patreon_campaign_id
        self.url = settings.patreon_url
        self.campaign = settings.patreon_campaign_id
        self._client_id = settings.patreon_client_id
        self._secret = settings.patreon_client_secret
        self._api = api
        self._creator = creator
        self._few = asyncio.Semaphore(MAX_CONCURRENT_REQUESTS)

    def authorize_url(self, redirect_uri: str, state: str) -> str:
        """The URL on Patreon where somebody signs in."""
        query = {
            "response_type": "code",
            "client_id": self._client_id,
            "redirect_uri": redirect_uri,
            "scope": "identity",
            "state": state,
        }
        return f"{self.url}/oauth2/authorize?{urlencode(query)}"

    async def token(self, code: str, redirect_uri: str) -> str:
        """Exchanges an OAuth code for a member's access token.

        Never retried: if the first answer is lost, the code is used up all the same.

        Raises:
            GrantRefusedError: the code is already used, expired or invalid.
            PatreonUnavailableError: Patreon fails.
        """
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "client_id": self._client_id,
            "client_secret": self._secret.get_secret_value(),
            "redirect_uri": redirect_uri,
        }
        operation = "exchange a code"
        answer = await self._api.ask(
            operation,
            "POST",
            "/api/oauth2/token",
            max_bytes=MAX_SMALL_ANSWER_BYTES,
            expected=(GrantRefusedError,),
            data=form,
        )
        token = answer.get("access_token")
        if not isinstance(token, str) or not TOKEN.fullmatch(token):
            raise unusable(operation, "Patreon gave no token")
        return token

    async def identity(self, token: str) -> Identity:
        """Who a member's token belongs to. Missing details of a membership are asked with the creator's token.

        Raises:
            PatreonUnavailableError: Patreon fails, or rejects the token.
        """
        params = {
            "include": "memberships.campaign,memberships.currently_entitled_tiers",
            "fields[user]": "full_name",
            "fields[member]": "patron_status",
        }
        operation, path = "identify a member", "/api/oauth2/v2/identity"
        answer = await self._api.ask(
            operation, "GET", path, bearer=token, max_bytes=MAX_SMALL_ANSWER_BYTES, params=params
        )
        person = _dict(answer.get("data"))
        user = _id(person.get("id"))
        if user is None:
            raise unusable(operation, "Patreon did not say who signed in")
        member, standing = await self._membership(answer)
        return Identity(user, _text(_dict(person.get("attributes")).get("full_name")), member, standing)

    async def standing(self, member: str) -> Standing:
        """What a member of our campaign is entitled to now.

        Raises:
            NotFoundError: there is no such member in our campaign.
            PatreonUnavailableError: Patreon fails.
        """
        params = {"include": "currently_entitled_tiers,campaign", "fields[member]": "patron_status"}
        operation, path = "ask for a membership", f"/api/oauth2/v2/members/{member}"
        answer = await self._ask_as_creator(
            operation, path, params, max_bytes=MAX_SMALL_ANSWER_BYTES, expected=(NotFoundError,)
        )
        data = _dict(answer.get("data"))
        if _id(data.get("id")) != member:
            raise unusable(operation, "Patreon answered for somebody else")
        if _related(data, "campaign") != [self.campaign]:
            raise NotFoundError
        return _standing(data)

    async def owner(self) -> str:
        """The id of the user who owns the campaign.

        Raises:
            PatreonUnavailableError: Patreon fails, or does not say.
        """
        operation, path = "ask whose the campaign is", f"/api/oauth2/v2/campaigns/{self.campaign}"
        answer = await self._ask_as_creator(operation, path, {"include": "creator"}, max_bytes=MAX_SMALL_ANSWER_BYTES)
        data = _dict(answer.get("data"))
        owners = _related(data, "creator")
        if _id(data.get("id")) != self.campaign or len(owners) != 1:
            raise unusable(operation, "Patreon did not say")
        return owners[0]

    async def tiers(self) -> dict[str, Tier]:
        """The campaign's tiers by id.

        Raises:
            PatreonUnavailableError: Patreon fails.
        """
        params = {"include": "tiers", "fields[tier]": "title,amount_cents"}
        answer = await self._ask_as_creator("ask for the tiers", f"/api/oauth2/v2/campaigns/{self.campaign}", params)
        found: dict[str, Tier] = {}
        for tier in _dicts(answer.get("included")):
            id, attributes = _id(tier.get("id")), _dict(tier.get("attributes"))
            if tier.get("type") == "tier" and id:
                cents = attributes.get("amount_cents")
                if not isinstance(cents, int) or not 0 <= cents <= MAX_TIER_CENTS:
                    cents = 0
                found[id] = Tier(id, _text(attributes.get("title"))[:MAX_TITLE_CHARS], cents)
        return found

    async def posts(self, turn: Callable[[], Awaitable[None]]) -> AsyncIterator[list[RawPost]]:
        """The campaign's posts, page by page, in Patreon's order. `turn` is awaited before each request.

        Raises:
            PatreonUnavailableError: Patreon fails, or repeats a cursor.
        """
        operation, path = "ask for posts", f"/api/oauth2/v2/campaigns/{self.campaign}/posts"
        cursor: str | None = None
        seen: set[str] = set()
        while True:
            params = {"fields[post]": _POST_FIELDS, "page[count]": str(API_PAGE_SIZE)}
            if cursor:
                params["page[cursor]"] = cursor
            await turn()
            answer = await self._ask_as_creator(operation, path, params)
            if not isinstance(answer.get("data"), list):
                raise unusable(operation, "Patreon gave no posts")
            yield [post for data in _dicts(answer["data"]) if (post := self._post(data))]
            pagination = _dict(_dict(answer.get("meta")).get("pagination"))
            cursor = _text(_dict(pagination.get("cursors")).get("next"))
            if not cursor:
                return
            if cursor in seen:
                raise unusable(operation, "Patreon's pages go round in circles")
            seen.add(cursor)

    async def _membership(self, answer: dict[str, Any]) -> tuple[str | None, Standing]:
        """The id and standing of the membership in our campaign, from an identity answer and further requests where it
        lacks details. Without proof that a membership is in our campaign, it is not."""
        included = [data for data in _dicts(answer.get("included")) if data.get("type") == "member"]
        by_id = {_id(data.get("id")): data for data in included}
        memberships = {id: by_id.get(id, {}) for id in _related(_dict(answer.get("data")), "memberships")}
        for id, said in memberships.items():
            if _related(said, "campaign") == [self.campaign] and _says_its_standing(said):
                return id, _standing(said)
        open = [id for id, said in memberships.items() if _related(said, "campaign") in ([self.campaign], [])]
        for id in open[:MAX_MEMBERSHIPS_CHECKED]:
            try:
                return id, await self.standing(id)
            except NotFoundError:
                continue
        return None, Standing("never")

    def _post(self, data: dict[str, Any]) -> RawPost | None:
        """None if it has no id or is not published."""
        id, attributes = _id(data.get("id")), _dict(data.get("attributes"))
        published = _moment(attributes.get("published_at"))
        if id is None or published is None or data.get("type", "post") != "post":
            return None
        embed = _dict(attributes.get("embed_data"))
        addresses = [_text(attributes.get("embed_url")), _text(embed.get("url"))]
        embeds = [address for address in addresses if re.match(r"https?://\S+\Z", address)]
        return RawPost(
            id=id,
            title=_text(attributes.get("title"))[:MAX_TITLE_CHARS],
            content=_text(attributes.get("content"))[: sanitise.MAX_HTML_CHARS],
            published=published,
            tiers=_tier_ids(attributes.get("tiers")),
            public=attributes.get("is_public") is True,
            url=self._absolute(_text(attributes.get("url")) or f"/posts/{id}"),
            embeds=tuple(embeds[:1]),
        )

    def _absolute(self, address: str) -> str:
        try:
            url = urljoin(self.url, address)
        except ValueError:
            return self.url
        return url if re.match(r"https?://[^\s\\]+\Z", url) else self.url

    async def _ask_as_creator(
        self,
        operation: str,
        path: str,
        params: Mapping[str, str],
        *,
        max_bytes: int = 0,
        expected: tuple[type[Exception], ...] = (),
    ) -> dict[str, Any]:
        """Sends a GET with the creator's token; a failure starts a backoff of this operation for that token."""

        async def ask(bearer: str, *further: type[Exception]) -> dict[str, Any]:
            answer = await self._api.ask(
                operation,
                "GET",
                path,
                bearer=bearer,
                max_bytes=max_bytes,
                expected=(*expected, *further),
                params=params,
            )
            await self._creator.mark_accepted(bearer)
            return answer

        token = await self._creator.token()
        await self._api.check_backoff(operation, token)
        async with self._few:
            try:
                try:
                    return await ask(token, UnauthorizedError)  # a backoff may have begun while it waited
                except UnauthorizedError:
                    token = await self._replacement(operation, token)
                    return await ask(token)
            except PatreonUnavailableError:
                await self._api.back_off(operation, token)
                raise

    async def _replacement(self, operation: str, refused: str) -> str:
        """A new token in place of one that Patreon has rejected; the first time that there is none, it is reported."""
        known = self._creator.state() == "ended"
        try:
            return await self._creator.replacement(refused)
        except PatreonUnavailableError:
            if not known:
                call_failed("Patreon", operation, status=401)
            raise


def webhook_ids(webhook: bytes) -> tuple[str | None, str | None]:
    """The id of the resource in a webhook's body, and its user's id; None for what is missing."""
    data = _dict((json_object(webhook) or {}).get("data"))
    return _id(data.get("id")), next(iter(_related(data, "user")), None)


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _text(value: Any) -> str:
    return _LONE.sub("\ufffd", value) if isinstance(value, str) else ""


def _id(value: Any) -> str | None:
    """An id, which may come as a number."""
    text = str(value) if isinstance(value, str) or type(value) is int else ""
    return text if _ID.fullmatch(text) else None


def _related(data: dict[str, Any], name: str) -> list[str]:
    """The ids of a resource's relationship (JSON:API)."""
    found = _dict(_dict(data.get("relationships")).get(name)).get("data")
    return [id for item in ([found] if isinstance(found, dict) else _dicts(found)) if (id := _id(item.get("id")))]


def _says_its_standing(member: dict[str, Any]) -> bool:
    """Whether a membership includes its status, which may be null, and its tiers."""
    tiers = _dict(_dict(member.get("relationships")).get("currently_entitled_tiers"))
    return "patron_status" in _dict(member.get("attributes")) and isinstance(tiers.get("data"), list)


def _standing(member: dict[str, Any]) -> Standing:
    status = _text(_dict(member.get("attributes")).get("patron_status"))
    return Standing(_STATUS.get(status, "never"), frozenset(_related(member, "currently_entitled_tiers")))


def _tier_ids(value: Any) -> frozenset[str]:
    """The tiers that a post is for; none means every patron. Fails closed: an unreadable one becomes a tier that nobody
    has."""
    items = [] if value is None else value if isinstance(value, list) else ["?"]
    return frozenset(_id(item.get("id") if isinstance(item, dict) else item) or "?" for item in items)


def _moment(value: Any) -> datetime | None:
    try:
        moment = datetime.fromisoformat(value)
        return moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
    except (TypeError, ValueError, OverflowError):
        return None
