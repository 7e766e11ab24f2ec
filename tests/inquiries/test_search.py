import pytest

from app.database.database import Database
from app.inquiries import actions
from app.inquiries.search import Search, State, find
from app.inquiries.store import SENDER, QueuedMail, Store
from app.vouchers import codes
from app.vouchers.orders import Vouchers
from tests.support.clock import Clock
from tests.support.inquiry_factory import FIRST, SECOND, add_inquiry, book
from tests.support.voucher_orders import order_voucher

pytestmark = pytest.mark.usefixtures("own_workshops")


@pytest.fixture
def store(database: Database) -> Store:
    return Store(database, capacity=lambda workshop: 4 if workshop in (FIRST, SECOND) else None, clock=Clock())


def found(store: Store, state: State = "all", what: str = "", text: str = "") -> set[str]:
    return {stored.inquiry.id for stored in find(store, Search(state, what, text)).inquiries}


def test_inquiries_are_found_by_state(store: Store) -> None:
    new, answered, failed = (add_inquiry(store) for _inquiry in range(3))
    booked, cancelled, held = (book(store) for _booking in range(3))
    actions.confirm_booking(store, booked, mailed=True)
    actions.mark_answered(store, answered, answered=True)
    actions.cancel_booking(store, cancelled, mailed=True)
    store.mark_failed(QueuedMail(failed, SENDER, 0), "RCPT: 550", is_permanent=True)
    assert found(store) == {new, answered, booked, held, cancelled, failed}
    assert found(store, "new") == {new, booked, held, failed}
    assert found(store, "answered") == {answered}
    assert found(store, "booking") == {booked}
    assert (found(store, "held"), found(store, "expired")) == ({held}, set())
    assert found(store, "cancelled") == {cancelled}
    assert found(store, "failed") == {failed}
    assert found(store, what="workshop") == {booked, held, cancelled}
    actions.mark_answered(store, answered, answered=False)
    assert found(store, "answered") == set()


def test_inquiries_are_found_by_text_without_case_and_accents(store: Store) -> None:
    jana = add_inquiry(store, name="Jana Řeháčková", email="jana@example.com", message="Oznámení pro 80 hostů")
    add_inquiry(store, name="Petr")
    for text in ("REHACKOVA", "řeháč", "jana@EXAMPLE", "oznameni", jana[:8].upper()):
        assert found(store, text=text) == {jana}, text
    # iPhones insert typographic quotes, hyphens and dashes.
    pawel = add_inquiry(store, name="Paweł D’Angelo‑Øster „Papírna“ 603–111‑222")
    for text in ("pawel", "PAWEŁ", "d'angelo-oster", "D’Angelo‑Øster", '"papirna"', "603111222"):
        assert found(store, text=text) == {pawel}, text
    for text in ("%", "_", "' OR 1=1 --", "kmotrů hostů"):
        assert found(store, text=text) == set(), text


def test_inquiries_are_found_by_the_address_as_the_customer_writes_it(store: Store) -> None:
    jana = add_inquiry(store, email="jana@xn--kavrna-rta.eu")
    add_inquiry(store, email="petr@xn--.eu")
    for text in ("jana@kavárna.eu", "KAVARNA.EU", "xn--kavrna-rta"):
        assert found(store, text=text) == {jana}, text


def test_inquiries_are_found_by_words_in_any_order_and_by_phone(store: Store) -> None:
    first, second = "a" * 8 + "-aaaa-4aaa-8aaa-" + "a" * 12, "b" * 8 + "-bbbb-4bbb-8bbb-" + "b" * 12
    # Random IDs and addresses would sometimes contain the digits that this test searches for.
    jana = add_inquiry(store, id=first, email="r@a.cz", name="Jana Řeháčková", details={"phone": "+420 777 123 456"})
    petr = add_inquiry(store, id=second, email="n@a.cz", name="Jana Nováková", details={"phone": "777/123-457"})
    for text in ("Řeháčková Jana", "rehac  jana", "+420777123456", "00420 777 123 456", "777 123456"):
        assert found(store, text=text) == {jana}, text
    for text in ("novakova jana", "+420 777 123 457", "(777) 123.457"):
        assert found(store, text=text) == {petr}, text
    assert found(store, text="777123458") == found(store, text="Řeháčková Petr") == set()


def test_a_list_has_pages_with_the_newest_first(database: Database) -> None:
    moments = iter(range(1_790_000_000, 1_800_000_000, 3600))
    store = Store(database, clock=lambda: next(moments))
    ids = [add_inquiry(store) for _number in range(5)]
    pages = [find(store, Search(), offset, limit=2) for offset in (0, 2, 4)]
    assert [stored.inquiry.id for page in pages for stored in page.inquiries] == ids[::-1]
    assert {page.total for page in pages} == {5}


def test_a_voucher_s_order_is_found_by_its_number_and_code(store: Store, database: Database) -> None:
    first, second = order_voucher(store), order_voucher(store)
    code = Vouchers(database, store.clock).mark_paid(first.number, mailed=False).code
    assert code and first.inquiry and second.inquiry
    assert found(store, text=str(first.number)) == {first.inquiry}
    for text in (
        f" {second.number} ",
        f"000{second.number}",
        f"VOUCHER {second.number}",
        f"VS:{second.number}/KS:0308",
    ):
        assert found(store, text=text) == {second.inquiry}, text
    assert found(store, text=f"1{second.number}") == set()
    for text in (code, codes.grouped(code).lower()):
        assert found(store, text=text) == {first.inquiry}
    Vouchers(database, store.clock).mark_used(first.number)
    assert found(store, text=code) == {first.inquiry}
    assert found(store, text=codes.new_code()) == found(store, text="2699999") == found(store, text="²" * 7) == set()
