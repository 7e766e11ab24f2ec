"""Migrations create the same tables as `tables.py`, both in an empty database and in that of each earlier release."""

import subprocess
import sys
from contextlib import closing

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from app.database import upgrade
from app.database.database import Database
from app.database.tables import metadata
from app.folders import ROOT
from app.inquiries.store import Store
from tests.database.test_takeover import lay
from tests.support.databases import execute, rows


def upgrade_to(database: Database, revision: str) -> None:
    """Reverts a new database to an earlier migration."""
    config = Config()
    config.set_main_option("script_location", str(upgrade.MIGRATIONS))
    with database.transaction() as connection:
        config.attributes["connection"] = connection
        metadata.drop_all(connection)
        connection.exec_driver_sql("DROP TABLE alembic_version")
        command.upgrade(config, revision)


@pytest.mark.parametrize("released", [None, "site-1"])
def test_migrations_create_the_tables(database: Database, released: str | None) -> None:
    if released:
        lay(database.folder / "site.db", released)
    with database.connected() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": database.file is None})
        assert compare_metadata(context, metadata) == []
        assert context.get_current_revision() == upgrade.HEAD
    expected = [("creator:9",), ("revoked:1",)] if released else []
    assert rows(database, "SELECT key FROM records ORDER BY key") == expected


def test_bookings_of_the_first_migration_are_booked(database: Database) -> None:
    upgrade_to(database, "0001")
    execute(
        database,
        "INSERT INTO inquiries (id, received, language, what, workshop, pieces, colours, paper, name, email,"
        " message, places, mailbox, searched) VALUES ('a', 1, 'cs', 'workshop', '2027-01-16', 2, 1, 'listed', 'Jana',"
        " 'jana@example.com', '', 2, 'jana@example.com', 'jana')",
    )
    with closing(Database(database.url, database.folder)) as restarted:
        store = Store(restarted, {"2027-01-16": 4}.get)
        [stored] = store.all()
        assert (stored.booking, stored.held_until, store.seats_left("2027-01-16")) == ("booked", None, 2)


def test_the_newest_migration_has_the_highest_number() -> None:
    config = Config()
    config.set_main_option("script_location", str(upgrade.MIGRATIONS))
    scripts = ScriptDirectory.from_config(config)
    numbers = [each.revision for each in scripts.walk_revisions()]
    assert scripts.get_heads() == [upgrade.HEAD] and numbers == sorted(numbers, reverse=True)


def test_an_earlier_release_works_with_a_later_database(database: Database) -> None:
    """During an update and after a rollback, an earlier release uses the new database."""
    execute(database, "UPDATE alembic_version SET version_num = '9999'")
    with closing(Database(database.url, database.folder)) as restarted:
        assert rows(restarted, "SELECT key FROM records") == []


def test_the_server_starts_without_sqlalchemy() -> None:
    code = "import sys, app.server.asgi, app.server.__main__; sys.exit('sqlalchemy' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
