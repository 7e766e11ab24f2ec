"""Copies a database into a file, even while the database is in use. Replaces a database with such a copy."""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Generator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from app.database.database import LOST_ORDERS, Database
from app.database.lazily import engines, sql
from app.database.leftovers import RESTORED
from app.database.locks import create_private_file

NO_DATA = ("alembic_version", "secrets")
"""Tables without visitor data."""
OF_VISITORS = {"records": "substr(key, 1, 8) <> 'creator-'"}
"""Conditions for rows with visitor data, keyed by table. They exclude the creator's tokens."""
AFTER_RESTORE = (
    f"INSERT INTO records (key, value, until) VALUES ('{LOST_ORDERS}', '', 1e12) ON CONFLICT DO NOTHING",  # noqa: S608
    "UPDATE mails SET due = NULL, error = 'restored from a backup; it may have been sent since' WHERE due IS NOT NULL",
)
"""Statements to run after a restore. The second marks queued emails as failed, because they may have been sent after
the backup.
"""
SQLITE_SUFFIXES = ("", "-wal", "-shm")


class CopyError(Exception):
    pass


@dataclass(frozen=True)
class Contents:
    inquiries: int
    files: int
    unsent_mails: int

    def __str__(self) -> str:
        return f"inquiries: {self.inquiries}, files: {self.files}, unsent mails: {self.unsent_mails}"


def kind(database: Database) -> str:
    return "sqlite" if database.file else "postgresql"


def is_empty(database: Database) -> bool:
    """Whether a database is missing or has no visitor data. Raises CopyError if the database is damaged."""
    if database.file and not database.file.exists():
        return True
    with _errors("cannot be read"), database.engine.connect() as connection:
        names = [name for name in _tables(database) if name not in NO_DATA]
        return not any(_count(connection, name, OF_VISITORS.get(name, "TRUE")) for name in names)


def contents(database: Database) -> Contents:
    with _errors("cannot be read"), database.engine.connect() as connection:
        return Contents(
            _count(connection, "inquiries"), _count(connection, "files"), _count(connection, "mails", "due IS NOT NULL")
        )


def dump(database: Database, file: Path) -> None:
    if database.file is None:
        _run(database, "pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={file}")
        return
    with (
        _errors("cannot be copied"),
        closing(sqlite3.connect(f"{database.file.as_uri()}?mode=rw", uri=True)) as source,
        closing(sqlite3.connect(file)) as target,
    ):
        source.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")  # the copy must be a single file without a write-ahead log


def check(kind: str, file: Path) -> None:
    """Raises CopyError if the file is damaged."""
    if kind == "postgresql":
        _call(["pg_restore", "--file=/dev/null", str(file)], os.environ)
        return
    with _errors("is damaged"), closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as connection:
        [found] = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise CopyError(f"The copy is damaged: {found}")


def replace(database: Database, file: Path, aside: Path) -> None:
    """Replaces a database with a copy and runs `AFTER_RESTORE`. Moves the old SQLite file into the folder `aside`.

    If an error occurs after the move, keeps the new file under its temporary name, so that a database exists.
    """
    if database.file is None:
        _replace_postgresql(database, file)
        return
    with _errors("cannot be restored"), closing(sqlite3.connect(file)) as copy, copy:
        for statement in AFTER_RESTORE:
            copy.execute(statement)
    draft = database.file.with_name(database.file.name + RESTORED)
    try:
        with os.fdopen(create_private_file(draft), "wb") as target, file.open("rb") as source:
            shutil.copyfileobj(source, target)
            target.truncate()
            os.fsync(target.fileno())
        with database.upgrading():
            _set_aside(database.file, aside)
            draft.rename(database.file)
    finally:
        if not (aside / database.file.name).exists():
            draft.unlink(missing_ok=True)


def _set_aside(file: Path, folder: Path) -> None:
    """Moves a SQLite file and its write-ahead log. Otherwise, SQLite would apply the old log to the new file."""
    for suffix in SQLITE_SUFFIXES:
        present = file.with_name(file.name + suffix)
        if present.exists():
            make_private_folder(folder)
            present.rename(folder / present.name)


def make_private_folder(folder: Path) -> None:
    """Creates a folder that only its owner can access. If root runs this, the owner is the parent folder's."""
    if folder.exists():
        return
    folder.mkdir(mode=0o700)
    if os.geteuid() == 0:
        parent = folder.parent.stat()
        os.chown(folder, parent.st_uid, parent.st_gid)


def _replace_postgresql(database: Database, file: Path) -> None:
    script = file.with_name(f"{file.name}.psql")
    _call(["pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(file)], os.environ)
    names = ", ".join(f'"{name}"' for name in _tables(database))
    drop = [f"--command=DROP TABLE {names} CASCADE"] if names else []
    options = ["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", "--output=/dev/null"]
    # resets the search path, because the script changes it
    changes = [f"--command={statement}" for statement in ("RESET search_path", *AFTER_RESTORE)]
    _run(database, "psql", *options, *drop, f"--file={script}", *changes)


def _tables(database: Database) -> list[str]:
    return sql.inspect(database.engine).get_table_names()


def _count(connection: "sql.Connection", table: str, condition: str = "TRUE") -> int:
    query = f"SELECT count(*) FROM {table} WHERE {condition}"  # noqa: S608
    return connection.exec_driver_sql(query).scalar_one()


def _run(database: Database, program: str, *arguments: str) -> None:
    """Runs a PostgreSQL program. Passes the password in the environment, because other users can see command lines."""
    _call([program, *arguments], {**os.environ, **engines.libpq_environment(database.url)})


def _call(command: list[str], environment: Mapping[str, str]) -> None:
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise CopyError(f"{command[0]} is missing; on Debian: apt-get install postgresql-client") from None
    if done.returncode:
        reason = done.stderr.strip().splitlines() or [f"code {done.returncode}"]
        raise CopyError(f"{command[0]} failed: {reason[0]}")


@contextmanager
def _errors(what: str) -> Generator[None]:
    try:
        yield
    except (sqlite3.Error, sql.SQLAlchemyError) as error:
        reason = str(error.orig if isinstance(error, sql.DBAPIError) else error).partition("\n")[0]
        raise CopyError(f"The database {what}: {reason}") from None
