"""A backup contains all data. Restoring a backup never destroys data."""

import errno
import signal
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp

import pytest

from app.database import __main__ as command
from app.database import backup, copies
from app.database.backup import BackupError
from app.database.database import Database
from app.database.leftovers import EXTRACTED
from app.desk.desk import Desk
from app.folders import ROOT
from app.inquiries import actions
from app.inquiries.store import Store, StoredInquiry
from app.members.club import Club
from app.settings import Settings, load
from app.vouchers.orders import Vouchers
from tests.fakes import patreon as fakes
from tests.fakes.patreon import CREATOR_REFRESH_TOKEN, Fake
from tests.support import postgresql
from tests.support.databases import execute, overrides_of, sqlite_database
from tests.support.inquiries import PDF, contents_of
from tests.support.inquiry_factory import add_inquiry, read
from tests.support.members import KEY, PATREON, SITE, Network
from tests.support.server_process import server_environment
from tests.support.voucher_orders import order_voucher

BACK = f"{SITE}/patreon/callback"
with_sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
"""A marker for tests that do not depend on the database engine."""


@pytest.fixture
def fresh(database: Database, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Database]:
    """A second empty database with the same engine. Its data folder does not exist yet."""
    folder = tmp_path / "fresh"
    if database.file:
        yield sqlite_database(folder)
        return
    server: postgresql.PostgreSQL = request.getfixturevalue("postgresql_server")
    with server.database() as url, closing(Database(url, folder)) as opened:
        yield opened


@pytest.fixture
def archive(database: Database, tmp_path: Path) -> Path:
    fill(database, "first")
    return backup.create(database, tmp_path / "backups").file


def fill(database: Database, name: str) -> None:
    add_inquiry(Store(database), PDF, name=name)


def names(database: Database) -> list[str]:
    return [stored.inquiry.name for stored in Store(database).all()]


def without_mails(stored: Sequence[StoredInquiry]) -> list[StoredInquiry]:
    return [replace(each, mails=()) for each in stored]


