from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from app.database.database import Database
from tests.support.databases import sqlite_database
from tests.support.inquiries import until


def test_one_process_holds_a_lock(database: Database) -> None:
    with closing(Database(database.url, database.folder)) as other:
        ours, theirs = database.process_lock("outbox"), other.process_lock("outbox")
        assert ours.try_acquire() and ours.try_acquire() and not theirs.try_acquire()
        unrelated = other.process_lock("another")
        assert unrelated.try_acquire()
        unrelated.release()
        ours.release()
        until(theirs.try_acquire, "the end of our connection")
        assert not ours.try_acquire()
        theirs.release()


def test_a_lost_connection_loses_the_lock(postgresql_database: Database) -> None:
    with closing(Database(postgresql_database.url, postgresql_database.folder)) as other:
        ours, theirs = postgresql_database.process_lock("outbox"), other.process_lock("outbox")
        assert ours.try_acquire()
        holder = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"
        with other.connected() as connection:
            assert connection.scalar(text(holder))
        until(theirs.try_acquire, "the end of our connection")
        assert not ours.try_acquire()
        theirs.release()
        until(ours.try_acquire, "the end of their connection")
        ours.release()


def test_files_of_root_belong_to_the_folder_s_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    owned: list[tuple[int, int]] = []
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("os.fchown", lambda _file, user, group: owned.append((user, group)))
    sqlite_database(tmp_path).prepare()
    folder = tmp_path.stat()
    assert set(owned) == {(folder.st_uid, folder.st_gid)}
