from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import sqlalchemy
from psycopg.sql import SQL, Identifier

from app.database.database import Database


def sqlite_database(folder: Path) -> Database:
    """Returns the SQLite database that a site with `DATA_DIR=folder` uses by default."""
    return Database(f"sqlite:///{folder / 'site.db'}", folder)


def settings_of(database: Database) -> dict[str, str]:
    return {"DATA_DIR": str(database.folder), "DATABASE_URL": database.url}


def overrides_of(database: Database) -> dict[str, Any]:
    return {name.lower(): value for name, value in settings_of(database).items()}


def execute(database: Database, statement: str, **values: object) -> None:
    with database.transaction() as connection:
        connection.execute(sqlalchemy.text(statement), values)


@contextmanager
def short_timeout(database: Database) -> Iterator[Database]:
    with closing(Database(database.url, database.folder, timeout_seconds=0.02)) as opened:
        yield opened


@contextmanager
def locked(database: Database) -> Iterator[None]:
    with database.transaction() as connection:
        if database.file is None:
            connection.execute(sqlalchemy.text("LOCK TABLE inquiries, mails, records"))
        yield


def destroy(database: Database) -> None:
    """Breaks the database, so that all later queries fail."""
    database.close()
    if database.file:
        database.file.unlink(missing_ok=True)
        database.file.mkdir()
        return
    server, _, name = database.url.rpartition("/")
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))


def rows(database: Database, query: str) -> list[tuple[Any, ...]]:
    with database.connected() as connection:
        return [tuple(row) for row in connection.execute(sqlalchemy.text(query))]
