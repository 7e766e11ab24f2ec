"""Copies data from earlier releases, which used two SQLite files and a folder."""

import json
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import date
from glob import escape
from itertools import count, islice
from pathlib import Path
from typing import Any

from sqlalchemy import JSON, Column, Connection, Date, LargeBinary, Table, func, select

from app.database import sql
from app.database.earlier import REPLACED, folders
from app.database.files import blocks
from app.database.keys import mailbox, searched
from app.database.leftovers import EXTRACTED_FOLDERS, RESTORED, delete_unchanged
from app.database.tables import metadata

SUFFIX = ".taken-over"
COPIES = (f"*{SUFFIX}*", f"{REPLACED}{'[0-9]' * 8}-{'[0-9]' * 6}-*", EXTRACTED_FOLDERS)
"""Patterns that match only old databases, because their folders can also contain other files."""
BATCH_ROWS = 20
"""The number of rows per statement. It is low, because a row can contain a file block."""

RETENTION_SECONDS = 30 * 86400
"""The retention period of old databases, which contain personal data."""

CONFLICT = (
    "%s was not taken over (the database has other vouchers with the same numbers, or another secret); nothing was "
    "copied. See 'Vouchers with the same numbers' in docs/operations.md"
)

Row = dict[str, Any]

logger = logging.getLogger(__name__)


def take_over(connection: Connection, file: Path) -> bool:
    """Copies the rows of `file` that the new database lacks. If vouchers conflict, copies nothing and returns false."""
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=rw", uri=True)) as earlier:
        earlier.row_factory = sqlite3.Row
        names = {name for (name,) in earlier.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if "vouchers" in names and _has_voucher_conflicts(connection, earlier):
            logger.error(CONFLICT, file)
            return False
        counts = {
            table.name: _insert(connection, table, _rows(earlier, table))
            for table in metadata.sorted_tables
            if table.name in names
        }
        if "file_blocks" not in names and "files" in names:
            counts["file_blocks"] = _insert(connection, sql.file_blocks, _blocks(earlier, _folder(file)))
    shown = ", ".join(f"{name}: {count}" for name, count in counts.items() if count)
    logger.warning("Taking over %s (%s); it is renamed to *%s", file, shown or "nothing new", SUFFIX)
    return True


def set_aside(file: Path) -> None:
    """Renames an old database and its folder, so that `delete_old_copies` finds them."""
    for each in (_folder(file), file):  # the database is last: after a crash, the next start finds it and tries again
        if each.exists():
            each.rename(_free_name(each))
    file.with_name(f"{file.name}.outbox").unlink(missing_ok=True)


def delete_old_copies(folder: Path, file: Path | None, now: float) -> None:
    parents = {*folders(folder), *([file.parent] if file else [])}
    patterns = [*COPIES, *([escape(file.name + RESTORED)] if file else [])]
    copies = [copy for each in parents for pattern in patterns for copy in each.glob(pattern)]
    delete_unchanged(copies, since=now - RETENTION_SECONDS)


def _has_voucher_conflicts(connection: Connection, earlier: sqlite3.Connection) -> bool:
    """Whether the databases use one number for different orders, or have different secrets for order links."""
    links = {row["number"]: row["link"] for row in earlier.execute("SELECT number, link FROM vouchers")}
    existing = connection.execute(select(sql.vouchers.c.number, sql.vouchers.c.link))
    if any(links.get(number, link) != link for number, link in existing):
        return True
    secret = connection.scalar(select(sql.secrets.c.value).where(sql.secrets.c.name == "vouchers"))
    [other] = earlier.execute("SELECT value FROM secrets WHERE name = 'vouchers'").fetchone() or [None]
    return bool(links) and secret is not None and other != secret


def _rows(earlier: sqlite3.Connection, table: Table) -> Iterator[Row]:
    for row in earlier.execute(f"SELECT * FROM {table.name}"):
        known = {name: _typed(table.columns[name], row[name]) for name in row.keys() if name in table.columns}  # noqa: SIM118
        yield _complete(known) if table is sql.inquiries else known


def _typed(column: Column[Any], value: Any) -> Any:
    if isinstance(column.type, Date):
        return date.fromisoformat(value) if value else None
    if isinstance(column.type, LargeBinary) and isinstance(value, str):
        return value.encode()  # SQLite stores '' as text, even in a binary column
    return json.loads(value or "{}") if isinstance(column.type, JSON) else value


def _complete(inquiry: Row) -> Row:
    details = inquiry.get("details", {})
    return {
        **inquiry,
        "details": details,
        "mailbox": mailbox(inquiry["email"]),
        "searched": searched(*(inquiry[name] for name in ("email", "id", "name", "message")), *details.values()),
    }


def _blocks(earlier: sqlite3.Connection, folder: Path) -> Iterator[Row]:
    query = "SELECT id, folder, number, ending FROM files JOIN inquiries ON id = inquiry"
    for id, name, number, ending in earlier.execute(query):
        path = folder / name / f"{number}.{ending}"
        try:
            with path.open("rb") as file:
                for position, data in enumerate(blocks(file)):
                    yield {"inquiry": id, "number": number, "position": position, "data": data}
        except FileNotFoundError:
            logger.error("The file %s is missing; its inquiry is taken over without it", path)


def _insert(connection: Connection, table: Table, rows: Iterator[Row]) -> int:
    statement = sql.insert_with_conflicts(connection, table).on_conflict_do_nothing()
    existing = _count(connection, table)
    while batch := [*islice(rows, BATCH_ROWS)]:
        connection.execute(statement, batch)
    return _count(connection, table) - existing


def _count(connection: Connection, table: Table) -> int:
    return connection.scalar(select(func.count()).select_from(table)) or 0


def _folder(file: Path) -> Path:
    return file.with_name(f"{file.name}.files")


def _free_name(path: Path) -> Path:
    names = (path.with_name(f"{path.name}{SUFFIX}{number or ''}") for number in count())
    return next(name for name in names if not name.exists())
