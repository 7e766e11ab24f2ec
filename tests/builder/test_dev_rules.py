import json
import os
from pathlib import Path

import pytest

from app.server.rendered_pages import NEXT_URL
from app.settings import Settings
from builder import dev_rules


@pytest.fixture
def written(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict:
    monkeypatch.setattr(os, "environ", dict(os.environ))
    monkeypatch.setattr(dev_rules, "FILE", tmp_path / "development.json")
    dev_rules.write(settings, "http://localhost:3000")
    return json.loads(dev_rules.FILE.read_text())


def test_the_server_decides_what_depends_on_the_request(written: dict) -> None:
    assert {"/", "/404", "/error", "/en/error", "/en/patreon/private/:postId", "/offline"} <= {*written["decided"]}
    filled = {f"{prefix}/inquiry{page}" for prefix in ("", "/en") for page in ("", "/thanks", "/held")}
    assert "/about" not in written["decided"] and {*written["prefilled"]} == filled
    assert os.environ[NEXT_URL] == "http://localhost:3000"


def test_pages_of_next_have_the_security_headers(written: dict) -> None:
    headers = written["headers"]
    assert "'unsafe-eval'" in headers["content-security-policy"] and headers["x-content-type-options"] == "nosniff"
    assert "x-headers-revision" not in headers
