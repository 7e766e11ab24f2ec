"""Each order has a number and can be paid and redeemed only once. Checking a voucher does not reveal the buyer."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from app.content import vouchers as voucher_content
from app.content.vouchers import VOUCHERS, in_words
from app.i18n import DEFAULT, LANGUAGES, Language, _, use
from app.i18n.formats import CZK_PER
from app.inquiries import actions
from app.inquiries.store import SENDER, STUDIO, QueuedMail, Store
from app.mails import Rows
from app.vouchers import choice, codes, orders
from app.vouchers.mails import order_message
from app.vouchers.orders import SENT, TO_PRINT, Order, VoucherError, Vouchers
from tests.support.clock import Clock
from tests.support.databases import execute, rows
from tests.support.languages import ENGLISH
from tests.support.voucher_orders import find_order, order_voucher

DAY = 86_400


def mail_kinds(store: Store, order: Order) -> list[str]:
    return [kind for kind in all_mail_kinds(store, order) if "voucher" in kind]


def all_mail_kinds(store: Store, order: Order) -> list[str]:
    stored = store.find(str(order.inquiry))
    return [mail.kind for mail in stored.mails] if stored else []


@pytest.mark.daily
def test_a_voucher_is_ordered_paid_checked_used_and_refused_the_second_time(
    store: Store, vouchers: Vouchers, clock: Clock
) -> None:
    order = order_voucher(store)
    assert (order.number, order.state, order.choice.total, order.code) == (2600001, "ordered", 1900, None)
    paid = vouchers.mark_paid(order.number, mailed=True)
    assert paid.code and paid.state == "valid" and paid.valid_until == date(2027, 12, 1)
    assert find_order(vouchers, order) == paid and mail_kinds(store, order) == [SENT]
    with pytest.raises(VoucherError, match="paid"):
        vouchers.mark_paid(order.number, mailed=True)
    assert find_order(vouchers, order).code == paid.code and mail_kinds(store, order) == [SENT]
    verdict = vouchers.check(codes.grouped(paid.code).lower())
    assert (verdict.state, verdict.valid_until, verdict.choice) == ("valid", date(2027, 12, 1), paid.choice)
    clock.now += DAY
    used = vouchers.mark_used(order.number)
    assert used.state == "used" and used.code is None
    with pytest.raises(VoucherError, match="used"):
        vouchers.mark_used(order.number)
    assert vouchers.check(paid.code).state == "used" and vouchers.check(paid.code).used == clock.now


def test_a_paid_voucher_that_is_refused_is_reported_until_the_studio_has_answered(
    store: Store, vouchers: Vouchers, clock: Clock
) -> None:
    order = order_voucher(store)
    inquiry = str(order.inquiry)
    vouchers.mark_paid(order.number, mailed=True)
    clock.now += 1
    actions.mark_answered(store, inquiry, answered=True)  # before the mail server answers
    for kind in (SENT, STUDIO):
        clock.now += 1
        store.mark_failed(QueuedMail(inquiry, kind, 0), "RCPT: 550", is_permanent=True)
        assert store.mail_state().refused == 1
        clock.now += 1
        actions.mark_answered(store, inquiry, answered=True)
        assert store.mail_state().refused == 0
    actions.mark_answered(store, inquiry, answered=False)
    assert store.mail_state().refused == 2


def test_a_changed_rate_leaves_the_euros_of_an_order(
    store: Store, vouchers: Vouchers, accounts: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, earlier = order_voucher(store), order_voucher(store)
    execute(store.database, f"UPDATE vouchers SET euro_rate = NULL WHERE number = {earlier.number}")
    monkeypatch.setitem(CZK_PER, "EUR", Decimal(20))
    after = order_voucher(store)
    found = [find_order(vouchers, order) for order in (before, earlier, after)]
    assert [str(order.choice.euro_rate) for order in found] == ["25", "20", "20"]
    with use(ENGLISH):
        mails = [str(order_message(order, "https://otisk.test").blocks) for order in found]
    assert ["€76.00" in mail and "≈\\xa0€76" in mail for mail in mails] == [True, False, False]
    assert ["€95.00" in mail and "≈\\xa0€95" in mail for mail in mails] == [False, True, True]


def test_how_to_pay_is_not_mailed_after_the_payment(store: Store, vouchers: Vouchers) -> None:
    waiting, informed = order_voucher(store), order_voucher(store)
    store.mark_sent(QueuedMail(str(informed.inquiry), SENDER, 1))
    for order in (waiting, informed):
        vouchers.mark_paid(order.number, mailed=True)
    assert set(all_mail_kinds(store, waiting)) == {STUDIO, SENT}
    assert set(all_mail_kinds(store, informed)) == {STUDIO, SENDER, SENT}


def test_a_used_voucher_is_not_mailed(store: Store, vouchers: Vouchers) -> None:
    """If a used voucher's mail stayed due, the outbox would refuse the mail, and the health check would fail until the
    inquiry is answered.
    """
    waiting, sent = (order_voucher(store, delivery="post", address="Brno") for _voucher in range(2))
    for order in (waiting, sent):
        vouchers.mark_paid(order.number, mailed=True)
    store.mark_sent(QueuedMail(str(sent.inquiry), SENT, 1))
    for order in (waiting, sent):
        vouchers.mark_used(order.number)
    assert mail_kinds(store, waiting) == [] and mail_kinds(store, sent) == [SENT]


@pytest.mark.daily
def test_marking_as_paid_at_once_sends_one_voucher(store: Store, vouchers: Vouchers) -> None:
    order = order_voucher(store)

    def pay(_number: int) -> str:
        try:
            return str(Vouchers(store.database).mark_paid(order.number, mailed=True).code)
        except VoucherError as error:
            return error.reason

    with ThreadPoolExecutor(4) as pool:
        outcomes = sorted(pool.map(pay, range(4)))
    assert outcomes.count("paid") == 3 and find_order(vouchers, order).code in outcomes
    assert mail_kinds(store, order) == [SENT]


@pytest.mark.daily
def test_numbers_are_given_once(store: Store, clock: Clock) -> None:
    with ThreadPoolExecutor(4) as pool:
        ordered = list(pool.map(lambda _number: order_voucher(Store(store.database, clock=clock)), range(12)))
    assert sorted(order.number for order in ordered) == [2600001 + number for number in range(12)]
    clock.now += 31 * DAY
    assert order_voucher(store).number == 2700001
    clock.now -= 31 * DAY
    assert order_voucher(store).number == 2600013, "a clock that was ahead does not change the year's numbers"


def test_a_full_year_continues_with_the_next_year_s_numbers(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(orders, "NUMBERS_PER_YEAR", 2)
    assert [order_voucher(store).number for _number in range(4)] == [53, 54, 55, 56]
    clock.now += 31 * DAY
    assert order_voucher(store).number == 57


def test_by_post_costs_postage_and_the_studio_gets_the_voucher_to_print(store: Store, vouchers: Vouchers) -> None:
    order = order_voucher(store, delivery="post", address="Brno")
    assert (order.choice.postage, order.choice.total) == (90, 1990)
    vouchers.mark_paid(order.number, mailed=True)
    assert mail_kinds(store, order) == [TO_PRINT, SENT]


@pytest.mark.parametrize(("ordered_at", "later"), [(90, 120), (90, 0), (0, 90)])
def test_an_order_keeps_its_price_its_delivery_and_its_validity(
    store: Store, vouchers: Vouchers, monkeypatch: pytest.MonkeyPatch, ordered_at: int, later: int
) -> None:
    monkeypatch.setattr(choice, "POSTAGE", ordered_at)
    posted = order_voucher(store, voucher="weddings-5000", delivery="post", address="Brno")
    mailed = order_voucher(store)
    monkeypatch.setattr(choice, "POSTAGE", later)
    monkeypatch.setattr(choice, "VOUCHERS", ())
    for order, total, is_by_post in ((posted, 5000 + ordered_at, True), (mailed, 1900, False)):
        found = find_order(vouchers, order).choice
        assert found == order.choice and (found.total, found.is_by_post) == (total, is_by_post)
    assert vouchers.mark_paid(posted.number, mailed=True).valid_until == date(2028, 12, 1)
    assert mail_kinds(store, posted) == [TO_PRINT, SENT]


def test_a_kind_that_is_no_longer_sold_does_not_pay_for_anything(
    store: Store, vouchers: Vouchers, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = order_voucher(store, voucher="prints-600")
    execute(store.database, "UPDATE vouchers SET buys = NULL")  # simulates an order of an earlier release
    for module in (choice, voucher_content):
        monkeypatch.setattr(module, "VOUCHERS", ())
    found = find_order(vouchers, order).choice
    assert (found.title, found.buys) == (in_words("prints"), choice.NO_LONGER_SOLD)
    sold = choice.Choice(choice.ANY, 600)
    assert (sold.title, sold.buys) == (choice.ANY_TITLE, choice.ANY_BUYS)


@pytest.mark.parametrize("is_stored", [True, False])
def test_an_order_keeps_what_it_buys_after_a_change_of_the_price(
    store: Store, vouchers: Vouchers, monkeypatch: pytest.MonkeyPatch, is_stored: bool
) -> None:
    """Earlier releases did not store what a voucher buys. Their vouchers must not show today's description."""
    order = order_voucher(store, voucher="workshop-4900")
    with use(DEFAULT):
        bought = str(order.choice.buys)
    if not is_stored:
        execute(store.database, "UPDATE vouchers SET buys = NULL")
    [workshop, *others] = VOUCHERS
    dearer = tuple(replace(each, crowns=each.crowns + 300, buys=_("Reworded")) for each in workshop.vouchers)
    monkeypatch.setattr(choice, "VOUCHERS", (replace(workshop, vouchers=dearer), *others))
    paid = vouchers.mark_paid(order.number, mailed=True)
    with use(DEFAULT):
        expected = bought if is_stored else str(choice.NO_LONGER_SOLD)
        assert (str(paid.choice.buys), paid.choice.crowns) == (expected, 4900)
        tables = [each for each in order_message(paid, "https://otisk.test").blocks if isinstance(each, Rows)]
        assert expected in str(tables[0].rows[0][0])
    assert find_order(vouchers, order).choice == paid.choice


