from dataclasses import replace

import pytest

from app.content.studio import STUDIO, Account
from app.database.database import Database
from app.inquiries.store import Store
from app.vouchers import payment
from app.vouchers.orders import Vouchers
from tests.support.clock import Clock
from tests.support.voucher_orders import NOW

ACCOUNT = Account("CZ6508000000192000145399", "GIBACZPX")
EURO_ACCOUNT = Account("SK3112000000198742637541", "TATRSKBX")


@pytest.fixture
def clock() -> Clock:
    return Clock(NOW)


@pytest.fixture
def store(database: Database, clock: Clock) -> Store:
    return Store(database, clock=clock)


@pytest.fixture
def vouchers(database: Database, clock: Clock) -> Vouchers:
    return Vouchers(database, clock)


@pytest.fixture
def accounts(monkeypatch: pytest.MonkeyPatch) -> None:
    studio = replace(STUDIO, legal_name="Studio Otisk, s. r. o.", account=ACCOUNT, euro_account=EURO_ACCOUNT)
    monkeypatch.setattr(payment, "STUDIO", studio)
