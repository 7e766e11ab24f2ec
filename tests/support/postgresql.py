import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

import psutil
import psycopg
from psycopg.sql import SQL, Composed, Identifier, Literal

from tests.fakes import child_process
from tests.fakes.loopback import free_port
from tests.support import debian

USER = "postgres"
DISCONNECT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = {}"
EMPTY = "DROP SCHEMA public CASCADE; CREATE SCHEMA public"
OPTIONS = {"fsync": "off", "max_connections": "200", "listen_addresses": "127.0.0.1"}


class PostgreSQL:
    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self._folder = folder
        self._unused: list[str] = []
        self._data = folder / "data"
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            shutil.chown(folder, USER)
        options = ["--username", USER, "--auth", "trust", "--no-sync", "--encoding", "UTF8", "--locale", "C.UTF-8"]
        self._run("initdb", "--pgdata", str(self._data), *options)
        self.start()

    def start(self) -> None:
        settings = OPTIONS | {"port": str(self.port), "unix_socket_directories": str(self._folder)}
        options = " ".join(f"-c {name}={value}" for name, value in settings.items())
        with self._killed_on_failure():
            self._control("start", "--log", str(self._folder / "log"), "--options", options)

    def url(self, database: str) -> str:
        return f"postgresql://{USER}@127.0.0.1:{self.port}/{database}"

    @contextmanager
    def database(self) -> Iterator[str]:
        """Yields the URL of an empty database. Empties the database afterwards."""
        name = self._unused.pop() if self._unused else self._create()
        yield self.url(name)
        self._execute("postgres", SQL(DISCONNECT).format(Literal(name)))
        with suppress(psycopg.OperationalError):  # the test has deleted the database
            self._execute(name, SQL(EMPTY))
            self._unused.append(name)

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Suspends the server's processes. Clients can connect, but get no response."""
        server = psutil.Process(int((self._data / "postmaster.pid").read_text().split()[0]))
        processes = [server, *server.children(recursive=True)]
        try:
            for each in processes:
                each.suspend()
            yield
        finally:
            for each in processes:
                each.resume()

    def _create(self) -> str:
        name = f"test_{uuid4().hex}"
        self._execute("postgres", SQL("CREATE DATABASE {} TEMPLATE template0").format(Identifier(name)))
        return name

    def _execute(self, database: str, statement: Composed | SQL) -> None:
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            connection.execute(statement)

    def stop(self) -> None:
        with self._killed_on_failure():
            self._control("stop", "--mode", "immediate")

    @contextmanager
    def _killed_on_failure(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            with suppress(FileNotFoundError):
                child_process.kill_tree(int((self._data / "postmaster.pid").read_text().split()[0]))
            raise

    def _control(self, action: str, *options: str) -> None:
        self._run("pg_ctl", action, "--pgdata", str(self._data), "--wait", "--timeout", "120", *options)

    def _run(self, program: str, *arguments: str) -> None:
        user = USER if os.geteuid() == 0 else None
        subprocess.run(
            [debian.path_of(program), *arguments], user=user, cwd=self._folder, check=True, stdout=subprocess.DEVNULL
        )


@contextmanager
def running() -> Iterator[PostgreSQL]:
    with TemporaryDirectory(prefix="postgresql-") as folder:
        server = PostgreSQL(Path(folder))
        try:
            yield server
        finally:
            server.stop()
