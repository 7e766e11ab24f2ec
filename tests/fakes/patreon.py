"""A fake Patreon: API v2 and OAuth as far as a print club meets them, and the page on which one agrees to sign in.

    python -m tests.fakes.patreon --port 9000

`POST /_fake` makes it misbehave, changes its people or has it send a webhook; see `Fake.control`. It has Patreon's own
faults: numbers where there should be strings, the newest posts on the last page, errors in HTML.
"""

import argparse
import asyncio
import base64
import hmac
import json
import math
import re
import secrets
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field, replace
from html import escape
from threading import Thread
from time import sleep
from typing import Any
from urllib.parse import parse_qs, urlencode
from uuid import uuid4

import httpx
from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server import Server
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from app.settings import ROOT
from tests.fakes.club import CAMPAIGN, FOREIGN, POSTS, TITLES, Person, people
from tests.fakes.loopback import free_port

CLIENT_ID, CLIENT_SECRET = "otisk-client", "otisk-client-secret"
CREATOR_TOKEN, CREATOR_REFRESH_TOKEN = "otisk-creator-token", "otisk-creator-refresh-token"
WEBHOOK_SECRET = "otisk-webhook-secret"
MAX_PAGE_SIZE = 4
"""Of posts, whatever the request asks for."""
CALLBACK = re.compile(r"https?://[\w.:\[\]-]+(/en)?/patreon/callback")
"""The registered redirect URIs."""


def settings(url: str) -> dict[str, str]:
    """The site's settings, as environment variables, for a fake at `url`."""
    return {
        "PATREON_URL": url,
        "PATREON_CLIENT_ID": CLIENT_ID,
        "PATREON_CLIENT_SECRET": CLIENT_SECRET,
        "PATREON_CREATOR_TOKEN": CREATOR_TOKEN,
        "PATREON_CAMPAIGN_ID": CAMPAIGN,
        "PATREON_WEBHOOK_SECRET": WEBHOOK_SECRET,
    }


@dataclass
class Resource:
    """A JSON:API resource with all its attributes and relationships."""

    type: str
    id: str
    attributes: Mapping[str, Any] = field(default_factory=dict)
    related: Mapping[str, "Resource | list[Resource] | None"] = field(default_factory=dict)


def document(root: Resource | list[Resource], query: Mapping[str, str]) -> dict[str, Any]:
    """The JSON:API document: of a resource only what `fields[type]` names, of relations only what `include` names."""
    includes = {name for path in query.get("include", "").split(",") for name in _beginnings(path)}
    included: dict[tuple[str, str], dict[str, Any]] = {}

    def render(resource: Resource, path: str) -> dict[str, Any]:
        names = query.get(f"fields[{resource.type}]", "").split(",")
        data: dict[str, Any] = {
            "type": resource.type,
            "id": resource.id,
            "attributes": {name: value for name, value in resource.attributes.items() if name in names},
        }
        for name, related in resource.related.items():
            if path + name not in includes:
                continue
            several = related if isinstance(related, list) else [related] if related else []
            links = [{"type": each.type, "id": each.id} for each in several]
            data.setdefault("relationships", {})[name] = {
                "data": links if isinstance(related, list) else next(iter(links), None)
            }
            for each in several:
                included[each.type, each.id] = render(each, f"{path}{name}.")
        return data

    data = [render(each, "") for each in root] if isinstance(root, list) else render(root, "")
    return {"data": data, **({"included": list(included.values())} if included else {})}


def _beginnings(path: str) -> Iterable[str]:
    parts = path.split(".")
    return (".".join(parts[: at + 1]) for at in range(len(parts)))


def error(status: int, name: str, detail: str, *, code: int = 1, **more: Any) -> JSONResponse:
    """An error in Patreon's format."""
    body = {
        "code": code,
        "code_name": name,
        "detail": detail,
        "id": str(uuid4()),
        "status": str(status),
        "title": detail,
    }
    return JSONResponse({"errors": [{**body, **more}]}, status)


