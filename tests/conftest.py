"""What the tests share: the built site, a server for it, a browser."""

import os
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from app.server.export import Export, write_index
from app.settings import load
from pwa.build import DIST, STAMP, fingerprint
from tests.support.chromium import launch
from tests.support.schedule import Grouped, rank
from tests.support.serving import Server, serving
from tests.support.small_site import lay_out
from tests.support.variant import Variant, build_variant

# How long an example takes says more about the machine than about the site; and the same tree gets the same examples.
hypothesis.settings.register_profile("site", deadline=None, derandomize=True)
hypothesis.settings.load_profile("site")

expect.set_options(timeout=14_000)
"""Milliseconds; members' pages ask once more after 15 s, and no test is to need it."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Has what takes long come first."""
    items.sort(key=rank)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One process more than there are cores (`-n auto`, `-n logical`): each waits for pages a part of its time."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> Grouped:
    """Says what the processes share (`-n`)."""
    return Grouped(config, log)  # pyright: ignore[reportArgumentType]


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Async tests run on asyncio, as the server does."""
    return "asyncio"


@pytest.fixture(scope="session")
def built() -> None:
    """The production build, made by `make test` before the tests run."""
    current = (DIST / STAMP).is_file() and (DIST / STAMP).read_text() == fingerprint(load())
    assert current, "the build is missing or out of date: run `make test`, or `make build` before pytest"


@pytest.fixture(scope="session")
def variant(built: None, tmp_path_factory: pytest.TempPathFactory) -> Variant:
    """Another build of the site; who asks for it is in one group (`schedule.GROUPS`)."""
    return build_variant(tmp_path_factory.mktemp("variant") / "project")


@pytest.fixture(scope="session")
def server(built: None) -> Iterator[Server]:
    """The site as it is served in production."""
    with serving() as running:
        yield running


@pytest.fixture(scope="session")
def site(server: Server) -> str:
    """The site's origin."""
    return server.url


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser a module; each test opens contexts of its own.

    Not one for all: Playwright keeps an event loop running as long as it lives, and async tests could not have theirs.
    """
    with sync_playwright() as playwright:
        running = launch(playwright.chromium)
        yield running
        running.close()


@pytest.fixture(scope="session")
def root(tmp_path_factory) -> Path:
    """The folder of the small site, indexed."""
    root = lay_out(tmp_path_factory.mktemp("dist") / "site")
    write_index(root, "build-1")
    return root


@pytest.fixture(scope="session")
def export(root) -> Export:
    return Export.load(root)
