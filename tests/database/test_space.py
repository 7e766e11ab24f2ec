import random
import sqlite3
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import pytest

from app.database import space
from app.database.database import Database
from app.inquiries import actions
from app.inquiries.store import Store
from tests.support.databases import execute, rows, short_timeout, sqlite_database
from tests.support.inquiries import PDF
from tests.support.inquiry_factory import add_inquiry

YEAR = 365
FILE = PDF + random.Random(1).randbytes(2_000_000)


@pytest.fixture
def store(database: Database) -> Store:
    return Store(database)


def size(database: Database) -> int:
    if database.file:
        return sum(file.stat().st_size for file in database.folder.glob(f"{database.file.name}*"))
    tables = "('inquiries', 'files', 'file_blocks', 'mails', 'senders')"
    [(total,)] = rows(
        database, f"SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' AND relname IN {tables}"
    )
    return int(total)


def test_a_sweep_returns_the_space_of_old_inquiries(store: Store) -> None:
    empty = size_after_sweep(store)
    for _ in range(4):
        add_inquiry(store, FILE)
    assert size(store.database) > empty + 4 * len(FILE) // 2
    store.clock = lambda: 4e9
    assert size_after_sweep(store) < empty + len(FILE) // 4 and store.count() == 0


def size_after_sweep(store: Store) -> int:
    store.sweep(YEAR)
    return size(store.database)


def test_a_database_does_not_grow_as_inquiries_come_and_go(store: Store) -> None:
    remaining = add_inquiry(store, FILE)
    sizes = []
    for _ in range(6):
        actions.delete(store, add_inquiry(store, FILE))
        sizes.append(size(store.database))
    assert max(sizes) < 2 * sizes[0] and [each.inquiry.id for each in store.all()] == [remaining]


def test_a_sweep_leaves_no_bytes_of_old_inquiries(tmp_path: Path) -> None:
    store = Store(sqlite_database(tmp_path))
    secret = uuid4().hex
    add_inquiry(store, FILE, name=secret, message=secret * 50)
    store.clock = lambda: 4e9
    with store.connected():  # a second connection keeps SQLite from deleting its write-ahead log
        store.sweep(YEAR)
        assert not [file for file in tmp_path.iterdir() if secret.encode() in file.read_bytes()]


def test_a_file_of_an_earlier_release_shrinks_too(tmp_path: Path) -> None:
    store = Store(sqlite_database(tmp_path))
    kept, deleted = add_inquiry(store, FILE), add_inquiry(store, FILE)
    assert store.database.file
    with closing(sqlite3.connect(store.database.file)) as connection:
        connection.execute("PRAGMA auto_vacuum = NONE")
        connection.execute("VACUUM")
    before = size(store.database)
    actions.delete(store, deleted)
    assert size(store.database) < before - len(FILE) // 2
    assert rows(store.database, "PRAGMA auto_vacuum") == [(space.INCREMENTAL,)]
    assert [each.inquiry.id for each in store.all()] == [kept]


def test_a_busy_database_is_swept_later(tmp_path: Path) -> None:
    database = sqlite_database(tmp_path)
    store = Store(database)
    add_inquiry(store, FILE)
    execute(database, "DELETE FROM inquiries")
    with short_timeout(database) as other:
        assert other.erase_deleted()
        with database.transaction():
            assert not other.erase_deleted()
        assert other.erase_deleted()
