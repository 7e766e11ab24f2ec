"""The pages that `make dev PAGES=…` makes anew."""

import pytest

from app.routes import places
from builder.hot_reload.page_filter import VARIABLE, is_chosen


def chosen() -> set[str]:
    return {place.route.name for place in places() if is_chosen(place)}


def test_all_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert chosen() == {place.route.name for place in places()}
    monkeypatch.setenv(VARIABLE, " , ")
    assert chosen() == {place.route.name for place in places()}


def test_only_those(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "about, pricing")
    assert chosen() == {"about", "pricing"}


def test_a_misspelt_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "abuot")
    with pytest.raises(LookupError, match=r"PAGES: there is no route `abuot`\. Did you mean `about`\?"):
        chosen()
