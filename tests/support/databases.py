from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg
import sqlalchemy
from psycopg.sql import SQL, Identifier

from app.database import engines, upgrade
from app.database.database import Database

run_migrations = upgrade.upgrade
DURABLE_OPTIONS = engines.SQLITE_OPTIONS
"""The site's SQLite options. Most tests use faster options."""


def sqlite_database(folder: Path) -> Database:
    """Returns the default SQLite database of a site with `DATA_DIR=folder`."""
    return Database(f"sqlite:///{folder / 'site.db'}", folder)


@cache
def schema() -> tuple[str, ...]:
    """Returns the SQL statements that create the site's tables in SQLite."""
    with TemporaryDirectory() as folder:
        engine = sqlite_database(Path(folder)).engine
        with engine.begin() as connection:
            run_migrations(connection)
            tables = connection.exec_driver_sql("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL").scalars().all()
    return *tables, f"INSERT INTO alembic_version VALUES ('{upgrade.HEAD}')"


def create_tables(connection: sqlalchemy.Connection) -> None:
    """Creates the tables like `upgrade()`, but without Alembic, because Alembic is slow."""
    if connection.dialect.name != "sqlite" or sqlalchemy.inspect(connection).get_table_names():
        run_migrations(connection)
        return
    for statement in schema():
        connection.exec_driver_sql(statement)


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
