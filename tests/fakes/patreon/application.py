"""The fake Patreon as a web application: OAuth, API v2, and `/_fake` for tests."""

import asyncio
import json
import math
import secrets
from collections import Counter
from copy import deepcopy
from typing import Any
from urllib.parse import parse_qs, urlencode

import httpx
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from app.folders import ROOT
from tests.fakes.campaign import CAMPAIGN, POSTS, Person, people
from tests.fakes.patreon.account import (
    CALLBACK,
    CLIENT_ID,
    CLIENT_SECRET,
    CREATOR_REFRESH_TOKEN,
    CREATOR_TOKEN,
    webhook_signature,
)
from tests.fakes.patreon.consent import consent_page
from tests.fakes.patreon.documents import (
    campaign_resource,
    cursor,
    document,
    membership_resource,
    position,
    post_resource,
    user_resource,
)
from tests.fakes.patreon.errors import cut, error, not_found, throttled, unauthorized

MAX_PAGE_SIZE = 4
"""The maximum number of posts in a response. A higher `page[count]` has no effect."""


class Fake:
    def __init__(self) -> None:
        self.people = people()
        self.posts = deepcopy(list(POSTS))
        self.codes: dict[str, tuple[Person, str]] = {}
        self.tokens: dict[str, Person] = {}
        self.creators, self.creator_refreshes = {CREATOR_TOKEN}, {CREATOR_REFRESH_TOKEN}
        self.asked: Counter[str] = Counter()
        self.switches: dict[str, Any] = {}
        self.app = Starlette(
            routes=[
                Route("/_fake", self.control, methods=["GET", "POST"]),
                Route("/oauth2/authorize", self.authorize),
                Route("/oauth2/agree", self.agree),
                Route("/media/{name}", self.media),
                Route("/api/oauth2/token", self.token, methods=["POST"]),
                Route("/api/oauth2/v2/identity", self.identity),
                Route("/api/oauth2/v2/members/{id}", self.member),
                Route("/api/oauth2/v2/campaigns/{id}", self.campaign),
                Route("/api/oauth2/v2/campaigns/{id}/posts", self.campaign_posts),
                Route("/{rest:path}", lambda request: HTMLResponse("<h1>Patreon (fake)</h1>", 404)),
            ]
        )

    async def control(self, request: Request) -> Response:
        """Runs the commands in the body of a `POST`. A `GET` returns the number of requests for each path.

        - `reset`: if true, restores the initial state
        - `slow`: the delay of each API response in seconds
        - `broken`: the status of error responses with a JSON body
        - `html`: the status of error responses with an HTML body
        - `dropped`: if true, breaks connections
        - `throttled`: the seconds in `Retry-After` of responses with status 429
        - `only`: limits the faults above to paths that contain this string
        - `token_limit`: the maximum number of token requests; more requests get 429
        - `unnamed`: if true, omits the campaigns of memberships
        - `person`: changes to a test account, such as {"key": "proof", "tiers": []}
        - `unpublish`: the ID of a post to remove
        - `webhook`: the arguments of `send`
        """
        if request.method == "GET":
            return JSONResponse(dict(self.asked))
        wanted = await request.json()
        if wanted.pop("reset", False):
            self.people, self.posts = people(), deepcopy(list(POSTS))
            self.creators, self.creator_refreshes = {CREATOR_TOKEN}, {CREATOR_REFRESH_TOKEN}
            self.asked.clear()
            self.switches.clear()
        if change := wanted.pop("person", None):
            person = self.people[change.pop("key")]
            for name, value in change.items():
                setattr(person, name, value)
        if gone := wanted.pop("unpublish", None):
            self.posts = [post for post in self.posts if post["id"] != str(gone)]
        webhook = wanted.pop("webhook", None)
        self.switches |= wanted
        return JSONResponse({"status": await self.send(**webhook)} if webhook else {})

    async def send(self, to: str, event: str, person: str = "", post: str = "") -> int:
        """Sends a webhook. Returns the status of the site's response."""
        if person:
            somebody = membership_resource(self.people[person])
            data = document(somebody, {"fields[member]": "patron_status", "include": "currently_entitled_tiers,user"})
        else:
            data = {"data": {"type": "post", "id": post, "attributes": {}}}
        body = json.dumps(data, indent=1).encode()
        headers = {"x-patreon-event": event, "x-patreon-signature": webhook_signature(body)}
        async with httpx.AsyncClient(trust_env=False, verify=False) as client:
            return (await client.post(to, content=body, headers=headers)).status_code

    async def authorize(self, request: Request) -> Response:
        query = request.query_params
        if query.get("client_id") != CLIENT_ID or query.get("response_type") != "code":
            return HTMLResponse("<h1>Unknown client</h1>", 400)
        if not CALLBACK.fullmatch(query.get("redirect_uri", "")):
            return HTMLResponse("<h1>Mismatching redirect URI</h1>", 400)
        passed = {name: query[name] for name in ("redirect_uri", "state") if name in query}
        return HTMLResponse(consent_page(self.people.values(), passed))

    async def agree(self, request: Request) -> Response:
        query = request.query_params
        to = query.get("redirect_uri", "")
        if not CALLBACK.fullmatch(to):
            return HTMLResponse("<h1>Mismatching redirect URI</h1>", 400)
        back = {"state": query["state"]} if "state" in query else {}
        try:
            person = self.people[query.get("person", "")]
        except KeyError:
            return RedirectResponse(f"{to}?{urlencode({'error': 'access_denied', **back})}", 302)
        return RedirectResponse(f"{to}?{urlencode({'code': self.code(person.key, to), **back})}", 302)

    def code(self, key: str, redirect_uri: str) -> str:
        code = secrets.token_urlsafe(24)
        self.codes[code] = self.people[key], redirect_uri
        return code

    async def token(self, request: Request) -> Response:
        body = (await request.body()).decode()
        if failure := await self._fail(request):
            return failure
        if self.asked[request.url.path] > self.switches.get("token_limit", math.inf):
            return throttled(60)
        form = {name: values[0] for name, values in parse_qs(body).items()}
        if (form.get("client_id"), form.get("client_secret")) != (CLIENT_ID, CLIENT_SECRET):
            return JSONResponse({"error": "invalid_client"}, 401)
        access, refresh = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
        if form.get("grant_type") == "refresh_token" and form.get("refresh_token") in self.creator_refreshes:
            self.creators, self.creator_refreshes = {access}, {refresh}
        else:
            # A token request invalidates the OAuth code, even if the redirect URI is wrong.
            person, redirect_uri = self.codes.pop(form.get("code", ""), (None, None))
            given = form.get("grant_type"), form.get("redirect_uri")
            if person is None or given != ("authorization_code", redirect_uri):
                return JSONResponse({"error": "invalid_grant"}, 401)
            self.tokens[access] = person
        return JSONResponse(
            {
                "access_token": access,
                "refresh_token": refresh,
                "expires_in": 2678400,
                "scope": "identity",
                "token_type": "Bearer",
            }
        )

    async def identity(self, request: Request) -> Response:
        if failure := await self._fail(request):
            return failure
        person = self.tokens.get(self._bearer(request))
        if person is None:
            return unauthorized()
        found = document(user_resource(person, unnamed=bool(self.switches.get("unnamed"))), request.query_params)
        return JSONResponse({**found, "links": {"self": f"https://www.patreon.com/api/oauth2/v2/user/{person.user}"}})

    async def member(self, request: Request) -> Response:
        if failure := await self._fail(request, creator=True):
            return failure
        id = request.path_params["id"]
        person = next((each for each in self.people.values() if each.member == id and each.campaign == CAMPAIGN), None)
        if person is None:
            return not_found("Member", id)
        return JSONResponse(document(membership_resource(person), request.query_params))

    async def campaign(self, request: Request) -> Response:
        if failure := await self._fail(request, creator=True):
            return failure
        if request.path_params["id"] != CAMPAIGN:
            return not_found("Campaign", request.path_params["id"])
        return JSONResponse(document(campaign_resource(CAMPAIGN), request.query_params))

    async def campaign_posts(self, request: Request) -> Response:
        if failure := await self._fail(request, creator=True):
            return failure
        if request.path_params["id"] != CAMPAIGN:
            return not_found("Campaign", request.path_params["id"])
        begin = position(request.query_params.get("page[cursor]", ""))
        if begin is None:
            source = {"parameter": "page[cursor]"}
            return error(400, "ParameterInvalidOnType", "Invalid cursor", code=3, source=source)
        count = min(int(request.query_params.get("page[count]", "20")), MAX_PAGE_SIZE)
        origin = str(request.base_url).rstrip("/")
        page = [post_resource(post, origin) for post in self.posts[begin : begin + count]]
        following = begin + count < len(self.posts)
        cursors = {"cursors": {"next": cursor(begin + count) if following else None}}
        pagination = {"pagination": {**cursors, "total": len(self.posts)}}
        return JSONResponse({**document(page, request.query_params), "meta": pagination})

    async def media(self, request: Request) -> Response:
        file = ROOT / "assets" / "pictures" / request.path_params["name"]
        return FileResponse(file) if file.is_file() else HTMLResponse("<h1>Not found</h1>", 404)

    async def _fail(self, request: Request, *, creator: bool = False) -> Response | None:
        """Counts and delays the request. Returns an error response, or None."""
        self.asked[request.url.path] += 1
        if self.switches.get("only", "") not in request.url.path:
            return unauthorized() if creator and not self._is_creator(request) else None
        if seconds := self.switches.get("slow"):
            await asyncio.sleep(seconds)
        if self.switches.get("dropped"):
            return StreamingResponse(cut(), media_type="application/json", headers={"content-length": "10000"})
        if seconds := self.switches.get("throttled"):
            return throttled(seconds)
        if status := self.switches.get("html"):
            return HTMLResponse("<!doctype html><title>Patreon</title><h1>Something went wrong</h1>", status)
        if status := self.switches.get("broken"):
            return error(status, "InternalServerError", "Something went wrong.")
        if not request.headers.get("user-agent"):
            return HTMLResponse("<h1>403 Forbidden</h1>", 403)
        return unauthorized() if creator and not self._is_creator(request) else None

    def _is_creator(self, request: Request) -> bool:
        return self._bearer(request) in self.creators

    @staticmethod
    def _bearer(request: Request) -> str:
        return request.headers.get("authorization", "").removeprefix("Bearer ")


def create() -> Starlette:
    return Fake().app
