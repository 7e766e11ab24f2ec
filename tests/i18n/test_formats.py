from datetime import date, time
from decimal import Decimal

import pytest
import reflex as rx

from app.i18n import Language, ngettext, use
from app.i18n.formats import Crowns, clock, day, estimate, number, price, price_range, ungrouped
from tests.support.languages import CZECH, ENGLISH

SPACE = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("shown", "value", "czech", "english"),
    [
        (price, 0, "0~Kč", "CZK~0"),
        (price, 1200, "1~200~Kč", "CZK~1,200"),
        (price, 1_234_567, "1~234~567~Kč", "CZK~1,234,567"),
        (estimate, 1200, None, "≈~€48"),
        (estimate, 1240, None, "≈~€50"),
        (estimate, 1235, None, "≈~€49"),
        (number, 1961, "1~961", "1,961"),
        (number, 2.5, "2,5", "2.5"),
        (number, Decimal("1234.25"), "1~234,25", "1,234.25"),
        (ungrouped, 1961, "1961", "1961"),
        (ungrouped, -12.5, "-12,5", "-12.5"),
        (ungrouped, Decimal("0.12345678"), "0,12345678", "0.12345678"),
        (day, date(2026, 9, 3), "3. září 2026", "3 September 2026"),
        (day, date(2027, 1, 1), "1. ledna 2027", "1 January 2027"),
        (clock, time(10), "10:00", "10am"),
        (clock, time(18, 30), "18:30", "6:30pm"),
        (lambda crowns: " ".join(price_range(150, crowns)), 1200, "150 1~200~Kč", "CZK~150 1,200"),
        (lambda crowns: str(Crowns(crowns)), 1200, "1~200~Kč", "CZK~1,200"),
    ],
)
def test_values_are_formatted(shown, value, czech, english):
    for language, expected in ((CZECH, czech), (ENGLISH, english)):
        with use(language):
            assert shown(value) == (expected and expected.replace("~", SPACE))


@pytest.mark.parametrize("formatted", [price, number, lambda value: ngettext("{n} piece", "{n} pieces", value)])
def test_a_state_variable_is_refused_with_a_sentence(formatted):
    with pytest.raises(TypeError, match="not a state variable"):
        formatted(rx.Var("count"))


def test_a_currency_written_as_a_sign_touches_its_number():
    with use(Language("de", "de-DE", "Deutsch", estimate="EUR")):
        assert estimate(1200) == f"≈{SPACE}48{SPACE}€"
    with use(Language("gb", "en-GB", "British English", estimate="EUR")):
        assert estimate(1200) == f"≈{SPACE}€48"
