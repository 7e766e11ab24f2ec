"""All processes share the data in the database. Expired data is deleted."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import closing

import pytest

from app.database.database import Database
from app.folders import ROOT
from app.members.database import DatabaseRecords
from app.settings import SettingsError
from tests.support import postgresql
from tests.support.databases import destroy, locked, sqlite_database

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


async def test_the_event_loop_does_not_wait_for_the_disk(database, records):
    with locked(database):
        writing = asyncio.ensure_future(records.set("a:1", b"x", 60))
        for _ in range(100):
            await asyncio.sleep(0.001)
        assert not writing.done()
    assert await writing


async def test_reads_do_not_wait_for_writes(tmp_path):
    database = sqlite_database(tmp_path)
    records = DatabaseRecords(database)
    await records.set("revoked:1", b"x", 60)
    with locked(database):
        writing = asyncio.ensure_future(records.set("a:1", b"x", 60))
        assert await asyncio.wait_for(records.get("revoked:1"), 5) == b"x"
        assert not writing.done()
    assert await writing
    await records.close()


async def test_processes_add_and_lock_atomically(database):
    """Two connections stand for two processes."""
    one, two = (Database(database.url, database.folder) for _ in range(2))
    with closing(one), closing(two):
        pair = [DatabaseRecords(one), DatabaseRecords(two)]

        async def is_alone(records):
            async with records.lock("l", 600) as alone:
                return not alone or (await records.add("inside", b"1", 600) and await records.delete("inside"))

        for number in range(20):
            added = await asyncio.gather(*(each.add(f"used:{number}", b"1", 600) for each in pair))
            assert sorted(added) == [False, True]
        for _ in range(5):
            assert all(await asyncio.gather(*map(is_alone, pair)))
        for each in pair:
            await each.close()


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
