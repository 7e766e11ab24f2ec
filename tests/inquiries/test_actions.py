import sqlite3
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from uuid import uuid4

import pytest

from app.content import workshops
from app.content.workshops import booking_ends
from app.database import space
from app.database.database import Database
from app.inquiries import __main__ as command
from app.inquiries import actions
from app.inquiries.actions import ActionError
from app.inquiries.booking_links import new_token
from app.inquiries.mail import compose
from app.inquiries.store import MOVED, SENDER, STUDIO, IdUsedError, QueuedMail, Store
from app.settings import load
from app.vouchers.orders import Vouchers
from tests.support.clock import Clock
from tests.support.databases import execute, overrides_of, rows
from tests.support.inquiries import PDF, seats_left
from tests.support.inquiry_factory import FIRST, SECOND, add_inquiry, book, make_inquiry, make_upload, read
from tests.support.mails import SETTINGS, parsed
from tests.support.voucher_orders import order_voucher
from tests.support.workshops import OWN

pytestmark = pytest.mark.usefixtures("own_workshops")
with_sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


@pytest.fixture
def store(database: Database) -> Store:
    return Store(database, capacity=lambda workshop: 4 if workshop in (FIRST, SECOND) else None, clock=Clock())


def mail_about(store: Store, id: str, kind: str) -> EmailMessage:
    return parsed(compose(read(store, id), kind, SETTINGS))


def kinds(store: Store, id: str) -> set[str]:
    return {mail.kind for mail in read(store, id).mails} - {STUDIO, SENDER}


def test_the_seats_of_a_cancelled_booking_are_free(store: Store) -> None:
    booked = book(store, seats=4)
    assert actions.seats(store, [FIRST])[0].taken == 4
    actions.cancel_booking(store, booked, mailed=True)
    assert actions.seats(store, [FIRST])[0].taken == 0 and seats_left(store, FIRST) == 4
    book(store, seats=4)


def test_mails_of_one_inquiry_have_different_ids(store: Store) -> None:
    booked = book(store)
    actions.confirm_booking(store, booked, mailed=False)
    actions.move_booking(store, booked, SECOND, mailed=True)
    actions.move_booking(store, booked, FIRST, mailed=True)
    actions.cancel_booking(store, booked, mailed=True)
    ids = {mail_about(store, booked, mail.kind)["Message-ID"] for mail in read(store, booked).mails}
    assert len(ids) == len(read(store, booked).mails) == 2, "the outdated mails are gone"


def test_an_outdated_move_is_not_mailed_and_its_outcome_not_recorded(store: Store) -> None:
    booked = book(store)
    actions.confirm_booking(store, booked, mailed=False)
    actions.move_booking(store, booked, SECOND, mailed=True)
    [first] = kinds(store, booked)
    actions.move_booking(store, booked, FIRST, mailed=True)
    [second] = kinds(store, booked)
    assert first != second and second.startswith(MOVED)
    store.mark_sent(QueuedMail(booked, first, 1))
    assert [mail.state for mail in read(store, booked).mails if mail.kind == second] == ["not sent"]


def test_a_moved_booking_takes_seats_of_the_new_date_only(store: Store) -> None:
    booked = book(store, seats=3)
    actions.move_booking(store, booked, SECOND, mailed=False)
    assert [each.taken for each in actions.seats(store, [FIRST, SECOND])] == [0, 3]
    assert (read(store, booked).inquiry.workshop, read(store, booked).first_workshop) == (SECOND, FIRST)
    assert kinds(store, booked) == set()


def test_a_form_that_is_repeated_after_a_move_is_the_same_inquiry(store: Store) -> None:
    inquiry = make_inquiry(what="workshop", workshop=FIRST, pieces=2)
    assert store.add(inquiry, [], [], mailed=True)
    actions.move_booking(store, inquiry.id, SECOND, mailed=True)
    assert not store.add(inquiry, [], [], mailed=True)
    actions.cancel_booking(store, inquiry.id, mailed=True)
    assert not store.add(inquiry, [], [], mailed=True) and seats_left(store, FIRST) == 4
    with pytest.raises(IdUsedError):
        store.add(make_inquiry(id=inquiry.id), [], [], mailed=True)


def test_what_is_impossible_changes_nothing(store: Store) -> None:
    booked, cancelled, order = book(store, seats=2), book(store, seats=1), add_inquiry(store)
    book(store, seats=3, workshop=SECOND)
    actions.cancel_booking(store, cancelled, mailed=False)
    past = book(store, seats=1)
    execute(store.database, "UPDATE inquiries SET workshop = '2020-01-01' WHERE id = :id", id=past)
    before = store.all()
    attempts = {
        "missing": lambda: actions.cancel_booking(store, "none", mailed=True),
        "no-booking": lambda: actions.move_booking(store, order, SECOND, mailed=True),
        "cancelled": lambda: actions.cancel_booking(store, cancelled, mailed=True),
        "past": lambda: actions.cancel_booking(store, past, mailed=True),
        "same-date": lambda: actions.move_booking(store, booked, FIRST, mailed=True),
        "unknown-date": lambda: actions.move_booking(store, booked, "2020-01-01", mailed=True),
        "full": lambda: actions.move_booking(store, booked, SECOND, mailed=True),
    }
    for reason, attempt in attempts.items():
        with pytest.raises(ActionError, match=reason):
            attempt()
    with pytest.raises(ActionError, match="missing"):
        actions.mark_answered(store, "none", answered=True)
    assert store.all() == before


