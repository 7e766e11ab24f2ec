"""Answers that are ready: the same as those that were made, and for nobody whose answer is another one."""

import pytest
from starlette.types import ASGIApp, Receive, Scope, Send

from app.http.export import Export
from app.server.compose import compose
from app.server.response_cache import ResponseCache
from app.settings import Settings
from tests.support.asking import Answer, Ask
from tests.support.small_site import reflex

BR = (b"accept-encoding", b"gzip, deflate, br")


class Counted:
    """An application, and how often it was asked."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.asked = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.asked += 1
        await self.app(scope, receive, send)


@pytest.fixture
def made(settings: Settings, export: Export) -> Counted:
    """The site's server without what is ready."""
    site = compose(settings, export)(reflex())
    assert isinstance(site, ResponseCache)
    return Counted(site.app)


@pytest.fixture
def ready(made: Counted, export: Export) -> ResponseCache:
    return ResponseCache(made, export.resources)


def content(answer: Answer) -> tuple:
    headers = {name: value for name, value in answer.headers.items() if name != "x-request-id"}
    return answer.status, headers, answer.body


@pytest.mark.parametrize(
    "path", [b"/about", b"/en", b"/sitemap.xml", b"/pictures/small-1.png", b"/pictures/empty-1.gif"]
)
@pytest.mark.parametrize("headers", [(), (BR,), ((b"accept-encoding", b"gzip"), (b"cookie", b"a=b"))])
def test_the_second_answer_comes_from_the_cache(
    ready: ResponseCache, made: Counted, ask: Ask, path: bytes, headers: tuple
) -> None:
    first, second = (ask(ready, path, headers=headers) for _ in range(2))
    assert content(first) == content(second) == content(ask(made.app, path, headers=headers))
    assert made.asked == 1 and first.status == 200
    assert first.headers["x-request-id"] != second.headers["x-request-id"]


def test_a_client_with_the_current_version_gets_a_304(ready: ResponseCache, made: Counted, ask: Ask) -> None:
    etag = ask(ready, b"/about").headers["etag"].encode()
    first, second = (ask(ready, b"/about", headers=[(b"if-none-match", etag)]) for _ in range(2))
    assert content(first) == content(second) and first.status == 304 and made.asked == 2
    for _ in range(2):
        assert ask(ready, b"/about", headers=[(b"if-none-match", b'"another"')]).status == 200
    assert made.asked == 4, "whatever versions visitors make up, nothing is kept of them"


@pytest.mark.parametrize(
    ("path", "options", "status"),
    [
        (b"/about", {"method": "HEAD"}, 200),
        (b"/about", {"method": "POST"}, 405),
        (b"/about", {"query": b"a=b"}, 200),
        (b"/about", {"headers": [(b"accept-encoding", b"br;q=0.1")]}, 200),
        (b"/about", {"headers": [BR, BR]}, 200),
        (b"/pictures/small-1.png", {"headers": [(b"range", b"bytes=5-9")]}, 206),
        (b"/pictures/large-1.avif", {}, 200),
        (b"/", {}, 200),
        (b"/%61bout", {}, 200),
        (b"/about/", {}, 308),
        (b"/nope", {}, 404),
        (b"/en%2fabout", {}, 400),
        (b"/patreon/private/1", {}, 200),
        (b"/config.json", {}, 200),
    ],
)
def test_other_answers_are_not_cached(ready: ResponseCache, made: Counted, ask: Ask, path, options, status) -> None:
    ask(ready, b"/about")
    before = made.asked
    assert [ask(ready, path, **options).status for _ in range(2)] == [status, status]
    assert made.asked == before + 2 and len(ready.answers) == 1


def test_a_cached_answer_has_the_proxy_s_id(ready: ResponseCache, ask: Ask) -> None:
    given = [(b"x-request-id", b"0123456789abcdef")]
    assert [ask(ready, b"/about", headers=given).headers["x-request-id"] for _ in range(2)] == ["0123456789abcdef"] * 2
    assert ask(ready, b"/about", headers=[(b"x-request-id", b"a\nb")]).headers["x-request-id"].isalnum()


def test_nothing_is_cached_with_a_request_log(settings: Settings, export: Export) -> None:
    assert not isinstance(compose(settings.model_copy(update={"request_log": "on"}), export)(reflex()), ResponseCache)
