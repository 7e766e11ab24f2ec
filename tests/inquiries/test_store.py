import sqlite3
import stat
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from app.content import estimate as prices
from app.database.database import Database
from app.database.errors import StoreError
from app.database.files import BLOCK_BYTES
from app.database.tables import inquiries, records
from app.i18n import Text
from app.inquiries import actions, limits
from app.inquiries.limits import (
    CONFIRMATION_LIMIT,
    ORDER_CONFIRMATION_LIMIT,
    SEATS_LIMIT_SECONDS,
    SENDER_LIMITS,
    SENDER_RETENTION_SECONDS,
    Limit,
)
from app.inquiries.mail import compose
from app.inquiries.model import Inquiry
from app.inquiries.quotas import TooManyInquiriesError, TooManySeatsError
from app.inquiries.store import SENDER, STUDIO, FullError, IdUsedError, Store
from tests.fakes.smtp import text_of
from tests.support.clock import Clock
from tests.support.databases import execute, locked, rows, short_timeout, sqlite_database
from tests.support.inquiries import PDF, contents_of, seats_left
from tests.support.inquiry_factory import FIRST, add_inquiry, book, make_inquiry, make_upload, read
from tests.support.mails import SETTINGS, parsed

DAY = 86_400


@pytest.fixture
def clock() -> Clock:
    return Clock(1_000_000.0)


@pytest.fixture
def store(database: Database, clock: Clock) -> Store:
    return Store(database, clock=clock)


def add(store: Store, inquiry: Inquiry, address: str = "", *files: bytes, mailed: bool = False) -> bool:
    return store.add(inquiry, [make_upload(content) for content in files], [address or inquiry.id], mailed=mailed)


def claim_all(store: Store, pauses: Sequence[float] = (60,)) -> list[tuple[str, str]]:
    return [(mail.inquiry, mail.kind) for mail in iter(lambda: store.claim(pauses), None)]


def count_blocks(store: Store) -> int:
    [(count,)] = rows(store.database, "SELECT count(*) FROM file_blocks")
    return count


def test_a_stored_inquiry_is_found_again(store: Store) -> None:
    inquiry = make_inquiry(message="Ahoj\nsvěte", by=None)
    assert add(store, inquiry, "", PDF, b"%PDF-2", mailed=True)
    [stored] = store.all()
    assert stored.inquiry == inquiry == (store.find(inquiry.reference) or stored).inquiry
    assert [contents_of(file) for file in stored.files] == [PDF, b"%PDF-2"]
    assert claim_all(store) == [(inquiry.id, STUDIO), (inquiry.id, SENDER)]


