"""Screen readers can read the complete price tables. A note states the exchange rate of the language's currency."""

from decimal import Decimal

import pytest

from app.components.prices import crown_note
from app.i18n import Language, use
from app.i18n.formats import CZK_PER
from app.routes import places
from tests.support.rendered import rendered
from tests.support.site_texts import page_of

PRICES = [place for place in places() if place.route.name.startswith("pricing")]


def test_no_part_of_a_table_is_hidden_from_screen_readers() -> None:
    tables = [table for place in PRICES for table in page_of(place).all("table")]
    assert len(tables) >= len(PRICES)
    assert [element for table in tables for element in table.elements if "aria-hidden" in element.attributes] == []


@pytest.mark.parametrize(
    ("tag", "currency", "rate", "said"),
    [
        ("en-GB", "EUR", "24.6", "at CZK\u00a024.6 to €1."),
        ("pl-PL", "PLN", "5.8", "at CZK\u00a05,8 to 1\u00a0zł."),
    ],
)
def test_the_note_names_the_currency_of_the_language(
    monkeypatch: pytest.MonkeyPatch, tag: str, currency: str, rate: str, said: str
) -> None:
    monkeypatch.setitem(CZK_PER, currency, Decimal(rate))
    with use(Language("en", tag, "Test", estimate=currency)):
        note = crown_note()
    assert note and next(rendered(note).texts).endswith(said)
