from datetime import UTC, datetime

from app.inquiries.store import Store
from app.vouchers.orders import Order, Vouchers
from tests.support.inquiry_factory import add_inquiry, read

NOW = datetime(2026, 12, 1, 9, 0, tzinfo=UTC).timestamp()


def order_voucher(store: Store, *, mailed: bool = True, language: str = "cs", **details: str) -> Order:
    asked = {"voucher": "workshop-1900", "recipient": "Markéta", "message": "Ať se daří!", "delivery": "email"}
    chosen = {"what": "voucher", "pieces": None, "language": language, "details": asked | details}
    order = read(store, add_inquiry(store, mailed=mailed, **chosen)).voucher
    assert order
    return order


def find_order(vouchers: Vouchers, order: Order) -> Order:
    found = vouchers.find(order.number)
    assert found
    return found
