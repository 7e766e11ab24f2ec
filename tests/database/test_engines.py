"""PostgreSQL stores each commit on disk. Connections over a public network need TLS."""

import queue
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from time import monotonic

import psycopg
import pytest
from sqlalchemy import make_url, text
from sqlalchemy.exc import OperationalError

from app.database import engines
from app.database.database import Database
from app.database.errors import StoreError
from tests.support.databases import DURABLE_OPTIONS, locked, short_timeout, sqlite_database
from tests.support.postgresql import PostgreSQL


@pytest.mark.parametrize(
    ("url", "sslmode"),
    [
        ("postgresql:///otisk?host=/run/postgresql", None),
        ("postgresql://localhost/otisk", None),
        ("postgresql://10.0.0.5/otisk", None),
        ("postgresql://otisk:a[b#c@10.0.0.5/otisk", None),
        ("postgresql://[::1]/otisk", None),
        ("postgresql://database/otisk", None),
        ("postgresql://host.containers.internal/otisk", None),
        ("postgresql://10.0.0.5,10.0.0.6/otisk", None),
        ("postgresql://db.example.com,db.internal/otisk", "require"),
        ("postgresql:///otisk?host=db.example.com,db.local", "require"),
        ("postgresql://db.example.com/otisk", "require"),
        ("postgresql://8.8.8.8/otisk", "require"),
        ("postgresql://[2a00:1450::1]/otisk", "require"),
        ("postgresql://db.example.com/otisk?sslmode=verify-full", None),
    ],
)
def test_a_public_network_needs_tls(url: str, sslmode: str | None) -> None:
    assert engines._tls(make_url(url)).get("sslmode") == sslmode


@pytest.mark.parametrize(
    ("url", "disk"),
    [
        ("sqlite:////mnt/data/site.db", "/mnt/data"),
        ("postgresql:///otisk?host=/run/postgresql", "/var/lib/otisk"),
        ("postgresql:///otisk?host=%2Frun%2Fpostgresql", "/var/lib/otisk"),
        ("postgresql://otisk:pw@localhost/otisk", "/var/lib/otisk"),
        ("postgresql://127.0.0.1:5433/otisk", "/var/lib/otisk"),
        ("postgresql://[::1]/otisk", "/var/lib/otisk"),
        ("postgresql://otisk:pw@database/otisk", "/var/lib/otisk"),
        ("postgresql://10.0.0.5/otisk", None),
        ("postgresql://otisk:a[b#c@10.0.0.5/otisk", None),
        ("postgresql://127.0.0.1,10.0.0.5/otisk", None),
        ("postgresql://[fd00::5]/otisk", None),
        ("postgresql:///otisk?host=db.internal", None),
    ],
)
def test_only_a_disk_of_this_machine_is_measured(url: str, disk: str | None) -> None:
    assert Database(url, Path("/var/lib/otisk")).disk == (disk and Path(disk))


def test_a_given_certificate_is_used() -> None:
    assert engines._certificate(make_url("postgresql://db.example.com/otisk?sslcert=/etc/otisk.crt")) == {}


def test_options_of_connections(postgresql_database: Database) -> None:
    """Commits reach the disk. Connections ignore certificates in the home folder and detect lost hosts."""
    with postgresql_database.connected() as connection:
        for name, value in {"synchronous_commit": "on", "lock_timeout": "10s"}.items():
            assert connection.scalar(text(f"SHOW {name}")) == value
        raw = connection.connection.driver_connection
        assert isinstance(raw, psycopg.Connection)
        options = raw.info.get_parameters()
        assert {name: str(value) for name, value in engines.CLIENT_OPTIONS.items()}.items() <= options.items()
        assert options["sslcertmode"] == "disable"


def test_connections_to_a_silent_host_fail_at_once_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    attempts: list[object] = []

    def time_out(*_arguments: object, **_options: object) -> None:
        attempts.append(1)
        raise psycopg.errors.ConnectionTimeout("connection timeout expired")

    monkeypatch.setattr(psycopg, "connect", time_out)
    database = Database("postgresql://10.0.0.5/otisk", Path("/nowhere"))
    for _call in range(3):
        with pytest.raises(StoreError, match="ConnectionTimeout"):
            database.check()
    assert len(attempts) == 1
    monkeypatch.setattr(engines, "PAUSE_SECONDS", 0)
    with pytest.raises(StoreError, match="connection timeout expired"):
        database.check()
    assert len(attempts) == 2


def test_one_thread_tries_to_connect_after_the_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    attempts, errors = queue.SimpleQueue[int](), queue.SimpleQueue[Exception]()

    def connect(*_arguments: object, **_options: object) -> None:
        attempts.put(1)
        raise errors.get(timeout=10)

    def check() -> str:
        with pytest.raises(StoreError) as raised:
            database.check()
        return str(raised.value)

    monkeypatch.setattr(psycopg, "connect", connect)
    monkeypatch.setattr(engines, "PAUSE_SECONDS", 0)
    database = Database("postgresql://10.0.0.5/otisk", Path("/nowhere"))
    errors.put(psycopg.errors.ConnectionTimeout("connection timeout expired"))
    check()
    with ThreadPoolExecutor() as threads:
        attempts.get()
        probe = threads.submit(check)
        attempts.get(timeout=10)
        assert "a moment ago" in check()
        errors.put(psycopg.OperationalError("refused"))
        assert "refused" in probe.result()
    for _call in range(2):
        errors.put(psycopg.OperationalError("refused"))
        assert "refused" in check(), "no pause after another error"


def test_a_frozen_postgresql_fails_quickly(
    postgresql_server: PostgreSQL, postgresql_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "PING_TIMEOUT_SECONDS", 1)
    with postgresql_database.connected() as statement:
        statement.scalar(text("SELECT 1"))
        postgresql_database.check()
        with postgresql_server.frozen():
            started = monotonic()
            for _call in range(2):
                with pytest.raises(StoreError, match="did not respond a moment ago"):
                    postgresql_database.check()
            assert monotonic() - started < 5
            with engines.timeout(0.1), pytest.raises(OperationalError, match="the server did not answer"):
                statement.scalar(text("SELECT 1"))
    monkeypatch.setattr(engines, "PAUSE_SECONDS", 0)
    postgresql_database.check()


def test_a_database_that_stores_nothing_fails_the_check(database: Database) -> None:
    database.check()
    with short_timeout(database) as other, locked(database), pytest.raises(StoreError, match="lock"):
        other.check()
    database.check()


def test_a_read_only_postgresql_fails_the_check(postgresql_database: Database) -> None:
    postgresql_database.check()
    url = f"{postgresql_database.url}?options=-c%20default_transaction_read_only%3Don"
    with closing(Database(url, postgresql_database.folder)) as standby, pytest.raises(StoreError, match="ReadOnly"):
        standby.check()


def test_a_sqlite_commit_survives_a_power_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "SQLITE_OPTIONS", DURABLE_OPTIONS)
    with sqlite_database(tmp_path).connected() as connection:
        assert connection.scalar(text("PRAGMA synchronous")) == 2, "FULL"
        assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
