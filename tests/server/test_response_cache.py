"""Cached responses match uncached ones. Responses that depend on the client are not cached."""

import pytest
from starlette.types import ASGIApp, Receive, Scope, Send

from app.http.export import Export
from app.server.compose import compose
from app.server.metrics import kinds
from app.server.response_cache import ResponseCache
from app.settings import Settings
from tests.support.asking import Answer, Ask
from tests.support.small_site import reflex

BR = (b"accept-encoding", b"gzip, deflate, br")


class CountedApp:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.requests = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.requests += 1
        await self.app(scope, receive, send)


@pytest.fixture
def uncached(settings: Settings, export: Export) -> CountedApp:
    site = compose(settings, export)(reflex())
    assert isinstance(site, ResponseCache)
    return CountedApp(site.app)


@pytest.fixture
def cache(uncached: CountedApp, export: Export) -> ResponseCache:
    return ResponseCache(uncached, export.resources, kinds(export))


def content(answer: Answer) -> tuple:
    headers = {name: value for name, value in answer.headers.items() if name != "x-request-id"}
    return answer.status, headers, answer.body


@pytest.mark.parametrize(
    "path", [b"/about", b"/en", b"/sitemap.xml", b"/pictures/small-1.png", b"/pictures/empty-1.gif"]
)
@pytest.mark.parametrize("headers", [(), (BR,), ((b"accept-encoding", b"gzip"), (b"cookie", b"a=b"))])
def test_the_second_answer_comes_from_the_cache(
    cache: ResponseCache, uncached: CountedApp, ask: Ask, path: bytes, headers: tuple
) -> None:
    first, second = (ask(cache, path, headers=headers) for _ in range(2))
    assert content(first) == content(second) == content(ask(uncached.app, path, headers=headers))
    assert uncached.requests == 1 and first.status == 200
    assert first.headers["x-request-id"] != second.headers["x-request-id"]


def test_a_client_with_the_current_version_gets_a_304(cache: ResponseCache, uncached: CountedApp, ask: Ask) -> None:
    etag = ask(cache, b"/about").headers["etag"].encode()
    first, second = (ask(cache, b"/about", headers=[(b"if-none-match", etag)]) for _ in range(2))
    assert content(first) == content(second) and first.status == 304 and uncached.requests == 2
    for _ in range(2):
        assert ask(cache, b"/about", headers=[(b"if-none-match", b'"another"')]).status == 200
    assert uncached.requests == 4, "answers to unknown versions are not cached"


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
def test_other_answers_are_not_cached(
    cache: ResponseCache, uncached: CountedApp, ask: Ask, path, options, status
) -> None:
    ask(cache, b"/about")
    before = uncached.requests
    assert [ask(cache, path, **options).status for _ in range(2)] == [status, status]
    assert uncached.requests == before + 2 and len(cache.answers) == 1


def test_a_cached_answer_has_the_proxy_s_id(cache: ResponseCache, ask: Ask) -> None:
    given = [(b"x-request-id", b"0123456789abcdef")]
    assert [ask(cache, b"/about", headers=given).headers["x-request-id"] for _ in range(2)] == ["0123456789abcdef"] * 2
    assert ask(cache, b"/about", headers=[(b"x-request-id", b"a\nb")]).headers["x-request-id"].isalnum()


def test_nothing_is_cached_with_a_request_log(settings: Settings, export: Export) -> None:
    assert not isinstance(compose(settings.model_copy(update={"request_log": "on"}), export)(reflex()), ResponseCache)
