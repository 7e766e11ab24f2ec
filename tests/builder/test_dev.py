import os
from pathlib import Path

import pytest

from app.content.press_kit import LOGO
from app.content.print_ready import FORMATS
from app.i18n import DEFAULT
from builder import dev
from builder.fonts import make
from pwa.seam import workspace


def test_downloads_are_written_at_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", dict(os.environ))
    monkeypatch.setattr(dev, "WEB", tmp_path)
    monkeypatch.setattr(dev.subprocess, "Popen", lambda *_, pass_fds, **__: os.write(pass_fds[0], b"\n"))
    dev._start_hot_reload({}, make())
    for file in (LOGO["svg"], FORMATS[0].file(DEFAULT, "pdf")):
        assert (tmp_path / workspace.PUBLISHED / file).is_file()
