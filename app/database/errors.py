import sqlite3
from collections.abc import Generator
from contextlib import contextmanager

from app.database.lazily import sql


class StoreError(Exception):
    """Raised when the database or a file operation has failed. Nothing was stored."""


@contextmanager
def store_errors() -> Generator[None]:
    try:
        yield
    except OSError as error:
        raise StoreError(_text(error)) from error
    except Exception as error:
        if not isinstance(error, (sqlite3.Error, sql.SQLAlchemyError)):
            raise
        raise StoreError(_text(error.orig if isinstance(error, sql.DBAPIError) and error.orig else error)) from error


def _text(error: BaseException) -> str:
    """Returns an error's type and first line. In PostgreSQL's errors, other lines can contain personal data."""
    return f"{type(error).__name__}: {str(error).partition(chr(10))[0]}"
