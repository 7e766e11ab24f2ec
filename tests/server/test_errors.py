import logging

import pytest
from starlette.exceptions import HTTPException

from app.content.errors import INCOMPLETE, LONG_ADDRESS, LONG_HEADERS, TITLES, TOO_LARGE, TOO_MANY
from app.i18n import DEFAULT, LANGUAGES, use
from app.server.compose import compose
from app.server.errors import ErrorPages
from tests.support.small_site import open_client, reflex

pytestmark = pytest.mark.anyio

BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
JSON = {"accept": "application/json"}
SPECIFIED = {
    400: "Bad Request",
    401: "Unauthorized",
    403: "Forbidden",
    404: "Page Not Found",
    500: "Internal Server Error",
    502: "Bad Gateway",
    503: "Service Unavailable",
    504: "Gateway Timeout",
}


def raising(error: Exception):
    async def app(scope, receive, send):
        raise error

    return app


async def page_of(error: Exception, path="/en/x", headers=None, templates=None):
    shown = {"cs": "cs %%status%%|%%title%%|%%message%%", "en": "en %%status%%|%%title%%|%%message%%"}
    async with open_client(ErrorPages(raising(error), shown if templates is None else templates)) as client:
        return await client.get(path, headers=headers or BROWSER)


@pytest.mark.parametrize(("status", "title"), SPECIFIED.items())
async def test_titles(status, title):
    response = await page_of(HTTPException(status, "why"))
    assert (response.status_code, response.text) == (status, f"en {status}|{title}|why")
    with use(DEFAULT):
        czech = str(TITLES[status])
    assert czech != title
    assert (await page_of(HTTPException(status, "why"), "/x")).text == f"cs {status}|{czech}|why"


async def test_only_an_unknown_address_has_a_hint():
    templates = {language.code: "%%hint%%" for language in LANGUAGES}
    for path, hint in (("/x", "Tuhle stránku nemáme."), ("/en/x", "We don’t have this page.")):
        assert (await page_of(HTTPException(404), path, templates=templates)).text.startswith(hint)
        assert (await page_of(HTTPException(500), path, templates=templates)).text == ""


async def test_other_codes_show_their_message():
    assert (await page_of(HTTPException(418, "I'm a teapot"))).text == "en 418|I&#x27;m a teapot|"
    assert (await page_of(HTTPException(418, ""))).text == "en 418|An error occurred|"


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/nope", "Page not found: /nope"),
        ("/nope?a=b", "Page not found: /nope?a=b"),
        ("/nope/?a=%22&b=%3Cb%3E", "Page not found: /nope/?a=%22&amp;b=%3Cb%3E"),
        ("/en/nope", "Page not found: /en/nope"),
        ("/about.html", "Page not found: /about.html"),
        ("/%C5%BEe%20ne", "Page not found: /že ne"),
        ("/vouchers/nope/", "Page Not Found: /vouchers/nope/"),
        ("/vouchers/nope?a=1&amp;", "Page Not Found: /vouchers/nope?a=1&amp;amp;"),
        ("/en/portfolio/x?y", "Page Not Found: /en/portfolio/x?y"),
    ],
)
async def test_not_found(client, path, message):
    response = await client.get(path, headers=BROWSER)
    language, title = ("en", "Page Not Found") if path.startswith("/en/") else ("cs", None)
    assert response.status_code == 404
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert response.headers["cache-control"] == "no-store"
    assert f'lang="{language}"' in response.text
    assert f"<p>{message}</p>" in response.text
    assert title is None or f"<h1>{title}</h1>" in response.text
    assert "<b>404</b>" in response.text and "%%" not in response.text


async def test_path_is_escaped(client):
    hostile = ("/<script>alert(1)</script>x", "/nope?<script>", "/vouchers/<script>?<script>", '/x?"onload="')
    for path in (*hostile, "/x%22onload=%22"):
        response = await client.get(path, headers=BROWSER)
        assert response.status_code == 404
        assert "<script" not in response.text and '"onload' not in response.text


@pytest.mark.parametrize("path", ["/nope", "/vouchers/nope"])
async def test_a_long_address_is_shortened(client, path):
    response = await client.get(f"{path}?{'a' * 8_000}", headers=JSON)
    message = response.text.partition(": ")[2].rstrip("\n")
    assert message == f"{path}?".ljust(2047, "a") + "…"
    assert (await client.get(f"{path}?".ljust(2048, "a"), headers=JSON)).text.endswith("a\n")


async def test_markers_in_a_path_stay_as_they_are(client):
    response = await client.get("/%25%25title%25%25", headers=BROWSER)
    assert "<p>Page not found: /%%title%%</p>" in response.text


