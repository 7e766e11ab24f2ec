"""What the server answers to plain requests for the built site: those that ask for a whole file, and whose answer
depends on nothing but the address and the accepted content codings, which are common ones (`ACCEPTED`).

A web server in front of this one is told of these answers (`builder.nginx`), and so cannot differ from it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from itertools import product
from urllib.parse import quote

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.http.export import Export, Representation
from app.http.negotiation import ACCEPTED
from app.i18n import DEFAULT, LANGUAGES, Language
from app.inquiries.desk import Desk
from app.members.endpoints import LOGIN
from app.server.compose import around
from app.server.log import HEADER as REQUEST_ID
from app.settings import Settings

OWN = (REQUEST_ID, "content-length")
"""Headers that each answer has its own of."""


@dataclass(frozen=True)
class Recorded:
    """The answer (200) to a plain request for `path`, as it is in the request line, with one of `ACCEPTED`."""

    path: str
    coding: str
    representation: Representation
    headers: Mapping[str, str]


def recorded(settings: Settings, export: Export) -> Iterator[Recorded]:
    """Every such answer of the server under these settings."""
    site = around(_failing(HTTPStatus.NOT_FOUND), settings, export, Desk(settings))
    for path, resource in export.resources.items():
        representations = {each.etag: each for each in resource.representations.values()}
        for coding, (accepted, *_same) in ACCEPTED.items():
            answer = _ask(site, "HEAD", quote(path), {"accept-encoding": accepted})
            if answer.status == HTTPStatus.OK and not answer.headers["cache-control"].startswith("private"):
                for address in sorted({quote(path), quote(path, safe="/[]")}):  # browsers leave brackets as they are
                    yield Recorded(address, coding, representations[answer.headers["etag"]], answer.headers)


@dataclass(frozen=True)
class Failure:
    """The answer to a request that came to nothing: the error page in a language, or without one a line of text."""

    status: HTTPStatus
    language: Language | None
    headers: Mapping[str, str]
    body: bytes


def failures(settings: Settings, export: Export, *statuses: HTTPStatus) -> Iterator[Failure]:
    """The server's answers with these statuses, which a web server in front of it may have to give by itself."""
    paths = {language: path for path, language in LOGIN.items()}
    for status, language in product(statuses, (None, *LANGUAGES)):
        site = around(_failing(status), settings, export, Desk(settings))
        accepted = "text/html" if language else "application/json"
        answer = _ask(site, "GET", paths[language or DEFAULT], {"accept": accepted})
        yield Failure(status, language, answer.headers, answer.body)


@dataclass(frozen=True)
class _Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes


def _ask(app: ASGIApp, method: str, path: str, headers: Mapping[str, str]) -> _Answer:
    """What `app` answers, for which it waits for nothing."""
    said: list[Message] = []

    async def receive() -> Message:
        raise AssertionError("no body is read")

    async def send(message: Message) -> None:
        said.append(message)

    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "scheme": "http",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    try:
        app(scope, receive, send).send(None)  # pyright: ignore[reportAttributeAccessIssue] - a coroutine
    except StopIteration:
        common = {name: value for name, value in Headers(raw=said[0]["headers"]).items() if name not in OWN}
        return _Answer(said[0]["status"], common, b"".join(message.get("body", b"") for message in said))
    raise AssertionError("the server waits for something before it answers")


def _failing(status: HTTPStatus) -> ASGIApp:
    """What is for members, where every request fails."""

    async def fail(scope: Scope, receive: Receive, send: Send) -> None:
        raise HTTPException(status)

    return fail