class Fake:
    """The state of a fake Patreon, and its ASGI application `app`."""

    def __init__(self) -> None:
        self.people = people()
        self.posts = deepcopy(list(POSTS))
        self.codes: dict[str, tuple[Person, str]] = {}
        self.tokens: dict[str, Person] = {}
        self.refreshes: dict[str, Person] = {}
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
                Route("/api/oauth2/v2/posts/{id}", self.post),
                Route("/{rest:path}", lambda request: HTMLResponse("<h1>Patreon (fake)</h1>", 404)),
            ]
        )

    async def control(self, request: Request) -> Response:
        """`GET` tells how often each path was asked. `POST` takes an object with any of

        - `reset`: true, everything is as at the start, counts included
        - `slow`: seconds before each answer of the API; 0 ends it
        - `broken`: a status such as 500 for each answer, in JSON; `html`: the same in HTML, 200 included
        - `dropped`: true, the connection breaks within each answer; `throttled`: seconds, for 429
        - `only`: a part of the paths that all this is for, such as "/token"; "" ends it
        - `patience`: how many codes it looks at before it answers 429 to everybody who brings one
        - `expire`: true, no creator's token is good any more; `forget`: true, nor is their refresh token
        - `unnamed`: true, an identity's memberships are those in all campaigns, and do not name them
        - `person`: a key with what of it changes, such as {"key": "proof", "status": "former_patron", "tiers": []}
        - `publish`: a post's attributes with its `id`; `unpublish`: an id
        - `webhook`: {"to": the address of the site's webhook, "event": …, "person" or "post": …}, sent signed at once;
          with "secret", signed with that one. The answer has its status.
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
        if attributes := wanted.pop("publish", None):
            id = str(attributes.pop("id"))
            before = next((post["attributes"] for post in self.posts if post["id"] == id), POSTS[1]["attributes"])
            self.posts = [post for post in self.posts if post["id"] != id]
            self.posts.append({"id": id, "attributes": {**before, **attributes}})
        if gone := wanted.pop("unpublish", None):
            self.posts = [post for post in self.posts if post["id"] != str(gone)]
        if wanted.pop("expire", False):
            self.creators.clear()
        if wanted.pop("forget", False):
            self.creator_refreshes.clear()
        webhook = wanted.pop("webhook", None)
        self.switches |= wanted
        return JSONResponse({"status": await self.send(**webhook)} if webhook else {})

    async def send(self, to: str, event: str, person: str = "", post: str = "", secret: str = WEBHOOK_SECRET) -> int:
        """Sends a webhook; the status of the answer."""
        if person:
            somebody = self._membership(self.people[person])
            data = document(somebody, {"fields[member]": "patron_status", "include": "currently_entitled_tiers,user"})
        else:
            data = {"data": {"type": "post", "id": post, "attributes": {}}}
        body = json.dumps(data, indent=1).encode()
        signature = hmac.new(secret.encode(), body, "md5").hexdigest()
        headers = {"x-patreon-event": event, "x-patreon-signature": signature, "content-type": "application/json"}
        async with httpx.AsyncClient(trust_env=False, verify=False) as client:
            return (await client.post(to, content=body, headers=headers)).status_code

    # OAuth

    async def authorize(self, request: Request) -> Response:
        """The consent page, on which the person is chosen too."""
        query = request.query_params
        if query.get("client_id") != CLIENT_ID or query.get("response_type") != "code":
            return HTMLResponse("<h1>Unknown client</h1>", 400)
        if not CALLBACK.fullmatch(query.get("redirect_uri", "")):
            return HTMLResponse("<h1>Mismatching redirect URI</h1>", 400)
        passed = {name: query[name] for name in ("redirect_uri", "state") if name in query}
        choices = "".join(
            f'<li><a id="{person.key}" href="/oauth2/agree?{escape(urlencode({**passed, "person": person.key}))}">'
            f"{escape(person.name)}</a> – {escape(person.says)}</li>"
            for person in self.people.values()
        )
        deny = f'<a id="deny" href="/oauth2/agree?{escape(urlencode(passed))}">No, take me back</a>'
        return HTMLResponse(
            '<!doctype html><html lang="en"><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width"><title>Patreon (fake)</title>'
            '<link rel="icon" href="data:,">'
            "<style>body{font:1.1rem/2.2 system-ui;max-width:40rem;margin:2rem auto;padding:0 1rem}</style>"
            f"<h1>Patreon (fake)</h1><p>Studio Otisk wants to know who you are. You are …</p><ul>{choices}</ul>"
            f"<p>{deny}</p></html>"
        )

    async def agree(self, request: Request) -> Response:
        """Redirects back to the site, with a code or an error."""
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
        """An OAuth code for a person."""
        code = secrets.token_urlsafe(24)
        self.codes[code] = self.people[key], redirect_uri
        return code

    async def token(self, request: Request) -> Response:
        """Exchanges a code or a refresh token for a pair of tokens."""
        body = (await request.body()).decode()
        if failure := await self._fail(request):
            return failure
        if self.asked[request.url.path] > self.switches.get("patience", math.inf):
            return _throttled(60)
        form = {name: values[0] for name, values in parse_qs(body).items()}
        if (form.get("client_id"), form.get("client_secret")) != (CLIENT_ID, CLIENT_SECRET):
            return JSONResponse({"error": "invalid_client"}, 401)
        person: Person | None = None
        if form.get("grant_type") == "authorization_code":
            # Once and never again, right or wrong.
            person, redirect_uri = self.codes.pop(form.get("code", ""), (None, None))
            person = person if form.get("redirect_uri") == redirect_uri else None
        elif form.get("grant_type") == "refresh_token":
            person = self.refreshes.pop(form.get("refresh_token", ""), None)
        access, refresh = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
        if form.get("refresh_token") in self.creator_refreshes:
            self.creators, self.creator_refreshes = {access}, {refresh}
        elif person is None:
            return JSONResponse({"error": "invalid_grant"}, 401)
        else:
            self.tokens[access] = self.refreshes[refresh] = person
        return JSONResponse(
            {
                "access_token": access,
                "refresh_token": refresh,
                "expires_in": 2678400,
                "scope": "identity",
                "token_type": "Bearer",
            }
        )

    # API v2

    async def identity(self, request: Request) -> Response:
        """Who the token belongs to."""
        if failure := await self._fail(request):
            return failure
        person = self.people["creator"] if self._is_creator(request) else self.tokens.get(self._bearer(request))
        if person is None:
            return _unauthorized()
        found = document(self._user(person, unnamed=bool(self.switches.get("unnamed"))), request.query_params)
        return JSONResponse({**found, "links": {"self": f"https://www.patreon.com/api/oauth2/v2/user/{person.user}"}})

    async def member(self, request: Request) -> Response:
        """One membership of the creator's campaign."""
        if failure := await self._fail(request, creator=True):
            return failure
        id = request.path_params["id"]
        person = next((each for each in self.people.values() if each.member == id and each.campaign == CAMPAIGN), None)
        if person is None:
            return _not_found("Member", id)
        return JSONResponse(document(self._membership(person), request.query_params))

    async def campaign(self, request: Request) -> Response:
        """The campaign, with its tiers."""
        if failure := await self._fail(request, creator=True):
            return failure
        if request.path_params["id"] != CAMPAIGN:
            return _not_found("Campaign", request.path_params["id"])
        return JSONResponse(document(_campaign(CAMPAIGN), request.query_params))

    async def campaign_posts(self, request: Request) -> Response:
        """The campaign's posts, oldest first, a few at a time."""
        if failure := await self._fail(request, creator=True):
            return failure
        if request.path_params["id"] != CAMPAIGN:
            return _not_found("Campaign", request.path_params["id"])
        begin = _at(request.query_params.get("page[cursor]", ""))
        if begin is None:
            source = {"parameter": "page[cursor]"}
            return error(400, "ParameterInvalidOnType", "Invalid cursor", code=3, source=source)
        count = min(int(request.query_params.get("page[count]", "20")), MAX_PAGE_SIZE)
        page = [self._post(request, post) for post in self.posts[begin : begin + count]]
        following = begin + count < len(self.posts)
        cursors = {"cursors": {"next": _cursor(begin + count) if following else None}}
        pagination = {"pagination": {**cursors, "total": len(self.posts)}}
        return JSONResponse({**document(page, request.query_params), "meta": pagination})

    async def post(self, request: Request) -> Response:
        """One post; 404 for another campaign's."""
        if failure := await self._fail(request, creator=True):
            return failure
        id = request.path_params["id"]
        if id == FOREIGN["id"]:
            return error(403, "ForbiddenAccess", "You do not have access to this resource.")
        found = next((post for post in self.posts if post["id"] == id), None)
        if found is None:
            return _not_found("Post", id)
        return JSONResponse(document(self._post(request, found), request.query_params))

    async def media(self, request: Request) -> Response:
        """A picture of a post: one of the site's own masters."""
        file = ROOT / "assets" / "pictures" / request.path_params["name"]
        return FileResponse(file) if file.is_file() else HTMLResponse("<h1>Not found</h1>", 404)

    async def _fail(self, request: Request, *, creator: bool = False) -> Response | None:
        """The error for a request, because of the request or of the fake's settings."""
        self.asked[request.url.path] += 1
        if self.switches.get("only", "") not in request.url.path:
            return _unauthorized() if creator and not self._is_creator(request) else None
        if seconds := self.switches.get("slow"):
            await asyncio.sleep(seconds)
        if self.switches.get("dropped"):
            return StreamingResponse(_cut(), media_type="application/json", headers={"content-length": "10000"})
        if seconds := self.switches.get("throttled"):
            return _throttled(seconds)
        if status := self.switches.get("html"):
            return HTMLResponse("<!doctype html><title>Patreon</title><h1>Something went wrong</h1>", status)
        if status := self.switches.get("broken"):
            return error(status, "InternalServerError", "Something went wrong.")
        if not request.headers.get("user-agent"):
            return HTMLResponse("<h1>403 Forbidden</h1>", 403)
        return _unauthorized() if creator and not self._is_creator(request) else None

    def _is_creator(self, request: Request) -> bool:
        return self._bearer(request) in self.creators

    @staticmethod
    def _bearer(request: Request) -> str:
        return request.headers.get("authorization", "").removeprefix("Bearer ")

    def _user(self, person: Person, *, unnamed: bool) -> Resource:
        # With the scope `identity` alone, only the membership in the client's own campaign is told, and no campaign.
        told = person.member and (unnamed or person.campaign == CAMPAIGN)
        memberships = [self._membership(person)] if told else []
        if unnamed:
            memberships = [
                replace(each, related={name: to for name, to in each.related.items() if name != "campaign"})
                for each in memberships
            ]
        attributes = {"full_name": person.name, "email": f"{person.key}@example.com"}
        return Resource("user", person.user, attributes, {"memberships": memberships})

    @staticmethod
    def _membership(person: Person) -> Resource:
        assert person.member
        cents = max((TITLES[tier][1] for tier in person.tiers if tier in TITLES), default=0)
        return Resource(
            "member",
            person.member,
            {
                "patron_status": person.status,
                "currently_entitled_amount_cents": cents,
                "full_name": person.name,
            },
            {
                "currently_entitled_tiers": [_tier(id) for id in person.tiers],
                "campaign": _campaign(person.campaign),
                "user": Resource("user", person.user, {"full_name": person.name}),
            },
        )

    @staticmethod
    def _post(request: Request, post: Mapping[str, Any]) -> Resource:
        origin = str(request.base_url).rstrip("/")
        attributes = {**post["attributes"], "content": post["attributes"]["content"].replace("{origin}", origin)}
        return Resource("post", post["id"], attributes, {"campaign": _campaign(CAMPAIGN)})


