"""Records in SQLite are private, shared by processes, and deleted when they expire."""

import asyncio
import multiprocessing
import sqlite3
import stat
import threading
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from app.folders import ROOT
from app.members.database import Database
from app.settings import SettingsError

pytestmark = pytest.mark.anyio


@pytest.fixture
def file(tmp_path) -> Path:
    return tmp_path / "data" / "site.db"


@pytest.fixture
async def database(file, time) -> AsyncIterator[Database]:
    database = Database(file, clock=time)
    yield database
    await database.close()


async def test_records_survive_a_restart(file, time):
    first = Database(file, clock=time)
    assert await first.set("revoked:1", b"x", 60) and await first.get("revoked:1") == b"x"
    await first.close()
    second = Database(file, clock=time)
    assert await second.get("revoked:1") == b"x"
    time.passes(60)
    assert await second.get("revoked:1") is None
    await second.close()


async def test_only_the_owner_can_read_the_files(file, database):
    await database.set("a:1", b"x", 60)
    modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in file.parent.iterdir()}
    assert modes == {"site.db": 0o600, "site.db-wal": 0o600, "site.db-shm": 0o600}
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


async def test_expired_records_are_deleted(file, database, time):
    for number in range(10):
        await database.set(f"a:{number}", b"x", 60)
    time.passes(61)
    await database.set("b:1", b"x", 60)
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT key FROM records").fetchall() == [("b:1",)]


async def test_the_event_loop_does_not_wait_for_the_disk(database, file):
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        writing = asyncio.ensure_future(database.set("a:1", b"x", 60))
        for _ in range(100):
            await asyncio.sleep(0.001)
        assert not writing.done()
        other.execute("COMMIT")
    assert await writing


def _adds(file: Path, barrier, done) -> None:
    async def add() -> tuple[int, bool]:
        database = Database(file)
        barrier.wait(300)
        added = [await database.add(f"used:{number}", b"1", 600) for number in range(20)]
        alone_inside = True
        for _ in range(5):
            async with database.lock("l", 600) as alone:
                if alone:
                    alone_inside &= await database.add("inside", b"1", 600) and await database.delete("inside")
        await database.close()
        return sum(added), alone_inside

    done.send(asyncio.run(add()))


def test_processes_add_and_lock_atomically(file):
    context = multiprocessing.get_context("spawn")
    barrier = context.Barrier(4)
    ends = [context.Pipe(duplex=False) for _ in range(4)]
    processes = [context.Process(target=_adds, args=(file, barrier, theirs)) for _, theirs in ends]
    for process, (_, theirs) in zip(processes, ends, strict=True):
        process.start()
        theirs.close()  # makes recv() fail if the process exits
    results = [ours.recv() for ours, _ in ends]
    for process in processes:
        process.join()
    assert sum(added for added, _ in results) == 20 and all(alone for _, alone in results)


async def test_recovery_after_a_failure(file, caplog):
    database = Database(file)
    for each in file.parent.iterdir():
        each.unlink()
    file.mkdir()
    assert await database.get("a:1") is None
    assert not await database.set("a:1", b"x", 60) and not await database.add("a:2", b"x", 60)
    assert not await database.delete("a:1")
    async with database.lock("l", 60) as alone:
        assert not alone
    assert [record.getMessage().split(" (")[0] for record in caplog.records] == ["Database error"], "once"
    file.rmdir()
    assert await database.set("a:1", b"x", 60) and await database.get("a:1") == b"x", "the file was recreated"
    await database.close()


@pytest.mark.parametrize("content", ["no database at all, but a text of some length" * 100, None])
def test_an_unusable_file_is_a_settings_error(tmp_path, content):
    file = tmp_path / "site.db"
    if content:
        file.write_text(content)
    else:
        file = tmp_path / "file" / "site.db"
        file.parent.write_text("")
    with pytest.raises(SettingsError) as refusal:
        Database(file)
    assert str(refusal.value).startswith(f"DATABASE_FILE='{file}' cannot be used: ")
    assert "\n" not in str(refusal.value)


async def test_closing_ends_the_thread(file):
    before = threading.active_count()
    database = Database(file)
    await database.get("a")
    assert threading.active_count() == before + 1
    await database.close()
    assert threading.active_count() == before


def test_the_file_is_not_committed():
    assert "data/" in (ROOT / ".gitignore").read_text().splitlines()
