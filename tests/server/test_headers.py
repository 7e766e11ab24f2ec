from base64 import b64encode
from hashlib import sha256

import pytest
from pydantic import SecretStr
from starlette.responses import HTMLResponse, PlainTextResponse

from app.server.compose import compose
from app.server.headers import (
    ANALYTICS,
    HEADERS,
    OTHER_POLICY,
    PICTURE_HEADERS,
    PICTURE_POLICY,
    POLICY,
    TYPED,
    SecurityHeaders,
    page_headers,
    revision,
)
from app.server.log import HEADER as OWN
from tests.support.small_site import open_client, reflex

pytestmark = pytest.mark.anyio

KINDS = ("connect", "font", "frame", "img", "manifest", "media", "object", "script", "style", "worker")
FETCH_DIRECTIVES = {f"{kind}-src" for kind in KINDS}
"""Directives that fall back to `default-src` if they are missing (w3.org/TR/CSP3)."""


@pytest.mark.parametrize(
    ("path", "policy"),
    [
        ("/", POLICY),
        ("/about", POLICY),
        ("/about/", OTHER_POLICY),
        ("/nope", POLICY | TYPED),
        ("/_event/boom", POLICY | TYPED),
        ("/sw.js", OTHER_POLICY),
        ("/pictures/small-1.png", PICTURE_POLICY),
        ("/pictures/nope.png", OTHER_POLICY),
        ("/config.json", OTHER_POLICY),
        ("/ping", OTHER_POLICY),
        ("/nope.js", OTHER_POLICY),
        ("/builds/latest.json", OTHER_POLICY),
        ("/_health", OTHER_POLICY),
        ("/.well-known/security.txt", OTHER_POLICY),
        ("/sitemap.xml", OTHER_POLICY),
    ],
)
async def test_every_answer_has_security_headers(client, path, policy):
    response = await client.get(path)
    assert response.headers.items() >= {**HEADERS, **(PICTURE_HEADERS if policy == PICTURE_POLICY else {})}.items()
    assert directives(response.headers) == policy
    assert ("permissions-policy" in response.headers) is ("script-src" in policy)


async def test_image_searches_may_show_the_pictures(client):
    page = await client.get("/pictures/small-1.png")
    again = await client.get("/pictures/small-1.png", headers={"if-none-match": page.headers["etag"]})
    for response in (page, again):
        assert response.headers.get_list("cross-origin-resource-policy") == ["cross-origin"]


def test_only_pictures_may_have_inline_styles():
    assert [policy.get("style-src") for policy in (OTHER_POLICY, PICTURE_POLICY)] == [None, "'unsafe-inline'"]


def test_policy_of_pages() -> None:
    forbidden = ("frame-src", "object-src", "frame-ancestors", "base-uri")
    assert {POLICY[name] for name in forbidden} == {"'none'"}
    assert POLICY["script-src"] == POLICY["style-src"] == POLICY["default-src"] == "'self'"
    assert FETCH_DIRECTIVES - POLICY.keys() == {"manifest-src"}, "only the manifest falls back to the default"


async def test_only_inline_styles_of_the_build_are_applied(client):
    page = await client.get("/vouchers")
    digest = b64encode(sha256(b"color:red").digest()).decode()
    assert page.text.count('style="color:red"') == 2
    assert directives(page.headers) == {**POLICY, "style-src": f"'self' 'unsafe-hashes' 'sha256-{digest}'"}


async def test_only_inline_scripts_of_the_build_run(client):
    page = await client.get("/vouchers/workshop")
    digest = b64encode(sha256(b"start()").digest()).decode()
    assert "<script>start()</script>" in page.text
    assert directives(page.headers) == {**POLICY, "script-src": f"'self' 'sha256-{digest}'"}


@pytest.mark.parametrize(
    "path", ["/", "/about", "/vouchers", "/vouchers/workshop", "/pictures/small-1.png", "/sitemap.xml"]
)
async def test_a_cached_page_keeps_its_policy(client, path):
    """A 304 response repeats the security policy, because browsers copy the response's headers to the cached page."""
    page = await client.get(path, headers={"accept-language": "cs"})
    again = await client.get(path, headers={"accept-language": "cs", "if-none-match": page.headers["etag"]})
    assert again.status_code == 304
    assert again.headers["content-security-policy"] == page.headers["content-security-policy"]


@pytest.mark.parametrize(
    ("url", "more"), [("https://www.patreon.com", ""), ("http://127.0.0.1:9000", " http://127.0.0.1:9000")]
)
async def test_policy_where_there_are_members(settings, export, url, more):
    club = {"patreon_client_id": "id", "patreon_url": url}
    async with open_client(compose(settings.model_copy(update=club), export)(reflex())) as client:
        policy = directives((await client.get("/about")).headers)
    shown = {
        "img-src": f"{POLICY['img-src']} https://*.patreonusercontent.com https://*.patreon.com{more}",
        "frame-src": "https://www.youtube-nocookie.com https://player.vimeo.com",
    }
    assert policy == {**POLICY, **shown}


