"""An unconfirmed booking reserves its seats only for a limited time. No seat is sold twice."""

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from app.content import workshops
from app.content.workshops import MOVE_DAYS, PRAGUE
from app.database.database import Database
from app.inquiries import actions, booking_links
from app.inquiries.actions import ActionError, By
from app.inquiries.limits import HOLD_SECONDS
from app.inquiries.mail import compose, has_link
from app.inquiries.quotas import TooManySeatsError
from app.inquiries.store import BOOKED, CANCELLED, CHANGE, MOVED, SENDER, STUDIO, FullError, QueuedMail, Store
from tests.fakes.smtp import text_of
from tests.support.clock import Clock
from tests.support.databases import execute, rows
from tests.support.inquiry_factory import FIRST, SECOND, book, make_inquiry, read
from tests.support.mails import SETTINGS, parsed

pytestmark = pytest.mark.usefixtures("own_workshops")
PLACES = 4
NOW = datetime(2026, 12, 1, 9, 0, tzinfo=UTC).timestamp()


@pytest.fixture
def clock() -> Clock:
    return Clock(NOW)


@pytest.fixture
def store(database: Database, clock: Clock) -> Store:
    return Store(database, {FIRST: PLACES, SECOND: PLACES}.get, clock)


def taken(store: Store) -> tuple[int, int]:
    first, second = actions.seats(store, [FIRST, SECOND])
    return first.taken, second.taken


def shown_mail(store: Store, id: str, kind: str, token: str = "") -> str:
    mail = parsed(compose(read(store, id), kind, SETTINGS, token=token, clock=store.clock))
    return f"{mail['Subject']}\n{text_of(mail)}"


def test_places_are_held_until_the_customer_confirms(store: Store, clock: Clock) -> None:
    held = book(store, 3)
    assert read(store, held).booking == "held" and read(store, held).held_until == NOW + HOLD_SECONDS
    [seats] = actions.seats(store, [FIRST])
    assert (seats.taken, seats.held, seats.free, seats.held_until) == (3, 3, 1, NOW + HOLD_SECONDS)
    with pytest.raises(FullError):
        book(store, 2)
    clock.now += HOLD_SECONDS
    assert read(store, held).booking == "expired" and taken(store) == (0, 0)
    confirmed = book(store, 2)
    actions.confirm_booking(store, confirmed, by="customer", mailed=True)
    clock.now += HOLD_SECONDS
    assert read(store, confirmed).booking == "booked" and taken(store) == (2, 0)
    assert actions.seats(store, [FIRST])[0].held == 0


@pytest.mark.parametrize(
    ("language", "until", "promised"),
    [
        ("cs", "do 16. ledna 2099, 23:59", "Odkaz funguje i potom"),
        ("en", "until 16 January 2099, 11:59pm, Brno time", "still works"),
    ],
)
def test_a_hold_ends_with_the_last_day_for_booking(
    store: Store, clock: Clock, language: str, until: str, promised: str
) -> None:
    early = book(store, language=language)
    assert promised in shown_mail(store, early, SENDER, token="T")
    clock.now = datetime(2099, 1, 16, 20, tzinfo=PRAGUE).timestamp()
    held = book(store, language=language)
    mail = " ".join(shown_mail(store, held, SENDER, token="T").split())
    assert until in mail and promised not in mail
    clock.now = datetime(2099, 1, 16, 23, 59, tzinfo=PRAGUE).timestamp()
    assert read(store, held).booking == "held"
    clock.now += 60
    assert read(store, held).booking == "expired" and taken(store) == (0, 0)


def test_a_late_mail_says_whether_the_date_can_still_be_booked(store: Store, clock: Clock) -> None:
    id = book(store, 2, language="en")
    link = "/en/booking?token=T"
    clock.now += HOLD_SECONDS
    mail = " ".join(shown_mail(store, id, SENDER, token="T").split())
    assert "We held 2 places" in mail and "You can still book" in mail and link in mail
    assert "We are holding" not in mail and "After that" not in mail and "the hold simply ends" not in mail
    clock.now = datetime(2099, 1, 17, tzinfo=PRAGUE).timestamp() - 1
    assert link in shown_mail(store, id, SENDER, token="T")
    clock.now += 1
    mail = " ".join(shown_mail(store, id, SENDER, token="T").split())
    assert "not confirmed" in mail and "can no longer be booked" in mail and link not in mail
    assert "/en/vouchers/workshop#dates" in mail


