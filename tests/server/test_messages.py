"""The translated messages that browsers load."""

import json

import pytest

from app.http.export import Export
from app.i18n import _
from app.i18n.client import files as published
from app.server.compose import compose
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
        assert (await visitor.post(f"/{first}")).status_code == 405
        for path in (first.replace("/cs/", "/de/"), f"_i18n/{'0' * 16}/cs/messages.json", "_i18n/", "_i18n"):
            missing = await visitor.get(f"/{path}")
            assert (missing.status_code, missing.headers["cache-control"]) == (404, "no-store")
