"""Connects to databases. Commits survive a power failure, and connections have short timeouts."""

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from typing import Any, cast

from sqlalchemy import URL, Dialect, Engine, create_engine, event, make_url
from sqlalchemy.pool import NullPool

from app.hosts import is_internal

POOL_SIZE = 2
MAX_CONNECTIONS = 8
"""The maximum number of connections per process. PostgreSQL allows 100 in total by default."""
SQLITE_OPTIONS = {
    "synchronous": "FULL",  # makes commits survive a power failure
    "journal_mode": "WAL",  # allows reads during a write
    "foreign_keys": "ON",
    "secure_delete": "ON",  # overwrites deleted rows with zeros
}
CLIENT_OPTIONS = {
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,  # in milliseconds; the keepalive times are in seconds
}
"""Options of libpq. They close a connection about ten seconds after the host has lost power or network access."""
PING_TIMEOUT_SECONDS, STATEMENT_TIMEOUT_SECONDS = 5.0, 45.0
"""Timeouts for connection tests and for statements. They detect a server that hangs while its host still responds."""
PAUSE_SECONDS = 5.0
"""The pause after a timeout. During the pause, connections fail immediately instead of blocking threads."""
POSTGRESQL_OPTIONS = {
    "synchronous_commit": "on",  # makes commits survive a power failure
    "idle_in_transaction_session_timeout": "60s",
    "tcp_keepalives_idle": "20",  # releases the locks of clients that have lost power
    "tcp_keepalives_interval": "10",
    "tcp_keepalives_count": "3",
}


_timeout_seconds: ContextVar[float | None] = ContextVar("timeout", default=STATEMENT_TIMEOUT_SECONDS)


@contextmanager
def timeout(seconds: float | None) -> Generator[None]:
    """Sets the timeout of PostgreSQL's statements for the `with` block. None removes the timeout."""
    token = _timeout_seconds.set(seconds)
    try:
        yield
    finally:
        _timeout_seconds.reset(token)


def create(url: str, timeout_seconds: float) -> Engine:
    """Creates an engine. Its error messages contain no values, because values can be personal data."""
    parsed = make_url(url)
    return _sqlite(parsed, timeout_seconds) if parsed.drivername == "sqlite" else _postgresql(parsed, timeout_seconds)


def _sqlite(url: URL, timeout_seconds: float) -> Engine:
    """Returns an engine that opens a new connection for each use, because the file might have been replaced."""
    arguments = {"timeout": timeout_seconds, "isolation_level": None}
    engine = create_engine(url, poolclass=NullPool, hide_parameters=True, connect_args=arguments)

    @event.listens_for(engine, "connect")
    def configure(connection: Any, _record: object) -> None:  # pyright: ignore[reportUnusedFunction]
        for name, value in SQLITE_OPTIONS.items():
            connection.execute(f"PRAGMA {name} = {value}")

    return engine


def _postgresql(url: URL, timeout_seconds: float) -> Engine:
    engine = create_engine(
        url.set(drivername="postgresql+psycopg"),
        hide_parameters=True,
        pool_size=POOL_SIZE,
        max_overflow=MAX_CONNECTIONS - POOL_SIZE,
        pool_timeout=timeout_seconds,
        pool_pre_ping=True,  # tests each connection, because PostgreSQL might have restarted
        connect_args={
            "connect_timeout": max(2, round(timeout_seconds)),
            **CLIENT_OPTIONS,
            **_tls(url),
            **_certificate(url),
        },
    )
    _fail_quickly(engine, timeout_seconds)
    _ping_quickly(engine.dialect)

    @event.listens_for(engine, "connect")
    def configure(connection: Any, _record: object) -> None:  # pyright: ignore[reportUnusedFunction]
        connection.autocommit = True
        for name, value in {**POSTGRESQL_OPTIONS, "lock_timeout": f"{round(timeout_seconds * 1000)}ms"}.items():
            connection.execute(f"SET {name} = '{value}'")
        connection.autocommit = False

    return engine


class _CircuitBreaker:
    """Allows no attempt to connect for `PAUSE_SECONDS` after a timeout."""

    def __init__(self, attempt_seconds: float) -> None:
        self._attempt_seconds = attempt_seconds
        self._lock = Lock()
        self._last_timeout: float | None = None
        """The time of the last timeout, or None if a later attempt did not time out."""

    def try_start(self) -> bool:
        """Returns whether this thread may connect. After a pause, only one thread may until its attempt finishes."""
        with self._lock:
            if self._last_timeout is None:
                return True
            now = time.monotonic()
            if now < self._last_timeout + PAUSE_SECONDS:
                return False
            self._last_timeout = now + self._attempt_seconds  # assumes that the attempt will time out
            return True

    def pause(self) -> None:
        with self._lock:
            self._last_timeout = time.monotonic()

    def reset(self) -> None:
        with self._lock:
            self._last_timeout = None


def _fail_quickly(engine: Engine, timeout_seconds: float) -> None:
    """Makes connections fail immediately instead of blocking threads while the server does not respond."""
    breaker = _CircuitBreaker(timeout_seconds)

    @event.listens_for(engine, "do_connect")
    def connect(dialect: Dialect, _record: object, arguments: Any, options: Any) -> Any:  # pyright: ignore[reportUnusedFunction]
        errors = cast(Any, dialect.loaded_dbapi).errors
        if not breaker.try_start():
            raise errors.ConnectionTimeout("the host did not respond a moment ago")
        try:
            connection = dialect.connect(*arguments, **options)
        except errors.ConnectionTimeout:
            breaker.pause()
            raise
        except BaseException:
            breaker.reset()
            raise
        breaker.reset()
        _limit_waits(connection, errors, on_timeout=breaker.pause)
        return connection


def _ping_quickly(dialect: Any) -> None:
    ping = dialect.do_ping

    def do_ping(connection: Any) -> bool:
        with timeout(PING_TIMEOUT_SECONDS):
            return ping(connection)

    dialect.do_ping = do_ping


def _limit_waits(connection: Any, errors: Any, on_timeout: Callable[[], None]) -> None:
    wait = connection.wait

    def limited(generator: Any) -> Any:
        try:
            return wait(generator, timeout=_timeout_seconds.get())
        except errors._WaitTimeout:
            connection.close()
            on_timeout()
            raise errors.ConnectionTimeout("the server did not answer") from None

    connection.wait = limited


def _tls(url: URL) -> dict[str, str]:
    """Requires TLS for connections outside the private network."""
    host = str(url.query.get("host") or url.host or "/")
    is_private = host.startswith("/") or all(map(is_internal, host.split(",")))
    return {} if is_private or "sslmode" in url.query else {"sslmode": "require"}


def _certificate(url: URL) -> dict[str, str]:
    """Disables client certificates, unless `url` configures them.

    Otherwise, libpq would look for them in the home folder, to which systemd might deny access.
    """
    return {} if {"sslcert", "sslcertmode"} & url.query.keys() else {"sslcertmode": "disable"}


def libpq_environment(url: str) -> dict[str, str]:
    """Returns environment variables that make PostgreSQL's programs connect to `url`."""
    from psycopg import pq
    from psycopg.conninfo import conninfo_to_dict

    chosen = {**_tls(make_url(url)), **conninfo_to_dict(url)}
    variables = {each.keyword.decode(): each.envvar for each in pq.Conninfo.get_defaults()}
    return {
        variable.decode(): str(value)
        for name, value in chosen.items()
        if value is not None and (variable := variables.get(name))
    }
