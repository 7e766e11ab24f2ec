import json
from pathlib import Path
from typing import Any

import pytest
from reflex.app import App

from pwa.seam import evaluated_pages


@pytest.mark.parametrize("listed", [None, ["prices", "en/prices"]])
def test_pages_are_listed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, listed: list[str] | None) -> None:
    file = tmp_path / "backend/pages.json"
    monkeypatch.setattr(evaluated_pages, "LIST", file)
    if listed:
        file.parent.mkdir()
        file.write_text(json.dumps(listed))
    evaluated_pages.add(["prices", "ink"])
    assert sorted(json.loads(file.read_text())) == sorted({*(listed or []), "prices", "ink"})


def test_failing_pages_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    evaluated: list[str] = []

    def evaluate(self: Any, route: str, save_page: bool = True) -> None:
        if route == "broken":
            raise ValueError("no ink")
        evaluated.append(route)

    monkeypatch.setattr(App, "_compile_page", evaluate)
    evaluated_pages.skip_failing()
    for route in ("broken", "prices"):
        App._compile_page(None, route, save_page=False)  # pyright: ignore[reportArgumentType]
    assert evaluated == ["prices"]
