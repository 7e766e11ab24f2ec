import json

import pytest

from app.http.export import Export
from app.i18n import _
from app.i18n.client import files as published
from app.server.compose import compose
from app.server.messages import log_other_host
from builder.index import write_index
from tests.support.small_site import FILES, lay_out, open_client, reflex

pytestmark = pytest.mark.anyio


async def test_messages_are_cached_for_a_day(settings, tmp_path):
    root = lay_out(tmp_path / "site", *(name for name in FILES if name.endswith(".html")))
    files = published({"toy": {"close": _("Close")}})
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True)
        (root / path).write_text(text)
    write_index(root, "build-1")
    first = next(iter(files))
    async with open_client(compose(settings, Export.load(root))(reflex())) as visitor:
        for path, text in files.items():
            response = await visitor.get(f"/{path}")
            assert (response.status_code, response.json()) == (200, json.loads(text))
            assert response.headers["content-type"] == "application/json"
            assert response.headers["cache-control"] == "public, max-age=86400"
            assert response.headers["access-control-allow-origin"] == "*"
            assert response.headers["cross-origin-resource-policy"] == "cross-origin"
        assert (await visitor.post(f"/{first}")).status_code == 405
        for path in (first.replace("/cs/", "/de/"), f"_i18n/{'0' * 16}/cs/messages.json", "_i18n/", "_i18n"):
            missing = await visitor.get(f"/{path}")
            assert (missing.status_code, missing.headers["cache-control"]) == (404, "no-store")


async def test_pages_of_other_hosts_may_ask_with_a_cache_header(client):
    requested = {"access-control-request-method": "GET", "access-control-request-headers": "cache-control"}
    asked = requested | {"origin": "https://otisk.example"}
    allowed = await client.options(f"/_i18n/{'0' * 16}/cs/messages.json", headers=asked)
    assert (allowed.status_code, allowed.content) == (204, b"")
    assert allowed.headers["access-control-allow-origin"] == "*"
    assert allowed.headers["access-control-allow-headers"] == "Cache-Control"
    assert "GET" in allowed.headers["access-control-allow-methods"]
    refused = await client.options("/about", headers=asked)
    assert refused.status_code == 405 and "access-control-allow-origin" not in refused.headers
    assert "access-control-allow-origin" not in (await client.get("/about")).headers


@pytest.mark.parametrize(
    ("mode", "base", "is_logged"),
    [
        ("dynamic", "https://texts.example", True),
        ("dynamic", "https://otisk.example", False),
        ("dynamic", None, False),
        ("bundled", "https://texts.example", False),
    ],
)
async def test_another_host_of_messages_is_logged_as_an_error(settings, caplog, mode, base, is_logged):
    changes = {"site_url": "https://otisk.example", "i18n_messages": mode, "i18n_base_url": base}
    log_other_host(settings.model_copy(update=changes))
    assert [(record.levelname, "https://texts.example" in record.message) for record in caplog.records] == [
        ("ERROR", True)
    ] * is_logged
