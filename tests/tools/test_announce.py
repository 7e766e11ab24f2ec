import json
from datetime import UTC, date, datetime

import httpx
import pytest

from app.components.head import absolute_url
from app.content.changed import CHANGED, REWRITTEN
from app.i18n import PUBLIC
from app.routes import places
from app.settings import load
from builder.publish import public_files, sitemap
from tools import announce

KEY = "0123456789abcdef"
LEFT_OUT = "/vouchers/check"  # a static host lacks this page


@pytest.fixture
def keyed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announce, "settings", lambda: load(_env_file=None, indexnow_key=KEY))


def _without(page: str, text: str) -> str:
    return "".join(entry for entry in text.split("<url>") if f"{page}</loc>" not in entry)


def service(status: int, asked: list[httpx.Request], sitemap_status: int = 200) -> httpx.Client:
    def answer(request: httpx.Request) -> httpx.Response:
        if request.method == "GET":
            [language] = [each for each in PUBLIC if request.url.path == f"{each.prefix}/sitemap.xml"]
            return httpx.Response(sitemap_status, text=_without(LEFT_OUT, sitemap(language)))
        asked.append(request)
        return httpx.Response(status)

    return httpx.Client(transport=httpx.MockTransport(answer))


def test_without_a_key_nothing_is_sent(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announce, "settings", lambda: load(_env_file=None))
    asked: list[httpx.Request] = []
    assert announce.main([], service(200, asked)) == 1 and asked == []
    assert "INDEXNOW_KEY is not set" in capsys.readouterr().err


@pytest.mark.usefixtures("keyed")
@pytest.mark.parametrize(("status", "code"), [(200, 0), (202, 0), (403, 1), (429, 1)])
def test_changed_pages_are_sent(status: int, code: int) -> None:
    asked: list[httpx.Request] = []
    assert announce.main([REWRITTEN.isoformat()], service(status, asked)) == code
    [request] = asked
    sent = json.loads(request.content)
    assert (sent["key"], sent["keyLocation"]) == (KEY, f"http://{sent['host']}/{KEY}.txt")
    now = datetime.now(UTC)
    dated = [place for place in places() if place.is_indexed and place.route.name in CHANGED]
    expected = [absolute_url(place) for place in dated if not place.is_gone(now)]
    assert sorted(sent["urlList"]) == sorted(url for url in expected if not url.endswith(LEFT_OUT))


@pytest.mark.usefixtures("keyed")
def test_nothing_has_changed(capsys: pytest.CaptureFixture[str]) -> None:
    asked: list[httpx.Request] = []
    assert announce.main([date.max.isoformat()], service(200, asked)) == 0 and asked == []
    assert "No page in the served sitemaps has changed" in capsys.readouterr().out


@pytest.mark.usefixtures("keyed")
def test_a_service_that_does_not_answer(capsys: pytest.CaptureFixture[str]) -> None:
    def refuse(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused", request=request)

    client = httpx.Client(transport=httpx.MockTransport(refuse))
    assert announce.main([REWRITTEN.isoformat()], client) == 1
    assert "/sitemap.xml failed: refused" in capsys.readouterr().err


@pytest.mark.usefixtures("keyed")
def test_a_site_without_sitemaps(capsys: pytest.CaptureFixture[str]) -> None:
    asked: list[httpx.Request] = []
    assert announce.main([REWRITTEN.isoformat()], service(200, asked, sitemap_status=404)) == 1 and asked == []
    assert "404 Not Found" in capsys.readouterr().err


def test_the_key_is_a_public_file_if_it_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    assert f"{KEY}.txt" not in public_files()
    monkeypatch.setattr("builder.publish.settings", lambda: load(_env_file=None, indexnow_key=KEY))
    assert public_files()[f"{KEY}.txt"] == KEY
