"""Patreon's API v2, as far as the print club asks it. Whatever it answers ends in data of ours or in an exception.

Tokens go in headers and bodies only, and nothing of either is ever logged or put into an exception.
"""

import asyncio
import json
import logging
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlencode, urljoin

import httpx

from app.members.models import Standing, Status, Tier
from app.members.store import Store
from app.monitoring.server import call_failed
from app.settings import Settings

AGENT = "StudioOtisk/1.0 (print club)"
TIMEOUT = httpx.Timeout(5.0, connect=3.0)
DEADLINE = 8.0
"""Seconds that one question may take altogether, its repetition included."""
LARGEST = 8 * 1024 * 1024
"""Bytes of an answer."""
AT_ONCE = 10
"""Questions with the creator's token that are under way at the same time."""
PAGE = 50
"""Posts to a page."""
REST = 10.0
"""Seconds for which the creator's token is not used after Patreon has failed, unless Patreon itself says how long."""
LONGEST_REST = 600.0
RESTS = "patreon-rests"
"""In the store while it does, for all processes."""

_STATUS: Mapping[str, Status] = {
    "active_patron": "active",
    "declined_patron": "declined",
    "former_patron": "former",
}
_POST_FIELDS = "title,content,is_public,tiers,published_at,url,embed_data,embed_url"
_ID = re.compile(r"[\w-]{1,64}", re.ASCII)
_LONE = re.compile("[\ud800-\udfff]")
"""Halves of characters, which JSON may hold and no text may."""

logger = logging.getLogger(__name__)
for noisy in ("httpx", "httpcore"):  # they log addresses, in which members' ids stand
    logging.getLogger(noisy).setLevel(logging.WARNING)


class Unavailable(Exception):
    """Patreon fails: it does not answer, asks for rest, or answers what is of no use. Where that is news, it has been
    reported."""


class Resting(Unavailable):
    """Patreon has failed a moment ago, so it was not asked."""


class Refused(Exception):
    """Patreon does not take a visitor's code: it was used, has ended, or is none."""


class Missing(Exception):
    """Patreon knows nothing of that id, or it is not ours to see."""


@dataclass(frozen=True)
class Identity:
    """Who signed in: Patreon's id and name, the membership in our campaign and its standing, and whether the campaign
    is theirs."""

    user: str
    name: str
    member: str | None
    standing: Standing
    creator: bool


@dataclass(frozen=True)
class RawPost:
    """A post as Patreon gives it: `content` is HTML of anybody's, `embeds` are addresses shown beside it."""

    id: str
    title: str
    content: str
    published: datetime
    tiers: frozenset[str]
    public: bool
    url: str
    embeds: tuple[str, ...]


