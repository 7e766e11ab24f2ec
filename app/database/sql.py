"""All tables, and SQLAlchemy's functions. Import this module through `app.database.lazily`."""

from sqlalchemy import (
    ColumnElement,
    Connection,
    RowMapping,
    Select,
    Table,
    Update,
    and_,
    case,
    delete,
    func,
    insert,
    inspect,
    not_,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from app.database.tables import (
    booking_links,
    card_payments,
    desk_links,
    desk_sessions,
    file_blocks,
    files,
    inquiries,
    mails,
    records,
    secrets,
    senders,
    vouchers,
)

__all__ = [
    "ColumnElement",
    "Connection",
    "DBAPIError",
    "RowMapping",
    "SQLAlchemyError",
    "Select",
    "Update",
    "and_",
    "booking_links",
    "card_payments",
    "case",
    "delete",
    "desk_links",
    "desk_sessions",
    "file_blocks",
    "files",
    "func",
    "inquiries",
    "insert",
    "inspect",
    "mails",
    "not_",
    "or_",
    "records",
    "secrets",
    "select",
    "senders",
    "true",
    "update",
    "vouchers",
]


def insert_with_conflicts(connection: Connection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """Returns an insert statement with support for `ON CONFLICT`, which standard SQL lacks."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    return dialect.insert(table)