@pytest.mark.parametrize("by", ["customer", "studio"])
def test_a_confirmation_replaces_an_unsent_mail_about_the_hold(store: Store, by: By) -> None:
    confirmed, moved, informed = book(store), book(store), book(store)
    store.mark_sent(QueuedMail(informed, SENDER, 1))
    for id in (confirmed, informed):
        actions.confirm_booking(store, id, by=by, mailed=True)
    actions.move_booking(store, moved, SECOND, by=by, mailed=True)
    expected = {STUDIO, BOOKED, f"{CHANGE}{BOOKED}"} if by == "customer" else {STUDIO, BOOKED}
    for id, others in ((confirmed, set[str]()), (moved, set[str]()), (informed, {SENDER})):
        assert {mail.kind for mail in read(store, id).mails} == expected | others


def test_a_move_that_confirms_announces_the_payment(store: Store) -> None:
    id = book(store, language="en")
    actions.move_booking(store, id, SECOND, by="customer", mailed=True)
    assert {mail.kind for mail in read(store, id).mails} == {STUDIO, BOOKED, f"{CHANGE}{BOOKED}"}
    mail = " ".join(shown_mail(store, id, BOOKED, token="T").split())
    assert "Booked: workshop on 31 January 2099" in mail and "the payment details" in mail


def test_without_a_mail_server_and_in_earlier_data_places_are_booked(store: Store, clock: Clock) -> None:
    booked = book(store, mailed=False)
    clock.now += 10 * HOLD_SECONDS
    assert read(store, booked).booking == "booked" and taken(store) == (1, 0)


def test_an_expired_booking_is_confirmed_while_places_last(store: Store, clock: Clock) -> None:
    early, late = book(store, 2), book(store, 2)
    clock.now += HOLD_SECONDS + 1
    actions.confirm_booking(store, early, by="customer", mailed=True)
    assert read(store, early).booking == "booked" and taken(store) == (2, 0)
    book(store, 1)
    with pytest.raises(ActionError, match="full"):
        actions.confirm_booking(store, late, by="customer", mailed=True)
    assert read(store, late).booking == "expired"
    actions.move_booking(store, late, SECOND, by="customer", mailed=True)
    assert read(store, late).booking == "booked" and read(store, late).moved is None and taken(store) == (3, 2)


def test_confirming_twice_sends_one_mail(store: Store) -> None:
    held = book(store)

    def confirm(_number: int) -> str:
        try:
            actions.confirm_booking(Store(store.database, store.capacity), held, by="customer", mailed=True)
        except ActionError as error:
            return error.reason
        return "done"

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(confirm, range(4))) == ["booked"] * 3 + ["done"]
    assert [mail.kind for mail in read(store, held).mails] == [BOOKED, STUDIO, f"{CHANGE}{BOOKED}"]


@pytest.mark.daily
def test_moving_and_cancelling_at_once_leaves_no_place_taken(store: Store) -> None:
    for _round in range(5):
        id = book(store, 2)

        def move(id: str = id) -> None:
            actions.move_booking(Store(store.database, store.capacity), id, SECOND, by="customer", mailed=True)

        def cancel(id: str = id) -> None:
            actions.cancel_booking(Store(store.database, store.capacity), id, by="customer", mailed=True)

        def attempt(act: Callable[[], None]) -> None:
            with suppress(ActionError):
                act()

        with ThreadPoolExecutor(2) as pool:
            list(pool.map(attempt, random.sample([move, cancel], 2)))
        assert read(store, id).booking == "cancelled" and taken(store) == (0, 0)


