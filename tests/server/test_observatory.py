"""Every response scores at least 115 in Mozilla's HTTP Observatory. `pytest -s` prints the scores."""

import httpx
import pytest

from app.server.compose import compose
from tests.support.observatory import BASE, MIN_SCORE, policy_of, score
from tests.support.small_site import open_client, reflex

pytestmark = pytest.mark.anyio

HTTPS = {"site_url": "https://otisk.test"}
EVERYTHING = {
    **HTTPS,
    "analytics_id": "G-1",
    "sentry_dsn": "https://key@sentry.test/1",
    "patreon_client_id": "id",
    "i18n_messages": "dynamic",
    "i18n_base_url": "https://texts.test",
}
PAGE = {"accept": "text/html", "accept-language": "cs"}
KINDS = {
    "page": ("/about", 200, PAGE),
    "home page": ("/", 200, PAGE),
    "page with inline styles": ("/vouchers", 200, PAGE),
    "page with an inline script": ("/vouchers/workshop", 200, PAGE),
    "members' page": ("/patreon/private/1", 200, PAGE),
    "cached page": ("/about", 304, {"if-none-match": "*"}),
    "error page": ("/nope", 404, PAGE),
    "error page of the backend": ("/_event/boom", 500, PAGE),
    "error in a line": ("/nope.js", 404, {}),
    "odd address": ("/%2e%2e/secret.txt", 400, {}),
    "script": ("/_next/static/chunks/main-1.js", 200, {}),
    "service worker": ("/sw.js", 200, {}),
    "picture": ("/pictures/large-1.avif", 200, {}),
    "part of a picture": ("/pictures/large-1.avif", 206, {"range": "bytes=0-9"}),
    "no part of a picture": ("/pictures/large-1.avif", 416, {"range": "bytes=999999999-"}),
    "cached picture": ("/pictures/small-1.png", 304, {"if-none-match": "*"}),
    "sitemap": ("/sitemap.xml", 200, {}),
    "redirect to a language": ("/", 302, {"accept-language": "en"}),
    "redirect without a slash": ("/about/", 308, {}),
    "sign-in": ("/patreon/login", None, PAGE),
    "JSON": ("/config.json", 200, {}),
    "JSON of the build": ("/builds/latest.json", 200, {}),
    "health": ("/_health", None, {}),
    "security.txt": ("/.well-known/security.txt", 200, {}),
    "backend": ("/ping", 200, {}),
}


@pytest.mark.parametrize("changes", [HTTPS, EVERYTHING], ids=["bare", "everything"])
async def test_every_kind_of_answer_has_the_minimum_score(settings, export, changes):
    async with open_client(compose(settings.model_copy(update=changes), export)(reflex())) as client:
        answers = {kind: await client.get(path, headers=headers) for kind, (path, _, headers) in KINDS.items()}
    for kind, answer in answers.items():
        points, marks = score(answer)
        print(
            f"{points} {kind} ({answer.status_code})",
            *(f"{mark.modifier:+} {mark.test}" for mark in marks if mark.modifier),
        )
        assert KINDS[kind][1] in (None, answer.status_code), kind
        assert points >= MIN_SCORE, (kind, marks)


def answer_with(**changes: str) -> httpx.Response:
    good = {
        "content_security_policy": "default-src 'none'; frame-ancestors 'none'",
        "strict_transport_security": "max-age=31536000",
        "x_content_type_options": "nosniff",
        "referrer_policy": "no-referrer",
        "cross_origin_opener_policy": "same-origin",
        "cross_origin_resource_policy": "same-origin",
    }
    given = {name.replace("_", "-"): value for name, value in {**good, **changes}.items() if value}
    return httpx.Response(200, headers=given)


@pytest.mark.parametrize(
    ("changes", "points"),
    [
        ({}, BASE + 10 + 5 + 5 + 10 + 10),
        ({"content_security_policy": "default-src 'self'; frame-ancestors 'none'"}, 135),
        ({"content_security_policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"}, 130),
        ({"content_security_policy": "default-src 'none'; style-src 'sha256-a' 'unsafe-inline'"}, 80),
        ({"content_security_policy": "default-src 'none'; script-src 'unsafe-eval'; frame-ancestors 'none'"}, 120),
        ({"content_security_policy": "script-src 'self'; frame-ancestors 'none'"}, 80),
        ({"content_security_policy": "", "x_frame_options": "DENY"}, 75),
        ({"content_security_policy": ""}, 55),
        ({"strict_transport_security": ""}, 80),
        ({"strict_transport_security": "max-age=60"}, 130),
        ({"x_content_type_options": "", "referrer_policy": "unsafe-url"}, 125),
        ({"set_cookie": "session=1; Secure; HttpOnly; SameSite=Lax"}, 145),
        ({"set_cookie": "session=1; Secure; SameSite=Lax"}, 70),
    ],
)
def test_scores_match_the_scanner(changes, points):
    """Scores below 90 get no bonus points."""
    assert score(answer_with(**changes))[0] == points


def test_a_policy_with_a_repeated_directive_is_invalid():
    with pytest.raises(ValueError, match="twice"):
        policy_of(answer_with(content_security_policy="default-src 'none'; default-src *"))