@pytest.mark.parametrize("voucher", ["workshop-4900", "1500"])
@pytest.mark.parametrize("ordered_in", LANGUAGES, ids=lambda language: language.code)
def test_goods_that_are_still_sold_are_shown_in_the_language_of_the_page(
    store: Store, vouchers: Vouchers, monkeypatch: pytest.MonkeyPatch, ordered_in: Language, voucher: str
) -> None:
    order = order_voucher(store, voucher=voucher, language=ordered_in.code)
    goods = choice.Choice(order.choice.kind, order.choice.crowns).buys
    for language in LANGUAGES:
        with use(language):
            assert str(order.choice.buys) == str(goods)
    with use(ordered_in):
        bought = str(goods)
    monkeypatch.setattr(choice, "VOUCHERS", ())
    monkeypatch.setattr(choice, "ANY_BUYS", _("Reworded"))
    with use(ordered_in):
        assert str(find_order(vouchers, order).choice.buys) == bought


def test_an_order_of_an_earlier_release_keeps_its_price(
    store: Store, vouchers: Vouchers, monkeypatch: pytest.MonkeyPatch
) -> None:
    posted, mailed = order_voucher(store, delivery="post", address="Brno"), order_voucher(store)
    execute(store.database, "UPDATE vouchers SET delivery = NULL, months = NULL")
    monkeypatch.setattr(choice, "POSTAGE", 120)
    assert [find_order(vouchers, order).choice for order in (posted, mailed)] == [posted.choice, mailed.choice]