def test_forms_may_lead_to_the_payment_provider_only_with_its_settings(settings):
    cards = settings.model_copy(update={"gopay_goid": "1"})
    for chosen, sources in ((settings, "'self'"), (cards, "'self' https://gate.gopay.cz")):
        assert directives(page_headers(chosen))["form-action"] == sources


async def test_existing_headers_are_not_replaced():
    app = SecurityHeaders(HTMLResponse("x", headers={"referrer-policy": "no-referrer"}), HEADERS, {})
    async with open_client(app) as client:
        response = await client.get("/")
    assert response.headers.get_list("referrer-policy") == ["no-referrer"]


@pytest.mark.parametrize("value", ["a\r\nset-cookie: b", "a\nb", "a\rb", "a\0b"])
async def test_line_break_stops_the_answer(value):
    with pytest.raises(ValueError, match="line break"):
        async with open_client(SecurityHeaders(PlainTextResponse("x", headers={"x-a": value}), HEADERS, {})) as client:
            await client.get("/")


CHANGES = {
    "nothing": {},
    "what no header names": {"sentry_environment": "staging"},
    "the tag": {"analytics_id": "G-1"},
    "Sentry": {"sentry_dsn": "https://key@sentry.test/1"},
    "another Sentry": {"sentry_dsn": "https://key@other.test/1"},
    "payment by card": {"gopay_goid": "1", "gopay_client_id": "x", "gopay_client_secret": SecretStr("x")},
    "members": {"patreon_client_id": "id"},
    "members of another Patreon": {"patreon_client_id": "id", "patreon_url": "http://127.0.0.1:9000"},
    "messages of elsewhere": {"i18n_messages": "dynamic", "i18n_base_url": "https://texts.test"},
    "https": {"site_url": "https://otisk.test"},
}


async def test_the_revision_changes_with_the_headers_of_pages(settings, export):
    found: dict[str, set[str]] = {}
    for changes in CHANGES.values():
        configured = settings.model_copy(update=changes)
        async with open_client(compose(configured, export)(reflex())) as client:
            given = {**(await client.get("/about")).headers}
            latest = (await client.get("/builds/latest.json")).json()
            assert given["x-headers-revision"] == latest["headers"] == revision(configured)
            assert (await client.get("/vouchers")).headers["x-headers-revision"] == latest["headers"]
        others = {name: value for name, value in given.items() if name not in (OWN, "x-headers-revision")}
        found.setdefault(latest["headers"], set()).add(repr(sorted(others.items())))
    assert [len(each) for each in found.values()] == [1] * (len(CHANGES) - 1), "the first two have the same"
    assert len(set.union(*found.values())) == len(found)


async def headers_of(settings, export, path="/about", **changes):
    configured = settings.model_copy(update=changes)
    async with open_client(compose(configured, export)(reflex())) as client:
        return (await client.get(path)).headers


def directives(headers) -> dict[str, str]:
    return dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))


@pytest.mark.parametrize(
    ("dsn", "origin", "violations"),
    [
        ("https://key@sentry.test/1", "https://sentry.test", "https://sentry.test/api/1/security/"),
        ("http://key:old@[::1]:9000/base/42", "http://[::1]:9000", "http://[::1]:9000/base/api/42/security/"),
    ],
)
async def test_pages_may_report_only_to_the_dsn(settings, export, dsn, origin, violations):
    headers = await headers_of(settings, export, sentry_dsn=dsn, sentry_environment="staging")
    violations += "?sentry_key=key&sentry_environment=staging"
    reports = {"report-uri": violations, "report-to": "csp"}
    assert directives(headers) == {**POLICY, "connect-src": f"'self' {origin}", **reports}
    assert headers["reporting-endpoints"] == f'csp="{violations}"'
    assert headers["document-policy"] == "js-profiling"
    assert "document-policy" not in await headers_of(settings, export, "/sw.js", sentry_dsn=dsn)


@pytest.mark.parametrize("path", ["/about?code=secret", "/nope", "/sw.js", "/en/patreon/private/17"])
async def test_no_private_address_is_reported(settings, export, path):
    headers = await headers_of(settings, export, path, sentry_dsn="https://key@sentry.test/1")
    assert "report" not in headers["content-security-policy"] and "reporting-endpoints" not in headers


async def test_pages_may_load_the_analytics_tag_if_it_is_configured(settings, export):
    headers = await headers_of(settings, export, analytics_id="G-1")
    expected = {name: f"{POLICY[name]} {sources}" for name, sources in ANALYTICS.items()}
    assert directives(headers) == {**POLICY, **expected}
    assert "document-policy" not in headers


@pytest.mark.parametrize("path", ["/about", "/sw.js", "/nope", "/_event/boom"])
async def test_https_sites_send_hsts(settings, export, path):
    name = "strict-transport-security"
    assert name not in await headers_of(settings, export, path)
    headers = await headers_of(settings, export, path, site_url="https://otisk.test")
    assert headers.get_list(name) == ["max-age=31536000"]