def _tier(id: str) -> Resource:
    title, cents = TITLES.get(id, ("Somebody else's", 100))
    return Resource("tier", id, {"title": title, "amount_cents": cents, "published": True})


def _campaign(id: str) -> Resource:
    creator = Resource("user", people()["creator"].user)
    return Resource(
        "campaign", id, {"currency": "CZK"}, {"tiers": [_tier(tier) for tier in TITLES], "creator": creator}
    )


def _cursor(at: int) -> str:
    return base64.urlsafe_b64encode(f"at:{at}".encode()).decode()


def _at(cursor: str) -> int | None:
    try:
        return int(base64.urlsafe_b64decode(cursor).decode().removeprefix("at:")) if cursor else 0
    except ValueError:
        return None


def _throttled(seconds: float) -> Response:
    answer = error(429, "RequestThrottled", "You have made too many attempts.", retry_after_seconds=seconds)
    answer.headers["retry-after"] = str(seconds)
    return answer


def _unauthorized() -> Response:
    detail = "The server could not verify that you are authorized to access the URL requested."
    return error(401, "Unauthorized", detail)


def _not_found(what: str, id: str) -> Response:
    return error(404, f"{what}NotFound", f"{what} with id {id} was not found.")


async def _cut() -> AsyncIterator[bytes]:
    yield b'{"data": '
    raise ConnectionError("dropped, as told")


