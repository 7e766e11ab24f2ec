from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from app.inquiries import form_endpoint
from app.server import dev_styles
from app.server.compose import compose
from app.server.rendered_pages import FOR_SERVER, RenderedPages
from app.settings import Settings
from tests.support.small_site import open_client, reflex

pytestmark = pytest.mark.anyio

PAGE = (
    '<html><head><style data-next-hide-fouc="true">body{display:none}</style>'
    '<noscript data-next-hide-fouc="true"><style>body{display:block}</style></noscript></head>'
    '<h1>%%status%% %%message%%</h1><script src="/main.js?ts=1234"></script></html>'
)
HTML = {"accept": "text/html"}
Client = Callable[..., httpx.AsyncClient]


class Next:
    def __init__(self) -> None:
        self.paths: list[str] = []
        self.status = 200

    def __call__(self, request: httpx.Request) -> httpx.Response:
        assert request.headers[FOR_SERVER]
        self.paths.append(request.url.path)
        return httpx.Response(self.status, html=PAGE)


@pytest.fixture
def next_server() -> Next:
    return Next()


@pytest.fixture
def client(settings: Settings, tmp_path: Path, next_server: Next) -> httpx.AsyncClient:
    pages = RenderedPages("http://next.test", tmp_path / "rendered", httpx.MockTransport(next_server))
    return open_client(pages.before(compose(settings, pages.export, dev=True))(reflex()))


async def test_the_server_decides_the_language_of_the_home_page(client: httpx.AsyncClient) -> None:
    english = await client.get("/?a=b", headers={**HTML, "accept-language": "en"})
    assert (english.status_code, english.headers["location"]) == (302, "/en?a=b")
    czech = await client.get("/", headers={**HTML, "accept-language": "cs"})
    assert czech.status_code == 200 and 'src="/main.js"' in czech.text and "hide-fouc" not in czech.text


async def test_a_page_is_rendered_again_for_each_request(client: httpx.AsyncClient, next_server: Next) -> None:
    for _ in range(2):
        assert (await client.get("/en/patreon/private/41", headers=HTML)).status_code == 200
    assert next_server.paths == ["/en/patreon/private/41"] * 2


@pytest.mark.parametrize("path", ["/patreon/private/abc", "/vouchers/nope", "/nope"])
async def test_an_unknown_address_has_our_error_page(client: httpx.AsyncClient, next_server: Next, path: str) -> None:
    for _ in range(2):
        missing = await client.get(path, headers=HTML)
        assert missing.status_code == 404 and "<h1>404 Page" in missing.text and path in missing.text
        assert "<script" not in missing.text and dev_styles.LINK in missing.text
    assert next_server.paths == ["/error"]


async def test_a_request_of_a_script_compiles_no_page(client: httpx.AsyncClient, next_server: Next) -> None:
    assert (await client.get("/config.json")).status_code == 200
    assert (await client.get("/nope")).status_code == 404
    assert next_server.paths == []


async def test_without_next_an_error_page_is_short(client: httpx.AsyncClient, next_server: Next) -> None:
    next_server.status = 500
    missing = await client.get("/en/nope", headers=HTML)
    assert missing.status_code == 404 and "Page not found: /en/nope" in missing.text


async def test_an_error_of_next_is_passed_on(client: httpx.AsyncClient, next_server: Next) -> None:
    next_server.status = 500
    failed = await client.get("/", headers=HTML)
    assert (failed.status_code, failed.text) == (500, PAGE)


async def test_a_refused_form_is_a_page(client: httpx.AsyncClient, next_server: Next) -> None:
    refused = await client.post("/en/inquiries", headers=HTML, files={"name": (None, "Eva")})
    assert refused.status_code == 422 and dev_styles.LINK in refused.text
    assert form_endpoint.owns("/en/inquiries") and next_server.paths == ["/en/inquiry"]


async def test_other_methods_are_not_allowed(client: httpx.AsyncClient) -> None:
    refused = await client.post("/about", headers=HTML, data={"a": "b"})
    assert (refused.status_code, refused.headers["allow"]) == (405, "GET, HEAD")


async def test_the_policy_allows_what_next_needs(client: httpx.AsyncClient) -> None:
    policy = (await client.get("/", headers=HTML)).headers["content-security-policy"]
    assert "script-src 'self' 'unsafe-eval';" in policy and "style-src 'self' 'unsafe-inline';" in policy


async def test_styles_are_compiled_once_per_version(client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    sheets = [b"a{}", b"b{}"]

    async def compiled() -> bytes:
        return sheets.pop(0)

    monkeypatch.setattr(dev_styles, "compiled", compiled)
    for version, sheet in ((1, "a{}"), (1, "a{}"), (2, "b{}")):
        monkeypatch.setattr(dev_styles, "version", lambda version=version: version)
        response = await client.get(dev_styles.PATH)
        assert (response.text, response.headers["content-type"]) == (sheet, "text/css; charset=utf-8")


async def test_without_the_setting_the_worker_ends_itself(client: httpx.AsyncClient) -> None:
    assert "registration.unregister()" in (await client.get("/sw.js")).text


async def test_the_worker_lists_the_offline_pages_once(
    client: httpx.AsyncClient, next_server: Next, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORKER", "on")
    scripts = [(await client.get("/sw.js")).text for _ in range(2)]
    assert scripts[0] == scripts[1] and '"/en/offline": "' in scripts[0]
    assert "<h1>" in (await client.get("/offline", headers=HTML)).text
    assert next_server.paths == ["/offline", "/en/offline"]
