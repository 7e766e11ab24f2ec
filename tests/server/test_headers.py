"""Security headers: on every answer, and none with a line break in it."""

import pytest
from starlette.responses import HTMLResponse, PlainTextResponse

from app.server.compose import compose
from app.server.headers import ANALYTICS, HEADERS, POLICY, SecurityHeaders
from tests.support.small_site import open_client, reflex

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("/", True),
        ("/about", True),
        ("/about/", False),
        ("/nope", True),
        ("/_event/boom", True),
        ("/sw.js", False),
        ("/pictures/small-1.png", False),
        ("/config.json", False),
        ("/ping", False),
    ],
)
async def test_every_answer_has_them(client, path, page):
    response = await client.get(path)
    for name, value in HEADERS.items():
        assert response.headers[name] == value
    assert ("content-security-policy" in response.headers) is page


async def test_policy_of_pages(client):
    policy = (await client.get("/about")).headers["content-security-policy"]
    directives = dict(part.split(" ", 1) for part in policy.split("; "))
    assert directives == POLICY
    assert directives["default-src"] == directives["frame-ancestors"] == directives["base-uri"] == "'none'"
    assert directives["script-src"] == "'self'"


@pytest.mark.parametrize(
    ("url", "more"), [("https://www.patreon.com", ""), ("http://127.0.0.1:9000", " http://127.0.0.1:9000")]
)
async def test_policy_where_there_are_members(settings, export, url, more):
    club = {"patreon_client_id": "id", "patreon_url": url}
    async with open_client(compose(settings.model_copy(update=club), export)(reflex())) as client:
        policy = (await client.get("/about")).headers["content-security-policy"]
    directives = dict(part.split(" ", 1) for part in policy.split("; "))
    shown = {
        "img-src": f"{POLICY['img-src']} https://*.patreonusercontent.com https://*.patreon.com{more}",
        "frame-src": "https://www.youtube-nocookie.com https://player.vimeo.com",
    }
    assert directives == {**POLICY, **shown}


async def test_what_an_answer_sets_itself_is_kept():
    app = SecurityHeaders(HTMLResponse("x", headers={"referrer-policy": "no-referrer"}), HEADERS, {})
    async with open_client(app) as client:
        response = await client.get("/")
    assert response.headers.get_list("referrer-policy") == ["no-referrer"]


@pytest.mark.parametrize("value", ["a\r\nset-cookie: b", "a\nb", "a\rb", "a\0b"])
async def test_line_break_stops_the_answer(value):
    with pytest.raises(ValueError, match="line break"):
        async with open_client(SecurityHeaders(PlainTextResponse("x", headers={"x-a": value}), HEADERS, {})) as client:
            await client.get("/")


async def headers_of(settings, export, path="/about", **changes):
    configured = settings.model_copy(update=changes)
    async with open_client(compose(configured, export)(reflex())) as client:
        return (await client.get(path)).headers


def directives(headers) -> dict[str, str]:
    return dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))


@pytest.mark.parametrize(
    ("dsn", "origin"),
    [
        ("https://key@sentry.test/1", "https://sentry.test"),
        ("http://key:old@[::1]:9000/base/42", "http://[::1]:9000"),
    ],
)
async def test_pages_may_report_where_the_dsn_says_and_nowhere_else(settings, export, dsn, origin):
    headers = await headers_of(settings, export, sentry_dsn=dsn)
    assert directives(headers) == {**POLICY, "connect-src": f"'self' {origin}"}
    assert headers["document-policy"] == "js-profiling"
    assert "document-policy" not in await headers_of(settings, export, "/sw.js", sentry_dsn=dsn)


async def test_pages_may_load_the_tag_where_there_is_an_id(settings, export):
    headers = await headers_of(settings, export, analytics_id="G-1")
    expected = {name: f"{POLICY[name]} {sources}" for name, sources in ANALYTICS.items()}
    assert directives(headers) == {**POLICY, **expected}
    assert "document-policy" not in headers


@pytest.mark.parametrize("path", ["/about", "/sw.js", "/nope", "/_event/boom"])
async def test_where_the_site_is_served_by_https_browsers_remember_that(settings, export, path):
    name = "strict-transport-security"
    assert name not in await headers_of(settings, export, path)
    headers = await headers_of(settings, export, path, site_url="https://otisk.test")
    assert headers.get_list(name) == ["max-age=31536000"]
