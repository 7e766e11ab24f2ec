from dataclasses import replace
from datetime import timedelta

import pytest

from app.content import workshops
from app.database.database import Database
from app.desk import view
from app.desk.texts import paid_text
from app.desk.view import listed_view, opened_view, question
from app.i18n import Language, typeset, use
from app.i18n.formats import day
from app.inquiries import actions
from app.inquiries.actions import ActionError
from app.inquiries.addresses import normalise
from app.inquiries.search import Search
from app.inquiries.seats import capacity
from app.inquiries.store import SENDER, QueuedMail, Store
from app.vouchers.orders import MAX_OPEN_SHOWN, SENT, Vouchers
from tests.support.clock import Clock
from tests.support.inquiry_factory import FIRST, add_inquiry, book
from tests.support.languages import CZECH, ENGLISH
from tests.support.voucher_orders import find_order, order_voucher
from tests.support.workshops import OWN
from tests.vouchers.conftest import accounts as accounts

pytestmark = pytest.mark.usefixtures("own_workshops")


def test_the_mails_of_a_printed_voucher_have_names(database: Database) -> None:
    store = Store(database)
    order = order_voucher(store, delivery="post", address="Brno")
    Vouchers(database).mark_paid(order.number, mailed=True)
    with use(ENGLISH):
        opened = opened_view(store, str(order.inquiry))
    assert opened
    names = {mail.what for mail in opened.mails}
    assert {"Voucher to the customer", "Voucher to the studio, for printing"} < names


@pytest.mark.parametrize(
    ("delivery", "asked", "said"),
    [
        ("email", "The voucher goes out at once", "goes out by e-mail"),
        ("post", "The PDF comes to you by e-mail", "print it and post it within three working days"),
    ],
)
def test_marking_a_voucher_as_paid_says_who_sends_it(database: Database, delivery: str, asked: str, said: str) -> None:
    store = Store(database)
    order = order_voucher(store, delivery=delivery, address="Brno")
    with use(ENGLISH):
        opened = opened_view(store, str(order.inquiry))
        assert opened
        shown = question(opened, "pay", "")
        done = typeset(paid_text(Vouchers(database).mark_paid(order.number, mailed=True)))
    assert shown and asked in shown.text.replace("\u00a0", " ")
    assert said in done.replace("\u00a0", " ")


@pytest.mark.parametrize(("language", "warning"), [(CZECH, "ještě neodeš"), (ENGLISH, "not been sent yet")])
def test_the_question_about_deleting_counts_unsent_mails_to_the_customer(
    database: Database, language: Language, warning: str
) -> None:
    store = Store(database)
    order = order_voucher(store, delivery="post", address="Brno")
    id = str(order.inquiry)

    def asked() -> str:
        with use(language):
            opened = opened_view(store, id)
            shown = opened and question(opened, "delete", "")
        return shown.text.replace("\u00a0", " ") if shown else ""

    assert f"1 e-mail {'zákazníkovi' if language == CZECH else 'to the customer'} " in asked()
    store.mark_sent(QueuedMail(id, SENDER, 1))
    assert asked() and warning not in asked(), "only the mail to the studio is unsent"
    Vouchers(database).mark_paid(order.number, mailed=True)
    assert warning in asked()
    store.mark_failed(QueuedMail(id, SENT, 1), "RCPT: 550", is_permanent=True)
    assert warning in asked(), "a refused mail can be sent again"
    store.mark_sent(QueuedMail(id, SENT, 1))
    assert warning not in asked()


def test_the_question_about_deleting_names_the_mailbox(database: Database) -> None:
    store = Store(database)
    id = add_inquiry(store)
    with use(ENGLISH):
        opened = opened_view(store, id)
        asked = opened and question(opened, "delete", "")
    assert asked and f"in our mailbox stay: delete those, too ({id[:8].upper()})" in asked.text.replace("\u00a0", " ")


