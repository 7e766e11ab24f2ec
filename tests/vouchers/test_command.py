from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import time

import pytest
from pydantic import SecretStr

from app.content.moments import studio_day
from app.database.database import Database
from app.i18n import LANGUAGES, Language, current
from app.inquiries import actions
from app.inquiries.store import Store
from app.settings import Settings
from app.vouchers import __main__ as command
from app.vouchers.orders import Vouchers
from tests.inquiries.conftest import site_settings as site_settings
from tests.support.voucher_orders import order_voucher


@pytest.fixture(autouse=True)
def configured(site_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "settings", lambda: site_settings)


def test_an_order_is_listed_paid_and_used(database: Database, capsys: pytest.CaptureFixture[str]) -> None:
    order = order_voucher(Store(database))
    number = str(order.number)
    expected = (
        (["list"], 0, f"{number}  "),
        (["used", number], 1, "not paid for"),
        (["paid", number], 0, "No mail is sent"),
        (["paid", number], 1, "Nothing was sent again"),
        (["show", f"000{number}"], 0, "for: Markéta"),
    )
    for arguments, code, says in expected:
        assert command.main(arguments) == code
        said = capsys.readouterr()
        assert says in said.out + said.err
    paid = Vouchers(database).find(order.number)
    assert paid and command.main(["used", str(paid.code)]) == 0
    assert command.main(["used", number]) == 1 and command.main(["show", "2699999"]) == 1
    assert command.main(["used"]) == 2
    assert "already used" in capsys.readouterr().err


def test_a_voucher_is_extended(database: Database, capsys: pytest.CaptureFixture[str]) -> None:
    order = order_voucher(Store(database))
    number = str(order.number)
    expected = (
        (["extend", number, "2099-12-31"], 1, "not paid for"),
        (["paid", number], 0, "is paid for"),
        (["extend", number, "2020-12-31"], 1, "is over"),
        (["extend", number, "soon"], 2, "DATE"),
        (["extend", number, "2099-12-31"], 0, "valid until 2099-12-31"),
        (["show", number], 0, "valid until: 2099-12-31"),
        (["extend", number, "2099-12-31"], 1, "is already"),
        (["used", number], 0, "is marked as used"),
        (["extend", number, "2099-12-30"], 1, "is already"),
        (["extend", number, "2099-12-31"], 0, "Now it can be used again"),
    )
    for arguments, code, says in expected:
        assert command.main(arguments) == code
        said = capsys.readouterr()
        assert says in said.out + said.err


def test_a_voucher_that_has_run_out_is_used(database: Database, capsys: pytest.CaptureFixture[str]) -> None:
    order = order_voucher(Store(database))
    Vouchers(database, lambda: 0).mark_paid(order.number, mailed=False)
    assert command.main(["used", str(order.number)]) == 0
    assert f"{order.number} (workshop 1900 CZK) is marked as used" in (said := capsys.readouterr().out)
    assert "it was valid until 1971-01-01" in said


def test_a_payment_of_an_earlier_day_is_marked(database: Database, capsys: pytest.CaptureFixture[str]) -> None:
    order = order_voucher(Store(database, clock=datetime(2026, 2, 26, 12, 0, tzinfo=UTC).timestamp))
    number = str(order.number)
    tomorrow = str(studio_day(time()) + timedelta(1))
    expected = (
        (["paid", number, "2025-02-28"], 1, "cannot be before 2025-12-28 or after today"),
        (["paid", number, tomorrow], 1, "cannot be before 2025-12-28 or after today"),
        (["paid", number, "2026-02-28"], 0, "valid until 2027-02-28"),
        (["list"], 0, "paid 2026-02-28"),
    )
    for arguments, code, says in expected:
        assert command.main(arguments) == code
        said = capsys.readouterr()
        assert says in said.out + said.err


def test_the_list_has_what_bank_statements_have(
    database: Database, accounts: None, capsys: pytest.CaptureFixture[str]
) -> None:
    late = datetime(2026, 12, 1, 23, 30, tzinfo=UTC)  # after midnight in Prague
    order = order_voucher(Store(database, clock=late.timestamp), delivery="post", address="Brno")
    assert command.main(["list"]) == 0
    unpaid = capsys.readouterr().out.replace("\u00a0", " ")
    total = f"total {order.choice.total} CZK / 79,60 €"
    assert f"by post, {total}  Jana" in unpaid and order.choice.total > order.choice.crowns
    Vouchers(database, late.timestamp).mark_paid(order.number, mailed=False)
    assert command.main(["list"]) == 0
    assert f"{total}, paid 2026-12-02  Jana" in capsys.readouterr().out.replace("\u00a0", " ")


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_a_voucher_is_written_in_a_language(
    database: Database, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, language: Language
) -> None:
    order = order_voucher(Store(database))
    Vouchers(database).mark_paid(order.number, mailed=False)
    actions.delete(Store(database), str(order.inquiry))
    monkeypatch.setattr(command, "voucher_pdf", lambda _order, _site_url: current().code.encode())
    assert command.main(["show", str(order.number), "--pdf", str(tmp_path / "v.pdf"), "--language", language.code]) == 0
    assert (tmp_path / "v.pdf").read_text() == language.code


@pytest.mark.parametrize(("delivery", "says"), [("email", "sends the mail"), ("post", "print it and post it")])
def test_a_paid_order_says_who_sends_the_voucher(
    site_settings: Settings,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    delivery: str,
    says: str,
) -> None:
    mailing = site_settings.model_copy(update={"smtp_url": SecretStr("smtp://mail.test")})
    monkeypatch.setattr(command, "settings", lambda: mailing)
    order = order_voucher(Store(database), delivery=delivery, address="Brno")
    assert command.main(["paid", str(order.number)]) == 0
    assert says in capsys.readouterr().out


def test_without_a_database_there_are_no_orders(site_settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    if site_settings.database.startswith("sqlite"):
        assert command.main(["list"]) == 0 and "no orders yet" in capsys.readouterr().err