def create() -> Starlette:
    """The application, for the web server."""
    return Fake().app


class Running:
    """A fake as a process of its own, at `url`."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        command = [sys.executable, "-m", "tests.fakes.patreon", "--port", str(port)]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        said = self.process.stdout.readline()
        assert self.url in said, f"the fake Patreon did not start: {said}"

    @property
    def settings(self) -> dict[str, str]:
        """The site's settings for this fake, as environment variables. `SITE_URL` has to be the server's address."""
        return settings(self.url)

    def tell(self, **wanted: Any) -> dict[str, Any]:
        """Makes it do what `Fake.control` lists."""
        told = httpx.post(f"{self.url}/_fake", json=wanted, trust_env=False, verify=False, timeout=30)
        return told.raise_for_status().json()

    def asked(self) -> dict[str, int]:
        """The number of requests per path of the API."""
        return httpx.get(f"{self.url}/_fake", trust_env=False, verify=False).json()

    def stop(self) -> None:
        """Stops the process."""
        if self.process.poll() is None:
            self.process.terminate()
        self.process.communicate(timeout=30)


@contextmanager
def running(port: int | None = None) -> Iterator[Running]:
    """A fake on a free port during the block."""
    fake = Running(port or free_port())
    try:
        yield fake
    finally:
        fake.stop()


def main() -> None:
    """Serves a fake until it is interrupted."""
    parser = argparse.ArgumentParser(prog="python -m tests.fakes.patreon", description="A fake Patreon.")
    parser.add_argument("--port", type=int, default=9000)
    port = parser.parse_args().port
    Thread(target=_announce, args=(port,), daemon=True).start()
    Server(
        "tests.fakes.patreon:create",
        factory=True,
        address="127.0.0.1",
        port=port,
        interface=Interfaces.ASGI,
        log_level=LogLevels.critical,
        workers_kill_timeout=1,
    ).serve()


def _announce(port: int) -> None:
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            sleep(0.05)
        else:
            break
    print(f"Patreon (fake): http://127.0.0.1:{port}", flush=True)


if __name__ == "__main__":
    main()