@pytest.mark.daily
def test_forty_customers_race_for_four_places(store: Store, clock: Clock) -> None:
    expiring = [book(store) for _number in range(PLACES)]
    clock.now += HOLD_SECONDS

    def buy(number: int) -> str | None:
        each = Store(store.database, store.capacity, clock)
        try:
            id = book(each) if number % 10 else expiring[number // 10]
            actions.confirm_booking(each, id, by="customer", mailed=True)
        except (FullError, ActionError):
            return None
        return id

    with ThreadPoolExecutor(8) as pool:
        sold = [id for id in pool.map(buy, range(40)) if id]
    assert len(sold) == PLACES and taken(store) == (PLACES, 0)
    assert {read(store, id).booking for id in sold} == {"booked"}


def test_a_customer_moves_a_booking_once_and_in_time(store: Store, clock: Clock) -> None:
    booked = book(store)
    actions.confirm_booking(store, booked, by="customer", mailed=True)
    actions.move_booking(store, booked, SECOND, by="customer", mailed=True)
    with pytest.raises(ActionError, match="moved"):
        actions.move_booking(store, booked, FIRST, by="customer", mailed=True)
    with pytest.raises(ActionError, match="same-date"):  # a repeated click
        actions.move_booking(store, booked, SECOND, by="customer", mailed=True)
    actions.move_booking(store, booked, FIRST, by="studio", mailed=True)
    late = book(store)
    actions.confirm_booking(store, late, mailed=True)
    last = datetime.fromisoformat(FIRST).replace(hour=12, tzinfo=UTC) - timedelta(days=MOVE_DAYS)
    clock.now = last.timestamp() + 86_400
    with pytest.raises(ActionError, match="late"):
        actions.move_booking(store, late, SECOND, by="customer", mailed=True)
    clock.now = last.timestamp()
    actions.move_booking(store, late, SECOND, by="customer", mailed=True)


def test_the_terms_of_moves_do_not_apply_to_a_workshop_that_was_called_off(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = book(store)
    actions.confirm_booking(store, id, by="customer", mailed=True)
    called_off = [replace(each, places=0) if each.id == FIRST else each for each in workshops.WORKSHOPS]
    with monkeypatch.context() as patch:
        patch.setattr(workshops, "WORKSHOPS", called_off)
        clock.now = datetime.fromisoformat(FIRST).replace(tzinfo=UTC).timestamp() - 86_400
        actions.move_booking(store, id, SECOND, by="customer", mailed=True)
    actions.move_booking(store, id, FIRST, by="customer", mailed=True)


def test_a_mail_offers_a_move_only_in_time(store: Store, clock: Clock) -> None:
    booked, moved = book(store), book(store, workshop=SECOND)
    for id in (booked, moved):
        actions.confirm_booking(store, id, by="customer", mailed=True)
    actions.move_booking(store, moved, FIRST, mailed=True)
    [move] = [mail.kind for mail in read(store, moved).mails if mail.kind.startswith(f"{MOVED}{SECOND}-")]
    for day, offer, other in (
        (14, "nejpozději 14. ledna 2099", "Zrušit rezervaci"),
        (15, "Zrušit rezervaci", "jiný termín"),
    ):
        clock.now = datetime(2099, 1, day, 23, 59, tzinfo=PRAGUE).timestamp()
        for id, kind in ((booked, BOOKED), (booked, SENDER), (moved, move)):
            mail = " ".join(shown_mail(store, id, kind, token="T").split())
            assert offer in mail and other not in mail


@pytest.mark.parametrize("by", ["customer", "studio"])
def test_a_cancellation_deletes_unsent_mails_about_the_booking(store: Store, by: By) -> None:
    unconfirmed, confirmed, known = book(store), book(store), book(store)
    sent = (SENDER, BOOKED, f"{CHANGE}{BOOKED}")
    store.mark_sent(QueuedMail(known, SENDER, 1))
    for id in (confirmed, known):
        actions.confirm_booking(store, id, by="customer", mailed=True)
    for kind in sent[1:]:
        store.mark_sent(QueuedMail(known, kind, 1))
    cancellation = {CANCELLED, f"{CHANGE}{CANCELLED}"} if by == "customer" else {CANCELLED}
    for id, others in ((unconfirmed, {STUDIO}), (confirmed, {STUDIO}), (known, {STUDIO, *sent})):
        actions.cancel_booking(store, id, by=by, mailed=True)
        assert {mail.kind for mail in read(store, id).mails} == cancellation | others


@pytest.mark.parametrize("by", ["customer", "studio"])
def test_the_studio_gets_a_mail_about_what_the_customer_has_changed(store: Store, by: By) -> None:
    id = book(store, name="Jana")
    actions.confirm_booking(store, id, by=by, mailed=True)
    actions.move_booking(store, id, SECOND, by=by, mailed=True)
    changes = [mail.kind for mail in read(store, id).mails if mail.kind.startswith(CHANGE)]
    assert [kind.rpartition("-")[0] for kind in changes] == (
        ["studio", f"studio-moved-{FIRST}"] if by == "customer" else []
    )
    for kind in changes:
        text = shown_mail(store, id, kind)
        assert "Jana" in text and f"/desk/sign-in?inquiry={id}" in text
        assert text.startswith(("Zákazník potvrdil rezervaci", "Zákazník přesunul rezervaci"))
    actions.cancel_booking(store, id, by=by, mailed=True)
    assert (f"{CHANGE}cancelled" in {mail.kind for mail in read(store, id).mails}) == (by == "customer")


@pytest.mark.parametrize(
    ("language", "held", "booked", "cancelled"),
    [
        ("cs", "držíme pro vás 2 místa", "Zarezervováno", "zrušili"),
        ("en", "We are holding 2 places", "Booked", "cancelled"),
    ],
)
def test_the_customer_gets_links_in_their_language(
    store: Store, language: str, held: str, booked: str, cancelled: str
) -> None:
    id = book(store, 2, language=language)
    address = "/en/booking?token=" if language == "en" else "/booking?token="
    assert has_link(read(store, id), SENDER)
    mail = shown_mail(store, id, SENDER, token="T")
    assert held in mail and f"{address}T\n" in mail and ("2. prosince 2026" in mail or "2 December 2026" in mail)
    actions.confirm_booking(store, id, by="customer", mailed=True)
    mail = shown_mail(store, id, BOOKED, token="T")
    assert booked in mail and f"{address}T\n" in mail
    actions.cancel_booking(store, id, by="customer", mailed=True)
    assert cancelled in shown_mail(store, id, "cancelled") and not has_link(read(store, id), "cancelled")
    assert has_link(read(store, id), f"{MOVED}1") and not has_link(read(store, id), SENDER)


def test_links_are_stored_as_hashes_and_all_of_them_work(store: Store) -> None:
    id = book(store)
    tokens = [booking_links.new_token(store, id) for _mail in range(2)]
    assert {found.inquiry.id for token in tokens if (found := booking_links.find(store, token))} == {id}
    assert booking_links.find(store, "x" * 43) is None
    stored = b"".join(bytes(digest) for (digest,) in rows(store.database, "SELECT digest FROM booking_links"))
    assert len(stored) == 64 and not any(token.encode() in stored for token in tokens)
    execute(store.database, "DELETE FROM inquiries")
    assert rows(store.database, "SELECT count(*) FROM booking_links") == [(0,)]


def test_unconfirmed_places_of_a_mailbox_are_limited(store: Store, clock: Clock) -> None:
    book(store, PLACES, email="jana@example.com")
    with pytest.raises(TooManySeatsError):
        book(store, 1, SECOND, email="Jana+2@example.com")
    clock.now += HOLD_SECONDS + 1
    book(store, 1, SECOND, email="jana@example.com")


def test_the_retention_of_a_booking_counts_from_its_workshop(store: Store, clock: Clock) -> None:
    booked, cancelled, expired, order = book(store), book(store), book(store), make_inquiry()
    store.add(order, [], [order.id], mailed=True)
    actions.confirm_booking(store, booked, mailed=False)
    actions.cancel_booking(store, cancelled, mailed=False)
    clock.now += 8 * 86_400
    assert store.sweep(7) == 2 and {stored.inquiry.id for stored in store.all()} == {booked, expired}
    assert store.sweep(1) == 0 and taken(store) == (1, 0)
    workshop_day = datetime.fromisoformat(FIRST).replace(tzinfo=PRAGUE)
    clock.now = workshop_day.timestamp() - 60
    assert store.sweep(7) == 0, "the expired booking can still be confirmed"
    clock.now = (workshop_day + timedelta(days=1)).timestamp()
    assert store.sweep(7) == 1 and [stored.inquiry.id for stored in store.all()] == [booked]
    day_after = datetime.fromisoformat(FIRST).replace(hour=12, tzinfo=UTC) + timedelta(days=1)
    clock.now = day_after.timestamp() + 6 * 86_400
    assert store.sweep(7) == 0
    clock.now += 86_400
    assert store.sweep(7) == 1


def test_the_retention_of_a_cancelled_booking_counts_from_its_cancellation(store: Store, clock: Clock) -> None:
    """The booking is not deleted immediately, because mails about the cancellation may still have to be sent."""
    id = book(store)
    clock.now += 8 * 86_400
    actions.cancel_booking(store, id, by="customer", mailed=True)
    assert store.sweep(7) == 0 and any(mail.due for mail in read(store, id).mails)
    clock.now += 8 * 86_400
    assert store.sweep(7) == 1
