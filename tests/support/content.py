"""Loads content modules with changed settings."""

from runpy import run_path
from typing import Any

import pytest

from app import settings as module
from app.folders import ROOT
from app.settings import load


def content_with(monkeypatch: pytest.MonkeyPatch, name: str, **changes: object) -> dict[str, Any]:
    changed = load().model_copy(update=changes)
    monkeypatch.setattr(module, "settings", lambda: changed)
    return run_path(str(ROOT / "app/content" / f"{name}.py"))