class Patreon:
    """A client of Patreon. While it rests, `store` knows it. `transport` takes the network's place in tests, `clock`
    the time's."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        transport: httpx.AsyncBaseTransport | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        assert settings.patreon_client_id and settings.patreon_campaign_id
        assert settings.patreon_client_secret and settings.patreon_creator_token
        self.url = settings.patreon_url
        self.campaign = settings.patreon_campaign_id
        self._client_id = settings.patreon_client_id
        self._secret = settings.patreon_client_secret
        self._token = settings.patreon_creator_token
        self._store = store
        self._clock = clock
        self._few = asyncio.Semaphore(AT_ONCE)
        self._http = httpx.AsyncClient(
            base_url=self.url,
            timeout=TIMEOUT,
            headers={"user-agent": AGENT, "accept": "application/json"},
            transport=transport,
        )

    async def close(self) -> None:
        """Lets go of connections."""
        await self._http.aclose()

    def authorize_url(self, redirect_uri: str, state: str) -> str:
        """Where somebody goes to sign in."""
        query = {
            "response_type": "code",
            "client_id": self._client_id,
            "redirect_uri": redirect_uri,
            "scope": "identity",
            "state": state,
        }
        return f"{self.url}/oauth2/authorize?{urlencode(query)}"

    async def token(self, code: str, redirect_uri: str) -> str:
        """A member's access token, for a code that Patreon gave them.

        Asked once only: were the first answer lost, the code would be used up.

        Raises:
            Refused: the code was used, has ended, or is none.
            Unavailable: Patreon fails.
        """
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "client_id": self._client_id,
            "client_secret": self._secret.get_secret_value(),
            "redirect_uri": redirect_uri,
        }
        operation = "exchange a code"
        answer = await self._ask(operation, "POST", "/api/oauth2/token", expected=Refused, data=form)
        token = answer.get("access_token")
        if not isinstance(token, str) or not token:
            raise _useless(operation, "Patreon gave no token")
        return token

    async def identity(self, token: str) -> Identity:
        """Who a member's token belongs to.

        Raises:
            Unavailable: Patreon fails, or does not take the token.
        """
        params = {
            "include": "memberships.campaign,memberships.currently_entitled_tiers,campaign",
            "fields[user]": "full_name",
            "fields[member]": "patron_status",
        }
        operation = "identify a member"
        answer = await self._ask(operation, "GET", "/api/oauth2/v2/identity", params=params, bearer=token)
        person = _dict(answer.get("data"))
        user = _id(person.get("id"))
        if user is None:
            raise _useless(operation, "Patreon did not say who signed in")
        membership = self._membership(answer)
        return Identity(
            user=user,
            name=_text(_dict(person.get("attributes")).get("full_name")),
            member=_id(membership.get("id")),
            standing=_standing(membership),
            creator=self.campaign in _related(person, "campaign"),
        )

    async def standing(self, member: str) -> Standing:
        """What a member of our campaign is entitled to now.

        Raises:
            Missing: there is no such member in our campaign.
            Unavailable: Patreon fails.
        """
        params = {"include": "currently_entitled_tiers,campaign", "fields[member]": "patron_status"}
        operation = "ask for a membership"
        answer = await self._ask_as_creator(operation, f"/api/oauth2/v2/members/{member}", params, Missing)
        data = _dict(answer.get("data"))
        if data.get("id") != member:
            raise _useless(operation, "Patreon answered for somebody else")
        if _related(data, "campaign") not in ([], [self.campaign]):
            raise Missing
        return _standing(data)

    async def tiers(self) -> dict[str, Tier]:
        """The campaign's tiers by id.

        Raises:
            Unavailable: Patreon fails.
        """
        params = {"include": "tiers", "fields[tier]": "title,amount_cents"}
        answer = await self._ask_as_creator("ask for the tiers", f"/api/oauth2/v2/campaigns/{self.campaign}", params)
        found: dict[str, Tier] = {}
        for tier in _dicts(answer.get("included")):
            id, attributes = _id(tier.get("id")), _dict(tier.get("attributes"))
            if tier.get("type") == "tier" and id:
                cents = attributes.get("amount_cents")
                found[id] = Tier(id, _text(attributes.get("title")), cents if isinstance(cents, int) else 0)
        return found

    async def posts(self, turn: Callable[[], Awaitable[None]]) -> AsyncIterator[list[RawPost]]:
        """The campaign's posts, page by page, in Patreon's order. `turn` is awaited before each request.

        Raises:
            Unavailable: Patreon fails, or its pages go round in circles.
        """
        operation, path = "ask for posts", f"/api/oauth2/v2/campaigns/{self.campaign}/posts"
        cursor: str | None = None
        seen: set[str] = set()
        while True:
            params = {"fields[post]": _POST_FIELDS, "page[count]": str(PAGE)}
            if cursor:
                params["page[cursor]"] = cursor
            await turn()
            answer = await self._ask_as_creator(operation, path, params)
            if not isinstance(answer.get("data"), list):
                raise _useless(operation, "Patreon gave no posts")
            yield [post for data in _dicts(answer["data"]) if (post := self._post(data))]
            pagination = _dict(_dict(answer.get("meta")).get("pagination"))
            cursor = _text(_dict(pagination.get("cursors")).get("next"))
            if not cursor:
                return
            if cursor in seen:
                raise _useless(operation, "Patreon's pages go round in circles")
            seen.add(cursor)

    def _membership(self, answer: dict[str, Any]) -> dict[str, Any]:
        """The membership in our campaign, empty where there is none. One that names no campaign is ours: with the scope
        `identity` there are no others."""
        included = {data.get("id"): data for data in _dicts(answer.get("included")) if data.get("type") == "member"}
        ids = _related(_dict(answer.get("data")), "memberships")
        memberships = [included.get(id, {"id": id}) for id in ids]
        own = [each for each in memberships if _related(each, "campaign") == [self.campaign]]
        unnamed = [each for each in memberships if not _related(each, "campaign")]
        return next(iter(own or unnamed), {})

    def _post(self, data: dict[str, Any]) -> RawPost | None:
        """None for what has no id or is not published."""
        id, attributes = _id(data.get("id")), _dict(data.get("attributes"))
        published = _moment(attributes.get("published_at"))
        if id is None or published is None or data.get("type", "post") != "post":
            return None
        embed = _dict(attributes.get("embed_data"))
        addresses = [_text(attributes.get("embed_url")), _text(embed.get("url"))]
        embeds = [address for address in addresses if re.match(r"https?://\S+\Z", address)]
        return RawPost(
            id=id,
            title=_text(attributes.get("title")),
            content=_text(attributes.get("content")),
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
        self, operation: str, path: str, params: Mapping[str, str], expected: type[Exception] | None = None
    ) -> dict[str, Any]:
        """An answer to the creator's token, which rests for a while after Patreon has failed."""
        await self._look_out()
        async with self._few:
            await self._look_out()  # it may have begun to rest while this question waited for its turn
            try:
                bearer = self._token.get_secret_value()
                return await self._ask(operation, "GET", path, params=params, bearer=bearer, expected=expected)
            except Unavailable:
                await self._store.add(RESTS, b"1", REST)  # and no shorter than Patreon has asked for
                raise

    async def _look_out(self) -> None:
        if await self._store.get(RESTS):
            raise Resting("Patreon has failed a moment ago")

    async def _ask(
        self,
        operation: str,
        method: str,
        path: str,
        *,
        bearer: str | None = None,
        expected: type[Exception] | None = None,
        **options: Any,
    ) -> dict[str, Any]:
        """One question; a GET is repeated once where the connection broke or Patreon stumbled. `operation` is what a
        report calls it: a path may name a member.

        Raises:
            Refused, Missing: Patreon says so, and it is what is `expected` to happen.
            Unavailable: anything else that is not an answer; but for a 429, it is reported.
        """
        if bearer:
            options["headers"] = {"authorization": f"Bearer {bearer}"}
        try:
            async with asyncio.timeout(DEADLINE):
                try:
                    return await self._ask_once(method, path, expected, **options)
                except _Stumbled as error:
                    if method != "GET" or not error.again:
                        raise
                    return await self._ask_once(method, path, expected, **options)
        except (_Stumbled, TimeoutError) as error:
            call_failed("Patreon", operation, status=getattr(error, "status", None), error=error)
            raise Unavailable(str(error) or "no answer in time") from None

    async def _ask_once(
        self, method: str, path: str, expected: type[Exception] | None, **options: Any
    ) -> dict[str, Any]:
        try:
            async with self._http.stream(method, path, **options) as response:
                body = await _read(response)
        except httpx.HTTPError as error:  # whose text may hold an address
            raise _Stumbled(type(error).__name__, again=not isinstance(error, httpx.TimeoutException)) from None
        answer = _json(body)
        status = response.status_code
        if status == 429:
            seconds = min(self._seconds(response.headers.get("retry-after"), answer), LONGEST_REST)
            await self._store.set(RESTS, b"1", seconds)
            logger.warning("Patreon asks for %.0f seconds of rest", seconds)
            raise Unavailable("Patreon asks for rest")
        if answer is not None and expected and expected is _no(status, answer):
            raise expected
        if answer is None or status != 200:
            reason = f"status {status}" if status != 200 else "no JSON"
            raise _Stumbled(reason, status, again=answer is None or status >= 500)
        return answer

    def _seconds(self, retry_after: str | None, answer: dict[str, Any] | None) -> float:
        """How long a 429 asks to wait, by its header (seconds or a date) or its body."""
        errors = _dicts((answer or {}).get("errors"))
        for given in (retry_after, *(error.get("retry_after_seconds") for error in errors)):
            try:
                return max(1.0, float(given))  # pyright: ignore[reportArgumentType]
            except (TypeError, ValueError):
                moment = _http_date(given)
                if moment:
                    return max(1.0, moment.timestamp() - self._clock())
        return REST


