"""Fixtures for all tests: the built site and its server."""

import asyncio
import gc
import os
from collections.abc import AsyncIterator, Generator, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import hypothesis
import pytest
from playwright.sync_api import expect
from starlette.types import ASGIApp, Message

from app.components import pictures
from app.database import engines, upgrade
from app.database.database import Database
from app.http.export import Export
from app.routes import ROUTES, places
from app.server.compose import compose
from app.settings import Settings, load
from builder.index import write_index
from builder.inputs import is_built
from tests.fakes.smtp import Mailbox, receiving
from tests.support import postgresql
from tests.support.asking import Answer, Ask
from tests.support.databases import DURABLE_OPTIONS, create_tables, sqlite_database
from tests.support.masters import lay_master
from tests.support.nightly import is_nightly
from tests.support.process_state import unchanged
from tests.support.schedule import Grouped, rank
from tests.support.server_process import Server, running_server
from tests.support.slow import is_slow
from tests.support.small_site import lay_out, open_client, reflex
from tests.support.variant import Variant, build_variant
from tests.support.visitor import EXPECT_TIMEOUT_MS
from tests.support.workshops import OWN

if TYPE_CHECKING:
    from tests.support.javascript import Browser as SimulatedBrowser

pytest_plugins = ["tests.support.sites"]

os.environ.pop("PYTEST_ADDOPTS", None)  # tests that run pytest expect its default output
for name in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS"):  # tests that run make expect its default output
    os.environ.pop(name, None)

# Hypothesis has no deadlines, because machines differ in speed. All test runs of a commit use the same examples.
hypothesis.settings.register_profile("site", deadline=None, derandomize=True)
hypothesis.settings.load_profile("site")

expect.set_options(timeout=EXPECT_TIMEOUT_MS)

BUILD_FIXTURES = {"built", "browser", "variant"}
BUILD_MODULES = (
    "tests/e2e/",
    "tests/engines/",
    "tests/tools/test_lint.py",
    "tests/builder/test_print_templates.py",
    "tests/pwa/seam/test_next_build.py",
    "tests/i18n/test_third_language.py",
)
"""Paths of tests that need a build, although they do not use `BUILD_FIXTURES`."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Moves long tests to the front. Adds the markers `needs_build`, `nightly` and `slow`."""
    items.sort(key=rank)
    for item in items:
        fixtures = item.fixturenames if isinstance(item, pytest.Function) else ()
        if BUILD_FIXTURES.intersection(fixtures) or item.nodeid.startswith(BUILD_MODULES):
            item.add_marker("needs_build")
        if is_nightly(item):
            item.add_marker("nightly")
        if is_slow(item):
            item.add_marker("slow")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Excludes imported modules and collected tests from garbage collection, which would examine them repeatedly."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(10_000)
        gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Returns the number of test processes: one per CPU core. With more processes, some tests would time out."""
    return os.cpu_count() or 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> Grouped:
    return Grouped(config, log)  # pyright: ignore[reportArgumentType]


@pytest.fixture(autouse=True)
def unchanged_process() -> Iterator[None]:
    with unchanged():
        yield


@pytest.fixture(scope="session", autouse=True)
def quick_databases() -> Iterator[None]:
    """Speeds up SQLite in this process: skips Alembic and does not wait for the disk."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(upgrade, "upgrade", create_tables)
        patch.setattr(engines, "SQLITE_OPTIONS", DURABLE_OPTIONS | {"synchronous": "OFF"})
        yield


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[postgresql.PostgreSQL]:
    with postgresql.running() as server:
        yield server


@pytest.fixture
def postgresql_database(
    postgresql_server: postgresql.PostgreSQL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Database]:
    """An empty PostgreSQL database, which replaces the configured database during the test."""
    with postgresql_server.database() as url, closing(Database(url, tmp_path)) as database:
        monkeypatch.setattr("app.database.database._opened", lambda _url, _folder: database)
        yield database


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    """An empty database. Each test runs once with SQLite and once with PostgreSQL."""
    return sqlite_database(tmp_path) if request.param == "sqlite" else request.getfixturevalue("postgresql_database")


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with receiving(Mailbox()) as mailbox:
        yield mailbox


@pytest.fixture
def own_workshops(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("content.workshops", "inquiries.__main__", "desk.view"):
        monkeypatch.setattr(f"app.{module}.WORKSHOPS", OWN)
    places()  # fills the cache that other tests use, before the workshops are replaced
    monkeypatch.setitem(ROUTES["workshop"].values, "date", tuple(each.id for each in OWN))


@pytest.fixture(scope="session")
def built() -> None:
    assert is_built(load()), "the build is missing or out of date: run `make test`, or `make build` before pytest"


@pytest.fixture(scope="session")
def variant(built: None, tmp_path_factory: pytest.TempPathFactory) -> Variant:
    """A build of the site with changed text. All tests that use this build run in one process."""
    return build_variant(tmp_path_factory.mktemp("variant") / "project")


@pytest.fixture(scope="session")
def server(built: None) -> Iterator[Server]:
    with running_server() as running:
        yield running


@pytest.fixture(scope="session")
def site(server: Server) -> str:
    return server.url


@pytest.fixture(scope="session")
def javascript(tmp_path_factory: pytest.TempPathFactory) -> "SimulatedBrowser":
    from tests.support.javascript import Browser  # imported late, because importing Reflex takes seconds

    return Browser(tmp_path_factory.mktemp("javascript"))


@pytest.fixture
def masters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Replaces the original pictures with three test pictures."""
    folder = tmp_path / "masters"
    folder.mkdir()
    for name, size in {"wide": (2000, 1333), "upright": (1280, 1600), "small": (300, 200)}.items():
        lay_master(folder, name, size)
    monkeypatch.setattr(pictures, "MASTERS", folder)
    monkeypatch.setattr(pictures, "PLACEHOLDERS", tmp_path / "placeholders")
    return folder


@pytest.fixture(scope="session")
def root(tmp_path_factory) -> Path:
    root = lay_out(tmp_path_factory.mktemp("dist") / "site")
    write_index(root, "build-1")
    return root


@pytest.fixture(scope="session")
def export(root) -> Export:
    return Export.load(root)


@pytest.fixture(scope="session")
def settings() -> Settings:
    with pytest.MonkeyPatch.context() as patch:
        for name in Settings.model_fields:
            patch.delenv(name.upper(), raising=False)
        return load(_env_file=None)


@pytest.fixture
def application(settings, export) -> ASGIApp:
    return compose(settings, export)(reflex())


@pytest.fixture
async def client(application) -> AsyncIterator[httpx.AsyncClient]:
    async with open_client(application) as client:
        yield client


@pytest.fixture(scope="session")
def ask() -> Iterator[Ask]:
    with asyncio.Runner() as runner:

        def ask(app: ASGIApp, raw_path: bytes, *, query=b"", method="GET", headers=(), kind="http", **scope) -> Answer:
            messages: list[Message] = []

            async def receive() -> Message:
                return {"type": "websocket.connect"} if kind == "websocket" else {"type": "http.request"}

            async def send(message: Message) -> None:
                messages.append(message)

            request = {
                "type": kind,
                "http_version": "1.1",
                "path": raw_path.decode("latin-1"),
                "raw_path": raw_path,
                "query_string": query,
                "root_path": "",
                "headers": list(headers),
                "scheme": "http",
                **({"method": method} if kind == "http" else {"subprotocols": []}),
                **scope,
            }
            runner.run(app(request, receive, send))  # pyright: ignore[reportArgumentType]
            return Answer(messages)

        yield ask
