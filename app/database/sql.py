"""All tables, and the SQLAlchemy functions that the site uses. Import this module through `app.database.lazily`."""

# ruff: noqa: F401

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
    false,
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


def insert_with_conflicts(connection: Connection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """Returns an insert statement that supports `ON CONFLICT`."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    return dialect.insert(table)