def test_a_booking_that_was_moved_since_it_was_shown_is_not_changed(store: Store) -> None:
    booked = book(store)
    actions.move_booking(store, booked, SECOND, by="customer", mailed=True)
    before = read(store, booked)
    for attempt in (
        partial(actions.cancel_booking, store, booked),
        partial(actions.move_booking, store, booked, FIRST),
    ):
        with pytest.raises(ActionError, match="changed"):
            attempt(expected=FIRST, mailed=True)
    with pytest.raises(ActionError, match="same-date"):
        actions.move_booking(store, booked, SECOND, expected=FIRST, mailed=True)
    assert read(store, booked) == before
    actions.cancel_booking(store, booked, expected=SECOND, mailed=True)
    assert read(store, booked).booking == "cancelled"


def test_a_workshop_that_was_called_off_can_be_cancelled_and_moved(store: Store) -> None:
    """A workshop that was called off may be missing from `WORKSHOPS`."""
    first, second = book(store, seats=1), book(store, seats=1)
    execute(store.database, "UPDATE inquiries SET workshop = '2099-01-03'")
    for by in ("customer", "studio"):
        assert actions.can_change(read(store, first), store.clock(), by)
    actions.cancel_booking(store, first, mailed=True)
    actions.move_booking(store, second, SECOND, mailed=True)
    assert read(store, first).booking == "cancelled" and read(store, second).inquiry.workshop == SECOND


def test_on_the_day_only_the_studio_can_cancel(store: Store) -> None:
    booked = book(store, seats=1)
    store.clock = lambda: booking_ends(FIRST).timestamp() + 7 * 3600
    with pytest.raises(ActionError, match="past"):
        actions.cancel_booking(store, booked, by="customer", mailed=True)
    actions.cancel_booking(store, booked, by="studio", mailed=True)
    assert read(store, booked).booking == "cancelled"


def test_simultaneous_moves_do_not_exceed_the_seats(store: Store) -> None:
    booked = [book(store, seats=1) for _number in range(4)]
    book(store, seats=2, workshop=SECOND)

    def move(id: str) -> bool:
        try:
            actions.move_booking(Store(store.database, store.capacity, store.clock), id, SECOND, mailed=True)
        except ActionError as error:
            assert error.reason == "full"
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(move, booked)) == [False, False, True, True]
    assert [each.taken for each in actions.seats(store, [FIRST, SECOND])] == [2, 4]


@with_sqlite
def test_the_command_line_has_the_same_actions(
    store: Store,
    database: Database,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(command, "Store", partial(Store, clock=store.clock))
    monkeypatch.setattr(command, "capacity", store.capacity)
    chosen = load(_env_file=None, **overrides_of(database))
    monkeypatch.setattr(command, "settings", lambda: chosen)
    booked, order = book(store, seats=2, name="Jana\u009b31m \U0001f600\U0001fa77"), add_inquiry(store, name="Petr")

    def run(*arguments: str, code: int = 0) -> str:
        assert command.main([*arguments]) == code
        printed = capsys.readouterr()
        return printed.out + printed.err

    assert "tell" in run("move", booked[:8].upper(), SECOND) and read(store, booked).inquiry.workshop == SECOND
    assert f"{SECOND}  2 taken, 2 of 4 free" in run("seats")
    assert "already for this date" in run("move", booked, SECOND, code=1)
    run("cancel", booked)
    assert "already cancelled" in run("cancel", booked, code=1)
    assert f"{FIRST}  0 taken, 4 of 4 free" in run("seats")
    run("answered", order[:8])
    assert "Petr" in run("list", "--state", "answered") and "Jana?31m \U0001f600\U0001fa77" in run("list")
    assert "cancelled" in run("list", "--what", "workshop", "--search", "jana")
    run("unanswered", order[:8])
    assert run("list", "--state", "answered") == ""
    assert "2 mails" in run("resend", order)
    assert "begins with" in run("cancel", "ffffffff", code=1)
    sent = make_inquiry()
    store.add(sent, [make_upload()], [sent.id], mailed=False)
    saved = tmp_path / f"{sent.reference}-1.pdf"
    assert str(saved) in run("files", sent.id, str(tmp_path)) and saved.read_bytes() == PDF
    assert saved.stat().st_mode & 0o777 == 0o600 and "exists" in run("files", sent.id, str(tmp_path), code=1)
    chosen = chosen.model_copy(update={"smtp_url": SETTINGS.smtp_url})
    run("cancel", book(store, seats=1))
    assert "sends the customer a mail" in run("cancel", book(store, seats=1))
    run("list", "--state", "nonsense", code=2)
    held = book(store, seats=1)
    assert f"{FIRST}  1 taken, 1 of them held, 3 of 4 free" in run("seats")
    assert "booking: held" in run("show", held) and ", held" in run("list", "--state", "held")
    assert "is confirmed" in run("confirm", held) and "already confirmed" in run("confirm", held, code=1)
    assert "Nothing was deleted" in run("delete", sent.id, code=1) and actions.read(store, sent.id)
    printed = run("delete", sent.id, "--yes")
    assert sent.email in printed and "files: 1, unsent mails: 0" in printed and actions.read(store, sent.id) is None
    assert "with its booking, files: 0, unsent mails: 2" in run("delete", held, "--yes")
    assert f"{FIRST}  0 taken" in run("seats")


@with_sqlite
@pytest.mark.parametrize(("minutes", "left"), [(-1, "today"), (0, "over")])
def test_the_command_line_says_when_a_workshop_is_over(
    database: Database, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], minutes: int, left: str
) -> None:
    chosen = load(_env_file=None, **overrides_of(database))
    monkeypatch.setattr(command, "settings", lambda: chosen)
    moment = OWN[0].ends + timedelta(minutes=minutes)
    monkeypatch.setattr(command, "Store", partial(Store, clock=moment.timestamp))
    monkeypatch.setattr(command, "capacity", lambda workshop: None)
    add_inquiry(Store(database))
    assert command.main(["seats"]) == 0
    assert f"{OWN[0].id}  0 taken, {left}\n" in capsys.readouterr().out