@pytest.mark.parametrize("is_paid", [False, True])
def test_only_an_unpaid_voucher_is_to_be_paid(database: Database, accounts: None, is_paid: bool) -> None:
    store = Store(database)
    order = order_voucher(store)
    if is_paid:
        Vouchers(database).mark_paid(order.number, mailed=False)
    with use(ENGLISH):
        opened = opened_view(store, str(order.inquiry))
        [row] = listed_view(store, Search(), 0).vouchers
    facts = [(fact.name.replace("\u00a0", " "), fact.value) for fact in opened.facts] if opened else []
    names = [name for name, _value in facts]
    assert (("To be paid", "CZK\u00a01,900 / €76.00") in facts, "/ €76.00" in row.what) == (not is_paid, not is_paid)
    assert ("To be paid" in names, "Paid" in names) == (not is_paid, is_paid)
    assert ("Page of the order" in names) is not is_paid, "the studio sends its address to those who order by phone"


def test_a_voucher_whose_enquiry_was_deleted_is_found_and_marked_as_used(database: Database) -> None:
    store, vouchers = Store(database), Vouchers(database)
    first, other, unpaid = (order_voucher(store) for _number in range(3))
    code = vouchers.mark_paid(first.number, mailed=False).code
    vouchers.mark_paid(other.number, mailed=False)
    assert code and first.inquiry and unpaid.inquiry
    with use(ENGLISH):
        for each, is_valid in ((first.inquiry, True), (unpaid.inquiry, False)):
            opened = opened_view(store, each)
            asked = opened and question(opened, "delete", "")
            assert asked and ("then found only by its code" in asked.text.replace("\u00a0", " ")) == is_valid
        actions.delete(store, first.inquiry)
        actions.delete(store, unpaid.inquiry)

        def found(text: str) -> list[tuple[int, str, bool]]:
            rows = listed_view(store, Search(text=text), 0).vouchers
            return [(row.number, row.state, "Mark voucher" in row.use_question) for row in rows]

        of_other, of_first = (other.number, "valid", False), (first.number, "valid", True)
        for text in (code, str(first.number)):
            assert found(text) == [of_first, of_other]
        assert found("") == found(str(other.number)) == [of_other, of_first]
        assert found(str(unpaid.number)) == [(unpaid.number, "not paid, enquiry deleted", False), of_other, of_first]
        vouchers.mark_used(first.number)
        assert found(code) == [(first.number, "used", False), of_other] and found("") == [of_other]


def test_open_vouchers_show_the_amount_of_the_transfer_until_they_are_paid(database: Database) -> None:
    store = Store(database)
    order = order_voucher(store, delivery="post", address="Brno")

    def amount(text: str = "") -> str:
        [row] = listed_view(store, Search(text=text), 0).vouchers
        return row.what.rpartition(", CZK")[2].strip("\u00a0 ").replace(",", "")

    with use(ENGLISH):
        assert amount() == str(order.choice.total) != str(order.choice.crowns)
        actions.delete(store, str(order.inquiry))
        assert amount(str(order.number)) == str(order.choice.total)
        paid = order_voucher(store, delivery="post", address="Brno")
        Vouchers(database).mark_paid(paid.number, mailed=False)
        assert amount() == str(order.choice.crowns)


def test_many_unpaid_orders_do_not_fill_the_list(database: Database) -> None:
    store, vouchers = Store(database), Vouchers(database)
    paid, *unpaid = (order_voucher(store) for _ in range(25))
    vouchers.mark_paid(paid.number, mailed=False)
    with use(ENGLISH):
        listed = listed_view(store, Search(), 0)
        assert [row.number for row in listed.vouchers] == [
            *(order.number for order in unpaid[: -MAX_OPEN_SHOWN - 1 : -1]),
            paid.number,
        ]
        assert listed.vouchers_total.replace("\u00a0", " ").startswith("21 of 25, the newest first.")
        [found] = listed_view(store, Search(text=str(unpaid[0].number)), 0).rows
    assert str(unpaid[0].inquiry) in found.href


