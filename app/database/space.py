"""Frees the disk space of deleted rows."""

import sqlite3
from typing import Any, cast

from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from app.database.engines import timeout
from app.database.tables import metadata

INCREMENTAL = 2
PAGES = 1000
"""Database pages per transaction. Other connections can write between transactions."""


def free(connection: Connection) -> bool:
    """Frees the disk space. Returns false if deleted data might remain on disk."""
    if connection.dialect.name == "postgresql":
        # PostgreSQL's automatic vacuum ignores tables with fewer than 50 deleted rows.
        with timeout(None):
            connection.execution_options(isolation_level="AUTOCOMMIT").exec_driver_sql(
                f"VACUUM {', '.join(metadata.tables)}"
            )
        return False
    try:
        _shrink(connection)
    except (OperationalError, sqlite3.OperationalError):
        return False  # the file is locked or the disk is full; the next sweep retries
    is_busy, *_frames = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()
    return not is_busy


def _shrink(connection: Connection) -> None:
    if _value(connection, "auto_vacuum") != INCREMENTAL:  # earlier releases did not enable auto_vacuum
        connection.exec_driver_sql("PRAGMA auto_vacuum = INCREMENTAL")
        connection.exec_driver_sql("VACUUM")
    while before := _value(connection, "freelist_count"):
        # `execute()` would free only one page.
        cast(Any, connection.connection.driver_connection).executescript(f"PRAGMA incremental_vacuum({PAGES})")
        if _value(connection, "freelist_count") >= before:
            return


def _value(connection: Connection, pragma: str) -> int:
    return connection.exec_driver_sql(f"PRAGMA {pragma}").scalar_one()
