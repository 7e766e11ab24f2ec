"""Security headers: on every answer, and none with a line break in it."""

import pytest
from starlette.responses import HTMLResponse, PlainTextResponse

from app.server.compose import compose
from app.server.headers import HEADERS, POLICY, SecurityHeaders
from tests.server.conftest import open_client, reflex

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
    app = SecurityHeaders(HTMLResponse("x", headers={"referrer-policy": "no-referrer"}), {})
    async with open_client(app) as client:
        response = await client.get("/")
    assert response.headers.get_list("referrer-policy") == ["no-referrer"]


@pytest.mark.parametrize("value", ["a\r\nset-cookie: b", "a\nb", "a\rb", "a\0b"])
async def test_line_break_stops_the_answer(value):
    with pytest.raises(ValueError, match="line break"):
        async with open_client(SecurityHeaders(PlainTextResponse("x", headers={"x-a": value}), {})) as client:
            await client.get("/")
