import re

import httpx
import pytest

from app.folders import ROOT
from app.server.compose import compose
from tests.support.small_site import FILES, open_client, reflex
from tests.support.user_agents import CRAWLERS, PROGRAMS, VISITORS

pytestmark = pytest.mark.anyio


SCRIPT = (ROOT / "app/i18n/language_cookie.js").read_text()
FROM_WORKER = {"sec-fetch-site": "same-origin", "sec-fetch-dest": "empty"}


@pytest.fixture
def ask_configured(settings, export):
    async def ask(path="/", method="GET", headers=None, **changes) -> httpx.Response:
        application = compose(settings.model_copy(update=changes), export)(reflex())
        async with open_client(application) as client:
            return await client.request(method, path, headers=headers)

    return ask


@pytest.mark.parametrize(
    ("headers", "english"),
    [
        ({}, False),
        ({"accept-language": "de, en-GB;q=0.5"}, True),
        ({"accept-language": "en", "cookie": "i18n_redirected=cs"}, False),
        ({"accept-language": "cs", "cookie": "a=b; i18n_redirected=en; c"}, True),
        ({"accept-language": "en", "cookie": "i18n_redirected=xx; other"}, True),
        ({"accept-language": "cs", "cookie": "i18n_redirected=en%0d%0aX:%20y"}, False),
    ],
)
async def test_cookie_then_browser(ask_configured, headers, english):
    response = await ask_configured("/?a=1&b=%20", headers=headers)
    assert response.status_code == (302 if english else 200)
    assert response.headers.get("location") == ("/en?a=1&b=%20" if english else None)
    assert english or response.text == FILES["index.html"]


@pytest.mark.parametrize(
    ("headers", "english"),
    [
        ({"sec-fetch-site": "same-origin"}, False),
        ({"sec-fetch-site": "same-origin", "sec-fetch-dest": "document"}, False),
        (FROM_WORKER, True),
        ({"sec-fetch-site": "same-origin", "cookie": "i18n_redirected=en"}, False),
        ({**FROM_WORKER, "referer": "http://localhost:8000/en/about"}, False),
        ({**FROM_WORKER, "referer": "http://localhost:8000/en", "cookie": "i18n_redirected=en"}, False),
        ({**FROM_WORKER, "referer": "https://elsewhere.test/"}, True),
        ({**FROM_WORKER, "referer": "http://localhost:8000/sw.js"}, True),
        ({"referer": "http://localhost:8000/en"}, False),
        ({"sec-fetch-site": "cross-site"}, True),
        ({"sec-fetch-site": "none"}, True),
    ],
)
async def test_a_link_on_this_site_is_not_redirected(ask_configured, headers, english):
    response = await ask_configured(headers={"accept-language": "en", **headers})
    assert response.status_code == (302 if english else 200)


@pytest.mark.parametrize("code", ["cs", "en"])
async def test_the_chosen_language_is_remembered_for_another_year(ask_configured, code):
    response = await ask_configured(headers={"cookie": f"i18n_redirected={code}"})
    [attributes] = re.findall(r"`i18n_redirected=\$\{code\}(; .*)`;", SCRIPT)
    expected = attributes.replace("${MAX_AGE_SECONDS}", str(365 * 24 * 60 * 60))
    assert response.headers.get_list("set-cookie") == [f"i18n_redirected={code}{expected}"]


@pytest.mark.parametrize("headers", [{}, {"accept-language": "en"}, {"cookie": "i18n_redirected=xx"}])
async def test_a_visitor_without_a_choice_gets_no_cookie(ask_configured, headers):
    assert "set-cookie" not in (await ask_configured(headers=headers)).headers


async def test_several_cookie_headers(client):
    response = await client.get("/", headers=[("cookie", "a=b"), ("cookie", "i18n_redirected=en")])
    assert response.status_code == 302


async def test_fallback_language(ask_configured):
    assert (await ask_configured(fallback_language="en")).headers["location"] == "/en"
    assert (await ask_configured(fallback_language="en", headers={"accept-language": "cs"})).status_code == 200


@pytest.mark.parametrize(
    ("agents", "status"), [(CRAWLERS, 200), (VISITORS + PROGRAMS, 302)], ids=["crawlers", "others"]
)
async def test_crawlers_index_the_default_language(ask_configured, agents, status):
    for agent in agents:
        answer = await ask_configured(fallback_language="en", headers={"user-agent": agent, "accept-language": "en"})
        assert answer.status_code == status, agent


@pytest.mark.parametrize(("status", "target"), [(301, "/about"), (308, "https://elsewhere.test/a?b=c")])
async def test_root_redirect(ask_configured, status, target):
    response = await ask_configured(
        root_redirect=target, root_redirect_status=status, headers={"cookie": "i18n_redirected=en"}
    )
    assert (response.status_code, response.headers["location"]) == (status, target)


@pytest.mark.parametrize(
    "options", [{}, {"headers": {"accept-language": "en"}}, {"root_redirect": "/about"}, {"method": "HEAD"}]
)
async def test_answers_are_private(ask_configured, options):
    response = await ask_configured(**options)
    assert response.headers["cache-control"] == "private, no-cache"
    varies = {name.strip() for name in response.headers["vary"].split(",")}
    assert varies >= {"Cookie", "Accept-Language", "Referer", "Sec-Fetch-Site", "User-Agent"}


@pytest.mark.parametrize("path", ["/about", "/en", "/en/about", "/vouchers/workshop", "/nothing", "/sitemap.xml"])
async def test_no_other_path_redirects(ask_configured, path):
    plain = await ask_configured(path)
    for language in ("cs", "en"):
        headers = {"accept-language": language, "cookie": f"i18n_redirected={language}"}
        response = await ask_configured(path, headers=headers, fallback_language="en", root_redirect="/about")
        assert (response.status_code, response.content) == (plain.status_code, plain.content)
        assert "cookie" not in response.headers.get("vary", "").lower()
