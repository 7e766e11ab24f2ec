"""What `reflex run` does before Reflex does anything; that it works is in tests/e2e/test_development.py."""

import os

import pytest

from app.settings import Settings
from builder import dev
from pwa.seam.reflex_run import Options


@pytest.mark.parametrize("smtp_url", [None, "smtp://127.0.0.1:2525"])
def test_where_inquiries_go_is_said_at_the_start(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, smtp_url: str | None
) -> None:
    monkeypatch.setattr(os, "environ", dict(os.environ))
    monkeypatch.setattr(dev.reflex_run, "options", lambda: Options(False, None, None))
    monkeypatch.setattr(dev.build_lock, "stay", lambda url: None)
    monkeypatch.setattr(dev.dependencies, "prepare", lambda: None)
    monkeypatch.setattr(dev.pictures, "encode_all", lambda: None)
    monkeypatch.setattr(dev, "_make_pages", lambda given: None)
    monkeypatch.setattr(dev, "load", lambda: settings.model_copy(update={"smtp_url": smtp_url}))
    dev.prepare.__wrapped__()
    assert ("inquiries are stored" in caplog.text) is (smtp_url is None)