def test_a_fixed_price_is_that_of_the_time_of_the_inquiry(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(database, {FIRST: 4}.get)
    booked, pack = book(store, 2), add_inquiry(store, what="sample-pack", pieces=None)
    estimated = add_inquiry(store)
    before = {id: read(store, id).estimate() for id in (booked, pack, estimated)}
    name = Text("Price")
    dearer = (prices.Line(name, once=9_999),)
    for key in prices.LINES:
        monkeypatch.setitem(prices.LINES, key, dearer)  # pyright: ignore[reportArgumentType]
    for id in (booked, pack):
        found, earlier = read(store, id).estimate(), before[id]
        assert found and earlier and found.crowns == earlier.crowns
    for kind in (SENDER, STUDIO):
        text = text_of(parsed(compose(read(store, booked), kind, SETTINGS)))
        assert "3\u00a0400" in text and "9\u00a0999" not in text
    assert read(store, estimated).estimate() != before[estimated]


def test_a_booking_without_a_stored_price_keeps_the_earlier_price(database: Database) -> None:
    store = Store(database, {FIRST: 4}.get)
    bookings = {seats: book(store, seats) for seats in (1, 2)}
    pack = add_inquiry(store, what="sample-pack", pieces=None)
    before = read(store, pack).estimate()
    execute(database, "UPDATE inquiries SET crowns = NULL")
    assert [(seats, found.crowns) for seats, id in bookings.items() if (found := read(store, id).estimate())] == [
        (1, 1_900),
        (2, 3_800),
    ]
    assert "3\u00a0800" in text_of(parsed(compose(read(store, bookings[2]), SENDER, SETTINGS)))
    assert read(store, pack).estimate() == before


def test_other_contents_under_the_same_id_are_rejected(store: Store) -> None:
    inquiry = make_inquiry()
    assert add(store, inquiry, "", PDF)
    assert not add(store, replace(inquiry, language="en"), "", PDF), "the same form in another language"
    for changed, files in (
        (replace(inquiry, message="x"), [PDF]),
        (replace(inquiry, email="eva@example.com"), [PDF]),
        (inquiry, []),
        (inquiry, [PDF, PDF]),
        (inquiry, [PDF[:-1] + b"!"]),
    ):
        with pytest.raises(IdUsedError):
            add(store, changed, "", *files)
    assert [stored.inquiry for stored in store.all()] == [inquiry] and count_blocks(store) == 1


def test_a_derived_id_depends_on_the_database(store: Store, tmp_path: Path) -> None:
    other = Store(sqlite_database(tmp_path / "other"))
    assert store.derive_id(b"a") == store.derive_id(b"a") != store.derive_id(b"b")
    assert store.derive_id(b"a") != other.derive_id(b"a")


def test_a_derived_id_of_a_cancelled_booking_is_not_used_again(store: Store) -> None:
    ids: list[str] = []
    for _booking in range(3):
        id = store.derive_id(b"a")
        assert id not in ids and store.derive_id(b"a") == id
        ids.append(add_inquiry(store, id=id))
        assert store.derive_id(b"a") == id
        with store.transaction() as connection:
            connection.execute(inquiries.update().where(inquiries.c.id == id).values(cancelled=store.clock()))
    assert store.derive_id(b"b") not in ids


def test_simultaneous_repeats_are_stored_once(store: Store) -> None:
    inquiry = make_inquiry()
    with ThreadPoolExecutor(8) as pool:
        new = [*pool.map(lambda _: add(store, inquiry, "", PDF, mailed=True), range(8))]
    assert sorted(new) == [False] * 7 + [True]
    assert len(store.all()) == 1 and count_blocks(store) == 1 and len(claim_all(store)) == 2


def test_the_last_seat_goes_to_one_sender(database: Database) -> None:
    capacity = {"june": 3}
    stores = [Store(database, capacity.get) for _ in range(4)]
    add(stores[0], make_inquiry(what="workshop", workshop="june", pieces=2))

    def book(each: Store) -> bool:
        try:
            return add(each, make_inquiry(what="workshop", workshop="june", pieces=None))
        except FullError:
            return False

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(book, stores)) == 1
    assert seats_left(stores[0], "june") == 0
    with pytest.raises(FullError):
        add(stores[0], make_inquiry(what="workshop", workshop="july"))


NETWORKS = ("2001:db8::/64", "2001:db8::/56", "2001:db8::/48")


@pytest.mark.parametrize("narrowest", range(len(NETWORKS)))
def test_inquiries_of_a_sender_are_limited(store: Store, clock: Clock, narrowest: int) -> None:
    """A sender cannot evade limits by changing to a neighbouring IPv6 network, because larger networks have limits
    too.
    """
    limit = SENDER_LIMITS[narrowest]

    def send(*files: bytes) -> bool:
        networks = [*(str(make_inquiry().id) for _ in NETWORKS[:narrowest]), *NETWORKS[narrowest:]]
        return store.add(make_inquiry(), [make_upload(content) for content in files], networks, mailed=False)

    count = min(each.count for each in SENDER_LIMITS[narrowest:])
    for _ in range(count):
        send()
    clock.passes(60)
    with pytest.raises(TooManyInquiriesError) as error:
        send(PDF)
    assert error.value.seconds == limit.seconds - 60
    assert count_blocks(store) == 0
    add(store, make_inquiry(), "192.0.2.2")
    with pytest.raises(TooManyInquiriesError):
        store.check_limits(NETWORKS)
    clock.passes(error.value.seconds + 1)
    send()


