import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import MetaData, create_engine, insert, select

from app.database import upgrade
from app.database.database import Database
from app.database.tables import metadata
from app.folders import ROOT
from app.inquiries.store import Store
from app.vouchers.orders import Vouchers
from tests.database.test_takeover import BOOKED, CANCELLED, FIRST, lay
from tests.support.databases import execute, rows
from tests.support.inquiries import PDF, contents_of, seats_left
from tests.support.inquiry_factory import read

SCHEMAS = ("0001", "0005", "0009")
"""Released schemas: the oldest, the oldest with vouchers and card payments, and the newest.

The folder `released` contains data for each schema.
"""

each_schema = pytest.mark.parametrize("schema", SCHEMAS)


def migrations() -> Config:
    config = Config()
    config.set_main_option("script_location", str(upgrade.MIGRATIONS))
    return config


def upgrade_to(database: Database, revision: str) -> None:
    config = migrations()
    with database.transaction() as connection:
        config.attributes["connection"] = connection
        metadata.drop_all(connection)
        connection.exec_driver_sql("DROP TABLE alembic_version")
        command.upgrade(config, revision)


def copy_rows(file: Path, database: Database) -> None:
    earlier, present = MetaData(), MetaData()
    with create_engine(f"sqlite:///{file}").connect() as source, database.engine.begin() as target:
        earlier.reflect(source)
        present.reflect(target)
        for table in present.sorted_tables:
            if table.name != "alembic_version" and (found := source.execute(select(earlier.tables[table.name])).all()):
                target.execute(insert(table), [row._asdict() for row in found])


def check_complete(database: Database, schema: str) -> None:
    store = Store(database, {"2027-01-16": 4}.get)
    first, booked, cancelled = (read(store, id) for id in (FIRST, BOOKED, CANCELLED))
    assert first.inquiry.name == "Jana Nováková" and contents_of(first.files[0]) == PDF
    assert {mail.kind: mail.state for mail in first.mails} == {"studio": "sent", "sender": "not sent"}
    assert (booked.booking, cancelled.booking, seats_left(store, "2027-01-16")) == ("booked", "cancelled", 2)
    assert rows(database, "SELECT key FROM records ORDER BY key") == [("creator:9",), ("revoked:1",)]
    vouchers = [(each.number, each.state, each.code) for each in Vouchers(database, lambda: 1_790_000_100.0).all()]
    assert vouchers == ([(2600001, "valid", "0HN45KW99ASRRAT9")] if schema >= "0004" else [])
    payments = [each.id for each in Vouchers(database).card_payments(2600001)]
    assert payments == (["3000000001"] if schema >= "0005" else [])
    assert store.mail_state().oldest == 1_790_000_000
    assert rows(database, "SELECT count(queued) FROM mails") == [(12 if schema >= "0006" else 0,)]
    assert rows(database, "SELECT count(delivery) FROM vouchers WHERE months = 12") == [(int(schema >= "0007"),)]
    assert rows(database, "SELECT count(*) FROM vouchers WHERE euro_rate = '25'") == [(int(schema >= "0008"),)]
    assert rows(database, "SELECT count(buys) FROM vouchers") == [(int(schema >= "0009"),)]
    assert booked.crowns == (3800 if schema >= "0007" else None)
    with database.connected() as connection:
        assert MigrationContext.configure(connection).get_current_revision() == upgrade.HEAD


@each_schema
def test_data_of_every_schema_is_taken_over(database: Database, schema: str) -> None:
    """SQLite databases are migrated. An empty PostgreSQL database receives the rows of an existing SQLite file."""
    lay(database.folder / "site.db", f"schema-{schema}")
    check_complete(database, schema)


@each_schema
def test_postgresql_is_upgraded_from_every_schema(postgresql_database: Database, schema: str, tmp_path: Path) -> None:
    upgrade_to(postgresql_database, schema)
    copy_rows(lay(tmp_path / "released" / "site.db", f"schema-{schema}"), postgresql_database)
    with closing(Database(postgresql_database.url, tmp_path)) as restarted:
        check_complete(restarted, schema)


def test_the_last_schema_has_data() -> None:
    assert ScriptDirectory.from_config(migrations()).get_heads() == [upgrade.HEAD] == [SCHEMAS[-1]]


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
        assert (stored.booking, stored.held_until, seats_left(store, "2027-01-16")) == ("booked", None, 2)


def test_an_earlier_release_works_with_a_later_database(database: Database) -> None:
    execute(database, "UPDATE alembic_version SET version_num = '9999'")
    with closing(Database(database.url, database.folder)) as restarted:
        assert rows(restarted, "SELECT key FROM records") == []


def test_the_server_starts_without_sqlalchemy() -> None:
    code = "import sys, app.server.asgi, app.server.__main__; sys.exit('sqlalchemy' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
