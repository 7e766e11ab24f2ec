from dataclasses import replace
from decimal import Decimal

import pytest

from app.content.studio import STUDIO, Account
from app.i18n import LANGUAGES, use
from app.vouchers import payment
from app.vouchers.payment import amount_text, payments
from tests.support.qr import decoded
from tests.vouchers.conftest import ACCOUNT, EURO_ACCOUNT

NUMBER, RATE = 2600001, Decimal(25)


def test_a_qr_platba_is_read_back(accounts: None) -> None:
    crowns, _euros = payments(NUMBER, 1990, RATE)
    fields = decoded(crowns.png()).split("*")
    assert fields[:2] == ["SPD", "1.0"]
    assert dict(field.split(":", 1) for field in fields[2:]) == {
        "ACC": "CZ6508000000192000145399+GIBACZPX",
        "AM": "1990.00",
        "CC": "CZK",
        "X-VS": "2600001",
        "RN": "STUDIO OTISK S. R. O.",
        "MSG": "VOUCHER 2600001",
    }


def test_an_epc_code_is_read_back(accounts: None) -> None:
    _crowns, euros = payments(NUMBER, 1990, RATE)
    assert decoded(euros.png()).split("\n") == [
        *("BCD", "002", "1", "SCT", "TATRSKBX", "Studio Otisk, s. r. o.", "SK3112000000198742637541", "EUR79.6"),
        *("", "", "VOUCHER 2600001"),
    ]


@pytest.mark.parametrize(("crowns", "euros"), [(600, "24.00"), (1990, "79.60"), (501, "20.04"), (50_090, "2003.60")])
def test_euros_are_rounded_up_to_cents(accounts: None, crowns: int, euros: str) -> None:
    assert payments(NUMBER, crowns, RATE)[1].amount == Decimal(euros)


def test_without_an_account_there_is_nothing_to_pay_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(payment, "STUDIO", replace(STUDIO, account=None, euro_account=None))
    assert payments(NUMBER, 1990, RATE) == ()
    monkeypatch.setattr(payment, "STUDIO", replace(STUDIO, account=ACCOUNT, euro_account=None))
    assert [way.currency for way in payments(NUMBER, 1990, RATE)] == ["CZK"]


def test_the_separator_of_a_qr_platba_cannot_be_forged(accounts: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(payment, "MESSAGE", "Poukaz č. {number}*AM:1.00")
    text = decoded(payments(NUMBER, 1990, RATE)[0].png())
    assert text.count("*AM:") == 1 and text.endswith("MSG:POUKAZ C. 2600001AM:1.00")


def test_amounts_and_accounts_are_written_as_banks_do(accounts: None) -> None:
    czech, english = LANGUAGES
    with use(czech):
        assert [amount_text(way) for way in payments(NUMBER, 1990, RATE)] == ["1\u00a0990\u00a0Kč", "79,60\u00a0€"]
    with use(english):
        assert [amount_text(way) for way in payments(NUMBER, 1990, RATE)] == ["CZK\u00a01,990", "€79.60"]
    assert ACCOUNT.domestic == "19-2000145399/0800" and EURO_ACCOUNT.domestic is None
    assert Account("CZ8120100000000002111000", "FIOBCZPP").domestic == "2111000/2010"
    assert ACCOUNT.grouped == "CZ65 0800 0000 1920 0014 5399"
