import os
from pathlib import Path

import pytest

from app.content.press_kit import LOGO
from app.content.print_ready import FORMATS
from app.i18n import DEFAULT
from app.settings import Settings
from builder import dev
from builder.fonts import make
from pwa.seam import workspace
from pwa.seam.reflex_run import Options
from tests.fakes.loopback import free_port


def test_downloads_are_written_at_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", dict(os.environ))
    monkeypatch.setattr(dev, "WEB", tmp_path)
    monkeypatch.setattr(dev.subprocess, "Popen", lambda *_, pass_fds, **__: os.write(pass_fds[0], b"\n"))
    dev._start_hot_reload({}, make())
    for file in (LOGO["svg"], FORMATS[0].file(DEFAULT, "pdf")):
        assert (tmp_path / workspace.PUBLISHED / file).is_file()


@pytest.mark.parametrize("smtp_url", [None, "smtp://127.0.0.1:2525"])
def test_the_start_warns_if_inquiries_are_not_mailed(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, smtp_url: str | None
) -> None:
    monkeypatch.setattr(os, "environ", dict(os.environ))
    monkeypatch.setattr(dev.reflex_run, "options", lambda: Options(False, free_port(), free_port()))
    monkeypatch.setattr(dev.build_lock, "lock_for_development", lambda url: None)
    monkeypatch.setattr(dev.dependencies, "prepare", lambda: ())
    monkeypatch.setattr(dev.pictures, "encode_all", lambda: None)
    monkeypatch.setattr(dev, "_patch_backend", lambda: None)
    monkeypatch.setattr(dev, "_start_hot_reload", lambda settings, faces: None)
    monkeypatch.setattr(dev.processes, "end_on_signals", lambda: None)
    monkeypatch.setattr(dev.dev_rules, "write", lambda settings, url: None)
    monkeypatch.setattr(dev, "load", lambda: settings.model_copy(update={"smtp_url": smtp_url}))
    dev.prepare.__wrapped__()
    assert ("inquiries are stored" in caplog.text) is (smtp_url is None)
