from dataclasses import replace

import pytest

from app.content import studio
from app.content.delivery import payments
from app.content.studio import STUDIO, Account
from app.content.terms import TERMS
from tests.support.content import content_with

CARDS = {"gopay_goid": "8123456789"}


@pytest.mark.parametrize(("module", "name"), [("vouchers", "ordering"), ("delivery", "payments")])
@pytest.mark.parametrize(("changes", "expected"), [({}, False), (CARDS, True), ({**CARDS, "hosting": "static"}, False)])
def test_vouchers_are_paid_by_card_if_the_site_takes_cards(monkeypatch, module, name, changes, expected) -> None:
    words = str(content_with(monkeypatch, module, **changes)[name]())
    assert ("also pay by card" in words or "also be paid by card" in words) == expected


@pytest.mark.parametrize("account", [None, Account("SK3112000000198742637541", "TATRSKBX")])
def test_euros_are_accepted_with_an_account_in_euros(monkeypatch, account) -> None:
    monkeypatch.setattr(studio, "STUDIO", replace(STUDIO, euro_account=account))
    [answer] = [
        each.answer.msgid
        for each in content_with(monkeypatch, "delivery")["delivery_questions"]()
        if each.asked.msgid == "Can I pay in euros?"
    ]
    assert ("our account in euros" in answer) == (account is not None)


def test_a_finished_print_is_paid_when_the_quote_is_accepted() -> None:
    """Customers do not pay for a finished print when they order, because the studio sends a quote first."""
    assert "finished print" not in str([each.text.msgid for each in payments()])
    [clause] = [each for each in TERMS if each.slug == "price"]
    assert "A finished print is paid in full once you accept the quote." in [each.msgid for each in clause.paragraphs]
