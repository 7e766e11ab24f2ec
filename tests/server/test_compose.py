import re

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from app.http import backend
from app.http.websocket import CLOSE_TOO_BIG, MAX_MESSAGE_CHARS
from app.i18n.languages import language_of
from app.inquiries import form_endpoint
from app.members import endpoints
from app.routes import RESERVED_PATHS
from app.server.compose import READ_ONLY, compose
from app.vouchers.checkout import NOTIFICATION_PATH
from tests.support.small_site import FILES, SECRET, open_client, reflex

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("path", "location"),
    [
        ("/about/", "/about"),
        ("/en/", "/en"),
        ("/en/about/?a=1&b=%C5%BE", "/en/about?a=1&b=%C5%BE"),
        ("/patreon/private/41/", "/patreon/private/41"),
    ],
)
async def test_trailing_slash(client, path, location):
    response = await client.get(path)
    assert (response.status_code, response.headers["location"]) == (308, location)
    assert (await client.get(location)).status_code == 200


@pytest.mark.parametrize(
    "path", ["/nope/", "/sw.js/", "/vouchers/nope/", "/en/en/", "/config.json/", "/patreon/private/x/"]
)
async def test_a_trailing_slash_of_a_missing_page_is_not_found(client, path):
    assert (await client.get(path)).status_code == 404


async def test_earlier_addresses_lead_to_the_present_ones(client, monkeypatch):
    monkeypatch.setattr("app.routes.MOVED", {"/ceník": "/about", "/vouchers/nope": "/vouchers", "/start": "/"})
    for path, location in (
        ("/cen%C3%ADk?a=1&b=%C5%BE", "/about?a=1&b=%C5%BE"),
        ("/en/cen%C3%ADk/", "/en/about"),
        ("/vouchers/nope", "/vouchers"),
        ("/start", "/"),
        ("/en/start", "/en"),
    ):
        response = await client.get(path)
        assert (response.status_code, response.headers["location"]) == (308, location), path
        assert response.headers["cache-control"] == "public, max-age=0, must-revalidate"
    assert (await client.get("/en/start/nope")).status_code == 404


async def test_backend_answers_its_own_paths(client):
    assert (await client.get("/ping")).text == "pong"
    assert (await client.post("/_event/")).text == "polled"
    assert (await client.get("/elsewhere")).status_code == 404


async def test_without_an_export_only_the_servers_own_paths_are_answered(settings):
    async with open_client(compose(settings, dev=True)(reflex())) as client:
        assert (await client.get("/ping")).text == "pong"
        assert (await client.get("/config.json")).status_code == 200
        for path, message in (
            ("/elsewhere?a=b", "Page not found: /elsewhere?a=b"),
            ("/vouchers/nope", "Page Not Found: /vouchers/nope"),
        ):
            response = await client.get(path, headers={"accept": "application/json"})
            assert (response.status_code, response.text) == (404, f"{message}\n")


async def test_other_sites_may_not_poll(client):
    refused = await client.post("/_event/", headers={"origin": "http://evil.test"})
    assert refused.status_code == 403
    assert (await client.post("/_event/", headers={"origin": "http://otisk.test"})).status_code == 200


@pytest.mark.parametrize(
    ("raw_path", "origin", "is_accepted"),
    [
        (b"/_event/", b"http://otisk.test", True),
        (b"/_event/", None, True),
        (b"/_event/", b"http://evil.test", False),
        (b"/about", None, False),
        (b"/ping", None, False),
        (b"/%zz", None, False),
    ],
)
def test_websockets(application, ask, raw_path, origin, is_accepted):
    headers = [(b"host", b"otisk.test"), *([(b"origin", origin)] if origin else [])]
    first = ask(application, raw_path, kind="websocket", headers=headers).messages[0]
    expected = {"type": "websocket.accept"} if is_accepted else {"type": "websocket.close", "code": 1008}
    assert expected.items() <= first.items()


def test_websocket_from_next_in_development(settings, ask):
    application = compose(settings, dev=True)(reflex())
    for origin, kind in ((b"http://localhost:3000", "websocket.accept"), (b"http://evil.test", "websocket.close")):
        headers = [(b"host", b"localhost:8000"), (b"origin", origin)]
        assert ask(application, b"/_event/", kind="websocket", headers=headers).messages[0]["type"] == kind


def test_lifespan_passes_through(settings, export, ask):
    seen = []

    async def backend(scope, receive, send):
        seen.append(scope["type"])

    ask(compose(settings, export)(backend), b"", kind="lifespan")
    assert seen == ["lifespan"]


