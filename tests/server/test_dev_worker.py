from pathlib import Path

import pytest

from app.server import dev_worker
from app.settings import SettingsError


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev_worker, "BUILT", tmp_path / "sw.js")
    dev_worker.BUILT.write_text("built")


def body(**files: str) -> str:
    return bytes(dev_worker.script(files).body).decode()


def test_its_build_changes_with_a_page(built: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORKER", "on")
    assert body(a="1").endswith("built") and body(a="1") == body(a="1")
    first, second = (body(a=hash).split('"files"')[0] for hash in "12")
    assert first.startswith('self.__SITE = {"build": "') and first != second


def test_another_value_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORKER", "yes")
    with pytest.raises(SettingsError, match="WORKER='yes' is not allowed: on or off"):
        dev_worker.is_on()