@with_sqlite
def test_the_command_line_says_that_a_workshop_was_called_off(
    database: Database, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = load(_env_file=None, **overrides_of(database))
    monkeypatch.setattr(command, "settings", lambda: chosen)
    add_inquiry(Store(database))
    for module in (workshops, command):
        monkeypatch.setattr(module, "WORKSHOPS", (replace(OWN[0], places=0),))
    assert command.main(["seats"]) == 0
    assert capsys.readouterr().out == f"{FIRST}  0 taken, called off\n"


def test_deleting_leaves_nothing_in_the_database(store: Store) -> None:
    secrets = [f"{name}{uuid4().hex}" for name in ("Name", "Message", "contents")]
    name, message, contents = secrets
    inquiry = make_inquiry(name=name, message=message, what="workshop", workshop=FIRST, pieces=2)
    upload = make_upload(PDF + contents.encode() * 20_000)
    store.add(inquiry, [upload], ["198.51.100.7"], mailed=True)
    new_token(store, inquiry.id)
    execute(store.database, "INSERT INTO desk_links VALUES (:d, 1, :id, NULL)", d=b"x", id=inquiry.id)
    other = add_inquiry(store)
    deleted = actions.delete(store, inquiry.id)
    assert (deleted.files, deleted.unsent_mails, deleted.was_booking) == (1, 2, True)
    assert [stored.inquiry.id for stored in store.all()] == [other] and seats_left(store, FIRST) == 4
    for table in ("files", "file_blocks", "booking_links"):
        assert rows(store.database, f"SELECT count(*) FROM {table}") == [(0,)]
    assert rows(store.database, "SELECT DISTINCT inquiry FROM mails") == [(other,)]
    assert rows(store.database, "SELECT inquiry FROM desk_links") == [("",)]
    if store.database.file:
        assert deleted.is_erased
        stored = b"".join(file.read_bytes() for file in store.database.folder.glob("site.db*"))
        assert read(store, other).inquiry.email.encode() in stored
        assert not [secret for secret in (*secrets, inquiry.email) if secret.encode() in stored]
    with pytest.raises(ActionError, match="missing"):
        actions.delete(store, inquiry.id)


def test_an_inquiry_is_deleted_only_in_the_expected_state(store: Store, database: Database) -> None:
    booking, order = book(store), order_voucher(store)
    shown = {id: actions.deletion_state(read(store, id)) for id in (booking, str(order.inquiry))}
    actions.move_booking(store, booking, SECOND, mailed=False)
    Vouchers(database, store.clock).mark_paid(order.number, mailed=False)
    for id, expected in shown.items():
        with pytest.raises(ActionError, match="changed"):
            actions.delete(store, id, expected=expected)
        actions.delete(store, id, expected=actions.deletion_state(read(store, id)))


def test_an_inquiry_is_deleted_even_if_its_bytes_cannot_be_erased(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_connection: object) -> bool:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(space, "free", fail)
    id = add_inquiry(store)
    deleted = actions.delete(store, id)
    assert not deleted.is_erased and actions.read(store, id) is None
    assert [record.message for record in caplog.records if "disk I/O error" in record.message] == [
        "Erasing deleted rows failed (OperationalError: disk I/O error); the next sweep retries"
    ]