SEGMENTS = [
    *(f"/{name}".encode() for name in FILES),
    *(b"/" + name.encode() for name in ("about", "en", "vouchers", "workshop", "patreon", "private", "_event", "ping")),
    *(b"/..", b"/.", b"/%2e%2e", b"/%2e%2e%2f", b"/..%5c", b"//", b"/%00", b"/%0d%0a", b"/%ff", b"/%", b"/%c0%af"),
    *(b"/secret.txt", b"/index.json", b"/br", b"/\xff", b"/\xc5\xbe", b"/%E2%80%AE", b"/~", b"/;a=b", b"/evil.test"),
]
PATHS = st.lists(st.sampled_from(SEGMENTS) | st.binary(max_size=8), max_size=6).map(b"".join)
VALUES = st.binary(max_size=40) | st.lists(
    st.sampled_from(
        [
            *(b"en", b"cs-CZ", b"*", b"br", b"gzip", b"identity", b"text/html", b"application/json", b"bytes", b"W/"),
            *(b",", b";", b"=", b"q=0", b"q=0.5", b"q=nan", b"q=1e9", b" ", b'"', b"-", b"0", b"9" * 30, b"\x00"),
            *(b"i18n_redirected", b"http://", b"[", b"]", b":", b"@", b"localhost", b"99999", b"\xff", b"%"),
        ]
    ),
    max_size=8,
).map(b"".join)
NAMES = [
    *(b"accept", b"accept-encoding", b"accept-language", b"cookie", b"host", b"if-none-match", b"if-range"),
    *(b"origin", b"range", b"content-length", b"transfer-encoding", b"x-forwarded-host"),
]
METHODS = ["GET", "GET", "GET", "HEAD", "POST", "OPTIONS", "TRACE", "get", ""]


@given(
    PATHS,
    st.binary(max_size=30),
    st.sampled_from(METHODS),
    st.lists(st.tuples(st.sampled_from(NAMES), VALUES), max_size=5),
)
@example(b"/about/", b"\r\nset-cookie: a=b", "GET", [])
@example(b"/", b"\r\n\r\n<script>", "GET", [(b"accept-language", b"en")])
@example(b"/pictures/large-1.avif", b"", "GET", [(b"range", b"bytes=9-1")])
@hypothesis_settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
def test_no_request_breaks_the_server(application, ask, raw_path, query, method, headers):
    answer = ask(application, raw_path, query=query, method=method, headers=headers)
    start, *parts = answer.messages
    assert start["type"] == "http.response.start" and start["status"] < 500
    assert parts and not parts[-1].get("more_body")
    assert all(part["type"] == "http.response.body" for part in parts)
    assert not any(byte in part for header in start["headers"] for part in header for byte in (b"\r", b"\n", b"\0"))
    assert answer.headers["x-content-type-options"] == "nosniff"
    if method == "HEAD":
        assert answer.body == b""
    elif start["status"] != 304:
        assert answer.headers["content-length"] == str(len(answer.body))
    if "location" in answer.headers:
        location = answer.headers["location"]
        assert location.isascii() and location.isprintable()
        assert location.startswith("/") and not location.startswith("//")
    assert SECRET.encode() not in answer.body and b"Traceback" not in answer.body


@pytest.mark.parametrize("sent", [{"text": "a" * (MAX_MESSAGE_CHARS + 1)}, {"bytes": b"a"}])
async def test_a_websocket_message_that_is_too_long_closes_the_socket(settings, export, sent):
    passed = []

    async def backend(scope, receive, send):
        passed.extend([await receive(), await receive(), await receive()])

    too_long = {"type": "websocket.receive", **sent}
    messages = iter([{"type": "websocket.connect"}, {"type": "websocket.receive", "text": "a"}, too_long])
    answers = []

    async def receive():
        return next(messages)

    async def send(message):
        answers.append(message)

    scope = {"type": "websocket", "path": "/_event/", "raw_path": b"/_event/", "query_string": b"", "headers": []}
    await compose(settings, export)(backend)(scope, receive, send)
    assert [message["type"] for message in passed] == ["websocket.connect", "websocket.receive", "websocket.disconnect"]
    assert answers == [{"type": "websocket.close", "code": CLOSE_TOO_BIG}]


def test_the_server_s_own_paths_are_reserved():
    members = (*endpoints.LOGIN, *endpoints.LOGOUT, *endpoints.WEBHOOK)
    own = {*READ_ONLY, *form_endpoint.PATHS, NOTIFICATION_PATH, *backend.PROBES, *members}
    possible = {path.removeprefix(language_of(path).prefix) for path in own if re.fullmatch(r"[a-z0-9/-]+", path)}
    assert possible == RESERVED_PATHS - {"/api", "/index"}
