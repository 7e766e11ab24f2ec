"""Price tables hide nothing from screen readers."""

from app.routes import places
from tests.support.site_texts import page_of

PRICES = [place for place in places() if place.route.name.startswith("pricing")]


def test_no_part_of_a_table_is_hidden_from_screen_readers() -> None:
    tables = [table for place in PRICES for table in page_of(place).all("table")]
    assert len(tables) >= len(PRICES)
    assert [element for table in tables for element in table.elements if "aria-hidden" in element.attributes] == []
