from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache, partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.support.chromium import launch
from tests.support.engines.chromium import LOCAL, chromium, running_chromium
from tests.support.engines.engine import Engine, OpenTab, Tab, WithLook
from tests.support.engines.launch import NAMES, engine, missing
from tests.support.engines.steps import install_offline_site
from tests.support.inquiries import PDF
from tests.support.proxy import Proxy, proxied
from tests.support.server_process import Server


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright, launch(playwright.chromium, arguments=[LOCAL]) as running:
        yield running


@pytest.fixture(scope="session")
def started() -> Iterator[Callable[[str], Engine]]:
    """A function that starts Firefox or WebKit if necessary and returns the running engine."""
    with ExitStack() as stack:
        yield cache(lambda name: stack.enter_context(engine(name)))


@pytest.fixture(scope="session")
def absent() -> list[str]:
    return missing()


@pytest.fixture(scope="module", params=NAMES)
def engine_name(request: pytest.FixtureRequest, absent: list[str]) -> str:
    if request.param in absent:
        pytest.skip(f"{request.param} is not installed")
    return request.param


@pytest.fixture(scope="module")
def each_engine(engine_name: str, browser: Browser, started: Callable[[str], Engine]) -> Engine:
    return chromium(browser) if engine_name == "chromium" else started(engine_name)


@pytest.fixture(scope="module")
def with_look(engine_name: str, browser: Browser) -> WithLook:
    if engine_name == "chromium":
        return partial(running_chromium, browser.browser_type)
    return partial(engine, engine_name)


@pytest.fixture
def tab(each_engine: Engine) -> Iterator[Tab]:
    """A new visitor's tab. Tests with this fixture run once in each engine."""
    with each_engine.tab() as tab:
        yield tab


@pytest.fixture(scope="package")
def network(server: Server) -> Iterator[Proxy]:
    with proxied(server.url) as network:
        yield network


@pytest.fixture(scope="package")
def site(network: Proxy) -> str:
    return network.url


@pytest.fixture(scope="package")
def regulars(site: str) -> Iterator[Callable[[Engine], OpenTab]]:
    with ExitStack() as stack:
        known: dict[str, OpenTab] = {}

        def regular(engine: Engine) -> OpenTab:
            if engine.name not in known:
                known[engine.name] = stack.enter_context(engine.visitor())
                # This tab stays open, because WebKit exits when its last tab closes.
                install_offline_site(known[engine.name](390, 844), f"{site}/en/contact")
            return known[engine.name]

        yield regular


@pytest.fixture
def phone(each_engine: Engine, regulars: Callable[[Engine], OpenTab]) -> Iterator[Tab]:
    tab = regulars(each_engine)(390, 844)
    yield tab
    tab.close()


@pytest.fixture
def plate(tmp_path: Path) -> Path:
    file = tmp_path / "plate.pdf"
    file.write_bytes(PDF)
    return file