def use(database: Database, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Makes the process use `database`. Returns settings for the same database."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setattr("app.database.database._opened", lambda _url, _folder: database)
    club = {name.lower(): value for name, value in fakes.settings(PATREON).items()}
    own = {"site_url": SITE, "session_keys": KEY, "patreon_creator_refresh_token": CREATOR_REFRESH_TOKEN}
    return load(_env_file=None, **{**club, **own, **overrides_of(database)})


@pytest.mark.anyio
async def test_everything_is_there_after_a_restore(
    database: Database, fresh: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = Fake()
    settings = use(database, monkeypatch)
    club, desk = Club(settings, transport=Network(fake)), Desk(settings)
    kept, ended = [f"session={await club.sign_in(fake.code(key, BACK), BACK)}" for key in ("proof", "edition")]
    await club.sign_out(ended)
    fake.creators.clear()
    await club.listing()
    await club.close()
    link = await desk.new_link("")
    assert link and (signed_in := await desk.use_link(link))
    fill(database, "Jana")
    order = order_voucher(Store(database))
    Vouchers(database).mark_paid(order.number, mailed=True)
    before, vouchers = Store(database).all(), Vouchers(database).all()

    made = backup.create(database, tmp_path / "backups")
    # Before the restore, the server on a new machine has already created a database.
    new_club = Club(use(fresh, monkeypatch), transport=Network(Fake()))
    await new_club._creator.refresh_if_due()
    await new_club.close()
    backup.restore(fresh, made.file)

    settings = use(fresh, monkeypatch)
    club, desk = Club(settings, transport=Network(fake)), Desk(settings)
    restored = Store(fresh).all()
    assert without_mails(restored) == without_mails(before) and contents_of(restored[0].files[0]) == PDF
    assert (str(made.contents), made.others) == ("inquiries: 2, files: 1, unsent mails: 4", ())
    assert Vouchers(fresh).all() == vouchers and vouchers[0].code
    assert await club.session(kept) and await club.session(ended) is None
    assert await desk.session(f"{desk.cookie}={signed_in.cookie}")
    assert await club._creator.token() in fake.creators
    await club.close()


def test_an_archive_is_private_and_belongs_to_its_folder_s_owner(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(database, "first")
    owned: list[tuple[int, int]] = []
    monkeypatch.setattr("os.geteuid", lambda: 0)
    for change in ("fchown", "chown"):
        monkeypatch.setattr(f"os.{change}", lambda _file, user, group: owned.append((user, group)))
    folder = tmp_path / "backups"
    settings = tmp_path / ".env"
    settings.write_text("PORT=1")
    made = backup.create(database, folder, [settings, tmp_path / "missing"])
    assert (made.file.stat().st_mode & 0o777, folder.stat().st_mode & 0o777) == (0o600, 0o700)
    assert set(owned) == {(tmp_path.stat().st_uid, tmp_path.stat().st_gid)} and len(owned) >= 2
    assert [each.name for each in folder.iterdir()] == [made.file.name]
    with tarfile.open(made.file) as opened:
        assert opened.getnames() == ["manifest.json", ".env", "database"]
        assert opened.getmember("database").mode == 0o600


def test_data_is_replaced_by_force_only_and_stays_aside(database: Database, archive: Path) -> None:
    fill(database, "second")
    with pytest.raises(BackupError, match=r"has data; FORCE=1, or --force without make, replaces it"):
        backup.restore(database, archive)
    assert names(database) == ["first", "second"]
    _restored, aside = backup.restore(database, archive, force=True)
    assert names(database) == ["first"] and aside
    if database.file:
        aside = aside / database.file.name
        assert names(Database(f"sqlite:///{aside}", aside.parent)) == ["first", "second"]
        assert [file.stat().st_mode & 0o777 for file in (database.file, aside, aside.parent)] == [0o600, 0o600, 0o700]
    else:
        backup.restore(database, aside, force=True)
        assert names(database) == ["first", "second"]


def test_a_lost_order_s_number_is_not_sold_again(database: Database, tmp_path: Path) -> None:
    store = Store(database)
    stored = order_voucher(store)
    made = backup.create(database, tmp_path / "backups")
    lost = order_voucher(store)
    backup.restore(database, made.file, force=True)
    numbers = [order_voucher(store).number for _order in range(2)]
    assert numbers == [stored.number + 1001, stored.number + 1002] and lost.number == stored.number + 1


def test_mails_that_may_have_been_sent_since_the_backup_wait_for_the_studio(database: Database, tmp_path: Path) -> None:
    store = Store(database)
    id = add_inquiry(store)
    made = backup.create(database, tmp_path / "backups")
    backup.restore(database, made.file, force=True)
    assert store.claim([60]) is None
    assert [(mail.state, mail.error) for mail in read(store, id).mails] == [
        ("refused", "restored from a backup; it may have been sent since")
    ] * 2
    assert actions.send_again(store, id) == 2 and store.claim([60])


def test_tables_of_a_later_release_are_replaced_too(database: Database, archive: Path) -> None:
    execute(database, "CREATE TABLE later (id INTEGER)")
    backup.restore(database, archive, force=True)
    assert names(database) == ["first"] and "later" not in copies._tables(database)


def test_nothing_is_restored_while_a_server_runs(fresh: Database, archive: Path) -> None:
    fill(fresh, "second")
    lock = Database(fresh.url, fresh.folder).process_lock("outbox")
    assert lock.try_acquire()
    with pytest.raises(BackupError, match="A server is running; stop it first"):
        backup.restore(fresh, archive, force=True)
    lock.release()
    assert names(fresh) == ["second"]
    backup.restore(fresh, archive, force=True)
    assert names(fresh) == ["first"]


def test_a_failed_restore_changes_nothing(database: Database, archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(database, "second")
    with monkeypatch.context() as patched:
        if database.file:
            patched.setattr(
                "os.fsync", lambda _descriptor: (_ for _ in ()).throw(OSError(28, "No space left on device"))
            )
        else:
            patched.setattr(copies, "_tables", lambda _database: ["inquiries", "missing"])
        with pytest.raises(BackupError, match=r"No space left on device|psql failed"):
            backup.restore(database, archive, force=True)
    assert names(database) == ["first", "second"]


@with_sqlite
@pytest.mark.parametrize("damage", ["cut", "changed", "no archive", "later format"])
def test_a_damaged_archive_is_refused(fresh: Database, archive: Path, damage: str) -> None:
    content = archive.read_bytes()
    middle = content.rindex(b"database") + 4096
    damaged = {
        "cut": content[: len(content) // 2],
        "changed": content[:middle] + b"\x00garbage" + content[middle + 8 :],
        "no archive": b"SQLite format 3",
        "later format": content.replace(b'"format": 1', b'"format": 2'),
    }
    archive.write_bytes(damaged[damage])
    with pytest.raises(BackupError, match=r"is damaged|this release reads 1"):
        backup.restore(fresh, archive)
    assert copies.is_empty(fresh)


def test_a_damaged_database_can_be_replaced(tmp_path: Path) -> None:
    database = sqlite_database(tmp_path)
    fill(database, "first")
    made = backup.create(database, tmp_path / "one.tar")
    assert database.file
    database.file.write_bytes(b"damaged" * 1000)
    with pytest.raises(BackupError, match="file is not a database"):
        backup.create(database, tmp_path / "two.tar")
    with pytest.raises(BackupError, match="exists already"):
        backup.create(database, tmp_path / "one.tar")
    with pytest.raises(BackupError, match="FORCE=1"):
        backup.restore(database, made.file)
    backup.restore(database, made.file, force=True)
    assert names(database) == ["first"] and sorted(each.suffix for each in tmp_path.glob("*.tar*")) == [".tar"]


def test_a_copy_of_another_kind_is_refused(
    postgresql_database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(postgresql_database, "first")
    made = backup.create(postgresql_database, tmp_path)
    with pytest.raises(BackupError, match="is a copy of postgresql, and DATABASE_URL names sqlite"):
        backup.restore(sqlite_database(tmp_path), made.file)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BackupError, match="pg_dump is missing; on Debian: apt-get install postgresql-client"):
        backup.create(postgresql_database, tmp_path / "x.tar")


def test_passwords_are_not_in_arguments(
    postgresql_database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(postgresql_database, "first")
    url = postgresql_database.url.replace("postgres@", "postgres:s3cret@")
    with closing(Database(url, tmp_path)) as database:
        called: list[str] = []
        run = copies.subprocess.run
        monkeypatch.setattr(
            copies.subprocess, "run", lambda command, **more: called.extend(command) or run(command, **more)
        )
        made = backup.create(database, tmp_path / "one.tar")
        backup.restore(database, made.file, force=True)
    assert {"pg_dump", "pg_restore", "psql"} <= set(called) and "s3cret" not in str(called)


@with_sqlite
def test_the_commands_name_what_they_leave_out(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    fill(database, "first")
    files = {"ENV_FILE": tmp_path / ".env", "KEYS_FILE": tmp_path / ".session-keys", "UNIT_SETTINGS": tmp_path / "unit"}
    for name, file in files.items():
        monkeypatch.setattr(command, name, file)
    files["KEYS_FILE"].write_text(KEY)
    files["UNIT_SETTINGS"].touch()
    settings = use(database, monkeypatch).model_copy(update={"redis_url": "redis://x:s3cret@y"})
    monkeypatch.setattr(command, "settings", lambda: settings)
    assert command.main(["backup", str(tmp_path / "one.tar")]) == 0
    first, *others = capsys.readouterr().out.splitlines()
    assert first == f"{tmp_path / 'one.tar'} (inquiries: 1, files: 1, unsent mails: 2): read back and complete."
    assert others == [
        "It contains personal data and secrets (.session-keys): only its owner may read it.",
        "Not included: settings, as there is no .env.",
        f"Not included: {tmp_path / 'unit'}.",
        "Not included: Redis (revoked sessions, the creator's token): let it save to disk.",
    ]
    assert command.main(["restore", str(tmp_path / "one.tar")]) == 1
    assert "FORCE=1" in capsys.readouterr().err
    assert command.main(["restore", str(tmp_path / "one.tar"), "--force"]) == 0
    printed = capsys.readouterr().out
    assert "The unsent mails stay unsent" in printed and f"tar -xpf {tmp_path / 'one.tar'} .session-keys" in printed
    assert "The replaced data is in" in printed


def test_replaced_data_is_deleted_after_a_month(
    database: Database, archive: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store = Store(database)
    _restored, aside = backup.restore(database, archive, force=True)
    assert aside
    changed = aside.stat().st_ctime
    store.clock = lambda: changed + 29 * 86400
    store.delete_old_copies()
    assert aside.exists()
    store.clock = lambda: changed + 31 * 86400
    for error in (errno.ENOENT, errno.EACCES):  # the copy no longer exists, or cannot be deleted
        with monkeypatch.context() as broken:
            for name in ("shutil.rmtree", "pathlib.Path.unlink"):
                broken.setattr(name, lambda _path, error=error: (_ for _ in ()).throw(OSError(error, "")))
            store.delete_old_copies()
        assert aside.exists() and ("delete it by hand" in caplog.text) == (error == errno.EACCES)
    store.delete_old_copies()
    assert not aside.exists()


def test_replaced_data_and_a_killed_restore_beside_a_database_elsewhere_are_deleted(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'elsewhere' / 'otisk.db'}", tmp_path / "data")
    fill(database, "first")
    made = backup.create(database, tmp_path / "backups")
    _restored, aside = backup.restore(database, made.file, force=True)
    assert aside
    folder = aside.parent
    others = {folder / "replaced-plates", folder / "plates.restored"}
    killed = {Path(mkdtemp(dir=folder, prefix=EXTRACTED)), folder / "otisk.db.restored"}
    for file in (*others, folder / "otisk.db.restored"):
        file.touch()
    changed = aside.stat().st_ctime
    Store(database, clock=lambda: changed + 29 * 86400).delete_old_copies()
    assert {aside, *killed, *others} <= {*folder.iterdir()}
    Store(database, clock=lambda: changed + 31 * 86400).delete_old_copies()
    assert {*folder.iterdir()} & {aside, *killed, *others} == others


@with_sqlite
def test_what_killed_backups_left_is_deleted_after_a_day(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(database, "first")
    folder = tmp_path / "backups"
    finished = backup.create(database, folder).file
    killed = Path(mkdtemp(dir=folder, prefix=EXTRACTED))
    (killed / "database").touch()
    part = finished.with_name(f"{finished.name}.part")
    others = folder / "plates.tar.part"
    for file in (part, others):
        file.touch()
    second = backup.create(database, folder).file
    assert {*folder.iterdir()} == {finished, second, killed, part, others}
    monkeypatch.setattr(backup, "LEFTOVER_SECONDS", -60)  # simulates day-old files
    third = backup.create(database, folder).file
    assert {*folder.iterdir()} == {finished, second, third, others}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_terminated_backup_leaves_no_data(tmp_path: Path, number: int) -> None:
    fill(sqlite_database(tmp_path), "first")
    folder = tmp_path / "backups"
    program = (
        "import os, runpy; from app.database import copies\n"
        f"copies.dump = lambda database, file: (file.touch(), os.kill(os.getpid(), {number}))\n"
        "runpy.run_module('app.database', run_name='__main__')"
    )
    environment = {**server_environment(), "DATA_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", program, "backup", str(folder)], cwd=ROOT, env=environment)
    assert (done.returncode, [*folder.iterdir()]) == (128 + number, [])


def test_a_backup_under_nohup_survives_the_end_of_the_terminal(tmp_path: Path) -> None:
    fill(sqlite_database(tmp_path), "first")
    program = (
        "import os, runpy, signal; from app.database import copies\n"
        "dump = copies.dump\n"
        "copies.dump = lambda database, file: (dump(database, file), os.kill(os.getpid(), signal.SIGHUP))\n"
        "runpy.run_module('app.database', run_name='__main__')"
    )
    command = ["nohup", sys.executable, "-c", program, "backup", str(tmp_path / "one.tar")]
    environment = {**server_environment(), "DATA_DIR": str(tmp_path)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True)
    assert (done.returncode, (tmp_path / "one.tar").exists()) == (0, True)


@pytest.mark.parametrize(("step", "remains"), [("_set_aside", False), ("Path.rename", True)])
def test_the_new_file_of_a_failed_restore_remains_if_there_is_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, remains: bool
) -> None:
    database = sqlite_database(tmp_path)
    fill(database, "first")
    file = backup.create(database, tmp_path / "one.tar").file
    draft, rename = tmp_path / "site.db.restored", Path.rename

    def fail(source: Path, target: Path) -> Path:
        if step == "_set_aside" or source == draft:
            raise OSError(28, "No space left on device")
        return rename(source, target)

    monkeypatch.setattr(copies if step == "_set_aside" else Path, step.rpartition(".")[2], fail)
    with pytest.raises(BackupError, match="No space left"):
        backup.restore(database, file, force=True)
    assert draft.exists() == remains != (tmp_path / "site.db").exists()


def test_an_empty_site_has_nothing_to_back_up(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="There is no database yet"):
        backup.create(sqlite_database(tmp_path / "data"), tmp_path)
    assert [*tmp_path.iterdir()] == []
