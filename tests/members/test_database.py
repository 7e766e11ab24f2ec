"""All processes share the data in the database. Expired data is deleted."""

import asyncio
import multiprocessing
import threading
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from app.database.database import Database
from app.folders import ROOT
from app.members.database import DatabaseRecords
from app.settings import SettingsError
from tests.support import postgresql
from tests.support.databases import destroy, locked, rows, sqlite_database

pytestmark = pytest.mark.anyio


@pytest.fixture
async def records(database: Database, time) -> AsyncIterator[DatabaseRecords]:
    records = DatabaseRecords(database, clock=time)
    yield records
    await records.close()


async def test_records_survive_a_restart(database, time):
    first = DatabaseRecords(database, clock=time)
    assert await first.set("revoked:1", b"x", 60) and await first.get("revoked:1") == b"x"
    await first.close()
    second = DatabaseRecords(database, clock=time)
    assert await second.get("revoked:1") == b"x"
    time.passes(60)
    assert await second.get("revoked:1") is None
    await second.close()


async def test_expired_records_are_deleted(database, records, time):
    for number in range(10):
        await records.set(f"a:{number}", b"x", 60)
    time.passes(61)
    await records.set("b:1", b"x", 60)
    assert rows(database, "SELECT key FROM records") == [("b:1",)]


async def test_the_event_loop_does_not_wait_for_the_disk(database, records):
    with locked(database):
        writing = asyncio.ensure_future(records.set("a:1", b"x", 60))
        for _ in range(100):
            await asyncio.sleep(0.001)
        assert not writing.done()
    assert await writing


def _adds(url: str, folder: Path, barrier, done) -> None:
    async def add() -> tuple[int, bool]:
        records = DatabaseRecords(Database(url, folder))
        barrier.wait(300)
        added = [await records.add(f"used:{number}", b"1", 600) for number in range(20)]
        alone_inside = True
        for _ in range(5):
            async with records.lock("l", 600) as alone:
                if alone:
                    alone_inside &= await records.add("inside", b"1", 600) and await records.delete("inside")
        await records.close()
        return sum(added), alone_inside

    done.send(asyncio.run(add()))


def test_processes_add_and_lock_atomically(database):
    context = multiprocessing.get_context("spawn")
    barrier = context.Barrier(2)
    ends = [context.Pipe(duplex=False) for _ in range(2)]
    processes = [
        context.Process(target=_adds, args=(database.url, database.folder, barrier, theirs)) for _, theirs in ends
    ]
    for process, (_, theirs) in zip(processes, ends, strict=True):
        process.start()
        theirs.close()  # otherwise recv() would hang if the process crashed
    results = [ours.recv() for ours, _ in ends]
    for process in processes:
        process.join()
    assert sum(added for added, _ in results) == 20 and all(alone for _, alone in results)


async def test_recovery_after_a_failure(tmp_path, caplog):
    database = sqlite_database(tmp_path / "data")
    records = DatabaseRecords(database)
    destroy(database)
    assert await records.get("a:1") is None
    assert not await records.set("a:1", b"x", 60) and not await records.add("a:2", b"x", 60)
    assert not await records.delete("a:1")
    async with records.lock("l", 60) as alone:
        assert not alone
    assert [record.getMessage().split(" (")[0] for record in caplog.records] == ["Database error"], "once"
    assert database.file
    database.file.rmdir()
    assert await records.set("a:1", b"x", 60) and await records.get("a:1") == b"x", "the file was recreated"
    await records.close()


async def test_recovery_after_a_restart_of_postgresql(tmp_path, caplog):
    with postgresql.running() as server, closing(Database(server.url("postgres"), tmp_path)) as database:
        records = DatabaseRecords(database)
        assert await records.set("a:1", b"x", 60)
        server.stop()
        assert await records.get("a:1") is None and len(caplog.records) == 1
        server.start()
        assert await records.get("a:1") == b"x"
        await records.close()


@pytest.mark.parametrize("content", ["no database at all, but a text of some length" * 100, None])
def test_an_unusable_file_is_a_settings_error(tmp_path, content):
    folder = tmp_path / "data"
    if content:
        folder.mkdir()
        (folder / "site.db").write_text(content)
    else:
        folder.write_text("")
    with pytest.raises(SettingsError) as refusal:
        DatabaseRecords(sqlite_database(folder))
    assert str(refusal.value).startswith(f"The database '{folder / 'site.db'}' cannot be used: ")
    assert "\n" not in str(refusal.value)


async def test_closing_ends_the_thread(database):
    before = threading.active_count()
    records = DatabaseRecords(database)
    await records.get("a")
    assert threading.active_count() == before + 1
    await records.close()
    assert threading.active_count() == before


def test_the_file_is_not_committed():
    assert "data/" in (ROOT / ".gitignore").read_text().splitlines()