def test_a_household_is_limited_and_its_neighbour_is_not(store: Store) -> None:
    sent = 0
    for number in range(3):
        for _ in range(SENDER_LIMITS[1].count // 2):
            try:
                store.add(make_inquiry(), [], [f"2001:db8:0:{number:x}::/64", *NETWORKS[1:]], mailed=False)
                sent += 1
            except TooManyInquiriesError:
                pass
    assert sent == SENDER_LIMITS[1].count
    assert store.add(make_inquiry(), [], ["2001:db8:0:ff00::/64", "2001:db8:0:ff00::/56", NETWORKS[2]], mailed=False)


def test_forms_in_a_victims_name_do_not_lock_the_victim_out(store: Store, clock: Clock) -> None:
    """The limit on confirmation emails treats all spellings of an address as one mailbox."""
    for number in range(CONFIRMATION_LIMIT.count + 3):
        add(store, make_inquiry(email=f"jana+{number}@example.com"), mailed=True)
    mine = make_inquiry(email="Jana@example.com")
    add(store, mine, mailed=True)
    mails = claim_all(store)
    assert [kind for _, kind in mails].count(SENDER) == CONFIRMATION_LIMIT.count
    assert (mine.id, STUDIO) in mails and (mine.id, SENDER) not in mails
    clock.passes(CONFIRMATION_LIMIT.seconds + 1)
    again = make_inquiry(email="jana@example.com")
    add(store, again, mailed=True)
    assert (again.id, SENDER) in claim_all(store)


def test_orders_of_vouchers_have_their_own_limit_on_mails(store: Store) -> None:
    """Orders have a higher limit than other inquiries, because an order's confirmation mail says how to pay."""
    order = {"what": "voucher", "pieces": None, "details": {"voucher": "prints-600", "delivery": "email"}}
    for number in range(CONFIRMATION_LIMIT.count + 3):
        add(store, make_inquiry(email=f"jana+{number}@example.com"), mailed=True)
        add(store, make_inquiry(email=f"jana+{number}@example.com", **order), mailed=True)
    assert [kind for _, kind in claim_all(store)].count(SENDER) == 2 * CONFIRMATION_LIMIT.count + 3
    for number in range(ORDER_CONFIRMATION_LIMIT.count):
        add(store, make_inquiry(email=f"jana+{number}@example.com", **order), mailed=True)
    left = ORDER_CONFIRMATION_LIMIT.count - CONFIRMATION_LIMIT.count - 3
    assert [kind for _, kind in claim_all(store)].count(SENDER) == left


def test_the_overall_limit_only_delays_mail(store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAIL_LIMIT", Limit(3, 300))
    for _ in range(5):
        add(store, make_inquiry(), mailed=True)
    at_once = len(claim_all(store, (9999,)))
    clock.passes(100)
    later = len(claim_all(store, (9999,)))
    clock.passes(100)
    assert (at_once, later, len(claim_all(store, (9999,)))) == (6, 2, 2)


def test_a_sender_books_at_most_the_seats_of_one_date(database: Database, clock: Clock) -> None:
    store = Store(database, {"june": 4, "july": 4, "august": 4}.get, clock)
    booking = {"what": "workshop", "pieces": 2}
    for workshop in ("june", "july"):
        add(store, make_inquiry(workshop=workshop, **booking), "192.0.2.1")
    with pytest.raises(TooManySeatsError):
        add(store, make_inquiry(workshop="august", **booking), "192.0.2.1")
    assert add(store, make_inquiry(workshop="august", **booking), "192.0.2.2")
    for number in range(2):
        workshop = "june" if number else "july"
        add(store, make_inquiry(workshop=workshop, email="a@b.cz", **booking), f"{number}")
    with pytest.raises(TooManySeatsError):
        add(store, make_inquiry(workshop="august", pieces=1, what="workshop", email="A+x@b.cz"), "192.0.2.9")
    clock.passes(SEATS_LIMIT_SECONDS + 1)
    assert add(store, make_inquiry(workshop="august", **booking), "192.0.2.1")


def test_a_mail_is_claimed_once_until_its_pause_is_over(store: Store, clock: Clock) -> None:
    add(store, make_inquiry(), mailed=True)
    for pause in (5, 30, 30):
        assert len(claim_all(store, (5, 30))) == 2
        clock.passes(pause - 1)
        assert claim_all(store, (5, 30)) == []
        clock.passes(1)


def test_the_age_of_a_mail_counts_from_when_it_was_queued(database: Database, clock: Clock) -> None:
    store = Store(database, {FIRST: 4}.get, clock)
    booking = make_inquiry(what="workshop", workshop=FIRST, pieces=2)
    add(store, booking, mailed=True)
    assert store.mail_state().oldest == 1_000_000
    while mail := store.claim((60,)):
        store.mark_sent(mail)
    clock.passes(21 * DAY)
    actions.cancel_booking(store, booking.id, mailed=True)
    mail = store.claim((60,))
    assert mail and store.mail_state().oldest == clock.now
    store.mark_failed(mail, "RCPT: 550", is_permanent=True)
    clock.passes(DAY)
    for _ in range(2):
        actions.send_again(store, booking.id)
        assert store.mail_state().oldest == 1_000_000 + 22 * DAY
        clock.passes(60)
    execute(database, "UPDATE mails SET queued = NULL")  # simulates rows of earlier releases
    assert store.mail_state().oldest == 1_000_000


def test_a_large_file_is_stored_in_blocks(store: Store) -> None:
    content = PDF + bytes(range(256)) * (BLOCK_BYTES // 100)
    inquiry = make_inquiry()
    assert add(store, inquiry, "", content)
    [stored] = store.all()
    assert count_blocks(store) == -(-len(content) // BLOCK_BYTES) > 2
    with stored.files[0].open() as file:
        assert file.read(7) + file.read() == content and file.read(1) == b""
    assert not add(store, inquiry, "", content)
    with pytest.raises(IdUsedError):
        add(store, inquiry, "", content[:-1] + b"!")


def test_the_files_of_sqlite_are_private(tmp_path: Path) -> None:
    database = sqlite_database(tmp_path / "data")
    store = Store(database)
    with database.connected():
        add(store, make_inquiry(), "", PDF)
        modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in database.folder.iterdir()}
    names = ("site.db", "site.db-wal", "site.db-shm", "site.db.lock")
    assert modes == dict.fromkeys(names, 0o600) and stat.S_IMODE(database.folder.stat().st_mode) == 0o700


def test_a_full_database_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(sqlite_database(tmp_path))
    add(store, make_inquiry())
    connect = sqlite3.connect

    def small(*given: object, **named: object) -> sqlite3.Connection:
        connection = connect(*given, **named)  # pyright: ignore[reportCallIssue, reportArgumentType]
        connection.execute("PRAGMA max_page_count = 1")
        return connection

    monkeypatch.setattr("sqlite3.dbapi2.connect", small)
    with pytest.raises(StoreError, match=r"^OperationalError: .* full$"):
        add(store, make_inquiry(message="x" * 5000), "", PDF)
    monkeypatch.undo()
    assert len(store.all()) == 1 and count_blocks(store) == 0
    assert add(store, make_inquiry(), "", PDF)


def test_a_locked_database_leaves_nothing(database: Database) -> None:
    store = Store(database)
    add(store, make_inquiry())
    with short_timeout(database) as other, locked(database), pytest.raises(StoreError, match=r"locked|lock timeout"):
        add(Store(other), make_inquiry(), "", PDF)
    assert len(store.all()) == 1 and count_blocks(store) == 0


def test_errors_name_no_personal_data(store: Store) -> None:
    with pytest.raises(StoreError) as error:
        add(store, make_inquiry(name="Jana", message=None))
    assert "Jana" not in str(error.value) and "null" in str(error.value).lower()


def test_old_inquiries_are_deleted_with_their_files(store: Store, clock: Clock) -> None:
    add(store, make_inquiry(), "", PDF, mailed=True)
    clock.passes(366 * DAY)
    young = make_inquiry()
    add(store, young, "", PDF)
    assert store.sweep(365) == 1
    [stored] = store.all()
    assert stored.inquiry == young and contents_of(stored.files[0]) == PDF
    assert count_blocks(store) == 1 and claim_all(store) == []


def test_an_error_reverts_only_the_last_batch_of_deletions(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SWEEP_BATCH", 2)
    for _number in range(5):
        add(store, make_inquiry())
    clock.passes(366 * DAY)
    transactions = iter([store.transaction] * 3)  # the first transaction deletes no inquiries
    with monkeypatch.context() as failing, pytest.raises(StopIteration):
        failing.setattr(store, "transaction", lambda: next(transactions)())
        store.sweep(365)
    assert store.count() == 1
    assert store.sweep(365) == 1


def test_senders_are_stored_as_hashes_and_deleted(database: Database, store: Store, clock: Clock) -> None:
    add(store, make_inquiry(), "198.51.100.7")
    assert len(rows(database, "SELECT digest FROM senders")) == 1
    assert b"198.51.100.7" not in b"".join(bytes(digest) for (digest,) in rows(database, "SELECT digest FROM senders"))
    clock.passes(SENDER_RETENTION_SECONDS + 1)
    store.sweep(365)
    assert rows(database, "SELECT count(*) FROM senders") == [(0,)]


def test_expired_records_of_members_are_deleted(database: Database, store: Store, clock: Clock) -> None:
    with database.transaction() as connection:
        for key, days in {"joined:1": 30, "joined:2": 31}.items():
            values = {"key": key, "value": b"x", "until": clock() + days * DAY}
            connection.execute(records.insert().values(values))
    clock.passes(30 * DAY)
    store.sweep(365)
    assert rows(database, "SELECT key FROM records") == [("joined:2",)]


def test_an_ambiguous_id_finds_nothing(store: Store) -> None:
    for end in "12":
        add(store, make_inquiry(id=f"aaaaaaaa-0000-4000-8000-00000000000{end}"))
    assert store.find("AAAAAAAA") is None and store.find("%") is None
    assert store.find("aaaaaaaa-0000-4000-8000-000000000001")