@pytest.mark.parametrize(
    ("chosen", "kind", "crowns", "until"),
    [
        ("weddings-5000", "weddings", 5000, date(2028, 12, 1)),
        ("prints-600", "prints", 600, date(2027, 12, 1)),
        ("1500", "any", 1500, date(2027, 12, 1)),
    ],
)
def test_the_validity_depends_on_the_kind(
    store: Store, vouchers: Vouchers, chosen: str, kind: str, crowns: int, until: date
) -> None:
    order = order_voucher(store, voucher=chosen)
    assert (order.choice.kind, order.choice.crowns) == (kind, crowns)
    assert vouchers.mark_paid(order.number, mailed=False).valid_until == until
    assert mail_kinds(store, order) == []


def test_a_voucher_runs_out_after_its_last_day(store: Store, vouchers: Vouchers, clock: Clock) -> None:
    order = order_voucher(store)
    code = str(vouchers.mark_paid(order.number, mailed=False).code)
    clock.now += 365 * DAY
    assert vouchers.check(code).state == "valid"
    clock.now += DAY
    assert vouchers.check(code).state == "expired"


def test_a_voucher_that_ran_out_after_a_booking_can_be_marked_as_used(
    store: Store, vouchers: Vouchers, clock: Clock
) -> None:
    order = order_voucher(store)
    code = str(vouchers.mark_paid(order.number, mailed=False).code)
    clock.now += 366 * DAY
    assert vouchers.mark_used(order.number).state == "used"
    assert vouchers.check(code).state == "used"


