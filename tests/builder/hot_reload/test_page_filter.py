import pytest

from app.routes import places
from builder.hot_reload.page_filter import VARIABLE, is_selected


def selected() -> set[str]:
    return {place.route.name for place in places() if is_selected(place)}


def test_without_names_all_pages_are_selected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert selected() == {place.route.name for place in places()}
    monkeypatch.setenv(VARIABLE, " , ")
    assert selected() == {place.route.name for place in places()}


def test_the_named_pages_are_selected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "about, pricing")
    assert selected() == {"about", "pricing"}


def test_a_misspelt_name_is_an_error_with_a_suggestion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "abuot")
    with pytest.raises(LookupError, match=r"PAGES: there is no route `abuot`\. Did you mean `about`\?"):
        selected()
