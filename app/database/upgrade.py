"""Upgrades the database with Alembic. Imports Alembic only for an upgrade."""

import secrets
from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from app.database import sql

HEAD = "0009"
SECRETS = ("senders", "ids", "vouchers")
"""The names of secret keys for senders' hashes, inquiry IDs, and links to voucher orders."""
MIGRATIONS = Path(__file__).parent / "migrations"


def is_current(engine: Engine) -> bool:
    """Whether all migrations have run. Returns True for databases of newer releases, because they are compatible."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return False
        version = connection.scalar(text("SELECT version_num FROM alembic_version"))
        return version is not None and version >= HEAD


def upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def add_secrets(connection: Connection) -> None:
    for name in SECRETS:
        insert = sql.insert_with_conflicts(connection, sql.secrets).on_conflict_do_nothing()
        connection.execute(insert.values(name=name, value=secrets.token_bytes(32)))