def test_a_voucher_that_ran_out_is_extended(store: Store, vouchers: Vouchers, clock: Clock) -> None:
    """A customer who cancels a booking may need an expired voucher again."""
    unpaid, order = (order_voucher(store) for _voucher in range(2))
    first = vouchers.mark_paid(order.number, mailed=False)
    assert vouchers.extend(order.number, date(2027, 12, 2)).code == first.code
    clock.now += 367 * DAY
    store.sweep(365)
    assert find_order(vouchers, order).code is None
    extended = vouchers.extend(order.number, date(2028, 6, 30))
    assert extended == find_order(vouchers, order) and extended.state == "valid"
    assert vouchers.check(str(extended.code)).state == "valid" and vouchers.check(str(first.code)).state == "unknown"
    with pytest.raises(VoucherError, match="unpaid"):
        vouchers.extend(unpaid.number, date(2028, 6, 30))


def test_a_used_voucher_is_valid_again_with_another_code(store: Store, vouchers: Vouchers) -> None:
    """A workshop may be called off after its voucher was marked as used."""
    order = order_voucher(store)
    first = vouchers.mark_paid(order.number, mailed=False)
    assert first.valid_until
    used = vouchers.mark_used(order.number).used
    with pytest.raises(VoucherError, match="used"):
        vouchers.extend(order.number, first.valid_until)
    again = vouchers.extend(order.number, first.valid_until, used)
    assert again == find_order(vouchers, order) and (again.state, again.used) == ("valid", None)
    assert vouchers.check(str(first.code)).state == "unknown" and vouchers.check(str(again.code)).state == "valid"
    assert vouchers.mark_used(order.number).state == "used"


def test_what_is_not_paid_is_unknown_and_cannot_be_used(store: Store, vouchers: Vouchers) -> None:
    order = order_voucher(store)
    with pytest.raises(VoucherError, match="unpaid"):
        vouchers.mark_used(order.number)
    with pytest.raises(VoucherError, match="missing"):
        vouchers.mark_paid(2600999, mailed=False)
    for typed in ("", "x", codes.new_code(), str(order.number), "\x00" * 16, "7" * 5000):
        assert vouchers.check(typed).state == "unknown"