def told(webhook: bytes) -> tuple[str | None, str | None]:
    """The id of what a webhook's body is about, and that of the user whose it is; None for what it does not say."""
    data = _dict((_json(webhook) or {}).get("data"))
    return _id(data.get("id")), next(iter(_related(data, "user")), None)


class _Stumbled(Exception):
    """No answer that can be used; `status` is that of the answer, where there was one. A second try may help where it
    is worth one `again`."""

    def __init__(self, reason: str, status: int | None = None, *, again: bool = True) -> None:
        super().__init__(reason)
        self.status = status
        self.again = again


def _no(status: int, answer: dict[str, Any]) -> type[Exception] | None:
    """What Patreon says no with, where it is one that has a meaning."""
    if status in (400, 401) and answer.get("error") == "invalid_grant":
        return Refused
    return Missing if status == 404 else None


async def _read(response: httpx.Response) -> bytes:
    body = bytearray()
    async for chunk in response.aiter_bytes():
        body += chunk
        if len(body) > LARGEST:
            raise _Stumbled("too large", again=False)
    return bytes(body)


def _json(body: bytes) -> dict[str, Any] | None:
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return answer if isinstance(answer, dict) else None


def _useless(operation: str, reason: str) -> Unavailable:
    """Reports an answer with which nothing can be done, and is what is to be raised then."""
    error = Unavailable(reason)
    call_failed("Patreon", operation, error=error)
    return error


def _http_date(value: Any) -> datetime | None:
    try:
        moment = parsedate_to_datetime(value)
    except (TypeError, ValueError):
        return None
    return moment.replace(tzinfo=moment.tzinfo or UTC)


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
    """The ids of what a resource is related to."""
    found = _dict(_dict(data.get("relationships")).get(name)).get("data")
    return [id for item in ([found] if isinstance(found, dict) else _dicts(found)) if (id := _id(item.get("id")))]


def _standing(member: dict[str, Any]) -> Standing:
    status = _text(_dict(member.get("attributes")).get("patron_status"))
    return Standing(_STATUS.get(status, "never"), frozenset(_related(member, "currently_entitled_tiers")))


def _tier_ids(value: Any) -> frozenset[str]:
    """The tiers that a post is for; none means every patron. What cannot be read is a tier that nobody has, lest the
    post be open to more."""
    items = [] if value is None else value if isinstance(value, list) else ["?"]
    return frozenset(_id(item.get("id") if isinstance(item, dict) else item) or "?" for item in items)


def _moment(value: Any) -> datetime | None:
    try:
        moment = datetime.fromisoformat(value)
        return moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
    except (TypeError, ValueError, OverflowError):
        return None
