"""A client for Patreon (API v2)."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from app.members import documents
from app.members.creator import Creator
from app.members.documents import Document, RawPost, Resource
from app.members.models import Standing, Tier
from app.members.patreon_api import (
    MAX_ANSWER_BYTES,
    MAX_SMALL_ANSWER_BYTES,
    Api,
    NotFoundError,
    PatreonUnavailableError,
    UnauthorizedError,
    unusable,
)
from app.monitoring.server import call_failed
from app.settings import Settings

STANDING = "ask for a membership"
MAX_CONCURRENT_REQUESTS = 10
API_PAGE_SIZE = 50
MAX_MEMBERSHIPS_CHECKED = 5
"""The maximum number of extra requests if Patreon's response lacks a user's membership."""


@dataclass(frozen=True)
class Identity:
    user: str
    name: str
    member: str | None
    standing: Standing


class Patreon:
    def __init__(self, settings: Settings, api: Api, creator: Creator) -> None:
        assert settings.patreon_client_id and settings.patreon_client_secret and settings.patreon_campaign_id
        self.url = settings.patreon_url
        self.campaign = settings.patreon_campaign_id
        self._client_id = settings.patreon_client_id
        self._secret = settings.patreon_client_secret
        self._api = api
        self._creator = creator
        self._semaphore = asyncio.Semaphore(MAX_CONCURRENT_REQUESTS)

    def authorize_url(self, redirect_uri: str, state: str) -> str:
        query = {
            "response_type": "code",
            "client_id": self._client_id,
            "redirect_uri": redirect_uri,
            "scope": "identity",
            "state": state,
        }
        return f"{self.url}/oauth2/authorize?{urlencode(query)}"

    async def token(self, code: str, redirect_uri: str) -> str:
        """Exchanges a code for a member's access token. Does not retry, because each code works only once."""
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "client_id": self._client_id,
            "client_secret": self._secret.get_secret_value(),
            "redirect_uri": redirect_uri,
        }
        return (await self._api.request_token("exchange a code", form))["access_token"]

    async def identity(self, token: str) -> Identity:
        """Returns the owner of an access token. Fetches missing details with the creator's token."""
        params = {
            "include": "memberships.campaign,memberships.currently_entitled_tiers",
            "fields[user]": "full_name",
            "fields[member]": "patron_status",
        }
        operation, path = "identify a member", "/api/oauth2/v2/identity"
        answer = await self._api.ask(
            operation, "GET", path, bearer=token, max_bytes=MAX_SMALL_ANSWER_BYTES, params=params
        )
        document = Document(answer)
        person = document.resource
        if person.id is None:
            raise unusable(operation, "the answer has no user")
        member, standing = await self._membership(document)
        return Identity(person.id, person.text("full_name"), member, standing)

    async def standing(self, member: str) -> Standing:
        """Returns a membership. Raises NotFoundError if the membership belongs to another campaign."""
        params = {"include": "currently_entitled_tiers,campaign", "fields[member]": "patron_status"}
        path = f"/api/oauth2/v2/members/{member}"
        document = await self._ask_as_creator(
            STANDING, path, params, max_bytes=MAX_SMALL_ANSWER_BYTES, expected=(NotFoundError,)
        )
        found = document.resource
        if found.id != member:
            raise unusable(STANDING, "the answer is for another member")
        if found.related("campaign") != [self.campaign]:
            raise NotFoundError
        return documents.standing(found)

    async def check_standing_backoff(self) -> None:
        """Raises PatreonBackoffError if `standing()` would send no request, because an earlier one has just failed."""
        await self._api.check_backoff(STANDING, await self._creator.token())

    async def owner(self) -> str:
        operation, path = "ask whose the campaign is", f"/api/oauth2/v2/campaigns/{self.campaign}"
        document = await self._ask_as_creator(operation, path, {"include": "creator"}, max_bytes=MAX_SMALL_ANSWER_BYTES)
        owners = document.resource.related("creator")
        if document.resource.id != self.campaign or len(owners) != 1:
            raise unusable(operation, "the answer does not name one owner")
        return owners[0]

    async def tiers(self) -> dict[str, Tier]:
        operation, path = "ask for the tiers", f"/api/oauth2/v2/campaigns/{self.campaign}"
        params = {"include": "tiers", "fields[tier]": "title,amount_cents,published"}
        document = await self._ask_as_creator(operation, path, params)
        tiers = {found.id: found for resource in document.included if (found := documents.tier(resource))}
        has_none = document.resource.has_list("tiers") and not document.resource.related("tiers")
        if not tiers and not has_none:
            raise unusable(operation, "the answer lacks the campaign's tiers")
        return tiers

    async def posts(self, turn: Callable[[], Awaitable[None]]) -> AsyncIterator[list[RawPost]]:
        """Yields pages of posts in Patreon's order. Before each request, awaits `turn()`, which limits the rate."""
        operation, path = "ask for posts", f"/api/oauth2/v2/campaigns/{self.campaign}/posts"
        cursor: str | None = None
        seen: set[str] = set()
        while True:
            params = {"fields[post]": documents.POST_FIELDS, "page[count]": str(API_PAGE_SIZE)}
            if cursor:
                params["page[cursor]"] = cursor
            await turn()
            document = await self._ask_as_creator(operation, path, params)
            if document.resources is None:
                raise unusable(operation, "the answer has no list of posts")
            yield [post for resource in document.resources if (post := documents.post(resource, self.url))]
            cursor = document.next_cursor
            if not cursor:
                return
            if cursor in seen:
                raise unusable(operation, "Patreon repeated a page cursor")
            seen.add(cursor)

    async def _membership(self, identity: Document) -> tuple[str | None, Standing]:
        """Returns the ID and contents of the user's membership. Fetches the membership if `identity` lacks it."""
        included = {each.id: each for each in identity.included if each.type == "member"}
        memberships = {id: included.get(id, Resource()) for id in identity.resource.related("memberships")}
        for id, member in memberships.items():
            if member.related("campaign") == [self.campaign] and documents.has_standing(member):
                return id, documents.standing(member)
        candidates = [id for id, member in memberships.items() if member.related("campaign") in ([self.campaign], [])]
        for id in candidates[:MAX_MEMBERSHIPS_CHECKED]:
            try:
                return id, await self.standing(id)
            except NotFoundError:
                continue
        return None, Standing("never")

    async def _ask_as_creator(
        self,
        operation: str,
        path: str,
        params: Mapping[str, str],
        *,
        max_bytes: int = MAX_ANSWER_BYTES,
        expected: tuple[type[Exception], ...] = (),
    ) -> Document:
        """Sends a request with the creator's token. After a failure, blocks the operation for `BACKOFF_SECONDS`."""

        async def send(bearer: str, *further: type[Exception]) -> Document:
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
            return Document(answer)

        token = await self._creator.token()
        await self._api.check_backoff(operation, token)
        async with self._semaphore:
            try:
                try:
                    return await send(token, UnauthorizedError)
                except UnauthorizedError:
                    token = await self._replace_token(operation, token)
                    return await send(token)
            except PatreonUnavailableError:
                await self._api.back_off(operation, token)
                raise

    async def _replace_token(self, operation: str, refused: str) -> str:
        is_reported = self._creator.state() == "ended"
        try:
            return await self._creator.replacement(refused)
        except PatreonUnavailableError:
            if not is_reported:
                call_failed("Patreon", operation, status=401)
            raise