def test_a_repeated_form_is_one_order_with_one_link(store: Store, vouchers: Vouchers) -> None:
    order = order_voucher(store)
    stored = store.find(str(order.inquiry))
    assert stored and not store.add(stored.inquiry, [], [], mailed=True)
    assert [each.number for each in vouchers.all()] == [order.number]
    by_token = vouchers.by_token(order.token)
    assert len(order.token) == 43 and by_token == order and vouchers.by_token("x" * 43) is None
    [(link,)] = rows(store.database, "SELECT link FROM vouchers")
    assert order.token.encode() not in bytes(link)


def test_codes_are_forgotten_once_they_are_not_needed(store: Store, vouchers: Vouchers, clock: Clock) -> None:
    used, expired = (vouchers.mark_paid(order_voucher(store).number, mailed=False) for _voucher in range(2))
    vouchers.mark_used(used.number)
    clock.now += 367 * DAY
    store.sweep(3650)
    assert rows(store.database, "SELECT code FROM vouchers") == [(None,), (None,)]
    assert [vouchers.check(str(each.code)).state for each in (used, expired)] == ["used", "expired"]


@pytest.mark.daily
def test_a_sweep_keeps_what_a_valid_voucher_needs(store: Store, vouchers: Vouchers, clock: Clock) -> None:
    _unpaid, used, valid = (order_voucher(store, voucher="weddings-2000") for _voucher in range(3))
    for order in (used, valid):
        vouchers.mark_paid(order.number, mailed=False)
    vouchers.mark_used(used.number)
    clock.now += 366 * DAY
    assert store.sweep(365) == 2 and [each.inquiry.id for each in store.all()] == [valid.inquiry]
    assert [each.state for each in vouchers.all()] == ["valid", "used", "deleted"]
    clock.now += 366 * DAY
    assert store.sweep(365) == 1 and [each.state for each in vouchers.all()] == ["expired", "used", "deleted"]


@pytest.mark.daily
def test_deleting_an_inquiry_deletes_the_person_and_keeps_the_voucher(store: Store, vouchers: Vouchers) -> None:
    order = order_voucher(store, recipient="Božena Němcová")
    code = str(vouchers.mark_paid(order.number, mailed=True).code)
    actions.delete(store, str(order.inquiry))
    left = find_order(vouchers, order)
    assert (left.recipient, left.inquiry, left.state, left.token) == (None, None, "valid", "")
    assert vouchers.check(code).state == "valid" and vouchers.by_token(order.token) is not None
    assert "Božena" not in repr(rows(store.database, "SELECT * FROM vouchers"))
    assert vouchers.mark_used(order.number).state == "used"


def test_a_deleted_inquiry_is_sent_again(store: Store, vouchers: Vouchers) -> None:
    first = order_voucher(store)
    stored = store.find(str(first.inquiry))
    assert stored
    actions.delete(store, stored.inquiry.id)
    assert store.add(stored.inquiry, [], [], mailed=True)
    again = store.find(stored.inquiry.id)
    assert again and again.voucher and again.voucher.number == first.number + 1
    assert [each.state for each in vouchers.all()] == ["ordered", "deleted"]
    assert vouchers.by_token(first.token) == again.voucher


def test_an_order_has_no_personal_data_in_its_representation(store: Store, vouchers: Vouchers) -> None:
    order = vouchers.mark_paid(order_voucher(store, address="Lidická 1").number, mailed=False)
    for secret in (str(order.code), order.token, "Markéta", "Jana", "@example.com", "Lidická", "Ať"):
        assert secret not in repr(order)


def test_a_number_whose_order_is_gone_is_not_given_again(store: Store) -> None:
    order = order_voucher(store)
    execute(store.database, "DELETE FROM inquiries")
    assert order_voucher(store).number == order.number + 1