def test_the_question_about_using_a_voucher_says_what_it_is_and_that_it_has_run_out(database: Database) -> None:
    time = Clock()
    store, vouchers = Store(database, clock=time), Vouchers(database, time)
    order = order_voucher(store)
    code = vouchers.mark_paid(order.number, mailed=False).code
    until = find_order(vouchers, order).valid_until
    assert code and until

    def asked() -> str:
        opened = opened_view(store, str(order.inquiry))
        shown = opened and question(opened, "use", "")
        return shown.text.replace("\u00a0", " ") if shown else ""

    with use(ENGLISH):
        valid = asked()
        assert valid.startswith(f"Mark voucher {order.number} (Workshop, CZK 1,900) as used?")
        time.passes(3 * 365 * 86400)
        expired = f"This voucher has run out: it was valid until {day(until)}. {valid}"
        assert asked() == expired
        assert store.sweep(365) == 1
        [row] = listed_view(store, Search(text=code), 0).vouchers
        assert row.use_question.replace("\u00a0", " ") == expired
    assert (row.number, row.href, row.state) == (order.number, "", "expired")


def test_a_mail_to_the_customer_has_no_other_recipient(database: Database) -> None:
    store = Store(database)
    email = normalise("jana?bcc=eva+o'hara&body=hi@example.com")
    assert email
    opened = opened_view(store, add_inquiry(store, email=email))
    assert opened and opened.mailto == "mailto:jana%3Fbcc%3Deva%2Bo%27hara%26body%3Dhi@example.com"


def test_an_address_is_shown_as_the_customer_writes_it(database: Database) -> None:
    store = Store(database)
    opened = opened_view(store, add_inquiry(store, email="jana@xn--kavrna-rta.eu"))
    assert opened and opened.email == "jana@xn--kavrna-rta.eu (jana@kavárna.eu)"
    assert opened.mailto == "mailto:jana@xn--kavrna-rta.eu"


def test_typed_answers_can_be_copied(database: Database) -> None:
    store = Store(database)
    phone, address = "+420 777 123 456", "K Lesu 12\n602 00 Brno"
    order = order_voucher(store, delivery="post", phone=phone, address=address)
    with use(CZECH):
        opened = opened_view(store, str(order.inquiry))
    assert opened and {phone, address} < {fact.value for fact in opened.facts}


def test_a_booking_of_a_workshop_that_was_called_off_can_be_changed(database: Database) -> None:
    store = Store(database, capacity=lambda _workshop: 4)
    id = book(store)
    opened = opened_view(Store(database), id)  # this store lacks the workshop, as after a cancellation
    assert opened and opened.can_change and not opened.can_confirm


def test_a_workshop_that_was_called_off_cannot_be_confirmed(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = book(Store(database, capacity), 2)
    called_off = tuple(replace(each, places=0) if each.id == FIRST else each for each in OWN)
    for module in (workshops, view):
        monkeypatch.setattr(module, "WORKSHOPS", called_off)
    store = Store(database, capacity)
    with use(ENGLISH):
        [row] = [
            each for each in listed_view(store, Search(), 0).seats if "17 January" in each.day.replace("\u00a0", " ")
        ]
        assert row.left == "called off"
        opened = opened_view(store, id)
    assert opened and opened.can_change and not opened.can_confirm
    with pytest.raises(ActionError, match="unknown-date"):
        actions.confirm_booking(store, id, mailed=True)


def test_the_question_about_cancelling_names_the_date(database: Database) -> None:
    store = Store(database, capacity=lambda _workshop: 4)
    with use(ENGLISH):
        opened = opened_view(store, book(store, workshop="2099-01-16"))
        assert opened and opened.workshop == "2099-01-16"
        asked = question(opened, "cancel", "")
    assert asked and "the booking for 16 January 2099?" in asked.text.replace("\u00a0", " ")


@pytest.mark.parametrize(("minutes", "left"), [(-1, "today"), (0, "over")])
def test_a_workshop_is_over_once_it_has_ended(database: Database, minutes: int, left: str) -> None:
    moment = OWN[0].ends + timedelta(minutes=minutes)
    with use(ENGLISH):
        listed = listed_view(Store(database, clock=moment.timestamp), Search(), 0)
    assert listed.seats[0].left == left