@pytest.mark.parametrize("path", [b"/nope", b"/vouchers/nope"])
def test_a_query_is_escaped_as_it_comes(application, ask, path):
    headers = [(name.encode(), value.encode()) for name, value in BROWSER.items()]
    answer = ask(application, path, query=b"%%title%%\"><script>alert('1')</script>", headers=headers)
    assert answer.status == 404
    assert b"?%%title%%&quot;&gt;&lt;script&gt;alert(&#x27;1&#x27;)&lt;/script&gt;</p>" in answer.body


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/nope", JSON),
        ("/nope?a=b&c", JSON),
        ("/_next/static/chunks/old-1.js", BROWSER),
        ("/_next/x", BROWSER),
        ("/pictures/gone-1.avif", BROWSER),
        ("/gone.png", BROWSER),
    ],
)
async def test_clients_that_do_not_accept_html_get_a_line_of_text(client, path, headers):
    response = await client.get(path, headers=headers)
    assert response.status_code == 404
    assert response.headers["content-type"] == "text/plain; charset=utf-8"
    assert response.text == f"Page not found: {path}\n"
    assert response.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/press/gone.jpg", "/en/templates/gone.pdf", "/files/gone.ics", "/_next/x.js"])
async def test_a_person_who_opens_a_missing_file_sees_the_error_page(client, path):
    response = await client.get(path, headers={**BROWSER, "sec-fetch-mode": "navigate"})
    assert (response.status_code, response.headers["cache-control"]) == (404, "no-store")
    assert f"<p>Page not found: {path}</p>" in response.text
    picture = await client.get(path, headers={**BROWSER, "sec-fetch-mode": "no-cors"})
    assert picture.text == f"Page not found: {path}\n"


def test_invalid_path_has_a_page_in_its_language(application, ask):
    for raw_path, language in ((b"/%zz", b"cs"), (b"/en/%zz", b"en"), (b"//en", b"cs")):
        answer = ask(application, raw_path)
        assert answer.status == 400
        assert b'lang="%s"' % language in answer.body and b"<b>400</b>" in answer.body


async def test_method_not_allowed(client):
    response = await client.post("/en/about", headers=BROWSER)
    assert response.status_code == 405
    assert "<h1>Method not allowed</h1>" in response.text
    assert "<h1>Tato metoda není povolená</h1>" in (await client.post("/about", headers=BROWSER)).text


async def test_the_server_s_messages_are_translated():
    messages = {408: INCOMPLETE, 413: TOO_LARGE, 414: LONG_ADDRESS, 429: TOO_MANY, 431: LONG_HEADERS}
    for status, message in messages.items():
        error = HTTPException(status, message.msgid)
        with use(DEFAULT):
            assert str(message) != message.msgid
            assert (await page_of(error, "/x")).text == f"cs {status}|{message}|"
        assert (await page_of(error)).text == f"en {status}|{message.msgid}|"


@pytest.mark.parametrize("path", ["/_event/boom", "/ping"])
async def test_unhandled_error(settings, export, caplog, path):
    backend = reflex() if path == "/_event/boom" else raising(RuntimeError("a secret of the backend"))
    site = export if path == "/_event/boom" else None
    async with open_client(compose(settings, site)(backend)) as client:
        response = await client.get(path, headers=BROWSER)
    assert response.status_code == 500
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert response.headers["x-content-type-options"] == "nosniff"
    assert "secret" not in response.text and "Traceback" not in response.text
    (record,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert record.exc_info and "a secret of the backend" in str(record.exc_info[1])
    assert path in record.getMessage()


async def test_expected_errors_are_not_logged(client, caplog):
    await client.get("/nope", headers=BROWSER)
    assert not caplog.records


async def test_answers_of_the_backend_are_left_alone(client):
    own = await client.get("/_event/500")
    assert (own.status_code, own.text) == (500, "its own 500")
    unwell = await client.get("/_event/503")
    assert (unwell.status_code, unwell.text) == (503, "unwell")


async def test_an_error_after_the_start_of_the_answer_is_reraised():
    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise RuntimeError("too late")

    with pytest.raises(RuntimeError, match="too late"):
        async with open_client(ErrorPages(app, {})) as client:
            await client.get("/x")


async def test_minimal_page_without_a_template():
    response = await page_of(HTTPException(404, "<gone>"), templates={})
    assert response.headers["content-type"].startswith("text/html")
    assert "404 Page Not Found" in response.text and "&lt;gone&gt;" in response.text


async def test_headers_of_the_error_are_sent():
    response = await page_of(HTTPException(405, "no", {"Allow": "GET"}))
    assert response.headers["allow"] == "GET"
