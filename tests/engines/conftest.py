"""Fixtures for tests in three engines."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache

import pytest
from playwright.sync_api import Browser

from tests.support.engines import NAMES, Chromium, Engine, Tab, engine, missing


@pytest.fixture(scope="session")
def started() -> Iterator[Callable[[str], Engine]]:
    """A function that returns Firefox or WebKit, which tests share because starting takes seconds."""
    with ExitStack() as stack:
        yield cache(lambda name: stack.enter_context(engine(name)))


@pytest.fixture(scope="session")
def absent() -> list[str]:
    return missing()


@pytest.fixture(scope="module", params=NAMES)
def each_engine(
    request: pytest.FixtureRequest, browser: Browser, started: Callable[[str], Engine], absent: list[str]
) -> Engine:
    """Each engine in turn. `tests.support.suite` reports engines that are not installed."""
    if request.param == "chromium":
        return Chromium(browser)
    if request.param in absent:
        pytest.skip(f"{request.param} is not installed")
    return started(request.param)


@pytest.fixture
def tab(each_engine: Engine) -> Iterator[Tab]:
    """A new visitor's tab in each engine, 1280 by 800 pixels."""
    with each_engine.tab() as tab:
        yield tab
