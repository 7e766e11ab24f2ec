"""The first start of a release copies all data of earlier releases into the database. No data is copied twice."""

import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from app.database import takeover
from app.database.copies import AFTER_RESTORE
from app.database.database import Database
from app.database.errors import StoreError
from app.inquiries.store import SENDER, STUDIO, Store
from app.vouchers.orders import Vouchers
from tests.support.clock import Clock
from tests.support.databases import execute, rows, sqlite_database
from tests.support.inquiries import PDF, contents_of, seats_left
from tests.support.inquiry_factory import add_inquiry, read
from tests.support.voucher_orders import NOW, order_voucher

RELEASED = Path(__file__).parent / "released"
FIRST, BOOKED, CANCELLED = (f"0000000{number}-0000-4000-8000-000000000000" for number in (1, 2, 3))


def lay(file: Path, name: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript((RELEASED / f"{name}.sql").read_text())
    if (RELEASED / f"{name}.files").is_dir():
        shutil.copytree(RELEASED / f"{name}.files", file.with_name(f"{file.name}.files"))
    return file


@pytest.mark.parametrize("name", ["inquiries-1", "inquiries-2"])
def test_inquiries_of_the_first_releases(database: Database, name: str) -> None:
    lay(database.folder / "inquiries.db", name)
    store = Store(database, {"2027-01-16": 4}.get)
    [stored] = store.all()
    assert (stored.inquiry.name, stored.inquiry.by, stored.received) == ("Jana Nováková", date(2026, 12, 24), 1.79e9)
    assert [str(mail) for mail in stored.mails] == ["studio: not sent, 1 tries, OSError"]
    assert seats_left(store, "2027-01-16") == 2
    assert (b"\1\2",) in [(bytes(value),) for (value,) in rows(database, "SELECT value FROM secrets")]
    assert len(rows(database, "SELECT name FROM secrets")) == 3


def test_the_last_release_with_two_databases(database: Database) -> None:
    lay(database.folder / "inquiries.db", "inquiries-3")
    lay(database.folder / "site.db", "site-1")
    store = Store(database, {"2027-01-16": 4, "2027-02-20": 4}.get)
    first, booked, cancelled = (read(store, id) for id in (FIRST, BOOKED, CANCELLED))
    assert first.answered and first.inquiry.email == "Jana+web@example.com" and first.inquiry.message.count("\n") == 1
    assert [file.name for file in first.files] == ["deska.pdf", "znak.svg"]
    assert [len(contents_of(file)) for file in first.files] == [file.size for file in first.files]
    assert contents_of(first.files[0]) == PDF
    assert {mail.kind: mail.state for mail in first.mails} == {STUDIO: "sent", SENDER: "refused"}
    assert (booked.inquiry.workshop, booked.first_workshop, cancelled.is_booking) == ("2027-02-20", "2027-01-16", False)
    assert (seats_left(store, "2027-01-16"), seats_left(store, "2027-02-20")) == (4, 2)
    assert not store.add(cancelled.inquiry, [], ["192.0.2.9"], mailed=True), "a repeated inquiry is still the same"
    counts = {"mails": 5, "senders": 3, "desk_links": 2, "desk_sessions": 1, "records": 2}
    assert {name: rows(database, f"SELECT count(*) FROM {name}")[0][0] for name in counts} == counts
    assert rows(database, "SELECT mailbox FROM inquiries WHERE answered > 0") == [("jana@example.com",)]


def test_earlier_files_are_renamed_and_deleted_after_a_month(database: Database) -> None:
    earlier = lay(database.folder / "inquiries.db", "inquiries-3")
    clock = Clock()
    store = Store(database, clock=clock)
    assert len(store.all()) == 3 and not earlier.exists()
    copies = {"inquiries.db.taken-over", "inquiries.db.files.taken-over"}
    assert copies <= {each.name for each in database.folder.iterdir()}
    clock.now = (database.folder / "inquiries.db.taken-over").stat().st_ctime + takeover.RETENTION_SECONDS - 60
    store.delete_old_copies()
    assert copies <= {each.name for each in database.folder.iterdir()}
    clock.passes(120)
    store.delete_old_copies()
    assert not copies & {each.name for each in database.folder.iterdir()} and len(store.all()) == 3


def test_what_an_earlier_release_stores_after_a_rollback_is_added(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    lay(database.folder / "inquiries.db", "inquiries-3")
    assert len(Store(database).all()) == 3
    execute(database, "UPDATE inquiries SET message = 'changed'")
    earlier = lay(database.folder / "inquiries.db", "inquiries-3")
    with sqlite3.connect(earlier) as connection:
        connection.execute("UPDATE inquiries SET id = 'ffffffff-0000-4000-8000-000000000000' WHERE id = ?", [CANCELLED])
    connection.close()
    caplog.clear()
    with closing(Database(database.url, database.folder)) as restarted:
        stored = Store(restarted).all()
    assert "(inquiries: 1" in caplog.text
    assert sorted(each.inquiry.message for each in stored) == ["Vizitky,\nprosím."] + ["changed"] * 3
    assert (database.folder / "inquiries.db.taken-over1").exists()


def test_the_older_folder_is_found(tmp_path: Path) -> None:
    lay(tmp_path / ".data" / "site.db", "site-1")
    database = sqlite_database(tmp_path / "data")
    assert database.exists()
    assert rows(database, "SELECT key FROM records ORDER BY key") == [("creator:9",), ("revoked:1",)]


def test_a_sqlite_database_moves_to_postgresql(tmp_path: Path, postgresql_database: Database) -> None:
    lay(tmp_path / "inquiries.db", "inquiries-3")
    earlier = Store(sqlite_database(tmp_path))
    before = earlier.all()
    execute(earlier.database, AFTER_RESTORE[0])  # simulates a restored backup
    assert Store(postgresql_database).all() == before and not (tmp_path / "site.db").exists()
    assert contents_of(read(Store(postgresql_database), FIRST).files[0]) == PDF


@pytest.fixture
def other(database: Database) -> Database:
    """An empty database. It is not `site.db`, which the tests use as an earlier release's database."""
    if database.file is None:
        return database
    return Database(f"sqlite:///{database.folder / 'other.db'}", database.folder)


def test_a_paid_voucher_is_taken_over(other: Database) -> None:
    earlier = sqlite_database(other.folder)
    before = Vouchers(earlier, Clock(NOW))
    paid = before.mark_paid(order_voucher(Store(earlier, clock=Clock(NOW))).number, mailed=True)
    assert paid.valid_until
    assert Vouchers(other, Clock(NOW)).find(paid.number) == paid
    assert Store(other).find(str(paid.inquiry)) and not (other.folder / "site.db").exists()


def test_a_file_that_a_server_uses_is_not_taken_over(other: Database) -> None:
    earlier = sqlite_database(other.folder)
    id = add_inquiry(Store(earlier))
    server = earlier.process_lock("outbox")
    assert earlier.file and server.try_acquire()
    with pytest.raises(StoreError, match=f"a server still uses {earlier.file}; stop it first"):
        Store(other).all()
    assert read(Store(earlier), id) and earlier.file.exists()
    server.release()
    assert [each.inquiry.id for each in Store(other).all()] == [id] and not earlier.file.exists()


def test_the_same_file_by_another_path_is_not_taken_over(tmp_path: Path) -> None:
    id = add_inquiry(Store(sqlite_database(tmp_path)))
    (tmp_path / "link").symlink_to(tmp_path)
    same = Database(f"sqlite:///{tmp_path / 'link' / 'site.db'}", tmp_path)
    assert [each.inquiry.id for each in Store(same).all()] == [id] and (tmp_path / "site.db").exists()


@pytest.mark.parametrize("clash", ["number", "secret"])
def test_a_file_with_other_vouchers_is_refused(other: Database, clash: str, caplog: pytest.LogCaptureFixture) -> None:
    existing = order_voucher(Store(other, clock=Clock(NOW)))
    earlier = sqlite_database(other.folder)
    lost = order_voucher(Store(earlier, clock=Clock(NOW)))
    assert lost.number == existing.number
    if clash == "secret":
        execute(earlier, "UPDATE vouchers SET number = number + 1")
    with closing(Database(other.url, other.folder)) as restarted:
        for _request in range(3):
            assert [each.inquiry.id for each in Store(restarted).all()] == [existing.inquiry]
        assert rows(restarted, "SELECT number FROM vouchers") == [(existing.number,)]
    [error] = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert str(earlier.file) in error and "was not taken over" in error
    assert rows(earlier, "SELECT inquiry FROM vouchers") == [(lost.inquiry,)]


def test_a_file_without_vouchers_may_have_another_secret(other: Database) -> None:
    order_voucher(Store(other, clock=Clock(NOW)))
    earlier = sqlite_database(other.folder)
    earlier.prepare()
    with closing(Database(other.url, other.folder)) as restarted:
        assert len(Store(restarted).all()) == 1
    assert not (other.folder / "site.db").exists()


def test_a_failure_changes_nothing(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    earlier = lay(database.folder / "inquiries.db", "inquiries-3")

    def fail(*_: object) -> None:
        raise OSError("No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(takeover, "_blocks", fail)
        with pytest.raises(StoreError, match="No space left"):
            Store(database).all()
        assert earlier.exists()
    assert len(Store(database).all()) == 3


def test_an_interrupted_renaming_is_completed_by_the_next_start(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(database.folder / "inquiries.db", "inquiries-3")
    rename = Path.rename

    def rename_first(path: Path, target: Path) -> Path:
        if any(database.folder.glob("*.taken-over")):
            raise OSError("The computer was switched off")
        return rename(path, target)

    with monkeypatch.context() as broken:
        broken.setattr(Path, "rename", rename_first)
        with pytest.raises((OSError, StoreError), match="switched off"):
            Store(database).all()
    with closing(Database(database.url, database.folder)) as restarted:
        stored = Store(restarted).all()
    assert [len(each.files) for each in stored if each.inquiry.id == FIRST] == [2]
    left = [each.name for each in database.folder.iterdir() if each.name.startswith("inquiries.db")]
    assert len(left) == 2 and all(".taken-over" in name for name in left)


def test_a_missing_file_is_reported(database: Database, caplog: pytest.LogCaptureFixture) -> None:
    earlier = lay(database.folder / "inquiries.db", "inquiries-3")
    shutil.rmtree(earlier.with_name("inquiries.db.files"))
    assert len(Store(database).all()) == 3
    assert sum("is missing" in record.getMessage() for record in caplog.records) == 2


def test_simultaneous_first_starts_take_over_once(database: Database) -> None:
    lay(database.folder / "inquiries.db", "inquiries-3")
    databases = [Database(database.url, database.folder) for _ in range(6)]
    with ThreadPoolExecutor(6) as pool:
        assert [*pool.map(lambda each: len(Store(each).all()), databases)] == [3] * 6
    for each in databases:
        each.close()
    assert not (database.folder / "inquiries.db.taken-over1").exists()
